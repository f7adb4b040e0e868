/** Which trades explain a position that is smaller, and what counts of them. */
import { expect, test } from 'vitest';
import type { KnownAccount, KnownPlan } from '../../src/journal/records/known-account.ts';
import type { ClosedElsewhere, ForeignTrade } from '../../src/journal/records/closed-elsewhere.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { closedWords } from '../../src/model/closed-elsewhere.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { positionName } from '../../src/model/followed.ts';
import { CLOSE_PLAN } from '../../src/model/own-plans.ts';
import type { Side } from '../../src/model/order.ts';
import type { Fill } from '../../src/model/standing.ts';
import { closedElsewhere, closedTold, judgeMissing } from '../../src/session/lists/closed-elsewhere.ts';
import { followedTrades } from '../../src/session/lists/followed-trades.ts';
import { tradesCounted } from '../../src/session/lists/group-orders.ts';
import { heldByOthers } from '../../src/session/lists/held-by-plan.ts';
import type { ShortPosition } from '../../src/session/lists/short-positions.ts';

const short: ShortPosition = {
  symbol: 'cmt_btcusdt',
  side: 'long',
  position: Decimal.of('0.1'),
  counted: Decimal.of('0.3'),
  others: Decimal.zero,
};

/** `1 hand close-long 0.2 at 5` */
function fillOf(words: string): Fill {
  const [id = '', orderId = '', side = '', size = '', , ms] = words.split(' ');
  const known = side === '?' ? {} : { side: side as Side };
  return { id, orderId, size, value: '1', createdMs: Number(ms), ...known };
}

const OURS = new Map([
  ['entry', new Set(['t1'])],
  ['stop', new Set<string>()],
]);

/** The journal has none of the others. */
const NAMELESS = { named: new Set<string>(), plain: new Set<string>() };

/** What is missing is 0.2; what counts was made at 10 or before, and where a trigger of 0.15 may have fired at 6 or before. */
type Case = readonly [what: string, fills: readonly string[], kind: string, counted?: string];
const JUDGED: readonly Case[] = [
  ['a close of as much', ['1 hand close-long 0.2 at 5'], 'closed'],
  ['a close of more', ['1 hand close-long 0.25 at 5'], 'closed'],
  ['two closes', ['1 hand close-long 0.15 at 5', '2 other close-long 0.05 at 5'], 'closed'],
  ['no trade', [], 'unexplained'],
  ['a close of less', ['1 hand close-long 0.19 at 5'], 'unexplained'],
  ['a close of the other side', ['1 hand close-short 0.2 at 5'], 'unexplained'],
  ['an opening', ['1 hand open-long 0.2 at 5'], 'unexplained'],
  ['less what was opened since', ['1 hand close-long 0.2 at 5', '2 hand open-long 0.01 at 6'], 'unexplained'],
  ['what was opened and closed besides', ['1 a open-long 0.1 at 4', '2 a close-long 0.3 at 5'], 'closed'],
  ['one that no look may have in it', ['1 hand close-long 0.2 at 11'], 'unexplained'],
  ['a trade of ours that is on record', ['t1 entry open-long 0.3 at 1', '1 hand close-long 0.2 at 5'], 'closed'],
  ['a trade of ours that is not', ['1 stop close-long 0.2 at 5', '2 hand close-long 0.2 at 5'], 'unread'],
  ['one that does not say what it did', ['1 hand ? 0.2 at 5'], 'unexplained'],
  ['one that counts already', ['1 hand close-long 0.2 at 5'], 'unexplained', 'hand 1'],
  ['as large as a trigger, and young', ['1 a close-long 0.15 at 7', '2 b close-long 0.1 at 5'], 'unread'],
  ['as large as a trigger, and old enough', ['1 a close-long 0.15 at 6', '2 b close-long 0.1 at 5'], 'closed'],
  ['larger than any trigger, and young', ['1 a close-long 0.1 at 7', '2 a close-long 0.1 at 8'], 'closed'],
];

test.for<Case>(JUDGED)('%s', ([, fills, kind, counted]) => {
  const judged = judgeMissing(
    { short, entries: ['entry'], untilMs: 10, mayBeOurs: [Decimal.of('0.15')], ofTriggersUntilMs: 6, nowhere: [] },
    fills.map(fillOf),
    { ours: OURS, counted: new Set(counted === undefined ? [] : [counted]), ...NAMELESS },
  );
  expect(judged.kind).toBe(kind);
  if (judged.kind === 'closed') expect(judged.closed).toMatchObject({ size: '0.2', side: 'long', entries: ['entry'] });
});

const beside = (size: string): string =>
  judgeMissing(
    { short, entries: ['entry'], untilMs: 10, mayBeOurs: [], ofTriggersUntilMs: 6, nowhere: [Decimal.of('0.2')] },
    [fillOf(`1 hand close-long ${size} at 5`)],
    { ours: OURS, counted: new Set(), ...NAMELESS },
  ).kind;

test('what an order may have closed that is in no list is not somebody else for sure', () => {
  expect([beside('0.2'), beside('0.21')]).toEqual(['unread', 'closed']);
});

test('of more that was closed than is missing all trades count as used', () => {
  const fills = [
    '1 a open-long 0.1 at 4',
    '2 a close-long 0.3 at 5',
    '3 b close-long 0.1 at 6',
    '4 b close-long 0.1 at 20',
  ];
  const judged = judgeMissing(
    { short, entries: ['entry'], untilMs: 10, mayBeOurs: [], ofTriggersUntilMs: 6, nowhere: [] },
    fills.map(fillOf),
    { ours: OURS, counted: new Set(), ...NAMELESS },
  );
  expect(judged.kind === 'closed' && judged.closed.trades.map(([id]) => id)).toEqual(['1', '2', '3']);
});

const order = (id: string, more: Partial<KnownOrder> = {}): KnownOrder => ({
  id,
  clientOid: `oid-${id}`,
  lineage: 0,
  state: 'filled',
  content: { side: 'open-long', symbol: 'cmt_btcusdt', size: '0.3' },
  because: 'conditions',
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  orderId: `order-${id}`,
  ...more,
});
const trade = (id: string, orderId: string, size: string): ForeignTrade => [id, orderId, 'closes', size, 1];
const closed = (size: string, trades: readonly ForeignTrade[], entries = ['entry']): ClosedElsewhere => ({
  entries,
  symbol: 'cmt_btcusdt',
  side: 'long',
  size,
  trades,
});
const planOf = (
  plan: string,
  orders: readonly KnownOrder[],
  elsewhere: readonly ClosedElsewhere[] = [],
): KnownPlan => ({
  plan,
  generation: 1,
  isPlaced: true,
  orders: new Map(orders.map((one) => [one.id, one])),
  elsewhere,
});
const own = { plan: 'bracket', generation: 1 };
const FOLLOW = {
  orderOf: new Map([
    ['in', { id: 'in', was: 'entry' }],
    ['more', { id: 'more' }],
  ]) as never,
  groups: [{ name: 'in more', entries: ['in', 'more'] }],
};

test('what is on record counts for the group of its entries, also once they are renamed and more', () => {
  const account = [
    planOf(
      'bracket',
      [order('entry')],
      [closed('0.2', [trade('1', 'hand', '0.2')]), closed('0.05', [trade('2', 'hand', '0.1')])],
    ),
  ];
  expect([...closedElsewhere(FOLLOW, account, own)].map(([name, size]) => [name, size.canonical()])).toEqual([
    ['in more', '0.25'],
  ]);
});

test('an order that turned out to be what a trigger of a followed plan became counts there alone', () => {
  const stop = order('stop', { seen: { state: 'filled', firedAs: 'became', atMs: 1 } });
  const account = [
    planOf(
      'bracket',
      [order('entry'), stop],
      [closed('0.2', [trade('1', 'became', '0.15'), trade('2', 'hand', '0.05')])],
    ),
  ];
  expect(closedElsewhere(FOLLOW, account, own).get('in more')?.canonical()).toBe('0.05');
  expect(closedTold(account, own).map((told) => closedWords(told))).toEqual([
    'closed elsewhere: 0.05 long cmt_btcusdt, by order hand',
  ]);
});

test('the words name the orders that the journal knows: of ordo close, and of a plan that nobody follows', () => {
  const { because: _, ...unfollowed } = order('out', { content: { side: 'close-long', symbol: 'cmt_btcusdt' } });
  const account: KnownAccount = [
    planOf(CLOSE_PLAN.plan, [{ ...unfollowed, id: 'c1', orderId: 'order-c1' }]),
    planOf('sell', [unfollowed]),
    planOf(
      'bracket',
      [order('entry')],
      [closed('0.3', [trade('1', 'order-c1', '0.1'), trade('2', 'order-out', '0.1'), trade('3', 'hand', '0.1')])],
    ),
  ];
  expect(closedTold(account, own).map((told) => closedWords(told))).toEqual([
    'closed elsewhere: 0.3 long cmt_btcusdt, by ordo close, sell: out, order hand',
  ]);
  expect([...followedTrades(account, own, { orders: [], groups: [] }).ours.keys()]).toEqual(['order-entry']);
  expect([...tradesCounted(account)]).toEqual(['order-c1 1', 'order-out 2', 'hand 3']);
});

test('what was closed of another plan elsewhere is not held by it', () => {
  const filled = order('entry', { trades: [['t', '0.3', '60000', 1]] });
  const account = [planOf('other', [filled], [closed('0.2', [trade('1', 'hand', '0.2')])])];
  expect(heldByOthers(account, own).get(positionName('cmt_btcusdt', true))?.canonical()).toBe('0.1');
});

test('what another plan holds is known in either spelling of its symbol', () => {
  const plain = order('entry');
  const content = { ...plain.content, symbol: 'BTCUSDT' };
  const filled = order('entry', { content, trades: [['t', '0.3', '60000', 1]] });
  const account = [planOf('other', [filled], [closed('0.2', [trade('1', 'hand', '0.2')])])];
  const others = heldByOthers(account, own);
  expect(others.get(positionName('cmt_btcusdt', true))?.canonical()).toBe('0.1');
  expect(positionName('BTCUSDT', true)).toBe(positionName('cmt_btcusdt', true));
  expect(positionName('BTCUSDT', false)).not.toBe(positionName('cmt_btcusdt', true));
});
