/** A close that is no exit: whose trades it has, and what it takes off which plan. */
import { expect, test } from 'vitest';
import type { ClosedElsewhere } from '../../src/journal/records/closed-elsewhere.ts';
import type { KnownPlan } from '../../src/journal/records/known-account.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { positionName } from '../../src/model/followed.ts';
import type { Fill } from '../../src/model/standing.ts';
import { closedElsewhere, judgeMissing } from '../../src/session/lists/closed-elsewhere.ts';
import { followedTrades } from '../../src/session/lists/followed-trades.ts';
import { heldByOthers } from '../../src/session/lists/held-by-plan.ts';
import { planned } from '../support/followed.ts';

const LONG = positionName('cmt_btcusdt', true);
const own = { plan: 'mine', generation: 1 };
const another = { plan: 'third', generation: 1 };

/** Filled whole by one trade: `out 0.1` closes, `+in 0.1` opens. */
function filled(words: string, more: Partial<KnownOrder> = {}): KnownOrder {
  const [name = '', size = '0'] = words.split(' ');
  const id = name.replace('+', '');
  const side = name.startsWith('+') ? 'open-long' : 'close-long';
  return {
    id,
    clientOid: `oid-${id}`,
    lineage: 0,
    state: 'filled',
    content: { side, symbol: 'cmt_btcusdt', size },
    because: 'conditions',
    trades: [['t', size, '60000', 5]],
    sentAtMs: 0,
    changedAtMs: 0,
    changedUptimeMs: null,
    orderId: `order-${id}`,
    ...more,
  };
}
const EXIT = { filledIn: ['size'] };

const planOf = (
  plan: string,
  orders: readonly KnownOrder[],
  { elsewhere = [], entries }: { elsewhere?: readonly ClosedElsewhere[]; entries?: readonly string[] } = {},
): KnownPlan => ({
  plan,
  generation: 1,
  isPlaced: true,
  orders: new Map(orders.map((one) => [one.id, one])),
  elsewhere,
  ...(entries !== undefined && { groups: [{ entries, exits: [['stop', 'stop']] }] }),
});

const closedBy = (
  size: string,
  ...trades: readonly (readonly [string, string, 'opens' | 'closes'])[]
): ClosedElsewhere => ({
  entries: ['in'],
  symbol: 'cmt_btcusdt',
  side: 'long',
  size,
  trades: trades.map(([orderId, of, does]) => ['t', orderId, does, of, 5]),
});

const FOLLOW = {
  orders: [planned({ id: 'in', size: '0.1', price: '64000' }), planned({ id: 'more', size: '0.1', price: '64000' })],
  groups: [{ name: 'in', entries: ['in'] }] as never,
};
const FOLLOWED = { ...FOLLOW, orderOf: new Map(FOLLOW.orders.map((order) => [order.id, order])) };

const fillOf = (orderId: string, side: 'open-long' | 'close-long', size: string): Fill => ({
  id: 't',
  orderId,
  size,
  value: '1',
  createdMs: 5,
  side,
});

/** What is missing of `counted`, with `others` beside it, by these trades. */
function judged(
  account: readonly KnownPlan[],
  fills: readonly Fill[],
  { position = '0', counted = '0.1', others = '0' } = {},
): string {
  const [of, beside, there] = [counted, others, position].map((size) => Decimal.of(size)) as [
    Decimal,
    Decimal,
    Decimal,
  ];
  const short = { symbol: 'cmt_btcusdt', side: 'long', position: there, counted: of, others: beside } as const;
  const missing = { short, entries: ['in'], untilMs: 10, mayBeOurs: [of], ofTriggersUntilMs: 0, nowhere: [] };
  const known = { ...followedTrades(account, own, FOLLOW), counted: new Set<string>() };
  const named = new Set(account.flatMap(({ orders }) => [...orders.values()].map(({ orderId = '' }) => orderId)));
  const told = judgeMissing(missing, fills, { ...known, named });
  return told.kind === 'closed' ? `closed ${told.closed.size}` : told.kind;
}

const OUT = fillOf('order-out', 'close-long', '0.1');

test('a plain close of the plan explains what is missing; an exit of it does not', () => {
  expect(judged([planOf('mine', [filled('+in 0.1'), filled('out 0.1')])], [OUT])).toBe('closed 0.1');
  expect(judged([planOf('mine', [filled('+in 0.1'), filled('out 0.1', EXIT)])], [OUT])).toBe('unexplained');
});

test('one that its plan has made an exit since is one', () => {
  const known = planOf('mine', [filled('+in 0.1'), filled('stop 0.1')], { entries: ['in'] });
  expect(judged([known], [fillOf('order-stop', 'close-long', '0.1')])).toBe('unexplained');
});

test('what the plan opened beside its groups is closed first', () => {
  const account = [planOf('mine', [filled('+in 0.1'), filled('+more 0.1'), filled('out 0.1')])];
  expect(judged(account, [fillOf('order-more', 'open-long', '0.1'), OUT])).toBe('unexplained');
});

test('one of another plan explains it, unless that plan has opened something which it may have closed', () => {
  const mine = planOf('mine', [filled('+in 0.1')]);
  expect(judged([mine, planOf('sell', [filled('out 0.1')])], [OUT])).toBe('closed 0.1');
  expect(judged([mine, planOf('sell', [filled('+theirs 0.1'), filled('out 0.1')])], [OUT])).toBe('unexplained');
  const over = [filled('+theirs 0.1'), filled('stop 0.1', EXIT), filled('out 0.1')];
  expect(judged([mine, planOf('sell', over)], [OUT])).toBe('closed 0.1');
});

test('where others hold some of it, only the plan’s own close tells whose it was, and no more than the plan holds', () => {
  const mine = planOf('mine', [filled('+in 0.1'), filled('out 0.1')]);
  const hand = fillOf('hand', 'close-long', '0.1');
  expect(judged([mine], [OUT], { position: '0.2', others: '0.2' })).toBe('closed 0.1');
  expect(judged([mine], [hand], { position: '0.2', others: '0.2' })).toBe('unexplained');
  expect(judged([mine], [OUT, hand], { position: '0.1', others: '0.2' })).toBe('unexplained');
});

const held = (...account: readonly KnownPlan[]): string =>
  heldByOthers(account, another).get(LONG)?.canonical() ?? 'nothing';

test('it is taken off once: off its plan, and by what is on record off the group that it closed', () => {
  const orders = [filled('+in 0.1'), filled('out 0.1')];
  expect(held(planOf('mine', orders))).toBe('0');
  // Half of it was a hand's.
  const half = closedBy('0.05', ['order-out', '0.1', 'closes']);
  expect(held(planOf('mine', orders, { elsewhere: [half], entries: ['in'] }))).toBe('0.05');
  const whole = closedBy('0.1', ['order-out', '0.1', 'closes']);
  const both = [...orders, filled('+more 0.1')];
  expect(held(planOf('mine', both, { elsewhere: [whole], entries: ['in'] }))).toBe('0.1');
  // What the plan opened beside went with it.
  const twice = closedBy('0.1', ['order-more', '0.1', 'opens'], ['order-out', '0.2', 'closes']);
  const all = [filled('+in 0.1'), filled('+more 0.1'), filled('out 0.2')];
  expect(held(planOf('mine', all, { elsewhere: [twice], entries: ['in'] }))).toBe('0');
});

test('of another plan it is taken off that plan no more once it is on record', () => {
  const whole = closedBy('0.1', ['order-out', '0.1', 'closes']);
  const mine = planOf('mine', [filled('+in 0.1')], { elsewhere: [whole], entries: ['in'] });
  const sell = planOf('sell', [filled('out 0.1'), filled('+theirs 0.1')], { entries: ['theirs'] });
  expect(held(mine, sell)).toBe('0.1');
  expect(closedElsewhere(FOLLOWED, [mine, sell], own).get('in')?.canonical()).toBe('0.1');
});
