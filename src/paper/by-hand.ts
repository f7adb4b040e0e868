/** What whoever runs the exchange does to its orders: tests, and the faults of a cancel. */
import { Decimal } from '../model/decimal.ts';
import { isTrigger, remainingOf, rests, type Book, type PaperOrder } from './book.ts';
import { decimalOf } from './v2/order/rules.ts';

/** The order of that id if it still rests; throws if it does not. */
export function restingOrder(book: Book, orderId: string, kind: 'ordinary' | 'trigger' | 'any'): PaperOrder {
  const order = book.orders.find((one) => one.orderId === orderId);
  if (order === undefined || !rests(order)) throw new Error(`order ${orderId} does not rest`);
  if (kind !== 'any' && isTrigger(order) !== (kind === 'trigger')) throw new Error(`order ${orderId} is not ${kind}`);
  return order;
}

/** Fills an ordinary order that rests by `size`, at `price`: by default what is left of it, at its own price. */
export function fillByHand(
  book: Book,
  order: PaperOrder,
  size: Decimal = remainingOf(order),
  price: Decimal = Decimal.of(decimalOf(order.price as string).canonical()),
): void {
  if (size.compare(Decimal.zero) <= 0 || size.compare(remainingOf(order)) > 0)
    throw new Error(`order ${order.orderId} cannot be filled by ${size.toString()}`);
  book.fill(order, size, price);
}
