/** A field's value as messages about one order show it. */
import type { Decimal } from '../../model/decimal.ts';
import { safeText } from '../../model/safe-text.ts';
import { writtenAt, type DraftNumber, type OrderDraft } from './order-draft.ts';
import { formulaWords, valueWords } from '../../model/formula.ts';
import { formulaOf, isExpression } from '../expression/syntax.ts';

/** `\`price\` 62720.05 (entry * 0.98), of rung 3`: a field, its value, and how that came about. */
export function named(order: OrderDraft, field: DraftNumber, value: Decimal): string {
  const written = writtenAt(order, field);
  const formula = typeof written === 'string' && isExpression(written) ? ` (${safeText(formulaOf(written), 60)})` : '';
  return `\`${field}\` ${value.toString()}${formula}${order.rung === undefined ? '' : ` of rung ${order.rung.number}`}`;
}

/** The label at the mark of a computed number: the values of its expression, or the formula of its ladder or sizing. */
export function labelOf(order: OrderDraft, field: DraftNumber): { label?: string } {
  const { formula } = order[field];
  if (formula === undefined) return {};
  const words = formula.kind === 'expression' ? valueWords(formula.values) : formulaWords(formula);
  return words === '' ? {} : { label: safeText(words, 100) };
}
