/** How an order differs from what was sent of it. */

import { sameSymbol } from './symbol.ts';

/** What an order says, as `orderContent` spells it. */
export type OrderContent = Readonly<Record<string, string>>;

/** What was sent of an order whose plan knew it only in part; `trigger` is absent where it went without one. */
export interface SentNumbers {
  readonly size: string;
  readonly price: string;
  readonly trigger?: string;
}

/** The numbers of an exit are known once its entries are filled. */
export const sentOf = ({ size = '', price = '', trigger }: OrderContent): SentNumbers => ({
  size,
  price,
  ...(trigger !== undefined && { trigger }),
});

/** One field that differs; undefined on the side that does not have it. */
export interface OrderChange {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Empty where both say the same. Fields of `before` come first. */
export const orderChanges = (before: OrderContent, after: OrderContent): OrderChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isSame(field, before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));

/** A symbol in its other spelling is the same one. */
const isSame = (field: string, before: string | undefined, after: string | undefined): boolean =>
  before === after || (field === 'symbol' && before !== undefined && after !== undefined && sameSymbol(before, after));

/** `price 64000 → 63500, size 0.1 → 0.2`. */
export const changeWords = (changes: readonly OrderChange[]): string =>
  changes.map(({ field, before = 'none', after = 'none' }) => `${field} ${before} → ${after}`).join(', ');

/** What a position is: of one symbol, on one side, in one margin mode. */
const OF_POSITION: ReadonlySet<string> = new Set(['symbol', 'side', 'marginMode']);

/** The fields by which it is another order altogether: nothing that was filled under the one counts toward the other. */
export const otherPosition = (changes: readonly OrderChange[]): OrderChange[] =>
  changes.filter(({ field }) => OF_POSITION.has(field));
