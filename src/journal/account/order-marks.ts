import { defined } from '../../model/defined.ts';
import type { Order } from '../../model/order.ts';
import type { OrderMarks } from '../records/request.ts';

/** What is kept of an order beside what it says; undefined where there is nothing. */
export function marksOf({
  worth,
  ladderSum,
  carried,
  because,
  isTarget,
  filledIn,
  marketNow,
}: Order): OrderMarks | undefined {
  if ((worth ?? ladderSum ?? carried ?? because ?? marketNow) === undefined) return undefined;
  const market = marketNow?.canonical();
  return defined({
    worth: worth?.canonical(),
    ladder: ladderSum,
    filled: carried?.canonical(),
    because,
    isTarget,
    filledIn,
    market: market === undefined ? undefined : ([market, market] as const),
  });
}
