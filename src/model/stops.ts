/**
 * Which stops close an opening order (docs/contract.md#stops). An order's own stop counts first. An order without one
 * is covered by triggers of the same symbol and margin mode that close the same position, each for at most its size.
 *
 * A trigger stops an order only if it is on the losing side of the entry and closes as soon as it is reached: at market, or
 * at a limit that takes. On the other side it takes a profit. Each order gets the triggers that are reached first. This also
 * covers the most orders: a trigger that stops a long with a low entry stops every long with a higher one.
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

/** The stops of every opening order, in the order of the list. */
export function stopsOf<Order extends Stoppable>(orders: readonly Order[]): ReadonlyMap<Order, Stops> {
  const found = new Map<Order, Stops>();
  for (const order of orders.filter(opens)) {
    const { stopLoss: at, size } = order;
    found.set(order, at === undefined ? { stops: [], bare: size } : { stops: [{ size, at }], bare: Decimal.zero });
  }
  const positions = Map.groupBy(orders, ({ symbol, marginMode, side }) => `${symbol} ${marginMode} ${isLong(side)}`);
  for (const position of positions.values()) {
    const bare = position.filter((order) => opens(order) && order.stopLoss === undefined);
    coverByTriggers(bare, position.filter(closesAtTrigger), found);
  }
  return found;
}

function closesAtTrigger({ side, trigger, price }: Stoppable): boolean {
  if (isOpening(side) || trigger === undefined) return false;
  return price.kind === 'market' || !isBetter(price.at, trigger, side);
}

/** Sorts the prices of a long from the lowest up, those of a short from the highest down. */
const inTurn = (a: Decimal, b: Decimal, side: Side): number => (isLong(side) ? a.compare(b) : b.compare(a));

/** Whether a close at `a` brings more than one at `b`. */
const isBetter = (a: Decimal, b: Decimal, side: Side): boolean => inTurn(a, b, side) > 0;

/**
 * Covers the orders of one position. Entries and triggers are taken in turn: `beyond` has the triggers on the losing side of
 * the current entry, and its last one is reached first.
 */
function coverByTriggers<Order extends Stoppable>(
  bare: readonly Order[],
  triggers: readonly Stoppable[],
  found: Map<Order, Stops>,
): void {
  const waiting = triggers
    .map(({ trigger, size, side }) => ({ at: trigger as Decimal, left: size, side }))
    .toSorted((a, b) => inTurn(a.at, b.at, a.side));
  const entries = bare.flatMap((order) => {
    const at = entryOf(order);
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
