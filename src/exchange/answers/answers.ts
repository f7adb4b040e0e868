/** Reads answer bodies without losing a digit or missing a duplicate key, and without guessing at a shape. */
import { parse } from 'lossless-json';
import { NumberText, type Body, type Json } from '../../model/evidence.ts';

/** Parses JSON. Numbers keep their digits; a key that occurs twice makes the body unreadable, where JSON.parse takes the last. */
export function readBody(text: string): Body {
  const value = valueOf(text);
  return value === undefined ? readDigitByDigit(text) : { kind: 'json', value };
}

/** Lists of objects, in an object and its `data`, are four deep. */
const DEEPEST = 16;

/**
 * The value of a text that JSON.stringify makes of it again, to the letter: then JSON.parse has lost no digit and no key. It
 * takes a small part of the time of the other reader, which reads all that is not so, or that is nested deeper.
 */
function valueOf(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? withNumberTexts(value, DEEPEST) : undefined;
  } catch {
    return undefined;
  }
}

/** Changes what it is given. Every key of it is an own one, `__proto__` too, and is set as such. */
function withNumberTexts(value: unknown, levels: number): Json {
  if (typeof value === 'number') return new NumberText(String(value));
  if (typeof value !== 'object' || value === null) return value as string | boolean | null;
  if (levels === 0) throw new RangeError('nested too deeply');
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) fields[key] = withNumberTexts(fields[key], levels - 1);
  return value as Json;
}

function readDigitByDigit(text: string): Body {
  try {
    const value = parse(text, undefined, {
      parseNumber: (digits) => new NumberText(digits),
      onDuplicateKey: ({ key }) => {
        throw new Error(`the key ${key} twice`);
      },
    }) as Json;
    return { kind: 'json', value };
  } catch (error) {
    const why = text.trim() === '' ? 'empty' : error instanceof RangeError ? 'nested too deeply' : 'not JSON';
    return {
      kind: 'unreadable',
      why: error instanceof Error && /twice/.test(error.message) ? error.message : why,
      text,
    };
  }
}

export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);

/** The text of a string or a number; undefined for anything else. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof NumberText ? value.text : undefined;
}

/** Answers have the same few names in each entry. What is not of the usual kind is not kept, so that no answer fills the memory. */
const LETTERS = new Map<string, string>();
const MOST_NAMES = 1000;
const LONGEST_NAME = 64;

/** A name without `_`, `-` and capitals, as the exchange spells one name in several ways. */
export function lettersOf(name: string): string {
  const known = LETTERS.get(name);
  if (known !== undefined) return known;
  const letters = name.toLowerCase().replaceAll(/[_-]/g, '');
  if (LETTERS.size < MOST_NAMES && name.length <= LONGEST_NAME) LETTERS.set(name, letters);
  return letters;
}

/** Letters and digits, among them a digit from 1 to 9: "null" and "0" of a server are not order ids, nor are -1 and 1e3. */
const ORDER_ID = /^(?=.*[1-9])[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const NUMERIC_ORDER_ID = /^[1-9][0-9]{0,63}$/;

/** The value as an order id; undefined if it cannot be relied on as one. */
export function orderIdOf(value: Json | undefined): string | undefined {
  const text = textOf(value);
  const shape = value instanceof NumberText ? NUMERIC_ORDER_ID : ORDER_ID;
  return text !== undefined && shape.test(text) ? text : undefined;
}

/** Whether the value says anything: it is not missing, null, "" or 0. */
export const isGiven = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !/^0*$/.test(textOf(value) ?? 'neither text nor number');

/** What stands under a name in any of its spellings, as `trade_id` and `tradeId`. Lists have many records, so it makes nothing else. */
export function namedAs(part: JsonObject, name: string): readonly Json[] {
  const letters = lettersOf(name);
  const found: Json[] = [];
  for (const key of Object.keys(part)) if (lettersOf(key) === letters) found.push(part[key] as Json);
  return found;
}

/** The same, but for what says nothing. */
export const givenAs = (part: JsonObject, name: string): readonly Json[] => namedAs(part, name).filter(isGiven);

/** What all of them say; undefined where two differ, and where there is none. */
export function onlyOf<Said>(said: readonly Said[]): Said | undefined {
  const [one, ...others] = new Set(said);
  return others.length === 0 ? one : undefined;
}
