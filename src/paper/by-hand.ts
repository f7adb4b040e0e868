/** What whoever runs the exchange does to its orders: tests, and the faults of a cancel. */
import { Decimal } from '../model/decimal.ts';
import { isTrigger, remainingOf, rests, type Book, type PaperOrder } from './book.ts';
import type { Contract } from './v2/order/instruments.ts';
import { decimalOf, isMarket } from './v2/order/rules.ts';

export interface HandOn {
  /**
   * Fills an ordinary order that rests, a cancel on its way or not: by default whole, at its own price. It throws for any
   * other order, and for a size that is not above zero or more than what is left.
   */
  fill(orderId: string, size?: string, price?: string): void;
  /** Fires a trigger order that waits, wherever the market is. It throws for any other order. */
  fire(orderId: string): void;
  /** Cancels an order that rests, at once, as the exchange does by itself. It throws for any other order. */
  cancelByExchange(orderId: string): void;
}

const decimal = (text: string | undefined): Decimal | undefined => (text === undefined ? undefined : Decimal.of(text));

/** `done` is told after each. */
export const handOn = (book: Book, done: () => void): HandOn => ({
  fill(orderId, size, price) {
    fillByHand(book, restingOrder(book, orderId, 'ordinary'), decimal(size), decimal(price));
    done();
  },
  fire(orderId) {
    book.fire(restingOrder(book, orderId, 'trigger'));
    done();
  },
  cancelByExchange(orderId) {
    book.end(restingOrder(book, orderId, 'any'));
    done();
  },
});

/** Its price; for an order at market that rests for want of depth, where the market is. */
const ownPrice = ({ contracts }: Book, order: PaperOrder): Decimal =>
  isMarket(order)
    ? (contracts.get(order.symbol) as Contract).last
    : Decimal.of(decimalOf(order.price as string).canonical());

/** The order of that id if it still rests; throws if it does not. */
function restingOrder(book: Book, orderId: string, kind: 'ordinary' | 'trigger' | 'any'): PaperOrder {
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
  price: Decimal = ownPrice(book, order),
): void {
  if (size.compare(Decimal.zero) <= 0 || size.compare(remainingOf(order)) > 0)
    throw new Error(`order ${order.orderId} cannot be filled by ${size.toString()}`);
  book.fill(order, size, price);
}
