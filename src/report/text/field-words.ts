/** The fields of an order, or of the orders of a ladder, in the words of a line. */
import { ORDER_FIELDS, withDetails, type FieldTexts, type OrderField } from '../../model/order-fields.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';

/** From the first order to the last: `63000 … 60000`, or the one value of both. */
export function fieldRange(
  field: OrderField,
  { [field]: from = '' }: FieldTexts,
  { [field]: to = '' }: FieldTexts,
): Safe {
  return from === to ? safeText(from) : safe`${safeText(from)} … ${safeText(to)}`;
}

const DETAILS = withDetails('timeInForce', 'marginMode', 'stopLoss', 'takeProfit');

/** What is worth saying besides side, size and price, a text each: `post-only`, `stop 61000`. */
export const detailWords = (first: FieldTexts, last: FieldTexts): Safe[] =>
  DETAILS.flatMap((field) => {
    const { kind, label, standing } = ORDER_FIELDS[field];
    if (first[field] === undefined || first[field] === standing) return [];
    const range = fieldRange(field, first, last);
    return [kind === 'word' ? range : safe`${label} ${range}`];
  });
