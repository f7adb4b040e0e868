/** Asks for a page of a list, and reads it. A list proves only presence: an order that is not in it may still exist. */
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Evidence, Json } from '../../model/evidence.ts';
import {
  tellsTriggers,
  type ListAnswer,
  type ListedOrder,
  type ListName,
  type ListQuery,
} from '../../model/listing.ts';
import { BOOK } from './book.ts';
import { LISTS, PAGE_SIZE } from './requests.ts';
import { MARGIN_MODES, SIDES, TIMES_IN_FORCE } from '../../model/order.ts';
import { givenAs, isObject, lettersOf, orderIdOf, textOf, type JsonObject } from '../answers/answers.ts';
import { payloadOf } from '../answers/envelope.ts';
import { decimalTextOf, listIn, timeMsOf, toldBy, withCleanWords } from '../answers/told.ts';
import type { RecordStatus } from '../../model/standing.ts';

/** What ordinary and trigger records both say; digits are those of triggers (docs/exchange.md#order-states). */
const OF_ALL: Readonly<Record<string, RecordStatus>> = {
  open: 'open',
  new: 'open',
  pending: 'open',
  untriggered: 'open',
  '0': 'open',
  canceling: 'cancelling',
  cancelling: 'cancelling',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  '-1': 'cancelled',
};

const OF_ORDINARY: Readonly<Record<string, RecordStatus>> = { ...OF_ALL, filled: 'filled' };

/** A trigger that fired has become an order of its own, whatever of that is filled (docs/exchange.md#fired-trigger). */
const OF_TRIGGERS: Readonly<Record<string, RecordStatus>> = {
  ...OF_ALL,
  filled: 'triggered',
  triggered: 'triggered',
  '1': 'triggered',
  '2': 'triggered',
};

/** The state that a record's word or digits stand for, in capitals or not; undefined for a word that is not known. */
function recordStatusOf(word: string, isTrigger: boolean): RecordStatus | undefined {
  const words = isTrigger ? OF_TRIGGERS : OF_ORDINARY;
  const known = word.toLowerCase();
  return Object.hasOwn(words, known) ? words[known] : undefined;
}

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
    clientOid: clientOidIn(record),
    orderId,
    ...defined({
      // The history writes it with a capital (docs/exchange.md#records).
      symbol: textOf(record['symbol']) ?? textOf(record['Symbol']),
      side: type === undefined ? undefined : sideOf(type),
      size: textOf(record['size']),
      createdMs: timeMsOf(record['createTime']),
      status: status === undefined ? undefined : recordStatusOf(status, tellsTriggers(list)),
      filledSize: amountIn(record, 'filled_qty'),
      averagePrice: averageIn(record),
      price: amountIn(record, 'price'),
      triggerPrice: amountIn(record, 'triggerPrice'),
      timeInForce: wordIn(record, 'order_type', TIMES_IN_FORCE, ['0', '1', '2', '3']),
      marginMode: wordIn(record, 'marginMode', MARGIN_MODES, ['1', '3']),
      takeProfit: presetIn(record, 'presetTakeProfitPrice'),
      stopLoss: presetIn(record, 'presetStopLossPrice'),
    }),
  };
}

/** The client order id in any of its spellings; empty where there is none, or two that differ. */
function clientOidIn(record: JsonObject): string {
  const [text = '', ...others] = new Set(givenAs(record, 'client_oid').map((field) => textOf(field) ?? ''));
  return others.length === 0 ? text : '';
}

/** One of our words, by itself or by the exchange's digit for it; undefined for another, and where the record says none. */
function wordIn<Word extends string>(
  record: JsonObject,
  name: string,
  words: readonly Word[],
  digits: readonly string[],
): Word | undefined {
  const told = givenWords(record, name);
  return words.find((word, at) => told.length === 1 && (told[0] === digits[at] || told[0] === lettersOf(word)));
}

/** What stands under a name in its spellings, also a 0. */
const givenWords = (record: JsonObject, name: string): readonly string[] =>
  [...new Set(fieldsAs(record, name).map((field) => lettersOf(textOf(field) ?? '')))].filter((word) => word !== '');

/** 0 where the record has the field and says none in it. */
function presetIn(record: JsonObject, name: string): string | undefined {
  const fields = fieldsAs(record, name);
  if (fields.length === 0) return undefined;
  return fields.every((field) => field === null || textOf(field) === '') ? '0' : amountIn(record, name);
}

const fieldsAs = (record: JsonObject, name: string): readonly Json[] =>
  Object.entries(record).flatMap(([key, field]) => (lettersOf(key) === lettersOf(name) ? [field] : []));

/** The plain decimal under a name in its spellings, which may not differ; a record that lacks its filled size has not filled nothing. */
function amountIn(record: JsonObject, name: string): string | undefined {
  const told = fieldsAs(record, name).map(decimalTextOf);
  const [text, ...others] = new Set(told.filter((one) => one !== undefined));
  return others.length === 0 ? text : undefined;
}

/** An average of 0 says that nothing was filled. */
function averageIn(record: JsonObject): string | undefined {
  const text = amountIn(record, 'price_avg');
  return text === undefined || Decimal.of(text).isZero ? undefined : text;
}

/** A side from `1` to `4` or from words; live trigger lists write the words in capitals (docs/exchange.md#record-words). */
const sideOf = (type: string): string =>
  SIDES.find((side, at) => type === String(at + 1) || lettersOf(side) === lettersOf(type)) ?? type;

/** The answer with `change` applied to every text of the exchange but the order ids. */
export function withListWords(answer: ListAnswer, change: (words: string) => string): ListAnswer {
  if (answer.kind !== 'page') return withCleanWords(answer, change);
  const changed = (text: string | undefined): string | undefined => (text === undefined ? undefined : change(text));
  const orders = answer.orders.map(
    ({
      symbol,
      side,
      size,
      filledSize,
      averagePrice,
      price,
      triggerPrice,
      takeProfit,
      stopLoss,
      ...order
    }): ListedOrder => ({
      ...order,
      ...defined({
        symbol: changed(symbol),
        side: changed(side),
        size: changed(size),
        filledSize: changed(filledSize),
        averagePrice: changed(averagePrice),
        price: changed(price),
        triggerPrice: changed(triggerPrice),
        takeProfit: changed(takeProfit),
        stopLoss: changed(stopLoss),
      }),
    }),
  );
  return { ...answer, orders };
}

/** The server's time from an answer of market/time, in ms since 1970; undefined if it has none. */
export function readTime(evidence: Evidence): number | undefined {
  if (evidence.kind !== 'answer' || evidence.status !== 200 || evidence.body.kind !== 'json') return undefined;
  const payload = payloadOf(evidence.body.value, BOOK);
  return isObject(payload) ? timeMsOf(payload['timestamp']) : undefined;
}
