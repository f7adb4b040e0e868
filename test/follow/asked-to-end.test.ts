/** A command that needs the plan's lock asks its follower to end: it ends between two steps, says who asked, and the command begins. */
import { expect, test } from 'vitest';
import { start, type Ended } from '../../proofs/support/ordo.ts';
import { followDesk, isOpen, outcomesOf, type FollowDesk, type Following } from '../support/follow-desk.ts';
import { BRACKET, FOLLOW, openOn } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { afterTest } from '../support/live.ts';

const CANCEL = ['cancel', 'plan.yaml', '--live', '--execute', '--yes'];
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Of the bracket: the entry is filled in part, its stop and its targets are placed. */
async function bracketHeld(desk: FollowDesk): Promise<Following> {
  const one = desk.begin();
  await one.until('the entry', () => desk.paper.orders.length === 1);
  desk.paper.fill(desk.order(isOpen).orderId, '0.06');
  await one.until('the stop and the targets', () => desk.paper.orders.filter(isOpen).length === 5);
  return one;
}

/** A note, once. */
const endingIn = ({ stderr }: Ended): readonly string[] =>
  flat(stderr).match(/ending: ordo \S+ asked for it \(process \d+ of \S+ on \S+\)/g) ?? [];

test.each(['v2', 'v3'] as const)(
  'a cancel asks the follower to end, and takes off all of the plan: %s',
  { timeout: 60_000 },
  async (version) => {
    const desk = await followDesk(BRACKET, { version });
    const { paper, at } = desk;
    const one = await bracketHeld(desk);
    const cancelled = await here(CANCEL, at);
    const ended = await one.ended;
    expect({ code: cancelled.code, open: openOn(paper), said: flat(cancelled.stdout) }).toEqual({
      code: 0,
      open: [],
      said: expect.stringMatching(
        /pid \d+ of \S+ on \S+, which follows bracket since \S+Z, is asked to end/,
      ) as unknown,
    });
    expect({ code: ended.code, why: endingIn(ended) }).toEqual({
      code: 6,
      why: [expect.stringMatching('ending: ordo cancel')],
    });
    expect(outcomesOf(ended).filter((line) => line.includes('cancelled'))).toEqual([]);
  },
);

test(
  'a dry run next to a follower names it, and what would have no stop; nothing is asked',
  { timeout: 60_000 },
  async () => {
    const desk = await followDesk(BRACKET);
    const one = await bracketHeld(desk);
    for (const words of [
      ['cancel', 'plan.yaml'],
      ['close', 'cmt_btcusdt', 'long'],
      ['flatten', '--why', 'news'],
    ]) {
      const { code, stdout, stderr } = await here(words, desk.at);
      expect({ words, code, said: flat(stdout), stderr }).toEqual({
        words,
        code: 0,
        said: expect.stringMatching(
          /pid \d+ of \S+ on \S+, which follows bracket since \S+Z, is asked to end first/,
        ) as unknown,
        stderr: '',
      });
    }
    const { stdout } = await here(['cancel', 'plan.yaml'], desk.at);
    expect(stdout).toContain('0.06 long cmt_btcusdt (entry) would have no stop: stop is taken off');
    expect(endingIn(await one.stop())).toEqual([]);
  },
);

/** The code that its dry run gives. */
async function codeOf(desk: FollowDesk, words: readonly string[]): Promise<string> {
  const { stdout } = await here([...words, '--output', 'json'], desk.at);
  return (JSON.parse(stdout) as { readonly approval: string }).approval;
}

test(
  'the approval of a cancel covers parts that are placed meanwhile, also where it takes only the stop',
  { timeout: 60_000 },
  async () => {
    const desk = await followDesk(BRACKET);
    const { paper, at } = desk;
    const one = await bracketHeld(desk);
    const code = await codeOf(desk, ['cancel', 'plan.yaml', '--only', 'stop']);
    const stops = (): readonly string[] =>
      paper.orders.filter((order) => isOpen(order) && order.trigger === '63700').map(({ size }) => size);
    paper.fill(desk.order(isOpen).orderId, '0.1');
    await one.until('another part', () => stops().length === 2);
    const cancelled = await here(
      ['cancel', 'plan.yaml', '--only', 'stop', '--live', '--execute', '--approve', code],
      at,
    );
    expect({ code: cancelled.code, stops: stops(), said: cancelled.stderr }).toEqual({ code: 0, stops: [], said: '' });
    expect((await one.ended).code).toBe(6);
    expect(openOn(paper).some((line) => line.startsWith('1 '))).toBe(true);
  },
);

test(
  'a code is of one plan: another with orders of the same names is not cancelled by it',
  { timeout: 60_000 },
  async () => {
    const desk = await followDesk(BRACKET);
    const one = await bracketHeld(desk);
    const code = await codeOf(desk, ['cancel', 'plan.yaml']);
    await one.stop();
    desk.at.write('plan.yaml', BRACKET.replace('name: bracket', 'name: other'));
    const two = desk.begin();
    await two.until('the other entry', () => desk.paper.orders.filter((order) => order.type === '1').length === 2);
    const before = openOn(desk.paper);
    const refused = await here(['cancel', 'plan.yaml', '--live', '--execute', '--approve', code], desk.at);
    expect({ code: refused.code, open: openOn(desk.paper) }).toEqual({ code: 5, open: before });
    // Nobody was asked for what was not approved.
    expect(endingIn(await two.stop())).toEqual([]);
  },
);

test('a cancel that is declined asks nobody', { timeout: 60_000 }, async () => {
  const desk = await followDesk(BRACKET);
  const one = await bracketHeld(desk);
  let shown = '';
  const declined = await here(['cancel', 'plan.yaml', '--live', '--execute'], desk.at, {
    answer: (question) => {
      shown = flat(question);
      return 'no';
    },
  });
  expect({ code: declined.code, shown }).toEqual({
    code: 9,
    shown: expect.stringMatching(
      /which follows bracket since \S+Z, is asked to end first .*would have no stop: stop is taken off/,
    ) as unknown,
  });
  const ended = await one.stop();
  expect([ended.code, endingIn(ended)]).toEqual([130, []]);
});

test.each(['v2', 'v3'] as const)(
  'a flatten halts, asks every follower of the account, and leaves nothing: %s',
  { timeout: 90_000 },
  async (version) => {
    const desk = await followDesk(BRACKET, { version });
    const { paper, at } = desk;
    const one = await bracketHeld(desk);
    at.write('plan.yaml', BRACKET.replace('name: bracket', 'name: other').replace('price: 64000', 'price: 63900'));
    const two = desk.begin();
    await two.until('the other entry', () => paper.orders.some(({ price }) => price === '63900'));
    const done = await here(['flatten', '--why', 'news', '--execute', '--yes'], at);
    const [first, second] = [await one.ended, await two.ended];
    expect({ ends: [endingIn(first), endingIn(second)], codes: [first.code, second.code] }).toEqual({
      ends: [[expect.stringMatching('ordo flatten')], [expect.stringMatching('ordo flatten')]],
      codes: [6, 6],
    });
    expect({ code: done.code, open: openOn(paper), said: done.code === 0 ? '' : done.stdout + done.stderr }).toEqual({
      code: 0,
      open: [],
      said: '',
    });
  },
);

test('a close asks the follower of that position, and none of another side', { timeout: 90_000 }, async () => {
  const desk = await followDesk(BRACKET);
  const { at } = desk;
  const one = await bracketHeld(desk);
  at.write(
    'plan.yaml',
    `version: 1
name: shorts
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-short, size: 0.1, price: 66000 }
  - { id: stop, side: close-short, size: { filled: entry }, trigger: 68000, price: market }
`,
  );
  const two = desk.begin();
  await two.until('the short entry', () => desk.paper.orders.some(({ type }) => type === '2'));
  const closed = await here(['close', 'cmt_btcusdt', 'long', '--execute', '--yes'], at);
  expect([closed.code, endingIn(await one.ended)]).toEqual([0, [expect.stringMatching('ordo close')]]);
  expect(endingIn(await two.stop())).toEqual([]);
});

test('a settle asks where an order is unknown, and not where nothing is', { timeout: 60_000 }, async () => {
  const desk = await followDesk(BRACKET);
  const one = await bracketHeld(desk);
  expect((await here(['settle', 'plan.yaml'], desk.at)).code).toBe(10);
  const settled = await here(['settle', 'plan.yaml', '--closed', 'target-1', '--unseen', 'target-1'], desk.at);
  expect(endingIn(await one.ended)).toEqual([expect.stringMatching('ordo settle')]);
  expect(settled.code).not.toBe(10);
});

test('a follower that has sent nothing is asked, too', { timeout: 60_000 }, async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const desk = await followDesk(BRACKET.replace('until: 4h', `after: ${later}`));
  const one = desk.begin('--output', 'lines');
  const isHeld = async (): Promise<boolean> =>
    /follows|Pid|pid/.test((await here(['journal', 'info'], desk.at)).stdout);
  for (let tries = 0; tries < 100 && !(await isHeld()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const cancelled = await here(CANCEL, desk.at);
  expect([cancelled.code, (await one.ended).code, desk.paper.orders.length]).toEqual([0, 6, 0]);
});

test('a follower at its own prompt ends, too, with nothing sent', { timeout: 60_000 }, async () => {
  const { paper, at } = await followDesk(BRACKET);
  const shown = Promise.withResolvers<void>();
  const waiting = here(['run', 'plan.yaml', '--execute', '--live', '--follow'], at, {
    // Nobody types anything.
    answer: (_, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve(''));
        shown.resolve();
      }),
  });
  await shown.promise;
  const cancelled = await here(CANCEL, at);
  const ended = await waiting;
  expect({ codes: [cancelled.code, ended.code], sent: paper.orders.length, said: endingIn(ended) }).toEqual({
    codes: [0, 6],
    sent: 0,
    said: [expect.stringMatching('ending: ordo cancel')],
  });
});

test(
  'a follower that is stopped is named, and nothing is sent; continued, it goes on',
  { timeout: 120_000 },
  async () => {
    const desk = await followDesk(BRACKET);
    const { paper, at } = desk;
    const follower = start(FOLLOW, at);
    afterTest(() => void follower.child.kill('SIGKILL'));
    await follower.until(/"order-outcome"/);
    // Not in the middle of a commit: then the journal is locked, and that is said.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    follower.child.kill('SIGSTOP');
    const asked = paper.requests.length;
    const beganMs = performance.now();
    const cancelled = await here(CANCEL, at);
    expect({ code: cancelled.code, said: flat(cancelled.stderr), requests: paper.requests.length }).toEqual({
      code: 10,
      said: expect.stringMatching(
        new RegExp(
          `the plan bracket of this account is still followed: pid ${follower.child.pid} of .* asked to end, and did not within 30 s, so nothing was sent`,
        ),
      ) as unknown,
      requests: asked,
    });
    expect(performance.now() - beganMs).toBeLessThan(40_000);
    follower.child.kill('SIGCONT');
    // Nobody waits for it any more: it looks, and keeps what it follows.
    await expect.poll(() => paper.requests.length, { timeout: 20_000 }).toBeGreaterThan(asked + 6);
    follower.child.kill('SIGINT');
    const ended = await follower.ended;
    expect([ended.code, endingIn(ended)]).toEqual([130, []]);
  },
);
