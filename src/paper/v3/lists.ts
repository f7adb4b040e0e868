/** The lists of orders, one order, and trades (docs/exchange-v3.md#lists). */
import { err, ok, type Result } from '../../model/result.ts';
import { isTrigger, rests, type PaperOrder } from '../book.ts';
import { pageTold } from '../list-faults.ts';
import type { WireAsked, WireQuery } from './query.ts';
import { orderRecord, tradeRecord, triggerRecord } from './records.ts';
import { at400, inBook, NO_ID, NO_SUCH_ORDER, onWire, wrongParameter, type WireRefusal } from './wire.ts';

const DAY_MS = 86_400_000;

interface Listing {
  readonly matches: (order: PaperOrder) => boolean;
  readonly record: typeof orderRecord;
  /** Pages are counted from this number; undefined where the list has none. */
  readonly firstPage?: number;
  readonly mostOfPage: number;
  readonly usualLimit: number;
  readonly isHistory?: true;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The time that is asked for; a refusal where it is longer than `longestMs`. */
function spanOf(params: URLSearchParams, usualFrom: number, longestMs: number): Result<Span, WireRefusal> {
  const [startTime, endTime] = [params.get('startTime'), params.get('endTime')];
  const span = { from: Number(startTime ?? usualFrom), to: Number(endTime ?? Number.POSITIVE_INFINITY) };
  if (Number.isNaN(span.from)) return err(wrongParameter('startTime'));
  if (Number.isNaN(span.to)) return err(wrongParameter('endTime'));
  const isTooLong = startTime !== null && endTime !== null && span.to - span.from > longestMs;
  return isTooLong ? err(at400(-1171, 'The time range is too long.')) : ok(span);
}

type Asking = Result<(order: PaperOrder) => boolean, WireRefusal>;

/** Whether an order stands in the list that is asked for, whatever the page. */
function isAsked({ params, book, wallMs }: WireAsked, { matches, isHistory, firstPage }: Listing): Asking {
  const symbol = params.get('symbol');
  if (symbol !== null && !book.contracts.has(inBook(symbol))) return err(wrongParameter('symbol'));
  const reachMs = isHistory === true ? 90 * DAY_MS : Number.POSITIVE_INFINITY;
  const span = spanOf(params, 0, reachMs);
  if (!span.ok) return span;
  const { from, to } = { ...span.value, from: Math.max(span.value.from, wallMs - reachMs) };
  const above = firstPage === 0 && isHistory !== true ? params.get('orderId') : null;
  return ok(
    (order) =>
      matches(order) &&
      (symbol === null || onWire(order.symbol) === symbol) &&
      (above === null || BigInt(order.orderId) > BigInt(above)) &&
      order.acceptedAtMs >= from &&
      order.acceptedAtMs <= to,
  );
}

/** A page, the newest first where the order is told. */
function listed(asked: WireAsked, listing: Listing): Result<readonly object[], WireRefusal> {
  const { params, book, fault } = asked;
  const { firstPage, mostOfPage, usualLimit, isHistory, record } = listing;
  const limit = Number(params.get('limit') ?? usualLimit);
  if (!(limit >= 1 && limit <= mostOfPage)) return err(wrongParameter('limit'));
  const matches = isAsked(asked, listing);
  if (!matches.ok) return matches;
  const page = firstPage === undefined ? 0 : pageTold(Number(params.get('page') ?? firstPage) - firstPage, fault);
  if (!(page >= 0)) return err(wrongParameter('page'));
  const all = book.orders.filter(matches.value).toReversed();
  const inOrder = fault === 'shuffled' ? all.toSorted((one, other) => mixedOf(one) - mixedOf(other)) : all;
  const told = inOrder.slice(page * limit, page * limit + limit);
  const [first] = told;
  const isShifted = fault === 'shifted' && isHistory !== true && page === 0 && told.length === limit;
  if (isShifted && first !== undefined) book.end(first);
  return ok(told.map((order) => record(order, { book, fault })));
}

/** Puts ids that follow each other far apart, the same in every answer. */
const mixedOf = ({ orderId }: PaperOrder): number => Number((BigInt(orderId) * 387n) % 1009n);

const open = (isOfTriggers: boolean) => (order: PaperOrder) => isTrigger(order) === isOfTriggers && rests(order);
const overTriggers = (order: PaperOrder): boolean => isTrigger(order) && !rests(order);
/** Presets that ended are told with the orders, too. */
const overOrders = (order: PaperOrder): boolean =>
  isTrigger(order) ? order.presetOf !== undefined && order.status === 'canceled' : !rests(order);

const LISTS: Readonly<Record<string, Listing & { readonly ip: number }>> = {
  '/capi/v3/openOrders': {
    ip: 2,
    matches: open(false),
    record: orderRecord,
    firstPage: 0,
    mostOfPage: 100,
    usualLimit: 100,
  },
  '/capi/v3/order/history': {
    ip: 10,
    matches: overOrders,
    record: orderRecord,
    firstPage: 0,
    mostOfPage: 1000,
    usualLimit: 500,
    isHistory: true,
  },
  '/capi/v3/openAlgoOrders': {
    ip: 3,
    matches: open(true),
    record: triggerRecord,
    firstPage: 1,
    mostOfPage: 100,
    usualLimit: 100,
  },
};

/** Names no pages, and is wrapped. */
const triggerHistory: WireQuery['answer'] = (asked) => {
  const list = { matches: overTriggers, record: triggerRecord, mostOfPage: 1000, usualLimit: 500 } as const;
  const page = listed(asked, { ...list, isHistory: true });
  return page.ok ? ok({ orders: page.value, hasMore: false, nextPage: 0 }) : page;
};

/** By the exchange's id or, as some clients ask, by the client's. */
const oneOrder: WireQuery['answer'] = ({ params, book, fault }) => {
  const [orderId, clientOid] = [params.get('orderId'), params.get('origClientOrderId')];
  if (orderId === null && clientOid === null) return err(NO_ID);
  const isNamed = (order: PaperOrder): boolean =>
    orderId === null ? order.clientOid === clientOid : order.orderId === orderId;
  const order = book.orders.findLast((one) => !isTrigger(one) && isNamed(one));
  return order === undefined ? err(NO_SUCH_ORDER) : ok(orderRecord(order, { book, fault }));
};

/** Without times, those of the last week. */
const trades: WireQuery['answer'] = ({ params, book, wallMs }) => {
  const limit = Number(params.get('limit') ?? 100);
  if (!(limit >= 1 && limit <= 100)) return err(wrongParameter('limit'));
  const span = spanOf(params, wallMs - 7 * DAY_MS, 7 * DAY_MS);
  if (!span.ok) return span;
  const [symbol, orderId] = [params.get('symbol'), params.get('orderId')];
  const asked = book.fills.filter(
    ({ order, filledAtMs }) =>
      (symbol === null || onWire(order.symbol) === symbol) &&
      (orderId === null || order.orderId === orderId) &&
      filledAtMs >= Math.max(span.value.from, wallMs - 365 * DAY_MS) &&
      filledAtMs <= span.value.to,
  );
  return ok(asked.toReversed().slice(0, limit).map(tradeRecord));
};

export const ORDER_QUERIES: readonly (readonly [path: string, query: WireQuery])[] = [
  ...Object.entries(LISTS).map(([path, listing]): [string, WireQuery] => [
    path,
    { ip: listing.ip, isPrivate: true, answer: (asked) => listed(asked, listing) },
  ]),
  ['/capi/v3/allAlgoOrders', { ip: 5, isPrivate: true, answer: triggerHistory }],
  ['/capi/v3/order', { ip: 2, isPrivate: true, answer: oneOrder }],
  ['/capi/v3/userTrades', { ip: 5, isPrivate: true, answer: trades }],
];
