/** An order on its way from the document to the plan: exact, but not judged yet. */
import type { DefaultsDocument, OrderDocument } from '../../generated/plan.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { Formulas, MarginMode, OrderNumber, Price, Side, TimeInForce } from '../../model/order.ts';
import type { Finding } from '../../document/findings.ts';
import type { Path } from '../../document/locate.ts';

export type Found = (finding: Finding) => void;
export type DecimalField = OrderNumber;

/** Which order of which ladder. */
export interface Rung {
  readonly ladder: string;
  /** From 1 to `steps`. */
  readonly number: number;
  readonly steps: number;
}

/**
 * One order as far as it is free of errors: a field that has one is undefined here and named in `faulty`, so that no rule
 * complains about the same mistake again. `written` has the author's own keys; the rungs of a ladder share it.
 */
export interface OrderDraft {
  readonly index: number;
  readonly written: Partial<OrderDocument>;
  readonly faulty: ReadonlySet<string>;
  /** `<ladder>-<n>` for a rung; the ladder's own id if it could not be expanded. */
  readonly id: string | undefined;
  readonly rung: Rung | undefined;
  readonly symbol: string | undefined;
  readonly marginMode: MarginMode | undefined;
  readonly side: Side | undefined;
  readonly timeInForce: TimeInForce | undefined;
  readonly size: Decimal | undefined;
  readonly price: Price | undefined;
  readonly takeProfit: Decimal | undefined;
  readonly stopLoss: Decimal | undefined;
  readonly trigger: Decimal | undefined;
  readonly reference: Decimal | undefined;
  /** In percent of the reference. */
  readonly maxDistance: Decimal | undefined;
  /** Ids of orders and names of ladders, as written. */
  readonly after: readonly string[];
  /** Of each field that was computed, the formula with its values. */
  readonly formulas: Formulas;
  /** Where a field's number stands, where that is not under the field's own key: `['price', 'from']`. */
  readonly places: Readonly<Partial<Record<DecimalField, Path>>>;
}

/** The valid part of `defaults`. */
export interface DefaultsDraft {
  readonly written: DefaultsDocument;
  readonly faulty: ReadonlySet<string>;
}

/** Of an order whose numbers are all written. */
export const NO_FORMULAS: Formulas = {};

export const orderPath = (index: number, ...tail: Path): Path => ['orders', index, ...tail];

/** Whether the order is a price range, or one of the orders that it became. */
export const isLadder = (order: OrderDraft): boolean => typeof order.written.price === 'object';

/** The place of a field's number in the document. */
export const placeOf = (order: OrderDraft, field: DecimalField): Path =>
  orderPath(order.index, ...(order.places[field] ?? [field]));

/** What stands at the place of a field's number. */
export function writtenAt(order: OrderDraft, field: DecimalField): unknown {
  let value: unknown = order.written;
  for (const step of order.places[field] ?? [field]) value = (value as Record<string, unknown> | undefined)?.[step];
  return value;
}
