/**
 * The fields of an order, a row a field. Readers, journal, reviewed plan, explain, diff, tables and the screen go by this
 * table; CONTRIBUTING says where a new field stops besides.
 */
import { Decimal } from './decimal.ts';
import { safe, type Safe } from './safe-text.ts';

export const SIDES = ['open-long', 'open-short', 'close-long', 'close-short'] as const;
export type Side = (typeof SIDES)[number];

export const MARGIN_MODES = ['cross', 'isolated'] as const;
export type MarginMode = (typeof MARGIN_MODES)[number];

export const TIMES_IN_FORCE = ['normal', 'post-only', 'fok', 'ioc'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** A limit price with the digits as written, or the market. */
export type Price = { readonly kind: 'limit'; readonly at: Decimal } | { readonly kind: 'market' };

/** What an order says, besides its id and what it waits for. */
export interface OrderFields {
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly side: Side;
  /** Base coin. */
  readonly size: Decimal;
  /** Present exactly on trigger orders. */
  readonly trigger?: Decimal;
  /** In quote coin; for a trigger order the price at which it executes. */
  readonly price: Price;
  readonly takeProfit?: Decimal;
  readonly stopLoss?: Decimal;
  /** A trigger order has none: `normal`. */
  readonly timeInForce: TimeInForce;
  /** Where the author of an order at market or with a trigger thinks the market is. For people only. */
  readonly reference?: Decimal;
}

export type OrderField = keyof OrderFields;
export type WordField = {
  [Key in OrderField]: NonNullable<OrderFields[Key]> extends string ? Key : never;
}[OrderField];
/** A number, which may be computed. */
export type OrderNumber = Exclude<OrderField, WordField>;
export type OptionalField = { [Key in OrderField]: undefined extends OrderFields[Key] ? Key : never }[OrderField];

interface FieldRow {
  readonly kind: 'word' | 'number' | 'price';
  /** Whether an order may be without it. */
  readonly isOptional: boolean;
  /** What tables and short lines call it. */
  readonly label: Safe;
  /** What an order says whose plan does not; short lines leave it out. */
  readonly standing?: string;
  /**
   * A short line begins with the `head` and adds each `detail`: a word as it is, a number behind its label. A `guard` is checked
   * against and never sent: no order's record keeps it, and no short line says it.
   */
  readonly part: 'head' | 'detail' | 'guard';
}

/** A row that its type allows. */
interface ExactRow<Key extends OrderField> extends FieldRow {
  readonly kind: Key extends WordField ? 'word' : Key extends 'price' ? 'price' : 'number';
  readonly isOptional: Key extends OptionalField ? true : false;
  readonly standing?: OrderFields[Key] & string;
}

/** In the order in which a plan has them. */
export const ORDER_FIELDS: Readonly<Record<OrderField, FieldRow>> = {
  symbol: { kind: 'word', isOptional: false, label: safe`symbol`, part: 'head' },
  marginMode: { kind: 'word', isOptional: false, label: safe`margin mode`, standing: 'cross', part: 'detail' },
  side: { kind: 'word', isOptional: false, label: safe`side`, part: 'head' },
  size: { kind: 'number', isOptional: false, label: safe`size`, part: 'head' },
  trigger: { kind: 'number', isOptional: true, label: safe`trigger`, part: 'head' },
  price: { kind: 'price', isOptional: false, label: safe`price`, part: 'head' },
  takeProfit: { kind: 'number', isOptional: true, label: safe`target`, part: 'detail' },
  stopLoss: { kind: 'number', isOptional: true, label: safe`stop`, part: 'detail' },
  timeInForce: { kind: 'word', isOptional: false, label: safe`time in force`, standing: 'normal', part: 'detail' },
  reference: { kind: 'number', isOptional: true, label: safe`reference`, part: 'guard' },
} satisfies { readonly [Key in OrderField]: ExactRow<Key> };

export const FIELD_NAMES = Object.keys(ORDER_FIELDS) as readonly OrderField[];
const numbered = (field: OrderField): field is OrderNumber => ORDER_FIELDS[field].kind !== 'word';
const optional = (field: OrderField): field is OptionalField => ORDER_FIELDS[field].isOptional;
export const WORD_FIELDS = FIELD_NAMES.filter((field): field is WordField => !numbered(field));
export const NUMBER_FIELDS: readonly OrderNumber[] = FIELD_NAMES.filter(numbered);
export const OPTIONAL_FIELDS: readonly OptionalField[] = FIELD_NAMES.filter(optional);

/** The fields as texts, with the digits as written; the price of a market order is `market`. */
export type FieldTexts = { readonly [Key in keyof OrderFields]: string };

/** In the order of a reviewed plan. This and `orderContent` are by hand: a plan may have thousands of orders. */
export const fieldTexts = (order: OrderFields): FieldTexts => ({
  symbol: order.symbol,
  side: order.side,
  size: order.size.toString(),
  price: order.price.kind === 'market' ? 'market' : order.price.at.toString(),
  ...(order.trigger !== undefined && { trigger: order.trigger.toString() }),
  ...(order.reference !== undefined && { reference: order.reference.toString() }),
  ...(order.takeProfit !== undefined && { takeProfit: order.takeProfit.toString() }),
  ...(order.stopLoss !== undefined && { stopLoss: order.stopLoss.toString() }),
  marginMode: order.marginMode,
  timeInForce: order.timeInForce,
});

/**
 * What an order says, in one spelling per value: the journal keeps it, and an order is "edited after send" exactly when
 * this differs (0.10 and 0.1 do not). Ids, guards, source lines, formulas and what it waits for do not count.
 */
export const orderContent = (order: OrderFields): Readonly<Record<string, string>> => ({
  symbol: order.symbol,
  marginMode: order.marginMode,
  side: order.side,
  size: order.size.canonical(),
  price: order.price.kind === 'market' ? 'market' : order.price.at.canonical(),
  ...(order.trigger === undefined ? { timeInForce: order.timeInForce } : { trigger: order.trigger.canonical() }),
  ...(order.takeProfit === undefined ? {} : { takeProfit: order.takeProfit.canonical() }),
  ...(order.stopLoss === undefined ? {} : { stopLoss: order.stopLoss.canonical() }),
});

/** Fields back from their texts; throws `damaged` with the first that is no number. */
export function fieldsFrom(texts: FieldTexts, damaged: (text: string) => never): OrderFields {
  const number = (text: string): Decimal => Decimal.parse(text) ?? damaged(text);
  const read = (field: OrderField, text: string): string | Decimal | Price => {
    const { kind } = ORDER_FIELDS[field];
    if (kind !== 'price') return kind === 'word' ? text : number(text);
    return text === 'market' ? { kind: 'market' } : { kind: 'limit', at: number(text) };
  };
  const told = FIELD_NAMES.flatMap((field) => {
    const text = texts[field];
    return text === undefined ? [] : [[field, read(field, text)]];
  });
  return Object.fromEntries(told) as OrderFields;
}

/** These fields, and after them every other detail: what shows these shows a new field too. */
export const withDetails = (...known: readonly OrderField[]): readonly OrderField[] => [
  ...new Set([...known, ...FIELD_NAMES.filter((field) => ORDER_FIELDS[field].part === 'detail')]),
];
