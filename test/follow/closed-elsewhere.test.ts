/** What other hands close of a plan that is followed counts as closed where trades prove it: its exits go or become smaller. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { closeByHand, openByHand } from '../support/by-hand.ts';
import { covered, elsewhereIn, heldIn, isStop, LONG, PLAN, settles, shortIn } from '../support/closed-by-hand.ts';
import { followDesk } from '../support/follow-desk.ts';
import { openOn, placedTwice } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

test.each(INTERFACES)(
  '%s: closed by hand in two parts: exits shrink, then go, and it ends with 0',
  LONG,
  async (version) => {
    const desk = await followDesk(PLAN, { version });
    const { paper } = desk;
    const one = await covered(desk);
    const first = await closeByHand(paper, '0.1');
    await settles(paper, ['3 0.1 65000', '3 0.1 66500', '3 0.2 58000']);
    const second = await closeByHand(paper, '0.2');
    const ended = await one.ended;
    expect({ code: ended.code, open: openOn(paper) }).toEqual({ code: 0, open: [] });
    expect(placedTwice(paper)).toEqual([]);
    expect(ofKind(eventsOf(ended), 'protection').at(-1)?.elsewhere).toEqual([
      { symbol: 'cmt_btcusdt', side: 'long', entries: ['entry'], size: '0.1', by: [{ orderId: first }] },
      { symbol: 'cmt_btcusdt', side: 'long', entries: ['entry'], size: '0.2', by: [{ orderId: second }] },
    ]);
    expect([shortIn(ended), heldIn(ended)]).toEqual([undefined, [['0', '0', '0']]]);
  },
);

test.each(INTERFACES)(
  '%s: closed whole by hand: all exits go, and the lines say by which order',
  LONG,
  async (version) => {
    const desk = await followDesk(PLAN, { version });
    const one = await covered(desk, '--output', 'lines');
    const orderId = await closeByHand(desk.paper, '0.3');
    const ended = await one.ended;
    expect({ code: ended.code, open: openOn(desk.paper) }).toEqual({ code: 0, open: [] });
    const said = `closed elsewhere: 0.3 long cmt_btcusdt, by order ${orderId}`;
    expect(ended.stdout.split(said).length).toBe(2);
    const status = await here(['status', 'plan.yaml'], desk.at);
    expect([status.code, status.stdout]).toEqual([0, expect.stringMatching(/naked 0/)]);
  },
);

test.each(INTERFACES)('%s: by ordo close, which ends the follower: the next one counts it', LONG, async (version) => {
  const desk = await followDesk(PLAN, { version });
  const { paper, at, begin } = desk;
  const close = async (...share: string[]): Promise<void> => {
    const ended = await here(['close', 'cmt_btcusdt', 'long', ...share, '--execute', '--live', '--yes'], at);
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([0, expect.not.stringContaining('NAKED')]);
  };
  const one = await covered(desk);
  await close('50%');
  expect((await one.ended).code).toBe(6);
  const two = begin('--output', 'lines');
  // Whole targets go from the last rung back, and what is held beyond the rest is shared out again.
  await settles(paper, ['3 0.05 66500', '3 0.1 65000', '3 0.15 58000']);
  await close();
  expect((await two.ended).code).toBe(6);
  const three = await begin('--output', 'lines').ended;
  expect({ code: three.code, open: openOn(paper) }).toEqual({ code: 0, open: [] });
  expect(three.stdout).toContain('closed elsewhere: 0.15 long cmt_btcusdt, by ordo close');
});

test.each(INTERFACES)(
  '%s: a target that the follower took off, and that a person cancelled then, stays off until --again',
  LONG,
  async (version) => {
    const desk = await followDesk(PLAN, { version });
    const { paper, at, begin } = desk;
    const one = await covered(desk);
    await closeByHand(paper, '0.1');
    await settles(paper, ['3 0.1 65000', '3 0.1 66500', '3 0.2 58000']);
    const off = await here(['cancel', 'plan.yaml', '--only', 'target', '--execute', '--live', '--yes'], at);
    expect([off.code, off.stdout]).toEqual([0, expect.stringContaining('target-3')]);
    await one.ended;
    const two = begin();
    await two.until('two looks', looked(paper, 12));
    expect(openOn(paper)).toEqual(['3 0.2 58000']);
    // Said again once nothing of it is left, it stays said.
    const more = await here(['cancel', 'plan.yaml', '--only', 'target-3', '--execute', '--live', '--yes'], at);
    expect(more.code).toBe(0);
    await two.ended;
    const three = begin('--again', 'target-3');
    await settles(paper, ['3 0.1 68000', '3 0.2 58000']);
    await three.stop();
    // What was allowed again once goes on without a word.
    const four = begin();
    await four.until('two looks', looked(paper, 12));
    expect(openOn(paper).toSorted()).toEqual(['3 0.1 68000', '3 0.2 58000']);
  },
);

/** Once the position was asked for so often from now on. */
function looked(paper: PaperExchange, times: number): () => boolean {
  const before = paper.requests.length;
  return () => paper.requests.slice(before).filter(({ path }) => /position/i.test(path)).length > times;
}

const TWO = `version: 1
name: two
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: one, side: open-long, size: 0.1, price: 60000 }
  - { id: other, side: open-long, size: 0.2, price: 59000 }
  - { id: one-stop, side: close-long, size: { filled: one }, trigger: 58000, price: market }
  - { id: other-stop, side: close-long, size: { filled: other }, trigger: 57000, price: market }
`;

test.each(INTERFACES)('%s: two groups hold the side: it is reported, and nothing follows', LONG, async (version) => {
  const { paper, begin } = await followDesk(TWO, { version });
  const run = begin();
  await run.until('the entries', () => paper.orders.length === 2);
  for (const { orderId } of paper.orders.slice(0, 2)) paper.fill(orderId);
  await run.until('both stops', () => paper.orders.length === 4);
  await closeByHand(paper, '0.2');
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  expect(openOn(paper)).toEqual(['3 0.1 58000', '3 0.2 57000']);
  const ended = await run.stop();
  expect([ended.code, elsewhereIn(ended)]).toEqual([130, undefined]);
  expect(shortIn(ended)).toEqual([{ symbol: 'cmt_btcusdt', side: 'long', held: '0.1', counted: '0.3' }]);
});

test.each(INTERFACES)('%s: no trade explains it: it is reported, and nothing follows', LONG, async (version) => {
  const desk = await followDesk(PLAN, { version, hidesTradesOf: 'hand-' });
  const { paper } = desk;
  const one = await covered(desk);
  const before = openOn(paper);
  await closeByHand(paper, '0.2');
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  expect(openOn(paper)).toEqual(before);
  const ended = await one.stop();
  expect([ended.code, elsewhereIn(ended)]).toEqual([130, undefined]);
  expect(shortIn(ended)).toEqual([{ symbol: 'cmt_btcusdt', side: 'long', held: '0.1', counted: '0.3' }]);
});

test.each(INTERFACES)('%s: killed in between, it counts once', LONG, async (version) => {
  const desk = await followDesk(PLAN, { version });
  const { paper, begin } = desk;
  const one = await covered(desk);
  await closeByHand(paper, '0.1');
  const asked = paper.requests.length;
  await one.until('a look', () => paper.requests.length > asked + 3);
  await one.stop();
  const two = begin();
  await settles(paper, ['3 0.1 65000', '3 0.1 66500', '3 0.2 58000']);
  const stopped = await two.stop();
  expect([elsewhereIn(stopped), heldIn(stopped)]).toEqual([[['0.1', 'hand']], [['0.2', '0.2', '0']]]);
  const three = begin();
  // Long enough to count it again.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect(openOn(paper)).toHaveLength(3);
  await closeByHand(paper, '0.2');
  const ended = await three.ended;
  expect([ended.code, openOn(paper), elsewhereIn(ended)]).toEqual([
    0,
    [],
    [
      ['0.1', 'hand'],
      ['0.2', 'hand'],
    ],
  ]);
});

test.each(INTERFACES)('%s: what the hand opened since is not of the plan', LONG, async (version) => {
  const desk = await followDesk(PLAN, { version });
  const { paper } = desk;
  const one = await covered(desk);
  await openByHand(paper, '0.1');
  await closeByHand(paper, '0.2');
  await settles(paper, ['3 0.1 65000', '3 0.1 66500', '3 0.2 58000']);
  const ended = await one.stop();
  expect([elsewhereIn(ended), shortIn(ended)]).toEqual([[['0.1', 'hand']], undefined]);
});

test.each(INTERFACES)('%s: what the hand opened and closed again explains nothing else', LONG, async (version) => {
  const desk = await followDesk(PLAN, { version, hidesTradesOf: 'hidden-' });
  const { paper } = desk;
  const one = await covered(desk);
  const before = openOn(paper);
  await openByHand(paper, '0.1');
  await closeByHand(paper, '0.1');
  await closeByHand(paper, '0.1', 'hidden');
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  expect(openOn(paper)).toEqual(before);
  const ended = await one.stop();
  expect([ended.code, elsewhereIn(ended)]).toEqual([130, undefined]);
  expect(shortIn(ended)).toEqual([{ symbol: 'cmt_btcusdt', side: 'long', held: '0.2', counted: '0.3' }]);
});

test('a stop that fired, and is open in a late list under another order id, is nobody else', LONG, async () => {
  const desk = await followDesk(PLAN, { listLagMs: 2_000, fired: 'own-id' });
  const { paper, order } = desk;
  const one = await covered(desk);
  paper.fire(order(isStop).orderId);
  const ended = await one.ended;
  expect([elsewhereIn(ended), openOn(paper)]).toEqual([undefined, []]);
});
