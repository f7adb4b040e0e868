import { assert, json, jsonValue, property } from 'fast-check';
import { expect, it } from 'vitest';
import { JsonNumber, readJson, type Json } from '../../src/paper/v2/order/json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The value with its numbers as JSON.parse would give them. */
function plain(value: Json): unknown {
  if (value instanceof JsonNumber) return Number(value.source);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

it('reads every JSON text as the language does, whatever its strings look like', () => {
  assert(
    property(json(), (text) => {
      const read = readJson(bytes(text));
      expect(read.ok && JSON.stringify(plain(read.value))).toBe(JSON.stringify(plain(JSON.parse(text) as Json)));
    }),
  );
});

it('finds a name that any object names twice', () => {
  assert(
    property(jsonValue(), jsonValue(), (first, second) => {
      const twice = `{"a":${JSON.stringify(first)},"b":[{"c":1,"a":2}],"a" :${JSON.stringify(second)}}`;
      expect(readJson(bytes(twice)).ok).toBe(false);
      expect(readJson(bytes(twice.replace('"a" :', '"d" :'))).ok).toBe(true);
    }),
  );
});

it.each(['64000.10', '9007199254740993', '1e400', '-0'])('keeps the digits of %s', (source) => {
  expect(readJson(bytes(`[${source}]`))).toEqual({ ok: true, value: [new JsonNumber(source)] });
});

it('is not fooled by names and quotes inside strings', () => {
  const value = { a: '"a":', 'b"': '\\', c: ['":', { 'd:': '"' }] };
  const read = readJson(bytes(JSON.stringify(value)));
  expect(read).toEqual({ ok: true, value });
});
