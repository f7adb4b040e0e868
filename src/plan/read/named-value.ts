/** A field's value as messages about one order show it. */
import { Decimal } from '../../model/decimal.ts';
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

/** The valid values around one that is not: multiples of `unit`, above zero, within the bounds; empty if there is none. */
export function nearest(value: Decimal, unit: Decimal, least?: Decimal, most?: Decimal): string {
  const isAllowed = (one: Decimal): boolean =>
    !one.isZero && (least === undefined || one.compare(least) >= 0) && (most === undefined || one.compare(most) <= 0);
  return [value.floorTo(unit), value.ceilTo(unit)].filter(isAllowed).join(' or ');
}

/** A hint does not repeat a longer formula. */
const MOST_CHARACTERS = 60;

/** A hint: the valid values for a written number, the function that makes it fit for an expression. */
export function instead(written: unknown, rounding: 'tick' | 'lot', values: string): string {
  if (typeof written !== 'string' || !isExpression(written)) return `write ${values}`;
  const formula = formulaOf(written);
  const what =
    formula.length > MOST_CHARACTERS
      ? `put ${rounding}( ) around the formula`
      : `write =${rounding}(${safeText(formula, MOST_CHARACTERS)})`;
  return `${what}; near it are ${values}`;
}

/** A point before exactly three digits is how others write thousands. */
const THOUSANDS = /^\d{1,3}\.\d{3}$/;
/** Points that were left out, or zeros too many or too few. */
const SHIFTS = ['10', '100', '1000', '0.1', '0.01', '0.001'].map((text) => Decimal.of(text));
/** What was meant is at most so far from where it belongs, as a part of that. */
const PART = 10n;

const distanceOf = (a: Decimal, b: Decimal): Decimal => (a.compare(b) < 0 ? b.minus(a) : a.minus(b));
const isNear = (one: Decimal, to: Decimal): boolean => distanceOf(one, to).multiplied(PART).compare(to) <= 0;

interface Belongs {
  /** A price near which the number belongs. */
  readonly near: Decimal;
  /** Whether it may stand there. */
  readonly fits?: (one: Decimal) => boolean;
}

/** A hint that begins with what to write; undefined where nothing near is left. */
export function digitsMeant(
  order: OrderDraft,
  field: DraftNumber,
  { near, fits = () => true }: Belongs,
): string | undefined {
  const [value, written] = [order[field].kind === 'given' ? valueOf(order, field) : undefined, writtenAt(order, field)];
  if (value === undefined || typeof written !== 'string' || isExpression(written)) return undefined;
  const meant = SHIFTS.map((shift) => value.times(shift)).find((one) => isNear(one, near) && fits(one));
  if (meant === undefined) return undefined;
  return THOUSANDS.test(written) && meant.compare(value) > 0
    ? `a point does not separate thousands, so this is ${value.canonical()}: write ${meant.canonical()}`
    : `did you mean \`${meant.canonical()}\`? Check its digits`;
}

function valueOf(order: OrderDraft, field: DraftNumber): Decimal | undefined {
  if (field !== 'price') return order[field].value;
  return order.price.value?.kind === 'limit' ? order.price.value.at : undefined;
}
