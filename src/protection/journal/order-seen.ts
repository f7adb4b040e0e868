import type { Decimal } from '../../model/decimal.ts';
import type { MarginMode, Price, Side } from '../../model/order.ts';
import type { GuardedOrder } from '../guarded.ts';
import { filledOf } from '../held.ts';

/** A row of a list, of an order that the journal has: what it says is on record. */
interface OwnRow {
  readonly orderId: string;
  readonly clientOid?: string;
  /** How much of an ordinary order was filled. */
  readonly filled?: Decimal;
  /** Its record does not say that it rests: it is being cancelled, or in a state that nobody here knows. */
  readonly isUnsure?: true;
}

/** An order that a list had, with what it says. */
export interface OrderSeen extends OwnRow {
  readonly symbol: string;
  readonly side: Side;
  readonly marginMode: MarginMode;
  /** Its record does not say the margin mode, and it may be of either. */
  readonly isModeUnsure?: true;
  readonly size: Decimal;
  readonly price: Price;
  /** For a trigger order. */
  readonly trigger?: Decimal;
  readonly stopLoss?: Decimal;
  /** Its record says that it carries none. */
  readonly lacksStop?: true;
}

export type LookRow = OwnRow | OrderSeen;

export const isTold = (row: LookRow): row is OrderSeen => 'side' in row;

const isOther = (told: Decimal | undefined, own: Decimal | undefined): boolean =>
  told !== undefined && (own === undefined || told.compare(own) !== 0);

const limitOf = ({ price }: Pick<GuardedOrder, 'price'>): Decimal | undefined =>
  price.kind === 'limit' ? price.at : undefined;

/**
 * Whether a row of an order of ours says something else than was sent: somebody has changed it, so nobody knows what it protects. A
 * row that tells no preset proves nothing about one.
 */
export const differs = (row: OrderSeen, sent: GuardedOrder): boolean =>
  row.side !== sent.side ||
  row.size.compare(sent.size) !== 0 ||
  row.price.kind !== sent.price.kind ||
  isOther(limitOf(row), limitOf(sent)) ||
  isOther(row.trigger, sent.trigger) ||
  isOther(row.stopLoss, sent.stopLoss);

/** Whether somebody took the stop off an order of ours that rests. What fills turns its stop into a trigger of its own. */
export const hasLostStop = (row: LookRow | undefined, sent: GuardedOrder): boolean =>
  row !== undefined &&
  isTold(row) &&
  row.lacksStop === true &&
  row.filled?.isZero !== false &&
  sent.stopLoss !== undefined &&
  filledOf(sent).size.isZero;
