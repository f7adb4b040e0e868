/** The calls that place, each from a body to orders in the book, or to a refusal (docs/exchange-v3.md#orders). */
import { err, ok, type Result } from '../../model/result.ts';
import type { Book, PaperOrder } from '../book.ts';
import { readDecimal } from '../v2/order/fields.ts';
import { isObject, readJson, type Json, type JsonObject } from '../v2/order/json.ts';
import { noMargin, type Refusal } from '../v2/order/refusals.ts';
import type { OrderRequest } from '../v2/order/rules.ts';
import { CAP, engineRefusal } from './engine.ts';
import { at400, byEngine, emptyParameter, inBook, TIMES, typeOf, wrongParameter, type WireRefusal } from './wire.ts';

export type PlacingKind = 'single' | 'batch' | 'trigger';

interface PlacingDesk {
  readonly book: Book;
  readonly wallMs: number;
  /** Whether the API may place orders of the symbol, as version 3 spells it. */
  readonly takes: (symbol: string) => boolean;
  /** What the account is set to, as the book has it: no order says it. */
  readonly marginMode: 1 | 3;
  /** Whether each order has a position of its own. */
  readonly isSeparated: boolean;
  /** One order is refused without a fault of its own: which, from 0 to below 1, and why. */
  readonly unlucky?: { readonly pick: number; readonly why: 'money' | 'cap' };
}

const UNLUCKY = { money: noMargin, cap: CAP } as const;

/** What an answer says of one order. */
export interface PlacedEntry {
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly success: boolean;
  readonly errorCode: string;
  readonly errorMessage: string;
}

/** Why each order of a call was refused, in the order of the call; undefined where it was accepted. */
export function refusalsIn(placed: ReturnType<typeof place>, orders: number): readonly (Refusal | undefined)[] {
  if (!placed.ok) {
    const { code, message } = placed.error;
    return Array.from({ length: orders }, () => ({ code: String(code), message }));
  }
  const entries: readonly PlacedEntry[] = 'orderId' in placed.value ? [placed.value] : placed.value;
  return entries.map(({ success, errorCode, errorMessage }) =>
    success ? undefined : { code: errorCode, message: errorMessage },
  );
}

const MOST_ENTRIES = 5;
const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

/** One entry of an order, and a list of a batch. */
export function place(
  kind: PlacingKind,
  bytes: Uint8Array,
  desk: PlacingDesk,
): Result<PlacedEntry | readonly PlacedEntry[], WireRefusal> {
  const read = readJson(bytes);
  if (!read.ok || !isObject(read.value)) return err(at400(-1135, 'The request body is not valid JSON.'));
  if (kind !== 'batch') {
    const placed = placeOne(kind, read.value, desk, desk.unlucky && UNLUCKY[desk.unlucky.why]);
    return placed.ok ? ok(entryOf(placed.value)) : placed;
  }
  const entries = read.value['batchOrders'];
  if (!Array.isArray(entries) || entries.length === 0) return err(emptyParameter('batchOrders'));
  if (entries.length > MOST_ENTRIES) return err(wrongParameter('batchOrders'));
  const chosen = desk.unlucky === undefined ? undefined : Math.floor(desk.unlucky.pick * entries.length);
  const unluckyAt = (at: number): Refusal | undefined =>
    at === chosen ? desk.unlucky && UNLUCKY[desk.unlucky.why] : undefined;
  return ok((entries as readonly Json[]).map((entry, at) => placedIn(entry, desk, unluckyAt(at))));
}

const entryOf = ({ orderId, clientOid }: PaperOrder): PlacedEntry => ({
  orderId,
  clientOrderId: clientOid,
  success: true,
  errorCode: '',
  errorMessage: '',
});

function placedIn(entry: Json, desk: PlacingDesk, unlucky: Refusal | undefined): PlacedEntry {
  const object = isObject(entry) ? entry : {};
  const placed = placeOne('single', object, desk, unlucky);
  if (placed.ok) return entryOf(placed.value);
  const { code, message } = placed.error;
  const given = object['newClientOrderId'];
  const clientOrderId = typeof given === 'string' ? given : '';
  return { orderId: '', clientOrderId, success: false, errorCode: String(code), errorMessage: message };
}

function placeOne(
  kind: 'single' | 'trigger',
  body: JsonObject,
  { book, wallMs, takes, marginMode, isSeparated }: PlacingDesk,
  unlucky: Refusal | undefined,
): Result<PaperOrder, WireRefusal> {
  const refusal = checkForm(kind, body);
  if (refusal !== undefined) return err(refusal);
  const symbol = body['symbol'] as string;
  const contract = book.contracts.get(inBook(symbol));
  if (contract === undefined || symbol !== symbol.toUpperCase()) return err(wrongParameter('symbol'));
  if (!takes(symbol) || contract.isShut === true) return err(at400(-1058, 'The symbol does not support API trading.'));
  const request = { ...(kind === 'trigger' ? triggerOf(body) : orderOf(body)), marginMode };
  const broken = engineRefusal(request, { book, contract, isSeparated, unlucky });
  if (broken !== undefined) return err(byEngine(broken));
  const accepted = book.accept(request, wallMs);
  return accepted.ok ? accepted : err(byEngine(accepted.error));
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';
const isDecimal = (value: Json | undefined): boolean => isText(value) && readDecimal(value) !== undefined;

/** What the fields of a call must be. */
interface Form {
  readonly ownId: string;
  readonly types: readonly string[];
  /** Types that need a price. */
  readonly limits: readonly string[];
  /** Needed of each, and of those at a limit. */
  readonly needed: readonly string[];
  readonly ofLimit: readonly string[];
  readonly numbers: readonly string[];
}

const EACH = ['symbol', 'side', 'positionSide', 'type', 'quantity'];
const FORMS: Readonly<Record<'single' | 'trigger', Form>> = {
  single: {
    ownId: 'newClientOrderId',
    types: ['LIMIT', 'MARKET'],
    limits: ['LIMIT'],
    needed: [...EACH, 'newClientOrderId'],
    ofLimit: ['price', 'timeInForce'],
    numbers: ['quantity', 'price', 'tpTriggerPrice', 'slTriggerPrice'],
  },
  trigger: {
    ownId: 'clientAlgoId',
    types: ['STOP', 'TAKE_PROFIT', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'],
    limits: ['STOP', 'TAKE_PROFIT'],
    needed: [...EACH, 'clientAlgoId', 'triggerPrice'],
    ofLimit: ['price'],
    numbers: ['quantity', 'price', 'triggerPrice', 'presetTakeProfitPrice', 'presetStopLossPrice'],
  },
};

const isWorkingType = (value: Json | undefined): boolean =>
  value === undefined || value === 'CONTRACT_PRICE' || value === 'MARK_PRICE';

/** The first field that is missing or wrong, in the order in which the exchange looks at them. */
function checkForm(kind: 'single' | 'trigger', body: JsonObject): WireRefusal | undefined {
  const { ownId, types, limits, needed, ofLimit, numbers } = FORMS[kind];
  const isLimit = limits.includes(body['type'] as string);
  const missing = [...needed, ...(isLimit ? ofLimit : [])].find((name) => !isText(body[name]));
  if (missing !== undefined) return emptyParameter(missing);
  if (typeOf(body['side'], body['positionSide']) === undefined) return at400(-1117, 'Invalid side.');
  if (!types.includes(body['type'] as string)) return at400(-1116, 'Invalid orderType.');
  const { timeInForce } = body;
  if (timeInForce !== undefined && TIMES[timeInForce as string] === undefined)
    return at400(-1115, 'Invalid timeInForce.');
  if (!CLIENT_ID.test(body[ownId] as string)) return at400(-1180, 'Client order ID length or characters are invalid.');
  const wrong =
    numbers.find((name) => body[name] !== undefined && !isDecimal(body[name])) ??
    ['TpWorkingType', 'SlWorkingType'].find((name) => !isWorkingType(body[name]));
  return wrong === undefined ? undefined : wrongParameter(wrong);
}

/** What every order says. */
const shared = (body: JsonObject) => ({
  symbol: inBook(body['symbol'] as string),
  type: typeOf(body['side'], body['positionSide']) as string,
  size: body['quantity'] as string,
});

const given = (body: JsonObject, ours: 'price' | 'takeProfit' | 'stopLoss', theirs: string): object =>
  isText(body[theirs]) ? { [ours]: body[theirs] } : {};

type Said = Omit<OrderRequest, 'marginMode'>;

const orderOf = (body: JsonObject): Said => ({
  kind: 'single',
  ...shared(body),
  clientOid: body['newClientOrderId'] as string,
  match: body['type'] === 'MARKET' ? '1' : '0',
  orderType: TIMES[(body['timeInForce'] ?? 'GTC') as string] ?? '0',
  ...given(body, 'price', 'price'),
  ...given(body, 'takeProfit', 'tpTriggerPrice'),
  ...given(body, 'stopLoss', 'slTriggerPrice'),
});

function triggerOf(body: JsonObject): Said {
  const isMarket = (body['type'] as string).endsWith('_MARKET');
  return {
    kind: 'trigger',
    ...shared(body),
    clientOid: body['clientAlgoId'] as string,
    match: isMarket ? '1' : '0',
    price: isMarket ? '0' : (body['price'] as string),
    trigger: body['triggerPrice'] as string,
    triggerType: body['type'] as string,
    ...given(body, 'takeProfit', 'presetTakeProfitPrice'),
    ...given(body, 'stopLoss', 'presetStopLossPrice'),
  };
}
