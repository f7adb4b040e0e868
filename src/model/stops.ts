/**
 * Which stops close an opening order (docs/contract.md#stops). An order's own stop counts first. An order without one
 * is covered by triggers of the same symbol and margin mode that close the same position, each for at most its size.
 *
 * A trigger stops an order only if it is on the losing side of the entry and closes as soon as it is reached: at market, or
 * at a limit that takes. On the other side it takes a profit. It also has to lie beyond the market and beyond the order's own
 * trigger: what the market passes on its way to the entry fires first, and the order then opens without it. Each order gets
 * the triggers that are reached first. This also covers the most orders: a trigger that stops a long with a low entry stops
 * every long with a higher one.
 */
import { Decimal } from './decimal.ts';
import { isLong, isOpening, type MarginMode, type Price, type Side } from './order.ts';

/** The fields of an order that matter here; an order of a plan has them. */
export interface Stoppable {
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly side: Side;
  readonly size: Decimal;
  readonly price: Price;
  readonly trigger?: Decimal | undefined;
  readonly stopLoss?: Decimal | undefined;
  readonly reference?: Decimal | undefined;
}

export interface Stop {
  /** How much of the order it closes, in base coin. */
  readonly size: Decimal;
  readonly at: Decimal;
}

export interface Stops {
  readonly stops: readonly Stop[];
  /** How much of the order nothing closes, in base coin. */
  readonly bare: Decimal;
}

/** The price at which an order is taken to be filled; for a market order its trigger, or its reference. */
export const entryOf = ({ price, trigger, reference }: Stoppable): Decimal | undefined =>
  price.kind === 'limit' ? price.at : (trigger ?? reference);

const opens = ({ side }: Stoppable): boolean => isOpening(side);

/** Where the market is taken to be for an order; undefined if nobody says. */
export type MarketOf = (order: Stoppable) => Decimal | undefined;

/** By the references of the orders of its symbol; of several the one beyond which fewer stops lie. */
export function marketOf(orders: readonly Stoppable[]): MarketOf {
  const references = Map.groupBy(orders, ({ symbol }) => symbol);
  const markets = new Map<string, Decimal | undefined>();
  return ({ symbol, side }) => {
    const key = `${symbol} ${isLong(side)}`;
    if (!markets.has(key)) {
      const all = (references.get(symbol) ?? []).flatMap(({ reference }) => reference ?? []);
      markets.set(key, firstInTurn(all, side));
    }
    return markets.get(key);
  };
}

/** The price beyond which a stop has to lie: the last that the market passes before the order is filled. */
export function lastPassed(order: Stoppable, market: Decimal | undefined): Decimal | undefined {
  const entry = entryOf(order);
  if (entry === undefined) return undefined;
  return firstInTurn(
    [entry, order.trigger, market].filter((one) => one !== undefined),
    order.side,
  );
}

/** The stops of every opening order, in the order of the list. */
export function stopsOf<Order extends Stoppable>(
  orders: readonly Order[],
  market: MarketOf = marketOf(orders),
): ReadonlyMap<Order, Stops> {
  const found = new Map<Order, Stops>();
  for (const order of orders.filter(opens)) {
    const { stopLoss: at, size } = order;
    found.set(order, at === undefined ? { stops: [], bare: size } : { stops: [{ size, at }], bare: Decimal.zero });
  }
  const positions = Map.groupBy(orders, positionOf);
  for (const position of positions.values()) {
    const bare = position.filter((order) => opens(order) && order.stopLoss === undefined);
    coverByTriggers(bare, { triggers: position.filter(closesAtTrigger), market, found });
  }
  return found;
}

/** A trigger on the losing side of an order that is no stop of it, as the market passes it first. */
export interface EarlyStop<Order> {
  readonly order: Order;
  readonly stop: Order;
  /** The price beyond which it would be one. */
  readonly beyond: Decimal;
}

/** Of each order that is bare, wholly or in part, the trigger nearest to its entry that comes too early. */
export function earlyStopsOf<Order extends Stoppable>(
  orders: readonly Order[],
  stops: ReadonlyMap<Order, Stops>,
  market: MarketOf = marketOf(orders),
): EarlyStop<Order>[] {
  const triggers = Map.groupBy(orders.filter(closesAtTrigger), positionOf);
  for (const alike of triggers.values())
    alike.sort((a, b) => inTurn(a.trigger as Decimal, b.trigger as Decimal, a.side));
  return [...stops].flatMap(([order, { bare }]): EarlyStop<Order>[] => {
    const [entry, beyond] = [entryOf(order), lastPassed(order, market(order))];
    if (bare.isZero || entry === undefined || beyond === undefined) return [];
    const stop = lastBefore(triggers.get(positionOf(order)) ?? [], entry, order.side);
    return stop?.trigger === undefined || isBetter(beyond, stop.trigger, order.side) ? [] : [{ order, stop, beyond }];
  });
}

/** Of triggers in turn, the one nearest to an entry on its losing side. There may be thousands, for thousands of entries. */
function lastBefore<Order extends Stoppable>(
  triggers: readonly Order[],
  entry: Decimal,
  side: Side,
): Order | undefined {
  let [low, high] = [0, triggers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBetter(entry, triggers[middle]?.trigger as Decimal, side)) low = middle + 1;
    else high = middle;
  }
  return triggers[low - 1];
}

const positionOf = ({ symbol, marginMode, side }: Stoppable): string => `${symbol} ${marginMode} ${isLong(side)}`;

function closesAtTrigger({ side, trigger, price }: Stoppable): boolean {
  if (isOpening(side) || trigger === undefined) return false;
  return price.kind === 'market' || !isBetter(price.at, trigger, side);
}

/** Sorts the prices of a long from the lowest up, those of a short from the highest down. */
const inTurn = (a: Decimal, b: Decimal, side: Side): number => (isLong(side) ? a.compare(b) : b.compare(a));

const firstInTurn = (prices: readonly Decimal[], side: Side): Decimal | undefined =>
  prices.toSorted((a, b) => inTurn(a, b, side))[0];

/** Whether a close at `a` brings more than one at `b`. */
const isBetter = (a: Decimal, b: Decimal, side: Side): boolean => inTurn(a, b, side) > 0;

/**
 * Covers the orders of one position. Entries and triggers are taken in turn: `beyond` has the triggers that may stop
 * the current order, and its last one is reached first.
 */
function coverByTriggers<Order extends Stoppable>(
  bare: readonly Order[],
  { triggers, market, found }: { triggers: readonly Stoppable[]; market: MarketOf; found: Map<Order, Stops> },
): void {
  const waiting = triggers
    .map(({ trigger, size, side }) => ({ at: trigger as Decimal, left: size, side }))
    .toSorted((a, b) => inTurn(a.at, b.at, a.side));
  const entries = bare.flatMap((order) => {
    const at = lastPassed(order, market(order));
    return at === undefined ? [] : [{ order, at }];
  });
  const beyond: typeof waiting = [];
  let next = 0;
  for (const { order, at } of entries.toSorted((a, b) => inTurn(a.at, b.at, a.order.side))) {
    for (; next < waiting.length; next++) {
      const trigger = waiting[next] as (typeof waiting)[number];
      if (!isBetter(at, trigger.at, order.side)) break;
      beyond.push(trigger);
    }
    const stops: Stop[] = [];
    let left = order.size;
    for (let trigger = beyond.at(-1); trigger !== undefined && !left.isZero; trigger = beyond.at(-1)) {
      const size = trigger.left.compare(left) < 0 ? trigger.left : left;
      stops.push({ size, at: trigger.at });
      left = left.minus(size);
      trigger.left = trigger.left.minus(size);
      if (trigger.left.isZero) beyond.pop();
    }
    found.set(order, { stops, bare: left });
  }
}
