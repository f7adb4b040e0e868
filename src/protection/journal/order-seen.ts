import type { Decimal } from '../../model/decimal.ts';
import type { MarginMode, Price, Side } from '../../model/order.ts';

/** An order that a list had. */
export interface OrderSeen {
  readonly orderId: string;
  readonly clientOid?: string;
  readonly symbol: string;
  readonly side: Side;
  readonly marginMode: MarginMode;
  readonly size: Decimal;
  readonly price: Price;
  /** Of a trigger order. */
  readonly trigger?: Decimal;
  readonly stopLoss?: Decimal;
  /** Of an ordinary order, how much of it was filled. */
  readonly filled?: Decimal;
}
