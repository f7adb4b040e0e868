/** An order on its way from the document to the plan: exact, but not judged yet. */
import type { DefaultsDocument, OrderDocument } from '../../generated/plan.ts';
import type { Decimal } from '../../model/decimal.ts';
import type { OrderField, OrderFields, OrderNumber, WordField } from '../../model/order-fields.ts';
import type { Finding } from '../../document/findings.ts';
import type { Path } from '../../document/locate.ts';
import type { Field } from './field.ts';
import type { DraftTerms } from './draft-terms.ts';

export type Found = (finding: Finding) => void;

interface Rung {
  readonly ladder: string;
  /** From 1 to `steps`. */
  readonly number: number;
  readonly steps: number;
}

type DraftFields = { readonly [Key in OrderField]: Field<NonNullable<OrderFields[Key]>> };

export interface OrderDraft extends DraftFields {
  /** Which entry of `orders`, from 0. The rungs of a ladder share it, and `written`. */
  readonly index: number;
  /** The author's own keys; what they hold may have mistakes. */
  readonly written: Partial<OrderDocument>;
  /** `<ladder>-<n>` for a rung; the ladder's own id if it could not be expanded; undefined if it has a mistake. */
  readonly id: string | undefined;
  /** The id that it had first, if it has another now; `<ladder>-<n>` for a rung. */
  readonly was: string | undefined;
  readonly rung: Rung | undefined;
  /** The stop by which a size is computed where the order carries none: it is never sent. */
  readonly stop: Field<Decimal>;
  /** In percent of the reference. */
  readonly maxDistance: Field<Decimal>;
  /** Ids of orders and names of ladders, as written; those with a mistake left out. */
  readonly after: readonly string[];
  /** What only `--follow` does of it; undefined where it is written with none of those words. */
  readonly terms: DraftTerms | undefined;
}

/** The numbers of one draft besides size and price, which make the rungs of a ladder. */
export type NumberField = Exclude<DraftNumber, 'size' | 'price'>;
export type Numbers = Pick<OrderDraft, NumberField>;
export type Words = Pick<OrderDraft, WordField>;

/** What `defaults` says, as text. */
export type DefaultsDraft = { readonly [Key in keyof DefaultsDocument]-?: Field<NonNullable<DefaultsDocument[Key]>> };

/** A number of an order, or the stop of its size. */
export type DraftNumber = OrderNumber | 'stop';

export const orderPath = (index: number, ...tail: Path): Path => ['orders', index, ...tail];

/** Whether the order is a range of prices or times, or one of the orders that it became. */
export const isLadder = ({ written: { price, over } }: Pick<OrderDraft, 'written'>): boolean =>
  typeof price === 'object' || over !== undefined;

/** Whether it closes what was filled of others. */
export const isExit = ({ terms }: OrderDraft): boolean => terms?.filled !== undefined;

/** The place of a name under a key that takes one or a list of them. */
export function namePath({ index, written }: OrderDraft, key: Path, name: string): Path {
  let value: unknown = written;
  for (const step of key) value = (value as Record<string, unknown> | undefined)?.[step];
  return orderPath(index, ...key, ...(Array.isArray(value) ? [Math.max(0, value.indexOf(name))] : []));
}

export const placeOf = (order: OrderDraft, field: DraftNumber): Path =>
  orderPath(order.index, ...(order[field].at ?? [field]));

/** The author's text at the place of a field's number. */
export function writtenAt(order: OrderDraft, field: DraftNumber): unknown {
  let value: unknown = order.written;
  for (const step of order[field].at ?? [field]) value = (value as Record<string, unknown> | undefined)?.[step];
  return value;
}

/** Where an order is taken to be filled, and what says so: its price; at market its trigger, or else its reference. */
export function entryOf({ price, trigger, reference }: OrderDraft): { at: Decimal; what: string } | undefined {
  if (price.value?.kind === 'limit') return { at: price.value.at, what: 'entry' };
  if (trigger.value !== undefined) return { at: trigger.value, what: 'trigger' };
  return reference.value === undefined ? undefined : { at: reference.value, what: 'reference' };
}
