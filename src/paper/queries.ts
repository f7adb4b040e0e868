/** The calls that only read (docs/exchange.md#lists and what follows there). Lists begin with the newest order. */
import type { Weight } from '../model/call.ts';
import { err, ok, type Result } from '../model/result.ts';
import {
  invalidArgument,
  parameterBad,
  parameterEmpty,
  parameterMissing,
  parameterUnknown,
  type Refusal,
} from './refusals.ts';
import type { Book, PaperOrder } from './book.ts';
import { contracts, type Contract } from './instruments.ts';
import { orderRecord, triggerRecord } from './records.ts';

type Params = ReadonlyMap<string, string>;

interface Asked {
  readonly params: Params;
  readonly book: Book;
  readonly wallMs: number;
}

export interface Query {
  readonly weight: Weight;
  /** Whether it needs a signature. */
  readonly private: boolean;
  /** What each parameter must look like; any other parameter is unknown. */
  readonly params: Readonly<Record<string, RegExp>>;
  readonly required: readonly string[];
  readonly answer: (asked: Asked) => Result<unknown, Refusal>;
}

const SYMBOL = /^[A-Za-z0-9_]{1,64}$/;
const ORDER_ID = /^[0-9]{1,19}$/;
const MILLISECONDS = /^[0-9]{1,15}$/;
const UP_TO_100 = /^(?:[1-9][0-9]?|100)$/;
const PAGE = /^(?:0|[1-9][0-9]{0,8})$/;
const ANYTHING = /^/;

const DAY_MS = 86_400_000;
const HISTORY_MS = 90 * DAY_MS;
const LONGEST_LIST = 100;

const ip = (weight: number): Weight => ({ ip: weight, uid: 0 });

/** Every query by its path. */
export const QUERIES: ReadonlyMap<string, Query> = new Map<string, Query>([
  ['/capi/v2/market/time', { weight: ip(1), private: false, params: {}, required: [], answer: time }],
  [
    '/capi/v2/market/ticker',
    { weight: ip(1), private: false, params: { symbol: SYMBOL }, required: ['symbol'], answer: ticker },
  ],
  [
    '/capi/v2/market/contracts',
    { weight: ip(10), private: false, params: { symbol: SYMBOL }, required: [], answer: listContracts },
  ],
  [
    '/capi/v2/order/detail',
    { weight: { ip: 2, uid: 2 }, private: true, params: { orderId: ORDER_ID }, required: ['orderId'], answer: detail },
  ],
  [
    '/capi/v2/order/current',
    {
      weight: { ip: 2, uid: 2 },
      private: true,
      params: {
        symbol: SYMBOL,
        orderId: ORDER_ID,
        startTime: MILLISECONDS,
        endTime: MILLISECONDS,
        limit: UP_TO_100,
        page: PAGE,
      },
      required: [],
      answer: ({ params, book }) => ok(currentPage(book, params, 'open').map(orderRecord)),
    },
  ],
  [
    '/capi/v2/order/currentPlan',
    {
      weight: { ip: 3, uid: 3 },
      private: true,
      params: {
        symbol: SYMBOL,
        orderId: ANYTHING,
        startTime: MILLISECONDS,
        endTime: MILLISECONDS,
        limit: UP_TO_100,
        page: PAGE,
      },
      required: [],
      answer: ({ params, book }) => ok(currentPage(book, params, 'untriggered').map(triggerRecord)),
    },
  ],
  [
    '/capi/v2/order/history',
    {
      weight: { ip: 10, uid: 10 },
      private: true,
      params: { symbol: SYMBOL, pageSize: UP_TO_100, createDate: MILLISECONDS, endCreateDate: MILLISECONDS },
      required: [],
      answer: history,
    },
  ],
  [
    '/capi/v2/order/historyPlan',
    {
      weight: { ip: 5, uid: 10 },
      private: true,
      params: {
        symbol: SYMBOL,
        startTime: MILLISECONDS,
        endTime: MILLISECONDS,
        delegateType: /^[1-4]$/,
        pageSize: UP_TO_100,
      },
      required: ['symbol'],
      answer: triggerHistory,
    },
  ],
]);

/** The parameters of a query string; each must be known, given once, and of its form. */
export function readParams(query: Query, queryString: string): Result<Params, Refusal> {
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(queryString)) {
    const shape = Object.hasOwn(query.params, name) ? query.params[name] : undefined;
    if (shape === undefined) return err(parameterUnknown(name));
    if (params.has(name)) return err(parameterBad(name, 'is given twice'));
    if (value === '') return err(parameterEmpty(name));
    if (!shape.test(value)) return err(parameterBad(name, 'is not valid'));
    params.set(name, value);
  }
  const absent = query.required.find((name) => !params.has(name));
  return absent === undefined ? ok(params) : err(parameterMissing(absent));
}

function time({ wallMs }: Asked): Result<unknown, Refusal> {
  const timestamp = Math.floor(wallMs);
  return ok({ epoch: (timestamp / 1000).toFixed(3), iso: new Date(timestamp).toISOString(), timestamp });
}

function ticker({ params, book, wallMs }: Asked): Result<unknown, Refusal> {
  const contract = book.contracts.get(params.get('symbol') ?? '');
  if (contract === undefined) return err(parameterBad('symbol', 'is not a trading pair'));
  const last = contract.last.toString();
  return ok({
    symbol: contract.record.symbol,
    last,
    best_ask: contract.ask.toString(),
    best_bid: contract.bid.toString(),
    high_24h: last,
    low_24h: last,
    volume_24h: '0',
    timestamp: String(Math.floor(wallMs)),
    priceChangePercent: '0',
    base_volume: '0',
    markPrice: last,
    indexPrice: last,
  });
}

function listContracts({ params }: Asked): Result<unknown, Refusal> {
  const symbol = params.get('symbol');
  if (symbol === undefined) return ok([...contracts.values()].map(({ record }) => record));
  const contract: Contract | undefined = contracts.get(symbol);
  return contract === undefined ? err(parameterBad('symbol', 'is not a trading pair')) : ok([contract.record]);
}

/** Ordinary orders only: the id of a trigger order is not found. */
function detail({ params, book }: Asked): Result<unknown, Refusal> {
  const order = book.orders.find((one) => one.orderId === params.get('orderId') && one.kind !== 'trigger');
  return order === undefined ? err(invalidArgument('the order does not exist')) : ok(orderRecord(order));
}

/** Orders in their final state, of the last 90 days at most; `createDate` and `endCreateDate` are ms, both included. */
function history({ params, book, wallMs }: Asked): Result<unknown, Refusal> {
  const from = Math.max(Number(params.get('createDate') ?? 0), wallMs - HISTORY_MS);
  const to = Number(params.get('endCreateDate') ?? Number.POSITIVE_INFINITY);
  const matches = (order: PaperOrder): boolean =>
    order.kind !== 'trigger' &&
    (order.status === 'filled' || order.status === 'canceled') &&
    isWithin(order, params, from, to);
  return ok(newest(book, matches, 0, Number(params.get('pageSize') ?? LONGEST_LIST)).map(orderRecord));
}

/** Trigger orders that fired or were cancelled; `delegateType` is taken for the type of the order. */
function triggerHistory({ params, book }: Asked): Result<unknown, Refusal> {
  const from = Number(params.get('startTime') ?? 0);
  const to = Number(params.get('endTime') ?? Number.POSITIVE_INFINITY);
  const size = Number(params.get('pageSize') ?? LONGEST_LIST);
  const matches = (order: PaperOrder): boolean =>
    order.kind === 'trigger' &&
    order.status !== 'untriggered' &&
    (params.get('delegateType') ?? order.type) === order.type &&
    isWithin(order, params, from, to);
  const page = newest(book, matches, 0, size + 1);
  return ok({ list: page.slice(0, size).map(triggerRecord), nextPage: page.length > size });
}

function currentPage(book: Book, params: Params, status: PaperOrder['status']): readonly PaperOrder[] {
  const from = Number(params.get('startTime') ?? 0);
  const to = Number(params.get('endTime') ?? Number.POSITIVE_INFINITY);
  const limit = Number(params.get('limit') ?? LONGEST_LIST);
  // `currentPlan` silently ignores an id that is not a number (docs/exchange.md#order-id-filter); `current` has refused it
  // by now.
  const orderId = ORDER_ID.test(params.get('orderId') ?? '') ? params.get('orderId') : undefined;
  const matches = (order: PaperOrder): boolean =>
    order.status === status &&
    (orderId === undefined || order.orderId === orderId) &&
    isWithin(order, params, from, to);
  return newest(book, matches, Number(params.get('page') ?? 0) * limit, limit);
}

const isWithin = (order: PaperOrder, params: Params, from: number, to: number): boolean =>
  (params.get('symbol') ?? order.symbol) === order.symbol && order.acceptedAtMs >= from && order.acceptedAtMs <= to;

/** The matching orders, the newest first, without the first `skip`, and at most `most` of them. */
function newest(
  book: Book,
  matches: (order: PaperOrder) => boolean,
  skip: number,
  most: number,
): readonly PaperOrder[] {
  return book.orders
    .filter(matches)
    .toReversed()
    .slice(skip, skip + most);
}
