/**
 * Text from a plan or an exchange must not be able to drive the terminal or forge a line: control characters, bidi
 * controls, zero-width and other invisible characters are shown as what they are (docs/contract.md#terminal).
 */
import type { Decimal } from './decimal.ts';

// Unicode's own properties, so that no list of ours can lag behind: controls, all that is drawn as nothing (zero-width,
// bidi and variation characters, fillers, tags), line and paragraph separators, lone surrogates; noncharacters
// (U+FFFE, U+FFFF and their like, which YAML forbids too); interlinear annotation. Only made where it is used: the engine
// takes a while to read it, and most starts have no such text.
const unsafe = (): RegExp =>
  /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu;

/** Nearly every text on a screen; the frames need this to be quick. */
const ASCII = /^[\u0020-\u007e]*$/;

const escapeOne = (found: string): string => {
  const code = found.codePointAt(0) as number;
  if (code === 0x0a) return '\\n';
  if (code === 0x0d) return '\\r';
  if (code === 0x09) return '\\t';
  if (code === 0x1b) return '\\e';
  return `\\u{${code.toString(16)}}`;
};

declare const isSafe: unique symbol;

/** Text that may be given to a terminal. What draws text takes no other. It is made here only, and broken by `wrap`. */
export type Safe = string & { readonly [isSafe]: true };

/** One line of visible characters, whatever came in; at most `limit` characters, the cut marked with `…`. */
export function safeText(text: string, limit = 2000): Safe {
  if (text.length <= limit && ASCII.test(text)) return text as Safe;
  const cut = text.length > limit ? `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return cut.replace(unsafe(), escapeOne) as Safe;
}

/** The same for text of any length, such as a body whose every byte is shown. */
export const safeWhole = (text: string): Safe => safeText(text, Number.POSITIVE_INFINITY);

/** Fits a record of `string`, or of a pattern such as `id ${string}`, and no record of one literal. */
type OtherKey = Record<'no word of ours', true>;

/** Safe text, a number, or a literal: its characters are in our own source. Every other string is `never`. */
type Trusted<Value> = Value extends Safe | number | Decimal
  ? Value
  : Value extends string
    ? OtherKey extends Record<Value, true>
      ? never
      : Value
    : never;

/** Our own words, and only safe text between them: `` safe`call ${number} of ${name}` ``. A raw string does not compile. */
export function safe<Values extends readonly (string | number | Decimal)[]>(
  words: readonly string[],
  ...values: Values & { readonly [At in keyof Values]: Trusted<Values[At]> }
): Safe {
  let text = words[0] as string;
  for (let at = 0; at < values.length; at++) text += String(values[at]) + (words[at + 1] as string);
  return text as Safe;
}

export const joined = (parts: readonly Safe[], separator: Safe): Safe => parts.join(separator) as Safe;

/** Whole characters from `start` to `end`, as `slice` counts them: a part of safe text is safe. */
export const partOf = (text: Safe, start: number, end?: number): Safe => text.slice(start, end) as Safe;

export const safeTexts = (texts: readonly string[]): Safe[] => texts.map((text) => safeText(text));

export const repeated = (text: Safe, times: number): Safe => (times > 0 ? text.repeat(times) : '') as Safe;

const BLANK = safe` `;

export const spaces = (amount: number): Safe => repeated(BLANK, amount);

export const trimmedEnd = (text: Safe): Safe => text.trimEnd() as Safe;

/** The first character that a plan must not have, not even as an escape. The caller judges newline and tab. */
export function firstUnsafe(text: string, from = 0): { index: number; codePoint: number } | undefined {
  const pattern = unsafe();
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null ? undefined : { index: match.index, codePoint: match[0].codePointAt(0) as number };
}
