/**
 * Which kind an exit is, from the plan alone. A trigger on the losing side of the price that it waits for makes a stop, one on the
 * winning side a target; at market without a trigger it is a close-out; any other is a target.
 */
import type { Decimal } from '../../model/decimal.ts';
import type { ExitFault, ExitKind, PriceOf } from '../../model/follow.ts';
import { isLong, type PlannedOrder } from '../../model/order.ts';
import { sameSymbol } from '../../model/symbol.ts';

type KindOf = { readonly kind: ExitKind } | { readonly fault: ExitFault };
export type OrderOf = (id: string) => PlannedOrder | undefined;

/** Where the order becomes a trade, as the plan has it: its trigger, its limit, or where its author thinks the market is. */
const priceOf = ({ trigger, price, reference }: PlannedOrder): Decimal | undefined =>
  trigger ?? (price.kind === 'limit' ? price.at : reference);

/** The orders whose price it waits for: those that must be filled whole first, else its entries. */
function awaited(exit: PlannedOrder, entries: readonly PlannedOrder[], orderOf: OrderOf): readonly PlannedOrder[] {
  const first = (exit.afterFilled ?? []).flatMap((id) => orderOf(id) ?? []);
  const alike = first.filter(({ symbol }) => sameSymbol(symbol, exit.symbol));
  return alike.length > 0 ? alike : entries;
}

export function kindOf(exit: PlannedOrder, entries: readonly PlannedOrder[], orderOf: OrderOf): KindOf {
  const { id, trigger, price } = exit;
  if (trigger === undefined && price.kind === 'market')
    return waits(exit) ? { kind: 'close-out' } : { fault: { fault: 'sells-at-once', id } };
  const at = trigger ?? (price.kind === 'limit' ? price.at : undefined);
  const prices: PriceOf[] = [];
  let unknown: string | undefined;
  for (const order of awaited(exit, entries, orderOf)) {
    const known = priceOf(order);
    if (known === undefined) unknown ??= order.id;
    else prices.push({ id: order.id, price: known });
  }
  // Above zero where it closes at a gain.
  const gains = prices.map((one) => (at as Decimal).compare(one.price) * (isLong(exit.side) ? 1 : -1));
  if (trigger === undefined) {
    const of = prices[gains.findIndex((gain) => gain < 0)];
    return of === undefined ? { kind: 'target' } : { fault: { fault: 'sells-at-once', id, of } };
  }
  if (unknown !== undefined) return { fault: { fault: 'side-unknown', id, entry: unknown } };
  if (gains.every((gain) => gain < 0)) return { kind: 'stop' };
  if (gains.every((gain) => gain > 0)) return { kind: 'target' };
  return { fault: { fault: 'side', id, of: prices } };
}

const waits = ({ after, afterFilled, afterAt }: PlannedOrder): boolean =>
  after !== undefined || afterFilled !== undefined || afterAt !== undefined;
