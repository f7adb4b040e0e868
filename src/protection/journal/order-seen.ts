import type { Decimal } from '../../model/decimal.ts';
import type { MarginMode, Price, Side } from '../../model/order.ts';

/** A row of a list, of an order that the journal has: what it says is on record. */
export interface OwnRow {
  readonly orderId: string;
  readonly clientOid?: string;
  /** Of an ordinary order, how much of it was filled. */
  readonly filled?: Decimal;
}

/** An order that a list had, with what it says. */
export interface OrderSeen extends OwnRow {
  readonly symbol: string;
  readonly side: Side;
  readonly marginMode: MarginMode;
  readonly size: Decimal;
  readonly price: Price;
  /** Of a trigger order. */
  readonly trigger?: Decimal;
  readonly stopLoss?: Decimal;
}

export type LookRow = OwnRow | OrderSeen;

export const isTold = (row: LookRow): row is OrderSeen => 'side' in row;
