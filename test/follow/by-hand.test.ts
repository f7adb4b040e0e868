/** What a follower sends while an exchange fills, fires and cancels by hand. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { here } from '../support/here.ts';
import { followDesk, isOpen, outcomesOf } from '../support/follow-desk.ts';
import { FOLLOW, openOn, placedTwice } from '../support/follow-run.ts';

const PLAN = `version: 1
name: bracket
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000, until: 4h }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - id: target
    side: close-long
    size: { filled: entry }
    price: { from: 65000, to: 68000, steps: 3 }
    trigger: =price
`;

const isEntry = ({ kind, type }: PaperOrder): boolean => kind === 'single' && type === '1';
const isStop = ({ kind, type, trigger }: PaperOrder): boolean =>
  kind === 'trigger' && type === '3' && trigger?.startsWith('58000') === true;
const isTarget = ({ kind, type, trigger }: PaperOrder): boolean =>
  kind === 'trigger' && type === '3' && trigger?.startsWith('58000') === false;

for (const version of ['v2', 'v3'] as const)
  test(
    `an entry that fills in three parts: the stop and its targets grow with it (${version})`,
    { timeout: 60_000 },
    async () => {
      const { paper, begin, order } = await followDesk(PLAN, { version });
      const one = begin();
      await one.until('the entry is there', () => paper.orders.some(isEntry));
      const { orderId } = order(isEntry);
      paper.fill(orderId, '0.06');
      await one.until('stop and targets', () => paper.orders.filter(isTarget).length === 3);
      expect(paper.orders.filter(isStop).map(({ size }) => size)).toEqual(['0.06']);
      expect(paper.orders.filter(isTarget).map(({ size }) => size)).toEqual(['0.02', '0.02', '0.02']);
      paper.fill(orderId, '0.015');
      await one.until('the second part of the stop', () => paper.orders.filter(isStop).length === 2);
      paper.fill(orderId);
      await one.until('all parts', () => paper.orders.filter(isTarget).length === 6);
      expect(paper.orders.filter(isStop).map(({ size }) => size)).toEqual(['0.06', '0.015', '0.225']);
      expect(paper.orders.filter(isTarget).map(({ size }) => size)).toEqual([
        '0.02',
        '0.02',
        '0.02',
        '0.08',
        '0.08',
        '0.08',
      ]);
      // No exit waits for the record that says that the entry is over: it is read after them.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const ended = await one.stop();
      expect(ended.code).toBe(130);
      expect(placedTwice(paper)).toEqual([]);
      // Whether its trades or its record told first that it is filled.
      expect(outcomesOf(ended).map((said) => said.replace('entries-over', 'growth'))).toEqual([
        'entry accepted: conditions',
        'stop accepted: first-fill',
        'target-1 accepted: first-fill',
        'target-2 accepted: first-fill',
        'target-3 accepted: first-fill',
        'stop/2 accepted: growth',
        'stop/3 accepted: growth',
        'target-1/2 accepted: growth',
        'target-2/2 accepted: growth',
        'target-3/2 accepted: growth',
      ]);
      const last = ofKind(eventsOf(ended), 'protection').at(-1);
      expect(last?.positions[0]?.groups).toEqual([
        { entries: ['entry'], held: '0.3', covered: '0.3', naked: '0', unknown: '0' },
      ]);
      expect(eventsOf(ended).at(-1)).toMatchObject({
        event: 'run-finished',
        exitCode: 130,
        left: [{ id: 'stop', reason: 'open' }, { id: 'target-1' }, { id: 'target-2' }, { id: 'target-3' }],
      });
    },
  );

test('an entry that is cancelled by hand without a fill needs no exits', { timeout: 60_000 }, async () => {
  const { paper, begin, order } = await followDesk(PLAN);
  const one = begin();
  await one.until('the entry is there', () => paper.orders.some(isEntry));
  paper.cancelByExchange(order(isEntry).orderId);
  const ended = await one.ended;
  expect({ code: ended.code, open: openOn(paper), orders: paper.orders.length }).toEqual({
    code: 0,
    open: [],
    orders: 1,
  });
});

test('the stop fires: the targets go, and the run ends', { timeout: 60_000 }, async () => {
  const { paper, begin, order } = await followDesk(PLAN);
  const one = begin();
  await one.until('the entry is there', () => paper.orders.some(isEntry));
  paper.fill(order(isEntry).orderId);
  await one.until('targets', () => paper.orders.filter(isTarget).length === 3);
  paper.fire(order(isStop).orderId);
  const ended = await one.ended;
  expect({ code: ended.code, open: openOn(paper) }).toEqual({ code: 0, open: [] });
  expect(outcomesOf(ended).filter((said) => said.includes('cancelled'))).toEqual([
    'target-1 cancelled: nothing-held',
    'target-2 cancelled: nothing-held',
    'target-3 cancelled: nothing-held',
  ]);
});

test(
  'a stop that is cancelled by hand is placed once more, and then let go until a person says --again',
  { timeout: 60_000 },
  async () => {
    const { paper, begin, order, at } = await followDesk(PLAN);
    const stops = (): PaperOrder[] => paper.orders.filter(isStop);
    const takeOff = (): void => paper.cancelByExchange(order((is) => isStop(is) && isOpen(is)).orderId);
    const one = begin('--output', 'lines');
    await one.until('the entry is there', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId);
    await one.until('targets', () => paper.orders.filter(isTarget).length === 3);
    takeOff();
    await one.until('the stop is back', () => stops().length === 2);
    takeOff();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(stops().length).toBe(2);
    const { stdout } = await one.stop();
    expect(stdout).toContain('NAKED 0.3');
    const next = /stop: place it again:\s+(ordo run plan\.yaml --live --again stop)$/m.exec(stdout)?.[1] ?? '';
    const shown = await here(next.split(' ').slice(1), at);
    expect({ code: shown.code, hasCode: shown.stdout.includes('--follow --again stop --approve') }).toEqual({
      code: 0,
      hasCode: true,
    });
    const two = begin('--again', 'stop', '--output', 'lines');
    await two.until('the stop once more', () => stops().length === 3);
    const goesOn = (await two.stop()).stdout;
    expect(goesOn).toContain('--execute --live --follow --approve');
    expect(goesOn).not.toContain('--again');
    // The same command goes on, and without the option the journal knows it.
    const three = begin('--again', 'stop');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await three.stop();
    const four = begin();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(stops().length).toBe(3);
    takeOff();
    await four.until('the stop is back', () => stops().length === 4);
    takeOff();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(stops().length).toBe(4);
    const last = ofKind(eventsOf(await four.stop()), 'protection').at(-1);
    expect(last?.positions[0]?.groups).toMatchObject([{ held: '0.3', covered: '0', naked: '0.3' }]);
    expect(placedTwice(paper)).toEqual([]);
  },
);

test('--again of an exit that nothing holds back is refused, and nothing is sent', { timeout: 60_000 }, async () => {
  const { paper, begin, at } = await followDesk(PLAN);
  const one = begin();
  await one.until('the entry is there', () => paper.orders.some(isEntry));
  await one.stop();
  const sent = paper.orders.length;
  const refused = await here([...FOLLOW, '--again', 'stop'], at);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stdout + refused.stderr).toContain(
    '--again stop: nothing keeps it from being placed as the plan says',
  );
  expect(paper.orders.length).toBe(sent);
  expect((await here(['run', 'plan.yaml', '--live', '--again', 'rejected'], at)).code).toBe(0);
});

test(
  'status says what is due of a plan that nobody follows (6), and is quiet while somebody does',
  { timeout: 60_000 },
  async () => {
    const { paper, begin, order, at } = await followDesk(PLAN);
    const one = begin();
    await one.until('the entry is there', () => paper.orders.some(isEntry));
    paper.fill(order(isEntry).orderId, '0.1');
    await one.until('targets', () => paper.orders.filter(isTarget).length === 3);
    const endedMs = Date.now();
    await one.stop();
    const covered = await here(['status', 'plan.yaml', '--refresh'], at);
    expect({ code: covered.code, said: covered.stdout.includes('NOT FOLLOWED') }).toEqual({ code: 0, said: false });
    paper.fill(order(isEntry).orderId);
    const bare = await here(['status', 'plan.yaml', '--refresh'], at);
    const said = bare.stdout.replaceAll(/\s+/g, ' ');
    expect(bare.code).toBe(6);
    expect(said).toMatch(/ stop is due, entry was filled at \S+: NOT FOLLOWED since /);
    const since = Date.parse(/NOT FOLLOWED since (\S+Z)/.exec(said)?.[1] ?? '');
    expect(since).toBeGreaterThan(endedMs - 1_000);
    expect(since).toBeLessThan(endedMs + 5_000);
    const two = begin();
    await two.until('the second part of the stop', () => paper.orders.filter(isStop).length === 2);
    await two.until('targets', () => paper.orders.filter(isTarget).length === 6);
    expect((await here(['status', 'plan.yaml'], at)).stdout).not.toContain('NOT FOLLOWED');
    await two.stop();
    expect(placedTwice(paper)).toEqual([]);
  },
);
