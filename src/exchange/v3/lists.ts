/** Asks for a page of a list, and reads it (docs/exchange-v3.md#lists). A list proves only presence. */
import { defined } from '../../model/defined.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import {
  tellsTriggers,
  type ListAnswer,
  type ListedOrder,
  type ListName,
  type ListQuery,
  type Unanswered,
} from '../../model/listing.ts';
import { TIMES_IN_FORCE } from '../../model/order.ts';
import { givenAs, isGiven, isObject, onlyOf, orderIdOf, textOf, type JsonObject } from '../answers/answers.ts';
import { amountIn, averageIn, clientOidIn, presetIn, recordStatusOf, wordIn } from '../answers/records.ts';
import { listIn, timeMsOf, toldBy, signedTextOf } from '../answers/told.ts';
import { BOOK } from './book.ts';
import { LISTS, PAGE_SIZE, FILLS } from './requests.ts';
import { onWire } from './symbols.ts';
import type { FillsPage, FillsQuery } from '../../model/standing.ts';
import { fillsIn, sideOfWords } from '../answers/fill-rows.ts';

/** The history of triggers names no pages; the other lists do. No list promises an order of its records. */
export const readsOf = (list: ListName): 'pages' | 'any-order' => (list === 'trigger-history' ? 'any-order' : 'pages');

/** One list counts its pages from 1. */
const FIRST_PAGE: Readonly<Partial<Record<ListName, number>>> = { 'open-triggers': 1 };

/** The path and query of a page. No time is asked of what is open, where no order that rests may be filtered out. */
export function listTarget({ list, symbol, page, fromMs, toMs }: ListQuery): string {
  const isOpen = list === 'open' || list === 'open-triggers';
  const query = {
    ...(symbol !== undefined && { symbol: onWire(symbol) }),
    limit: String(PAGE_SIZE),
    ...(readsOf(list) === 'pages' && { page: String(page + (FIRST_PAGE[list] ?? 0)) }),
    ...(!isOpen && { startTime: String(Math.trunc(fromMs)), endTime: String(Math.trunc(toMs)) }),
  };
  return `${LISTS[list].path}?${new URLSearchParams(query).toString()}`;
}

/** Reads a page of this list from an answer. Anything but a list is a failure, never an empty page. */
export function readList(evidence: Evidence, list: ListName): ListAnswer {
  const told = toldBy(evidence, BOOK);
  if (told.kind !== 'told') return told;
  const { orders: wrapped, hasMore } = isObject(told.payload) ? told.payload : {};
  const records = listIn(wrapped ?? told.payload);
  if (records === undefined) return { kind: 'failed', message: 'an answer without a list' };
  const orders = records.map((record) => listed(record, tellsTriggers(list))).filter((order) => order !== undefined);
  return { kind: 'page', orders, unreadable: records.length - orders.length, ...(hasMore === true && { hasMore }) };
}

function listed(record: Json, isTrigger: boolean): ListedOrder | undefined {
  if (!isObject(record)) return undefined;
  const orderId = orderIdOf(record[isTrigger ? 'algoId' : 'orderId']);
  if (orderId === undefined) return undefined;
  const status = textOf(record[isTrigger ? 'algoStatus' : 'status']);
  return {
    clientOid: clientOidIn(record, [isTrigger ? 'clientAlgoId' : 'clientOrderId']),
    orderId,
    ...defined({
      symbol: textOf(record['symbol']),
      side: sideOf(record),
      size: amountIn(record, isTrigger ? 'quantity' : 'origQty'),
      createdMs: timeMsOf(record[isTrigger ? 'createTime' : 'time']),
      status: status === undefined ? undefined : recordStatusOf(status, isTrigger),
      filledSize: filledIn(record, status),
      averagePrice: averageIn(record, 'avgPrice'),
      price: amountIn(record, 'price'),
      triggerPrice: isTrigger ? amountIn(record, 'triggerPrice') : undefined,
      timeInForce: wordIn(record, 'timeInForce', TIMES_IN_FORCE, ['gtc', 'postonly', 'fok', 'ioc']),
      takeProfit: presetIn(record, 'tpTriggerPrice'),
      stopLoss: presetIn(record, 'slTriggerPrice'),
      ...(isTrigger && recordStatusOf(status ?? '', true) === 'triggered' && firedIn(record)),
    }),
  };
}

/** When a trigger fired, and what it became: 0 where that is nothing. One that waits names another order there. */
function firedIn(record: JsonObject): Pick<ListedOrder, 'firedMs' | 'becameId'> {
  const became = record['actualOrderId'];
  return defined({
    firedMs: timeMsOf(record['triggerTime']),
    becameId: isGiven(became) ? orderIdOf(became) : undefined,
  });
}

/** A record that is over may lack how much was filled: 0 next to a word or a sum of a fill says nothing, and its trades decide. */
function filledIn(record: JsonObject, status: string | undefined): string | undefined {
  const told = amountIn(record, 'executedQty');
  const sums = [averageIn(record, 'avgPrice'), averageIn(record, 'cumQuote')];
  const isFilled = status?.toLowerCase() === 'filled';
  return (isFilled || sums.some((sum) => sum !== undefined)) && /^0*\.?0*$/.test(told ?? '') ? undefined : told;
}

/** A side of ours, where both of its words are known. Other words stay as they are, or no credential would be found in them. */
function sideOf(record: JsonObject): string | undefined {
  const [side, position] = ['side', 'positionSide'].map((name) => onlyOf(givenAs(record, name).map(textOf)));
  if (side === undefined || position === undefined) return undefined;
  return sideOfWords(side, position) ?? `${side} ${position}`;
}

/** The path and query of a page of the account's trades (docs/exchange-v3.md#trades). */
export function fillsTarget({ symbol, fromMs, toMs }: FillsQuery): string {
  const [startTime, endTime] = [String(Math.trunc(fromMs)), String(Math.trunc(toMs))];
  const query = new URLSearchParams({ symbol: onWire(symbol), startTime, endTime, limit: String(PAGE_SIZE) });
  return `${FILLS.path}?${query.toString()}`;
}

export const readFills = (evidence: Evidence, clean: (words: string) => string): FillsPage | Unanswered =>
  fillsIn(evidence, clean, {
    book: BOOK,
    recordsIn: (payload) => listIn(payload),
    names: FILL_NAMES,
    feeIn,
    sideIn: sideOf,
  });

const FILL_NAMES = { id: 'id', size: 'qty', value: 'quoteQty', createdMs: 'time', realised: 'realizedPnl' };

/** The quote coin of every contract. */
const QUOTE_COIN = 'USDT';

/** A fee in another coin cannot be added to any. */
const feeIn = ({ commission, commissionAsset }: JsonObject): string | undefined =>
  (textOf(commissionAsset) ?? QUOTE_COIN) === QUOTE_COIN ? signedTextOf(commission) : undefined;
