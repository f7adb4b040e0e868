/**
 * The orders of one symbol on a price axis, the highest price first, with the market among them where it is known.
 *
 * Invariants
 * 1. There are at most as many rows as asked for, breaks included, whatever the number of orders: if there are more price
 *    levels, neighbours are put together (price-groups.ts).
 * 2. Every order appears once with its size: in the bar at its price; or, as it rests nowhere, among those at market now or
 *    in the words of its trigger where it is at market then. Stops, targets and triggers are marked besides.
 */
import type { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { SIDES } from '../../model/order.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import { compareKeys } from '../../protection/prices.ts';
import { RowsAtPrice, type AxisRow } from './axis-row.ts';
import { isFilled, type DrawnOrder } from './drawn-order.ts';
import { fitted, type PricedPlace, type PriceGroup } from './price-groups.ts';

/** Fewest rows that always do: four sides at market, and four at prices. */
const LEAST_ROWS = 2 * SIDES.length;

export interface Level {
  readonly high: Decimal;
  /** The same object as `high` for a single price. */
  readonly low: Decimal;
  /** One for each side that has something here; none of the market's own level. */
  readonly rows: readonly AxisRow[];
  /** The market is here, and nothing else. */
  readonly market?: MarketRange;
  /** The next level is so much lower that the axis shows a break. */
  readonly gapBelow: boolean;
}

interface PriceAxis {
  readonly market: readonly AxisRow[];
  /** In at most so many rows together with those at market, which are never fewer than eight. */
  readonly levels: (most: number) => readonly Level[];
  readonly highest?: Decimal;
  readonly lowest?: Decimal;
}

/** `seen`: where the market is, if anybody says so. */
export function priceAxis(orders: readonly DrawnOrder[], seen?: MarketRange): PriceAxis {
  const market = new RowsAtPrice();
  const prices = new Map<bigint, PricedPlace>();
  const scale = scaleOf(orders, seen);
  const at = (price: Decimal): RowsAtPrice => {
    const key = price.digitsAt(scale);
    const known = prices.get(key);
    if (known !== undefined) return known.place;
    const place = new RowsAtPrice();
    prices.set(key, { price, key, place });
    return place;
  };
  for (const order of orders) {
    const { price, trigger, stopLoss, takeProfit } = order;
    // What was filled waits nowhere; what it carried may.
    if (!isFilled(order)) {
      if (price !== undefined) at(price).put(order);
      else if (trigger === undefined) market.put(order);
      else at(trigger).mark('market-trigger', order);
      if (price !== undefined && trigger !== undefined) at(trigger).mark('trigger', order, price);
    }
    if (stopLoss !== undefined) at(stopLoss).mark('stop', order);
    if (takeProfit !== undefined) at(takeProfit).mark('target', order);
  }
  const own =
    seen === undefined
      ? []
      : [{ price: seen.low, key: seen.low.digitsAt(scale), place: new RowsAtPrice(), market: seen }];
  const sorted = [...own, ...prices.values()].toSorted((a, b) => compareKeys(b.key, a.key));
  const rows = market.rows();
  return {
    market: rows,
    levels: (most) => fitted(sorted, Math.max(LEAST_ROWS, most) - rows.length).map(levelOf),
    ...defined({ highest: sorted[0]?.price, lowest: sorted.at(-1)?.price }),
  };
}

/** The most decimals of a price on the axis. */
function scaleOf(orders: readonly DrawnOrder[], seen: MarketRange | undefined): number {
  let most = seen?.low.scale ?? 0;
  for (const { price, trigger, stopLoss, takeProfit } of orders)
    for (const one of [price, trigger, stopLoss, takeProfit])
      if (one !== undefined && one.scale > most) most = one.scale;
  return most;
}

function levelOf({ places, gapBelow }: PriceGroup): Level {
  const [high, low] = [places[0] as PricedPlace, places.at(-1) as PricedPlace];
  const place = places.length === 1 ? high.place : RowsAtPrice.of(places.map((one) => one.place));
  return { high: high.price, low: low.price, rows: place.rows(), gapBelow, ...defined({ market: high.market }) };
}
