/**
 * Rewrites what only the strict reading refuses into the form that every reading accepts. Nothing forbids these, or the
 * live exchange is recorded to accept them:
 * - a key that the interface does not know is dropped;
 * - a preset that is empty or null counts as absent;
 * - the price of a market order means nothing, even if it is empty or off the tick.
 */
import { readDecimal, type Fields } from './fields.ts';
import type { Json, JsonObject } from './json.ts';

export function tolerate(object: JsonObject, fields: Fields): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [name, value] of Object.entries(object)) {
    if (Object.hasOwn(fields, name) && !isNoPreset(name, value)) kept[name] = value;
  }
  if (kept['match_price'] === '1' && saysNoPrice(kept['price'])) delete kept['price'];
  // This one is required at market too (docs/exchange.md#market-price), where 0 leaves it out.
  if (kept['match_type'] === '1' && saysNoPrice(kept['execute_price'])) kept['execute_price'] = '0';
  return kept;
}

const isNoPreset = (name: string, value: Json): boolean =>
  name.startsWith('preset') && (value === '' || value === null);

const saysNoPrice = (value: Json | undefined): boolean =>
  typeof value === 'string' && (value === '' || readDecimal(value) !== undefined);
