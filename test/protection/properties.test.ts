/** What holds of every account, whatever its orders: on small random ones, where every kind of order meets every other. */
import { assert, array, boolean, constantFrom, integer, option, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { isOpening, type Side } from '../../src/model/order.ts';
import type { Guarded, GuardedOrder, HeldPosition, MarketRange, OrderStanding } from '../../src/protection/guarded.ts';
import { protectionOf, type PositionProtection, type Protection } from '../../src/protection/protection.ts';
import { BTC } from './scenes.ts';

const MIRROR = 100;
const decimal = (n: number): Decimal => Decimal.of(String(n));
const size = integer({ min: 1, max: 4 });
const price = integer({ min: 30, max: 70 });
const standing = constantFrom<OrderStanding>(
  ...([
    'new',
    'open',
    'open',
    'open',
    'unsure',
    'in-no-list',
    'filled',
    'fired',
    'cancelled',
    'rejected',
    'withheld',
  ] as const),
);
const market = option(record({ low: integer({ min: 40, max: 60 }), more: integer({ min: 0, max: 2 }) }), { freq: 3 });

const anyOrder = record({
  plan: constantFrom('p', 'q'),
  opens: boolean(),
  size,
  limit: option(price),
  trigger: option(price),
  stopLoss: option(constantFrom(20, 25), { freq: 1 }),
  reference: option(integer({ min: 40, max: 60 }), { freq: 1 }),
  mode: constantFrom('cross' as const, 'cross' as const, 'isolated' as const),
  standing,
  filled: option(integer({ min: 1, max: 4 })),
  market,
  preset: option(constantFrom('resting' as const, 'not-seen' as const, 'missing' as const)),
});
type Drawn = typeof anyOrder extends Arbitrary<infer Value> ? Value : never;

const anyAccount = record({
  isLong: boolean(),
  orders: array(anyOrder, { maxLength: 10 }),
  market,
  held: option(record({ size: integer({ min: 0, max: 6 }), average: option(price) })),
});
type Account = typeof anyAccount extends Arbitrary<infer Value> ? Value : never;

/** Prices of a short lie as far on the other side of the middle. */
interface Way {
  readonly isLong: boolean;
  readonly scale: bigint;
}

const at = (n: number, { isLong }: Way): Decimal => decimal(isLong ? n : MIRROR - n);

const rangeOf = (drawn: Drawn['market'], way: Way): MarketRange | undefined => {
  if (drawn === null) return undefined;
  const [low, high] = [at(drawn.low, way), at(drawn.low + drawn.more, way)];
  return way.isLong ? { low, high } : { low: high, high: low };
};

function orderOf(drawn: Drawn, index: number, way: Way): GuardedOrder {
  const { plan, opens, limit, trigger, stopLoss, reference } = drawn;
  const some = (n: number | null): Decimal | undefined => (n === null ? undefined : at(n, way));
  const side: Side = `${opens ? 'open' : 'close'}-${way.isLong ? 'long' : 'short'}`;
  const filled = drawn.filled === null ? undefined : Math.min(drawn.filled, drawn.size);
  return {
    plan,
    generation: 1,
    id: `o${index}`,
    symbol: BTC,
    marginMode: drawn.mode,
    side,
    size: decimal(drawn.size).multiplied(way.scale),
    price: limit === null ? { kind: 'market' } : { kind: 'limit', at: at(limit, way) },
    trigger: some(trigger),
    stopLoss: opens ? some(stopLoss) : undefined,
    reference: some(reference),
    standing: drawn.standing,
    ...(filled !== undefined && { filled: { size: decimal(filled).multiplied(way.scale) } }),
    market: rangeOf(drawn.market, way),
    ...(drawn.preset !== null && { preset: drawn.preset }),
  };
}

function accountOf(account: Account, way: Partial<Way> = {}): Guarded {
  const is: Way = { isLong: account.isLong, scale: 1n, ...way };
  const markets = rangeOf(account.market, is);
  const held = account.held;
  const position = (of: NonNullable<Account['held']>): HeldPosition => ({
    symbol: BTC,
    side: is.isLong ? 'long' : 'short',
    marginMode: 'cross',
    size: decimal(of.size).multiplied(is.scale),
    average: of.average === null ? undefined : at(of.average, is),
  });
  return {
    basis: held === null ? 'journal' : 'look',
    orders: account.orders.map((one, index) => orderOf(one, index, is)),
    ...(held !== null && { held: held.size === 0 ? [] : [position(held)] }),
    ...(markets !== undefined && { markets: new Map([[BTC, markets]]) }),
  };
}

const RUNS = { numRuns: 1000 };
type Result = 'covered' | 'unknown' | 'naked';

const total = ({ positions }: Protection, of: Result | 'held' | 'working'): Decimal =>
  positions.reduce((all, position) => all.plus(position[of]), Decimal.zero);

/** All that a result says in numbers, without who is who. */
const figures = ({ state, unknown, positions }: Protection, scale = 1n) => ({
  state,
  unknown,
  positions: positions.map((position: PositionProtection) => ({
    mode: position.marginMode,
    state: position.state,
    ...Object.fromEntries(
      (['held', 'working', 'covered', 'naked', 'unknown', 'lossAtStops', 'unpriced'] as const).map((name) => [
        name,
        position[name].multiplied(scale).canonical(),
      ]),
    ),
    pieces: position.pieces
      .map(({ size: of, result, reason, unit, stop }) =>
        [of.multiplied(scale).canonical(), result, reason, unit.state, unit.order?.id, stop?.id].join(' '),
      )
      .toSorted(),
    spare: position.spare.map(({ stop, size: of }) => `${stop.id} ${of.multiplied(scale).canonical()}`).toSorted(),
  })),
});

test('each unit at stake is exactly one of covered, naked and not known', () => {
  assert(
    property(anyAccount, (account) => {
      for (const position of protectionOf(accountOf(account)).positions) {
        const { held, working, covered, naked, unknown, pieces } = position;
        expect(covered.plus(naked).plus(unknown).compare(held.plus(working))).toBe(0);
        for (const { size: of } of pieces) expect(of.coefficient > 0n).toBe(true);
      }
    }),
    RUNS,
  );
});

test('no stop closes more than it has, spare included', () => {
  assert(
    property(anyAccount, (account) => {
      for (const { pieces, spare } of protectionOf(accountOf(account)).positions) {
        const used = new Map<GuardedOrder, Decimal>();
        const uses = [...pieces.filter(({ result }) => result !== 'naked'), ...spare];
        for (const { stop, size: of } of uses)
          if (stop !== undefined) used.set(stop, (used.get(stop) ?? Decimal.zero).plus(of));
        for (const [stop, of] of used) if (!isOpening(stop.side)) expect(of.compare(stop.size)).toBeLessThanOrEqual(0);
      }
    }),
    RUNS,
  );
});

test('one more stop never makes more naked, and one less never less', () => {
  assert(
    property(anyAccount, anyOrder, price, (account, drawn, trigger) => {
      // What it filled would be a close of what is held, and its reference would say where the market is.
      const one = { ...drawn, opens: false, trigger, filled: null, reference: null };
      if (one.standing === 'filled') return;
      const before = protectionOf(accountOf(account));
      const after = protectionOf(accountOf({ ...account, orders: [...account.orders, one] }));
      expect(total(after, 'naked').compare(total(before, 'naked'))).toBeLessThanOrEqual(0);
      const isLive = one.standing === 'new' || one.standing === 'open';
      if (isLive) expect(total(after, 'covered').compare(total(before, 'covered'))).toBeGreaterThanOrEqual(0);
    }),
    RUNS,
  );
});

test('ending what is not known about a stop moves only what was not known', () => {
  assert(
    property(anyAccount, integer({ min: 0, max: 9 }), (account, at_) => {
      const one = account.orders[at_];
      if (one === undefined || one.opens || one.standing !== 'unsure') return;
      const as = (now: OrderStanding) =>
        protectionOf(
          accountOf({
            ...account,
            orders: account.orders.map((order) => (order === one ? { ...one, standing: now, filled: null } : order)),
          }),
        );
      const [before, live, gone] = [as('unsure'), as('open'), as('rejected')];
      expect(total(live, 'naked').compare(total(before, 'naked'))).toBe(0);
      expect(total(live, 'covered').compare(total(before, 'covered'))).toBeGreaterThanOrEqual(0);
      expect(total(gone, 'covered').compare(total(before, 'covered'))).toBe(0);
      expect(total(gone, 'naked').compare(total(before, 'naked'))).toBeGreaterThanOrEqual(0);
    }),
    RUNS,
  );
});

test('an entry that turns out not to be there takes nothing from what others have', () => {
  assert(
    property(anyAccount, integer({ min: 0, max: 9 }), (account, at_) => {
      const one = account.orders[at_];
      if (one === undefined || !one.opens || one.standing !== 'unsure' || one.filled !== null || one.reference !== null)
        return;
      const orders = account.orders.filter((order) => order !== one);
      const [before, after] = [protectionOf(accountOf(account)), protectionOf(accountOf({ ...account, orders }))];
      expect(total(after, 'naked').compare(total(before, 'naked'))).toBeLessThanOrEqual(0);
    }),
    RUNS,
  );
});

test('a short is a long in the mirror', () => {
  assert(
    property(anyAccount, (account) => {
      const [long, short] = [true, false].map((isLong) => figures(protectionOf(accountOf(account, { isLong }))));
      expect(short).toEqual(long);
    }),
    RUNS,
  );
});

test('ten times the sizes are ten times every figure', () => {
  assert(
    property(anyAccount, (account) => {
      const tenfold = figures(protectionOf(accountOf(account, { scale: 10n })));
      expect(tenfold).toEqual(figures(protectionOf(accountOf(account)), 10n));
    }),
    RUNS,
  );
});

test('the order of the orders and of what was seen changes nothing', () => {
  assert(
    property(anyAccount, integer(), (account, seed) => {
      const given = accountOf(account);
      const turned = shuffled(given.orders, seed);
      expect(figures(protectionOf({ ...given, orders: turned }))).toEqual(figures(protectionOf(given)));
    }),
    RUNS,
  );
});

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const keyed = list.map((one, index) => ({ one, key: Math.imul(seed ^ index, 0x9e3779b1) >>> 0 }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one);
}
