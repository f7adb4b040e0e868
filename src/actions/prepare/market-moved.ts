/** Whether the market is where the author of an order thinks it is. */
import { Decimal } from '../../model/decimal.ts';
import type { Order } from '../../model/order.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import type { AccountChecked } from '../../session/account-check.ts';
import type { Caution } from './check-cautions.ts';
import { rangeWords } from './check-cautions.ts';

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
