/** Asks for a page of a list, and reads it. A list proves only presence: an order that is not in it may still exist. */
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
import { BOOK } from './book.ts';
import { LISTS, PAGE_SIZE, FILLS, MOST_FILLS } from './requests.ts';
import { MARGIN_MODES, SIDES, TIMES_IN_FORCE } from '../../model/order.ts';
import { isObject, lettersOf, orderIdOf, textOf, type JsonObject } from '../answers/answers.ts';
import { listIn, timeMsOf, toldBy, signedTextOf } from '../answers/told.ts';
import { amountIn, averageIn, clientOidIn, presetIn, recordStatusOf, wordIn } from '../answers/records.ts';
import { Decimal } from '../../model/decimal.ts';
import type { FillsPage, FillsQuery } from '../../model/standing.ts';
import { fillsIn, sideOfWords } from '../answers/fill-rows.ts';

/** The lists of what is open are read page by page; the others, which only grow, are walked back in time. */
export const isPaged = (list: ListName): boolean => list === 'open' || list === 'open-triggers';

/** The path and query of a page; each list names its parameters differently (docs/exchange.md#lists). */
export function listTarget({ list, symbol, page, fromMs, toMs }: ListQuery): string {
  const size = String(PAGE_SIZE);
  const [from, to] = [String(Math.trunc(fromMs)), String(Math.trunc(toMs))];
  const named = defined({ symbol });
  const query: Readonly<Record<string, string>> = isPaged(list)
    ? { ...named, limit: size, page: String(page) }
    : list === 'history'
      ? { ...named, pageSize: size, createDate: from, endCreateDate: to }
      : { ...named, startTime: from, endTime: to, pageSize: size };
  return `${LISTS[list].path}?${new URLSearchParams(query).toString()}`;
}

/** Reads a page of this list from an answer. Anything but a list is a failure, never an empty page. */
export function readList(evidence: Evidence, list: ListName): ListAnswer {
  const told = toldBy(evidence, BOOK);
  if (told.kind !== 'told') return told;
  const records = listIn(told.payload);
  if (records === undefined) return { kind: 'failed', message: 'an answer without a list' };
  const orders = records.map((record) => listed(record, list)).filter((order) => order !== undefined);
  return { kind: 'page', orders, unreadable: records.length - orders.length };
}

function listed(record: Json, list: ListName): ListedOrder | undefined {
  if (!isObject(record)) return undefined;
  const orderId = orderIdOf(record['order_id']);
  if (orderId === undefined) return undefined;
  const type = textOf(record['type']);
  const status = textOf(record['status']);
  return {
    clientOid: clientOidIn(record, BOOK.names.clientOids),
    orderId,
    ...defined({
      // The history writes it with a capital (docs/exchange.md#records).
      symbol: textOf(record['symbol']) ?? textOf(record['Symbol']),
      side: type === undefined ? undefined : sideOf(type),
      size: textOf(record['size']),
      createdMs: timeMsOf(record['createTime']),
      status: status === undefined ? undefined : recordStatusOf(status, tellsTriggers(list)),
      filledSize: amountIn(record, 'filled_qty'),
      averagePrice: averageIn(record, 'price_avg'),
      price: amountIn(record, 'price'),
      triggerPrice: amountIn(record, 'triggerPrice'),
      timeInForce: wordIn(record, 'order_type', TIMES_IN_FORCE, ['0', '1', '2', '3']),
      marginMode: wordIn(record, 'marginMode', MARGIN_MODES, ['1', '3']),
      takeProfit: presetIn(record, 'presetTakeProfitPrice'),
      stopLoss: presetIn(record, 'presetStopLossPrice'),
      firedMs: timeMsOf(record['triggerTime']),
    }),
  };
}

/** A side from `1` to `4` or from words; live trigger lists write the words in capitals (docs/exchange.md#record-words). */
const sideOf = (type: string): string =>
  SIDES.find((side, at) => type === String(at + 1) || lettersOf(side) === lettersOf(type)) ?? type;

/** The path and query of a page of the account's trades (docs/exchange.md#fills). */
export function fillsTarget({ symbol, fromMs, toMs }: FillsQuery): string {
  const [startTime, endTime] = [String(Math.trunc(fromMs)), String(Math.trunc(toMs))];
  const query = new URLSearchParams({ symbol, startTime, endTime, limit: String(MOST_FILLS) });
  return `${FILLS.path}?${query.toString()}`;
}

export const readFills = (evidence: Evidence, clean: (words: string) => string): FillsPage | Unanswered =>
  fillsIn(evidence, clean, { book: BOOK, recordsIn: tradesIn, names: FILL_NAMES, feeIn, sideIn });

const FILL_NAMES = {
  id: 'tradeId',
  size: 'fillSize',
  value: 'fillValue',
  createdMs: 'createdTime',
  realised: 'realizePnl',
};

/** Its words are assumed (docs/exchange.md#fills): others tell no side. */
const sideIn = ({ orderSide, positionSide }: JsonObject): string | undefined =>
  sideOfWords(textOf(orderSide) ?? '', textOf(positionSide) ?? '');

/** It is documented as an object and was read live as a bare list, or as `data` of an envelope whose code nobody noted. */
const tradesIn = (payload: Json): readonly Json[] | undefined =>
  listIn(payload) ?? (isObject(payload) ? listIn(payload['data'] ?? null) : undefined);

/** With what a liquidation cost, where the record tells one. */
function feeIn({ fillFee, liquidateFee }: JsonObject): string | undefined {
  const [fee, more] = [signedTextOf(fillFee), signedTextOf(liquidateFee ?? '0')].map((text) =>
    Decimal.parseSigned(text ?? ''),
  );
  return fee === undefined || more === undefined ? undefined : fee.plus(more).canonical();
}
