import { err, ok, type Result } from '../../../model/result.ts';

/** A JSON number as its digits: `64000.10` must not become 64000.1. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

export type Json = string | boolean | null | JsonNumber | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

/** TypeScript's types lag behind Node, which passes the source text of a number to the reviver since version 21. */
const parse = JSON.parse as (
  text: string,
  reviver: (this: unknown, name: string, value: unknown, context: { readonly source: string }) => unknown,
) => unknown;

/** TypeScript's types lag behind Node here as well. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** Digits that are written as a JSON number without the loss of any. */
export const numberOf = (digits: string): unknown => rawJSON(digits);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Every string of a valid JSON text, with the colon behind it if it names a member. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * The JSON value of a body: valid UTF-8 without a BOM, no name twice in one object.
 *
 * The parsed value keeps only the last of two members with one name. So the names in the text are counted, and compared with
 * the number of members in the value.
 *
 * @returns the value, or why the body has none
 */
export function readJson(bytes: Uint8Array): Result<Json, string> {
  let members = -1; // the reviver is called for the root too, as if it were a member
  let text: string;
  let value: Json;
  try {
    text = utf8.decode(bytes);
    value = parse(text, function revive(_name, member, context) {
      if (!Array.isArray(this)) members += 1;
      return typeof member === 'number' ? new JsonNumber(context.source) : member;
    }) as Json;
  } catch {
    return err('the body is not JSON in UTF-8');
  }
  let names = 0;
  for (const string of text.matchAll(STRINGS)) if (string[1] !== undefined) names += 1;
  return names === members ? ok(value) : err('the body names a field twice');
}
