/** The three operations: a body to orders in the book, or to why not (interface sections 2 to 4). */
import type { Book } from './book.ts';
import { err, ok, type Result } from '../model/result.ts';
import {
  failedPrecondition,
  invalidArgument,
  parameterBad,
  parameterEmpty,
  unreadable,
  type Refusal,
} from './answers.ts';
import { BATCH, checkFields, checkLimitPrice, ENTRY, ENTRY_WITHOUT_PRESETS, SINGLE, TRIGGER } from './fields.ts';
import { contracts, type Contract } from './instruments.ts';
import { isObject, JsonNumber, readJson, type Json, type JsonObject } from './json.ts';
import { checkRules, type OrderKind, type OrderRequest } from './rules.ts';

/** One entry of `order_info`; `order_id` is left out only by a fault. */
export interface OrderInfo {
  readonly order_id?: string;
  readonly client_oid: string;
  readonly result: boolean;
  readonly error_code: string;
  readonly error_message: string;
}

/** What an operation that was not refused as a whole answers. */
export type Placed =
  | { readonly client_oid: string; readonly order_id?: string }
  | { readonly order_info: readonly OrderInfo[]; readonly result: boolean };

export interface Desk {
  readonly book: Book;
  readonly wallMs: number;
  readonly refuseBatchPresets: boolean;
  /** From 0 to below 1 where one order of the call is to be refused for no fault of its own: it chooses which. */
  readonly rejectOne?: number;
}

const MOST_ENTRIES = 20;

/** Reads, checks and places the order or orders of a body. */
export function operate(kind: OrderKind, body: Uint8Array, desk: Desk): Result<Placed, Refusal> {
  const read = readJson(body);
  if (!read.ok) return err(unreadable(read.error));
  if (!isObject(read.value)) return err(unreadable('the body is not a JSON object'));
  return kind === 'batch' ? placeBatch(read.value, desk) : placeOne(kind, read.value, desk);
}

function placeOne(kind: 'single' | 'trigger', body: JsonObject, desk: Desk): Result<Placed, Refusal> {
  const refusal = kind === 'single' ? (checkFields(SINGLE, body) ?? checkLimitPrice(body)) : checkFields(TRIGGER, body);
  if (refusal !== undefined) return err(refusal);
  const request = kind === 'single' ? singleRequest(body) : triggerRequest(body);
  const placed = placeOrder(request, desk, desk.rejectOne !== undefined);
  return placed.ok ? ok({ client_oid: placed.value.clientOid, order_id: placed.value.orderId }) : placed;
}

function placeBatch(body: JsonObject, desk: Desk): Result<Placed, Refusal> {
  const refusal = checkBatch(body, desk);
  if (refusal !== undefined) return err(refusal);
  const shared = { symbol: body['symbol'] as string, marginMode: marginModeOf(body) };
  if (!contracts.has(shared.symbol)) return err(unknownSymbol(shared.symbol));
  const entries = body['orderDataList'] as readonly JsonObject[];
  const unlucky = desk.rejectOne === undefined ? undefined : Math.floor(desk.rejectOne * entries.length);
  const orderInfo = entries.map((entry, index): OrderInfo => {
    const request: OrderRequest = { ...singleRequest(entry), ...shared, kind: 'batch' };
    const placed = placeOrder(request, desk, index === unlucky);
    return {
      order_id: placed.ok ? placed.value.orderId : '',
      client_oid: request.clientOid,
      result: placed.ok,
      error_code: placed.ok ? '' : placed.error.code,
      error_message: placed.ok ? '' : placed.error.message,
    };
  });
  return ok({ order_info: orderInfo, result: orderInfo.every((entry) => entry.result) });
}

/** One entry that cannot be read refuses the batch: nothing of it was placed yet. */
function checkBatch(body: JsonObject, desk: Desk): Refusal | undefined {
  const refusal = checkFields(BATCH, body);
  if (refusal !== undefined) return refusal;
  const entries = body['orderDataList'] as readonly Json[];
  if (entries.length === 0) return parameterEmpty('orderDataList');
  if (entries.length > MOST_ENTRIES) return parameterBad('orderDataList', `must have at most ${MOST_ENTRIES} orders`);
  for (const [index, entry] of entries.entries()) {
    const place = `orderDataList[${index}]`;
    if (!isObject(entry)) return parameterBad(place, 'must be an object');
    const fault =
      checkFields(desk.refuseBatchPresets ? ENTRY_WITHOUT_PRESETS : ENTRY, entry, `${place}.`) ??
      checkLimitPrice(entry, `${place}.`) ??
      checkShared(body, entry, `${place}.`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Symbol and margin mode are given once, for the batch: an entry may repeat them and not differ. */
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
  const contract: Contract | undefined = contracts.get(request.symbol);
  if (contract === undefined) return err(unknownSymbol(request.symbol));
  const refusal = checkRules(request, contract);
  if (refusal !== undefined) return err(refusal);
  if (unlucky) return err(failedPrecondition('the margin available is not enough for the order'));
  return desk.book.accept(request, desk.wallMs);
}

const unknownSymbol = (symbol: string): Refusal => invalidArgument(`invalid symbol ${symbol}`);

/** The digits of a field that is a string or a number; undefined where it is absent. */
function digits(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return value instanceof JsonNumber ? value.source : (value as string | undefined);
}

const marginModeOf = (body: JsonObject): 1 | 3 => (digits(body, 'marginMode') === '3' ? 3 : 1);

function singleRequest(body: JsonObject): OrderRequest {
  const price = digits(body, 'price');
  const takeProfit = digits(body, 'presetTakeProfitPrice');
  const stopLoss = digits(body, 'presetStopLossPrice');
  return {
    kind: 'single',
    symbol: body['symbol'] as string,
    marginMode: marginModeOf(body),
    clientOid: body['client_oid'] as string,
    type: body['type'] as string,
    size: body['size'] as string,
    match: body['match_price'] as string,
    orderType: body['order_type'] as string,
    ...(price === undefined ? {} : { price }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
}

const triggerRequest = (body: JsonObject): OrderRequest => ({
  kind: 'trigger',
  symbol: body['symbol'] as string,
  marginMode: marginModeOf(body),
  clientOid: body['client_oid'] as string,
  type: body['type'] as string,
  size: body['size'] as string,
  match: body['match_type'] as string,
  price: body['execute_price'] as string,
  trigger: body['trigger_price'] as string,
});
