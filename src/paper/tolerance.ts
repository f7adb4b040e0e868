/**
 * What a strict reading refuses, although nothing forbids it or the live exchange is recorded to take it, put
 * into the form that every reading takes:
 * - a key that the interface does not know is dropped;
 * - a preset that is empty or null is no preset;
 * - the price of a market order says nothing, be it empty or off the tick.
 */
import { readDecimal, type Fields } from './fields.ts';
import type { Json, JsonObject } from './json.ts';

export function tolerate(object: JsonObject, fields: Fields): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [name, value] of Object.entries(object)) {
    if (Object.hasOwn(fields, name) && !isNoPreset(name, value)) kept[name] = value;
  }
  if (kept['match_price'] === '1' && saysNoPrice(kept['price'])) delete kept['price'];
  // This one is required at market too (docs/exchange.md#market-price): 0 is how it is left out.
  if (kept['match_type'] === '1' && saysNoPrice(kept['execute_price'])) kept['execute_price'] = '0';
  return kept;
}

const isNoPreset = (name: string, value: Json): boolean =>
  name.startsWith('preset') && (value === '' || value === null);

const saysNoPrice = (value: Json | undefined): boolean =>
  typeof value === 'string' && (value === '' || readDecimal(value) !== undefined);
