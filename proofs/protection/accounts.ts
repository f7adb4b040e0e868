/** Small random accounts of one direction, in which every kind of order meets every other, and the same in the mirror. */
import { array, boolean, constantFrom, integer, option, record, type Arbitrary } from 'fast-check';
import { Decimal } from '../../src/model/decimal.ts';
import type { Side } from '../../src/model/order.ts';
import type { Guarded, GuardedOrder, HeldPosition, MarketRange, OrderStanding } from '../../src/protection/guarded.ts';

const SYMBOL = 'cmt_btcusdt';
const MIRROR = 100;
const decimal = (n: number): Decimal => Decimal.of(String(n));
const size = integer({ min: 1, max: 4 });
export const price = integer({ min: 30, max: 70 });
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
    'closed',
    'rejected',
    'withheld',
  ] as const),
);
const market = option(record({ low: integer({ min: 40, max: 60 }), more: integer({ min: 0, max: 2 }) }), { freq: 3 });

export const ORDER = {
  plan: constantFrom('p', 'q', null),
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
};
export const anyOrder = record(ORDER);
export type Drawn = typeof anyOrder extends Arbitrary<infer Value> ? Value : never;

export const anyAccount = record({
  isLong: boolean(),
  orders: array(anyOrder, { maxLength: 10 }),
  market,
  held: option(record({ size: integer({ min: 0, max: 6 }), average: option(price) })),
});
export type Account = typeof anyAccount extends Arbitrary<infer Value> ? Value : never;

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
    ...(plan !== null && { plan, generation: 1 }),
    id: `o${index}`,
    symbol: SYMBOL,
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

export function accountOf(account: Account, way: Partial<Way> = {}): Guarded {
  const is: Way = { isLong: account.isLong, scale: 1n, ...way };
  const markets = rangeOf(account.market, is);
  const held = account.held;
  const position = (of: NonNullable<Account['held']>): HeldPosition => ({
    symbol: SYMBOL,
    side: is.isLong ? 'long' : 'short',
    marginMode: 'cross',
    size: decimal(of.size).multiplied(is.scale),
    average: of.average === null ? undefined : at(of.average, is),
  });
  return {
    basis: held === null ? 'journal' : 'look',
    orders: account.orders.map((one, index) => orderOf(one, index, is)),
    ...(held !== null && { held: held.size === 0 ? [] : [position(held)] }),
    ...(markets !== undefined && { markets: new Map([[SYMBOL, markets]]) }),
  };
}
