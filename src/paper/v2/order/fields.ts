/**
 * What a request's fields must look like: name, required or not, type and form (docs/exchange.md#operations). A request
 * that breaks these rules cannot be read and is refused as a whole. What the engine refuses in a readable order is in rules.ts.
 */
import { parameterBad, parameterEmpty, parameterMissing, parameterUnknown, type Refusal } from './refusals.ts';
import { Decimal } from '../../../model/decimal.ts';
import { JsonNumber, type Json, type JsonObject } from './json.ts';

/** What is wrong with a value, to follow the name of its field; undefined if nothing is. */
type Shape = (value: Json) => string | undefined;

interface Field {
  readonly required: boolean;
  readonly mayBeEmpty: boolean;
  readonly shape: Shape;
}

export type Fields = Readonly<Record<string, Field>>;

const required = (shape: Shape): Field => ({ required: true, mayBeEmpty: false, shape });
const optional = (shape: Shape): Field => ({ required: false, mayBeEmpty: false, shape });

const matching =
  (pattern: RegExp, why: string): Shape =>
  (value) => {
    if (typeof value !== 'string') return 'must be a JSON string';
    return pattern.test(value) ? undefined : why;
  };

/** Reads a negative number too, so that the engine can refuse it, as a size that is not above zero. */
export function readDecimal(text: string): Decimal | undefined {
  if (!text.startsWith('-')) return Decimal.parse(text);
  const magnitude = Decimal.parse(text.slice(1));
  return magnitude === undefined ? undefined : Decimal.zero.minus(magnitude);
}

const isDecimal = (text: string): string | undefined =>
  readDecimal(text) === undefined ? 'must be a plain decimal of at most 40 digits' : undefined;

const decimal: Shape = (value) => (typeof value === 'string' ? isDecimal(value) : 'must be a JSON string');
const bigDecimal: Shape = (value) => (value instanceof JsonNumber ? isDecimal(value.source) : decimal(value));

const symbol = matching(/^[A-Za-z0-9_]{1,64}$/, 'is not a trading pair');
const type = matching(/^[1-4]$/, 'must be 1, 2, 3 or 4');
const orderType = matching(/^[0-3]$/, 'must be 0, 1, 2 or 3');
const priceMode = matching(/^[01]$/, 'must be 0 or 1');
const marginMode: Shape = (value) =>
  value instanceof JsonNumber && (value.source === '1' || value.source === '3')
    ? undefined
    : 'must be the integer 1 or 3';
const list: Shape = (value) => (Array.isArray(value) ? undefined : 'must be a list');

/** The fields of every request and of a batch's entry. */
export interface Forms {
  readonly single: Fields;
  readonly batch: Fields;
  readonly entry: Fields;
  /** The entry as it is shown (docs/exchange.md#batch), for an exchange that takes that shape literally. */
  readonly entryWithoutPresets: Fields;
  readonly trigger: Fields;
}

function formsWith(clientOid: Shape, triggerClientOid: Shape): Forms {
  /** See docs/exchange.md#single. Whether `price` is required depends on `match_price`: see checkLimitPrice. */
  const single: Fields = {
    symbol: required(symbol),
    client_oid: required(clientOid),
    size: required(decimal),
    type: required(type),
    order_type: required(orderType),
    match_price: required(priceMode),
    price: optional(decimal),
    presetTakeProfitPrice: optional(bigDecimal),
    presetStopLossPrice: optional(bigDecimal),
    marginMode: optional(marginMode),
  };
  /** An entry looks like a single order. Symbol and margin mode are given for the batch, and may be repeated. */
  const entry: Fields = { ...single, symbol: optional(symbol) };
  return {
    single,
    /** See docs/exchange.md#batch. */
    batch: { symbol: required(symbol), marginMode: optional(marginMode), orderDataList: required(list) },
    entry,
    entryWithoutPresets: Object.fromEntries(Object.entries(entry).filter(([name]) => !name.startsWith('preset'))),
    /** See docs/exchange.md#trigger. */
    trigger: {
      symbol: required(symbol),
      client_oid: { required: true, mayBeEmpty: true, shape: triggerClientOid },
      size: required(decimal),
      type: required(type),
      match_type: required(priceMode),
      execute_price: required(decimal),
      trigger_price: required(decimal),
      marginMode: optional(marginMode),
    },
  };
}

/**
 * The exchange limits the length of a client order id, and forbids "special characters" in that of a trigger order without
 * naming them. It is recorded to accept `_` (docs/exchange.md#client-order-id).
 */
export const DOCUMENTED = formsWith(
  matching(/^.{1,40}$/su, 'must have at most 40 characters'),
  matching(/^[A-Za-z0-9_]{1,40}$/, 'must have at most 40 letters, digits and _, no special characters'),
);

/** The narrowest reading: what passes here passes every exchange that keeps to docs/exchange.md#operations. */
export const STRICT = formsWith(
  matching(/^[A-Za-z0-9_-]{1,40}$/, 'must have at most 40 letters, digits, _ and -'),
  matching(/^[A-Za-z0-9]{1,40}$/, 'must have at most 40 letters and digits, no special characters'),
);

/** The refusal for the first field that is unknown, missing, empty or of the wrong shape; `place` is put before its name. */
export function checkFields(fields: Fields, object: JsonObject, place = ''): Refusal | undefined {
  for (const name of Object.keys(object)) if (!Object.hasOwn(fields, name)) return parameterUnknown(place + name);
  for (const [name, field] of Object.entries(fields)) {
    const value = object[name];
    if (value === undefined) {
      if (field.required) return parameterMissing(place + name);
      continue;
    }
    if (value === '') {
      if (!field.mayBeEmpty) return parameterEmpty(place + name);
      continue;
    }
    const why = field.shape(value);
    if (why !== undefined) return parameterBad(place + name, why);
  }
  return undefined;
}

/** Price is required when match_price is 0 (docs/exchange.md#market-price). */
export const checkLimitPrice = (object: JsonObject, place = ''): Refusal | undefined =>
  object['match_price'] === '0' && object['price'] === undefined ? parameterMissing(`${place}price`) : undefined;
