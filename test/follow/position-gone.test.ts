/** A stop that the exchange ends together with its position, and what a status says of a position that is closed while nobody follows. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { closeByHand, openByHand } from '../support/by-hand.ts';
import { covered, elsewhereIn, heldIn, isStop, LONG, PLAN, shortIn } from '../support/closed-by-hand.ts';
import { followDesk } from '../support/follow-desk.ts';
import { openOn } from '../support/follow-run.ts';
import { here } from '../support/here.ts';
import { INTERFACES } from '../support/spellings.ts';

test.each(INTERFACES)(
  '%s: a stop that the exchange ends together with its position is not placed once more',
  LONG,
  async (version) => {
    const desk = await followDesk(PLAN, { version });
    const { paper, order } = desk;
    const one = await covered(desk);
    await closeByHand(paper, '0.3');
    paper.cancelByExchange(order(isStop).orderId);
    const ended = await one.ended;
    expect({ code: ended.code, open: openOn(paper) }).toEqual({ code: 0, open: [] });
    expect(paper.orders.filter(isStop)).toHaveLength(1);
    expect([elsewhereIn(ended), heldIn(ended)]).toEqual([[['0.3', 'hand']], [['0', '0', '0']]]);
  },
);

test.each(INTERFACES)(
  '%s: where no trade explains that the position is gone, that is told, and the stop comes back with a position',
  LONG,
  async (version) => {
    const desk = await followDesk(PLAN, { version, hidesTradesOf: 'hand-' });
    const { paper, order } = desk;
    const stops = (): PaperOrder[] => paper.orders.filter(isStop);
    const one = await covered(desk);
    await closeByHand(paper, '0.3');
    paper.cancelByExchange(order(isStop).orderId);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(stops()).toHaveLength(1);
    await openByHand(paper, '0.3');
    await one.until('the stop is back', () => stops().length === 2);
    const ended = await one.stop();
    expect([ended.code, elsewhereIn(ended), shortIn(ended)]).toEqual([130, undefined, undefined]);
    const shorts = ofKind(eventsOf(ended), 'protection').flatMap(({ short = [] }) => short);
    expect(shorts).toContainEqual({ symbol: 'cmt_btcusdt', side: 'long', held: '0', counted: '0.3' });
  },
);

test.each(INTERFACES)('%s: status --refresh judges it as a follower would', LONG, async (version) => {
  const desk = await followDesk(PLAN, { version });
  const { paper, at, order, begin } = desk;
  const one = await covered(desk);
  await one.stop();
  await closeByHand(paper, '0.2');
  const part = await here(['status', 'plan.yaml', '--refresh'], at);
  expect([part.code, part.stdout]).toEqual([
    6,
    expect.stringContaining('held 0.1 long cmt_btcusdt (entry) · covered 0.1 · naked 0 · unknown 0'),
  ]);
  await closeByHand(paper, '0.1');
  paper.cancelByExchange(order(isStop).orderId);
  const whole = await here(['status', 'plan.yaml', '--refresh'], at);
  expect(whole.stdout).toContain('held 0 long cmt_btcusdt (entry) · covered 0 · naked 0 · unknown 0');
  const two = await begin().ended;
  expect([two.code, elsewhereIn(two), openOn(paper)]).toEqual([
    0,
    [
      ['0.2', 'hand'],
      ['0.1', 'hand'],
    ],
    [],
  ]);
});
