/** Which stops a flatten takes off: none of a position that may be there though a list of positions lacks it. */
import { describe, expect, test } from 'vitest';
import type { HeldNow } from '../../src/actions/flatten/look-at-all.ts';
import { LONGEST_LAG_MS, ShownFills } from '../../src/actions/flatten/shown-fills.ts';
import { standingSteps } from '../../src/actions/flatten/standing.ts';
import { mayGo } from '../../src/actions/flatten/take-off-left.ts';
import type { KnownAccount, KnownPlan } from '../../src/journal/records/known-account.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { CLOSE_PLAN } from '../../src/model/own-plans.ts';

/** A look began then. */
const LOOK_MS = 1_700_000_000_000;

const order = (id: string, side: string, words: Partial<KnownOrder>): KnownOrder => ({
  id,
  clientOid: id,
  lineage: 0,
  state: 'filled',
  orderId: `9-${id}`,
  content: { symbol: 'cmt_btcusdt', side, marginMode: 'cross', size: '0.04', price: '60000' },
  sentAtMs: LOOK_MS - 500_000,
  changedAtMs: LOOK_MS - 1_000,
  changedUptimeMs: null,
  ...words,
});
const opened = (words: Partial<KnownOrder> = {}, id = 'bid'): KnownOrder => order(id, 'open-long', words);
const closed = (words: Partial<KnownOrder> = {}): KnownOrder => order('out', 'close-long', words);
const own = (words: Partial<KnownOrder> = {}): KnownOrder => order('btcusdt-long-1', 'close-long', words);
const STOP = order('stop', 'close-long', {
  state: 'accepted',
  content: { ...closed().content, trigger: '58000', price: 'market' },
});

const isOwn = ({ id }: KnownOrder): boolean => id.startsWith('btcusdt');
const mapOf = (orders: readonly KnownOrder[]): KnownPlan['orders'] => new Map(orders.map((one) => [one.id, one]));
const accountOf = (...orders: readonly KnownOrder[]): KnownAccount => [
  { plan: 'first', generation: 1, isPlaced: true, orders: mapOf(orders.filter((one) => !isOwn(one))) },
  { ...CLOSE_PLAN, isPlaced: true, orders: mapOf(orders.filter(isOwn)) },
];
const heldOf = (size: string, symbol = 'cmt_btcusdt'): HeldNow => ({
  symbol,
  side: 'long',
  marginMode: 'cross',
  size: Decimal.of(size),
  isOurs: true,
});
const seen = (state: 'cancelled' | 'triggered', filledSize?: string): NonNullable<KnownOrder['seen']> => ({
  state,
  atMs: LOOK_MS - 1_000,
  ...(filledSize !== undefined && { filledSize }),
});

/** What is late, and whether the stop may go, by a look that tells this as held. */
function judged(orders: readonly KnownOrder[], held: readonly HeldNow[] = [], shown = new ShownFills()) {
  const account = accountOf(...orders, STOP);
  const late = shown.late(account, held, LOOK_MS);
  const goes = mayGo(standingSteps(account), held, late).some((one) => one.order.id === 'stop');
  return { late: late.map(({ size }) => size.canonical()), goes };
}

const GONE = { late: [], goes: true };
const LATE = { late: ['0.04'], goes: false };
const OLD_MS = LOOK_MS - LONGEST_LAG_MS;

describe('a position that is told as gone', () => {
  test.each<[string, readonly KnownOrder[], object]>([
    ['was never opened by ours', [], GONE],
    ['was filled a moment ago', [opened()], LATE],
    ['was filled longer ago than lists lag', [opened({ changedAtMs: OLD_MS })], GONE],
    [
      'was seen to be filled as far long ago, and was seen again',
      [opened({ filledAtMs: OLD_MS, seen: { ...seen('cancelled', '0.04'), state: 'filled' } })],
      GONE,
    ],
    ['was filled, and closed since by ours', [opened(), closed()], GONE],
    [
      'was opened after a close of ordo itself',
      [own({ changedAtMs: LOOK_MS - 5_000 }), opened({ sentAtMs: LOOK_MS - 4_000 })],
      LATE,
    ],
    ['was closed by ordo itself before its fill was learned', [own({ changedAtMs: LOOK_MS - 5_000 }), opened()], GONE],
    ['was filled, and then closed by ordo itself', [opened(), own()], GONE],
    [
      'was held before, and closed as it was filled',
      [opened({ changedAtMs: OLD_MS }, 'old'), closed(), opened()],
      LATE,
    ],
    [
      'was held before, as ordo itself closed it',
      [opened({ changedAtMs: OLD_MS }, 'old'), own({ changedAtMs: LOOK_MS - 5_000 }), opened()],
      LATE,
    ],
    [
      'was filled, and a stop of ours fired on it',
      [opened(), closed({ state: 'accepted', seen: seen('triggered') })],
      GONE,
    ],
    [
      'was filled in part before its order went off',
      [opened({ state: 'cancelled', seen: seen('cancelled', '0.01'), filledAtMs: LOOK_MS - 1_000 })],
      { late: ['0.01'], goes: false },
    ],
    ['went off unfilled', [opened({ state: 'cancelled', seen: seen('cancelled', '0') })], GONE],
    [
      'went off a moment ago, and nobody told how far it was filled',
      [opened({ state: 'cancelled', seen: seen('cancelled') })],
      LATE,
    ],
    [
      'went off longer ago than lists lag, and nobody told how far it was filled',
      [opened({ state: 'cancelled', seen: seen('cancelled'), changedAtMs: OLD_MS })],
      GONE,
    ],
    ['may be opened by an order that is unknown', [opened({ state: 'unknown' })], { late: [], goes: false }],
    [
      'may be opened by an order whose cancel was refused',
      [opened({ state: 'cancel-unknown' })],
      { late: [], goes: false },
    ],
    ['may be opened by an order that is in no list', [opened({ state: 'accepted' })], { late: [], goes: false }],
    ['was closed by a person’s word', [opened({ state: 'closed' })], GONE],
    [
      'is another than was filled',
      [opened({ content: { ...opened().content, side: 'open-short' } })],
      { late: ['0.04'], goes: true },
    ],
  ])('%s', (_, orders, expected) => {
    expect(judged(orders)).toEqual(expected);
  });

  test('is gone where a look has shown a close that was sent once the fill was known, and not what was filled since', () => {
    const shown = new ShownFills();
    shown.closed(heldOf('0', 'BTCUSDT'), LOOK_MS - 500);
    shown.closed(heldOf('0', 'BTCUSDT'), LOOK_MS - 900);
    expect(judged([opened()], [], shown)).toEqual(GONE);
    expect(judged([opened(), opened({ changedAtMs: LOOK_MS - 400 }, 'bid-2')], [], shown)).toEqual(LATE);
  });

  test('is not gone where the close of another was shown', () => {
    const shown = new ShownFills();
    shown.closed({ ...heldOf('0'), side: 'short' }, LOOK_MS - 500);
    shown.closed(heldOf('0', 'cmt_ethusdt'), LOOK_MS - 500);
    expect(judged([opened()], [], shown)).toEqual(LATE);
  });
});

test('a position that is held keeps its stop, and is not late', () => {
  expect(judged([opened()], [heldOf('0.04')])).toEqual({ late: [], goes: false });
});
