/**
 * Explains a text that is not a plain decimal, and suggests how to write the same number.
 *
 * A suggestion is exactly the number that was meant, never a rounded one. A person decides about it: it is never taken for
 * the number, since `1,5` may mean more than one.
 */
import { Decimal, MAX_DIGITS } from '../model/decimal.ts';
import { safeText } from '../model/safe-text.ts';
import { quoted } from '../source/quoted.ts';
import type { Problem } from './problem.ts';
import { inTypographicQuotes, narrow } from './synonyms.ts';

/** What is wrong with a text; the message goes on from the name of its field. */
export type Explain = (text: string) => Problem;

/** The digits of a number with the point moved right by `places` (left where negative). */
function movePoint(digits: string, places: number): string | undefined {
  const [whole = '', fraction = ''] = digits.split('.');
  if (Math.abs(places) > 2 * MAX_DIGITS) return undefined;
  const all = '0'.repeat(Math.max(0, 1 - places)) + whole + fraction.padEnd(places, '0');
  const point = Math.max(0, 1 - places) + whole.length + places;
  return plain(`${all.slice(0, point)}.${all.slice(point)}`);
}

/** Without needless zeros before and a bare point behind; zeros behind the point were written and stay. */
function plain(digits: string): string | undefined {
  const [whole = '', fraction = ''] = digits.split('.');
  const text = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`;
  return Decimal.parse(text) === undefined ? undefined : text;
}

const DIGITS = /^(?:\d+\.?\d*|\.\d+)$/;
const EXPONENT = /^(\d+\.?\d*|\.\d+)e([+-]?\d{1,3})$/i;
const RADIX = /^0(?:x[0-9a-f]{1,32}|o[0-7]{1,40}|b[01]{1,128})$/i;
const THOUSANDS: readonly (readonly [RegExp, (text: string) => string])[] = [
  // `0,001` has nothing that a thousand could be of.
  [/^0+,\d+$/, (text) => text.replace(',', '.')],
  [/^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/, (text) => text.replaceAll(',', '')],
  [/^\d{1,3}(?:\.\d{3})+,\d+$/, (text) => text.replaceAll('.', '').replace(',', '.')],
  [/^\d{1,3}(?:\.\d{3}){2,}$/, (text) => text.replaceAll('.', '')],
  [/^\d+,\d+$/, (text) => text.replace(',', '.')],
  [/^\d+(?:[_ '’\u00a0\u2009\u202f]\d+)+(?:\.\d+)?$/, (text) => text.replaceAll(/[^\d.]/g, '')],
];
/** `10k` and `1.5M`. */
const SHORT = /^([\d.,_]+)\s*([km])$/i;
const UNIT = /^(?:[$€£₿]\s*)?([\d.,_]+)\s*(?:[$€£₿]|[a-z]{2,5})?$/i;

/** A longer text is not a number that a person misspelt. */
const MOST_CHARACTERS = 200;

/** A number of thousands or millions. */
function longOf(text: string): string | undefined {
  const [, digits = '', unit = ''] = SHORT.exec(text) ?? [];
  const whole = respell(digits);
  return whole === undefined ? undefined : movePoint(whole, unit.toLowerCase() === 'k' ? 3 : 6);
}

/** `1,234`: a decimal comma, or one that parts thousands. */
const EITHER = /^([1-9]\d{0,2}),(\d{3})$/;

function eitherOf(text: string): string | undefined {
  const [, whole = '', rest = ''] = EITHER.exec(UNIT.exec(text)?.[1] ?? '') ?? [];
  return whole === ''
    ? undefined
    : `the comma is a decimal point or separates thousands: ${whole}.${rest} or ${whole}${rest}`;
}

/** The right spelling of the number that was most likely meant. */
function respell(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  if (DIGITS.test(text)) return plain(text);
  if (text.startsWith('+')) return respell(text.slice(1));
  if (/\d\s*[,;]$/.test(text)) return respell(text.slice(0, -1).trimEnd());
  const exponent = EXPONENT.exec(text);
  if (exponent !== null) return movePoint(exponent[1] as string, Number(exponent[2]));
  if (RADIX.test(text)) return plain(BigInt(text.toLowerCase()).toString());
  if (EITHER.test(text)) return undefined;
  for (const [pattern, rewrite] of THOUSANDS) if (pattern.test(text)) return plain(rewrite(text));
  if (SHORT.test(text)) return longOf(text);
  const bare = UNIT.exec(text)?.[1];
  return bare === undefined || bare === text ? undefined : respell(bare);
}

const notNumberOf = (text: string): string | undefined =>
  /^[-+]?(?:nan|inf(?:inity)?)$/i.test(text) ? 'it is not a number: look at what computed it' : undefined;

const OTHER_DIGITS = /^(?=.*[^\d.])[\p{Nd}.]+$/u;

export const ZERO: Problem = { code: 'value/zero', message: 'is zero', hint: 'write a decimal above zero' };

/** Explains a text that is not a plain decimal above zero; the caller explains an empty one. */
export function explainDecimal(text: string): Problem {
  const trimmed = text.trim();
  if (/^[-−–]\s*[\d.]/.test(trimmed)) {
    return {
      code: 'value/negative',
      message: `must be above zero, not ${quoted(text)}`,
      hint: 'write a decimal above zero; the side says the direction',
    };
  }
  if (Decimal.parse(text)?.isZero) return ZERO;
  const digits = text.replaceAll(/\D/g, '').length;
  if (/^[\d.]+$/.test(text) && digits > MAX_DIGITS) return tooManyDigits(digits);
  return { code: 'value/number', message: `must be a plain decimal, not ${quoted(text)}`, hint: wayToSpell(trimmed) };
}

/** How a number is written that was meant; where it may be either of two, both. */
function wayToSpell(trimmed: string): string {
  const unquoted = inTypographicQuotes(trimmed);
  const plainly = narrow(unquoted ?? trimmed);
  const either = eitherOf(plainly) ?? notNumberOf(trimmed);
  if (either !== undefined) return either;
  const right = respell(plainly);
  if (right !== undefined) {
    return `write ${right}${unquoted === undefined ? '' : '; typographic quotes are part of a text'}`;
  }
  const comment = /^([\d.]+)\s*(?:#|\/\/)\s*(.*)$/.exec(trimmed);
  if (comment !== null) return `write ${comment[1]} # ${safeText(comment[2] ?? '', 60)}`;
  if (trimmed.endsWith('%')) return 'a percentage is not allowed here: write the number itself';
  if (OTHER_DIGITS.test(trimmed)) return 'use the digits 0 to 9';
  return 'write digits with at most one point, such as 123, 0.5 or 64000.10';
}

export function tooManyDigits(digits: number): Problem {
  return { code: 'value/digits', message: `has ${digits} digits`, hint: `a number has at most ${MAX_DIGITS} digits` };
}
