/** The three operations, each from a body to orders in the book, or to a refusal (docs/exchange.md#operations). */
import type { Book } from '../book.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { invalidArgument, noMargin, parameterBad, parameterEmpty, unreadable, type Refusal } from './order/refusals.ts';
import {
  checkFields,
  checkLimitPrice,
  DOCUMENTED,
  STRICT,
  type Fields,
  type Forms,
  readDecimal,
} from './order/fields.ts';
import type { Contract } from './order/instruments.ts';
import { isObject, JsonNumber, readJson, type Json, type JsonObject } from './order/json.ts';
import { checkRules, type OrderKind, type OrderRequest } from './order/rules.ts';

// Rewrites what only the strict reading refuses into the form that every reading accepts. Nothing forbids these, or the live
// exchange is recorded to accept them: - a key that the interface does not know is dropped; - a preset that is empty or null
// counts as absent; - the price of a market order means nothing, even if it is empty or off the tick.

function tolerate(object: JsonObject, fields: Fields): JsonObject {
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

/** One entry of `order_info`; `order_id` is left out only by a fault. */
export interface OrderInfo {
  readonly order_id?: string;
  readonly client_oid: string;
  readonly result: boolean;
  readonly error_code: string;
  readonly error_message: string;
}

/** The answer of an operation that was not refused as a whole. */
export type PaperPlaced =
  | { readonly client_oid: string; readonly order_id?: string }
  | { readonly order_info: readonly OrderInfo[]; readonly result: boolean };

/** Why each order of a call was refused, in the order of the call; undefined where it was accepted. */
export function refusalsIn(placed: Result<PaperPlaced, Refusal>, orders: number): readonly (Refusal | undefined)[] {
  if (!placed.ok) return Array.from({ length: orders }, () => placed.error);
  if (!('order_info' in placed.value)) return [undefined];
  return placed.value.order_info.map(({ result, error_code, error_message }) =>
    result ? undefined : { code: error_code, message: error_message },
  );
}

interface Desk {
  readonly book: Book;
  readonly wallMs: number;
  readonly strict: boolean;
  readonly refuseBatchPresets: boolean;
  /** If one order of the call is to be refused without a fault of its own: chooses which, from 0 to below 1. */
  readonly rejectOne?: number;
}

export const MOST_ENTRIES = 20;

export function operate(kind: OrderKind, body: Uint8Array, desk: Desk): Result<PaperPlaced, Refusal> {
  const read = readJson(body);
  if (!read.ok) return err(unreadable(read.error));
  if (!isObject(read.value)) return err(unreadable('the body is not a JSON object'));
  return kind === 'batch' ? placeBatch(read.value, desk) : placeOne(kind, read.value, desk);
}

function placeOne(kind: 'single' | 'trigger', body: JsonObject, desk: Desk): Result<PaperPlaced, Refusal> {
  const fields = formsOf(desk)[kind];
  const object = readingOf(body, fields, desk);
  const refusal = checkFields(fields, object) ?? (kind === 'single' ? checkLimitPrice(object) : undefined);
  if (refusal !== undefined) return err(refusal);
  const request = kind === 'single' ? singleRequest(object) : triggerRequest(object);
  const placed = placeOrder(request, desk, desk.rejectOne !== undefined);
  return placed.ok ? ok({ client_oid: placed.value.clientOid, order_id: placed.value.orderId }) : placed;
}

function placeBatch(given: JsonObject, desk: Desk): Result<PaperPlaced, Refusal> {
  const fields = formsOf(desk).batch;
  const body = readingOf(given, fields, desk);
  const refusal = checkFields(fields, body) ?? checkLength(body['orderDataList'] as readonly Json[]);
  if (refusal !== undefined) return err(refusal);
  const symbol = body['symbol'] as string;
  if (!desk.book.contracts.has(symbol)) return err(unknownSymbol(symbol));
  const entries = body['orderDataList'] as readonly Json[];
  const requests = entries.map((entry, index) => batchRequest(body, entry, `orderDataList[${index}]`, desk));
  const unread = requests.find((request) => !request.ok);
  // No order of the batch was placed yet.
  if (desk.strict && unread !== undefined) return unread;
  const unlucky = desk.rejectOne === undefined ? undefined : Math.floor(desk.rejectOne * entries.length);
  const orderInfo = requests.map((request, index): OrderInfo => {
    const placed = request.ok ? placeOrder(request.value, desk, index === unlucky) : request;
    return {
      order_id: placed.ok ? placed.value.orderId : '',
      client_oid: clientOidOf(entries[index]),
      result: placed.ok,
      error_code: placed.ok ? '' : placed.error.code,
      error_message: placed.ok ? '' : placed.error.message,
    };
  });
  return ok({ order_info: orderInfo, result: orderInfo.every((entry) => entry.result) });
}

const formsOf = (desk: Desk): Forms => (desk.strict ? STRICT : DOCUMENTED);

const readingOf = (object: JsonObject, fields: Fields, desk: Desk): JsonObject =>
  desk.strict ? object : tolerate(object, fields);

function checkLength(entries: readonly Json[]): Refusal | undefined {
  if (entries.length === 0) return parameterEmpty('orderDataList');
  return entries.length > MOST_ENTRIES
    ? parameterBad('orderDataList', `must have at most ${MOST_ENTRIES} orders`)
    : undefined;
}

function batchRequest(body: JsonObject, entry: Json, place: string, desk: Desk): Result<OrderRequest, Refusal> {
  if (!isObject(entry)) return err(parameterBad(place, 'must be an object'));
  const forms = formsOf(desk);
  const fields = desk.refuseBatchPresets ? forms.entryWithoutPresets : forms.entry;
  const object = readingOf(entry, fields, desk);
  const refusal =
    checkFields(fields, object, `${place}.`) ??
    checkLimitPrice(object, `${place}.`) ??
    checkShared(body, object, `${place}.`);
  if (refusal !== undefined) return err(refusal);
  const shared = { symbol: body['symbol'] as string, marginMode: marginModeOf(body) };
  return ok({ ...singleRequest(object), ...shared, kind: 'batch' });
}

/** The client order id as it came, if it came as text: even of an entry that cannot be read. */
const clientOidOf = (entry: Json | undefined): string => {
  const value = isObject(entry) ? entry['client_oid'] : undefined;
  return typeof value === 'string' ? value : '';
};

/** Symbol and margin mode are given once, for the batch. An entry may repeat them, but must not differ. */
function checkShared(body: JsonObject, entry: JsonObject, place: string): Refusal | undefined {
  if (entry['symbol'] !== undefined && entry['symbol'] !== body['symbol']) {
    return parameterBad(`${place}symbol`, "differs from the batch's");
  }
  if (entry['marginMode'] !== undefined && marginModeOf(entry) !== marginModeOf(body)) {
    return parameterBad(`${place}marginMode`, "differs from the batch's");
  }
  return undefined;
}

function placeOrder(request: OrderRequest, desk: Desk, unlucky: boolean): ReturnType<Book['accept']> {
  const contract: Contract | undefined = desk.book.contracts.get(request.symbol);
  if (contract === undefined) return err(unknownSymbol(request.symbol));
  const refusal = checkRules(request, contract);
  if (refusal !== undefined) return err(refusal);
  if (unlucky) return err(noMargin);
  return desk.book.accept(request, desk.wallMs);
}

const unknownSymbol = (symbol: string): Refusal => invalidArgument(`invalid symbol ${symbol}`);

/** The digits of a field that is a string or a number; undefined if it is absent. */
function digits(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return value instanceof JsonNumber ? value.source : (value as string | undefined);
}

const marginModeOf = (body: JsonObject): 1 | 3 => (digits(body, 'marginMode') === '3' ? 3 : 1);

/** What every order says, of whatever kind. */
const sharedFields = (body: JsonObject) => ({
  symbol: body['symbol'] as string,
  marginMode: marginModeOf(body),
  clientOid: body['client_oid'] as string,
  type: body['type'] as string,
  size: body['size'] as string,
});

function singleRequest(body: JsonObject): OrderRequest {
  const price = digits(body, 'price');
  const takeProfit = digits(body, 'presetTakeProfitPrice');
  const stopLoss = digits(body, 'presetStopLossPrice');
  return {
    kind: 'single',
    ...sharedFields(body),
    match: body['match_price'] as string,
    orderType: body['order_type'] as string,
    ...(price === undefined ? {} : { price }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
}

const triggerRequest = (body: JsonObject): OrderRequest => ({
  kind: 'trigger',
  ...sharedFields(body),
  match: body['match_type'] as string,
  price: body['execute_price'] as string,
  trigger: body['trigger_price'] as string,
});
