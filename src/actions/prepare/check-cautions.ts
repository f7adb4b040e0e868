/**
 * What the check before sending warns of: what is held, what closes already, and where the market is. Each is an estimate of one
 * moment: an order may fill before, and another program may act.
 */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening, type Order, type Side } from '../../model/order.ts';
import { symbolKey } from '../../model/symbol.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import { isTold, type OrderSeen } from '../../protection/journal/look.ts';
import { sum } from '../../protection/sum.ts';
import type { AccountChecked, SymbolChecked } from '../../session/account-check.ts';

/** A warning at the order that it is about. */
export type Caution = readonly [at: Order, words: string];

/** What is warned of in one symbol; what was not read is warned of nowhere. */
type Caring = (orders: readonly Order[], seen: SymbolChecked) => Caution[];

export function cautions({ symbols, settings }: AccountChecked, orders: readonly Order[]): Caution[] {
  // Where the account has settings, they say the margin mode.
  const all: readonly Caring[] = [
    ...(settings === undefined ? [heldOtherwise] : []),
    closesTooMuch,
    onWrongSide,
    takes,
  ];
  const bySymbol = Map.groupBy(orders, ({ symbol }) => symbolKey(symbol));
  return [...bySymbol.values()].flatMap((group) => {
    const seen = symbols.get(group[0]?.symbol ?? '');
    return seen === undefined ? [] : all.flatMap((of) => of(group, seen));
  });
}

/** `and 3 more`, of the orders that the same is said of. */
const more = (others: readonly unknown[]): string => (others.length === 0 ? '' : ` (and ${others.length} more)`);

const heldOtherwise: Caring = (orders, { positions = [] }) =>
  positions.flatMap(({ symbol, side, marginMode, size }): Caution[] => {
    const [first, ...others] = orders.filter((order) => isOf(order.side, side) && order.marginMode !== marginMode);
    if (first === undefined || size.isZero) return [];
    return [
      [
        first,
        `${size.canonical()} ${side} ${symbol} is held ${marginMode}, and this order is ${first.marginMode}: it belongs to another position${more(others)}`,
      ],
    ];
  });

const isOf = (side: Side, position: 'long' | 'short'): boolean => isLong(side) === (position === 'long');

/** What closes once it is there: a trigger waits, and only then asks what is held. */
const closesNow = ({ side, trigger }: Pick<Order, 'side' | 'trigger'>): boolean =>
  !isOpening(side) && trigger === undefined;

const closesTooMuch: Caring = (orders, { positions, orders: open, triggers }) => {
  if (positions === undefined || open === undefined || triggers === undefined) return [];
  const resting = [...open, ...triggers].filter(isTold).filter(({ side }) => !isOpening(side));
  const groups = Map.groupBy(orders.filter(closesNow), ({ side, marginMode }) => `${side} ${marginMode}`);
  return [...groups.values()].flatMap((closes): Caution[] => {
    const [first, ...others] = closes as [Order, ...Order[]];
    const { symbol, side, marginMode } = first;
    const isSame = (one: Pick<OrderSeen, 'side' | 'marginMode'>): boolean =>
      one.side === side && one.marginMode === marginMode;
    const held = sum(positions.filter((one) => isOf(side, one.side) && one.marginMode === marginMode));
    const taken = sum(resting.filter(isSame).map((one) => ({ size: left(one) })));
    const asked = sum(closes);
    const free = held.minus(taken);
    if (asked.compare(free) <= 0) return [];
    const less = taken.isZero ? '' : `, less ${taken.canonical()} that open orders close`;
    return [[first, `closes ${asked.canonical()} of ${symbol}, and ${held.canonical()} is held${less}${more(others)}`]];
  });
};

const left = ({ size, filled = Decimal.zero }: OrderSeen): Decimal => size.minus(filled);

/** A trigger between the market and what it would stop fires first, on nothing, or takes a profit that nobody meant. */
const onWrongSide: Caring = (orders, { market, positions = [] }) => {
  if (market === undefined) return [];
  const entries = (close: Order): Decimal[] => [
    ...positions.flatMap(({ side, average }) => (isOf(close.side, side) && average !== undefined ? [average] : [])),
    ...orders.flatMap((one) => (isOpening(one.side) && isLong(one.side) === isLong(close.side) ? entryOf(one) : [])),
  ];
  return orders.flatMap((close): Caution[] => {
    const { side, trigger } = close;
    if (isOpening(side) || trigger === undefined || !isBeyond(trigger, market, isLong(side))) return [];
    const way = isLong(side) ? 1 : -1;
    // Beyond every entry it is a target.
    if (!entries(close).some((entry) => trigger.compare(entry) * way < 0)) return [];
    const where = isLong(side) ? 'above' : 'below';
    return [
      [close, `its trigger ${trigger.toString()} is ${where} the market, ${rangeWords(market)}: it stops nothing`],
    ];
  });
};

/** Where a trigger of a long is not below the whole market, or of a short not above it. */
const isBeyond = (trigger: Decimal, { low, high }: MarketRange, isOfLong: boolean): boolean =>
  isOfLong ? trigger.compare(low) >= 0 : trigger.compare(high) <= 0;

const entryOf = ({ price, trigger }: Order): Decimal[] =>
  price.kind === 'limit' ? [price.at] : trigger === undefined ? [] : [trigger];

const takes: Caring = (orders, { market }) => {
  if (market === undefined) return [];
  const taking = orders.filter((order) => takesAtOnce(order, market));
  return taking.map((order): Caution => {
    const limit = order.price.kind === 'limit' ? order.price.at.toString() : '';
    const what = order.timeInForce === 'post-only' ? 'cannot rest' : 'takes at once';
    return [order, `${what}: the market is at ${rangeWords(market)}, and its price is ${limit}`];
  });
};

/** Whoever writes `ioc` or `fok` wants it to take. */
function takesAtOnce({ side, price, trigger, timeInForce }: Order, { low, high }: MarketRange): boolean {
  if (price.kind !== 'limit' || trigger !== undefined) return false;
  if (timeInForce === 'ioc' || timeInForce === 'fok') return false;
  const buys = isLong(side) === isOpening(side);
  return buys ? price.at.compare(high) >= 0 : price.at.compare(low) <= 0;
}

const rangeWords = ({ low, high }: MarketRange): string =>
  low.compare(high) === 0 ? low.canonical() : `${low.canonical()} to ${high.canonical()}`;

const PER_CENT = Decimal.of('0.01');

/** The first order of each line whose `reference` is farther from the market than its `maxDistance`. */
export function movedAway({ symbols }: AccountChecked, orders: readonly Order[]): Caution[] {
  const found = orders.flatMap((order): Caution[] => {
    const market = symbols.get(order.symbol)?.market;
    if (order.near === undefined || market === undefined) return [];
    const { reference, maxDistance } = order.near;
    const room = reference.times(maxDistance).times(PER_CENT);
    if (distanceOf(reference, market).compare(room) <= 0) return [];
    const words = `the market is at ${rangeWords(market)}, more than ${maxDistance.toString()} % from the reference ${reference.toString()}`;
    return [[order, words]];
  });
  return found.filter(([{ line }], at) => found.findIndex(([other]) => other.line === line) === at);
}

/** To its nearer end; within it nothing. */
function distanceOf(price: Decimal, { low, high }: MarketRange): Decimal {
  if (price.compare(low) < 0) return low.minus(price);
  return price.compare(high) > 0 ? price.minus(high) : Decimal.zero;
}
