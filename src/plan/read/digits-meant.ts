/** The number that a slip of the digits was most likely meant to be: one that lies where it belongs. */
import { Decimal } from '../../model/decimal.ts';
import { isExpression } from '../expression/syntax.ts';
import { writtenAt, type DraftNumber, type OrderDraft } from './order-draft.ts';

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
