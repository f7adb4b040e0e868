import { err, ok, type Result } from '../model/result.ts';

/** A JSON number by its digits: `64000.10` must not become 64000.1. */
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

/** The language's library lags behind it: the reviver has been given the source text of numbers since Node 21. */
const parse = JSON.parse as (
  text: string,
  reviver: (this: unknown, name: string, value: unknown, context: { readonly source: string }) => unknown,
) => unknown;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Every string of a valid JSON text; with its colon exactly where it names a member. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * The JSON value of a body: valid UTF-8 without a BOM, no name twice in one object.
 *
 * A repeated name cannot be seen in the parsed value, which keeps the last: so the names in the text are counted against
 * the members that are left.
 *
 * @returns the value, or why it is none
 */
export function readJson(bytes: Uint8Array): Result<Json, string> {
  let members = -1; // the root is told to the reviver as a member too
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
