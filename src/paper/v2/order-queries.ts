/** Orders by their id and in lists (docs/exchange.md#lists). Lists begin with the newest order. */
import { err, ok, type Result } from '../../model/result.ts';
import { pageTold } from '../list-faults.ts';
import { isTrigger, rests, type PaperOrder } from '../book.ts';
import type { ToldBook } from '../lag.ts';
import { isAsked, LONGEST_LIST, ORDER_ID, spanOf, type Asked, type TimeSpan } from './query.ts';
import { liveTriggerRecord, named, orderRecord, triggerRecord } from './records.ts';
import { invalidArgument, type Refusal } from './order/refusals.ts';

const DAY_MS = 86_400_000;
const HISTORY_MS = 90 * DAY_MS;

/** Ordinary orders only: the id of a trigger order is not found. */
export function detail({ params, book }: Asked): Result<unknown, Refusal> {
  const order = book.orders.find((one) => one.orderId === params.get('orderId') && !isTrigger(one));
  return order === undefined ? err(invalidArgument('the order does not exist')) : ok(orderRecord(order));
}

const isOpenOrder = (order: PaperOrder): boolean =>
  order.status === 'open' || (order.status === 'canceling' && !isTrigger(order));
const isOpenTrigger = (order: PaperOrder): boolean =>
  order.status === 'untriggered' || (order.status === 'canceling' && isTrigger(order));

/** Orders that rest, a cancel on its way or not. */
export function openOrders(asked: Asked): Result<unknown, Refusal> {
  return ok(toldOf(asked, currentPage(asked, isOpenOrder), orderRecord));
}

/** Trigger orders that wait, a cancel on its way or not. */
export function openTriggers(asked: Asked): Result<unknown, Refusal> {
  const record = asked.spelling.liveWords ? liveTriggerRecord : triggerRecord;
  return ok(toldOf(asked, currentPage(asked, isOpenTrigger), record));
}

/** Orders in their final state, of the last 90 days at most; `createDate` and `endCreateDate` are ms, both included. */
export function history(asked: Asked): Result<unknown, Refusal> {
  const { params, book, wallMs } = asked;
  const span: TimeSpan = {
    from: Math.max(Number(params.get('createDate') ?? 0), wallMs - HISTORY_MS),
    to: Number(params.get('endCreateDate') ?? Number.POSITIVE_INFINITY),
  };
  const matches = (order: PaperOrder): boolean =>
    !isTrigger(order) &&
    (order.status === 'filled' || order.status === 'canceled') &&
    isAsked(params, span, order.symbol, order.acceptedAtMs);
  return ok(toldOf(asked, newest(book, matches, 0, Number(params.get('pageSize') ?? LONGEST_LIST)), orderRecord));
}

/** Trigger orders that fired or were cancelled; `delegateType` is taken for the type of the order. */
export function triggerHistory(asked: Asked): Result<unknown, Refusal> {
  const { params, book } = asked;
  const size = Number(params.get('pageSize') ?? LONGEST_LIST);
  const matches = (order: PaperOrder): boolean =>
    isTrigger(order) &&
    !rests(order) &&
    (params.get('delegateType') ?? order.type) === order.type &&
    isAsked(params, spanOf(params), order.symbol, order.acceptedAtMs);
  const page = newest(book, matches, 0, size + 1);
  return ok({ list: toldOf(asked, page.slice(0, size), triggerRecord), nextPage: page.length > size });
}

const toldOf = (
  { spelling }: Asked,
  orders: readonly PaperOrder[],
  record: (order: PaperOrder) => Readonly<Record<string, unknown>>,
): unknown[] => orders.map((order) => named(record(order), spelling.lists));

function currentPage({ params, book, spelling }: Asked, isOpen: (order: PaperOrder) => boolean): readonly PaperOrder[] {
  const limit = Number(params.get('limit') ?? LONGEST_LIST);
  // `currentPlan` silently ignores an id that is not a number (docs/exchange.md#order-id-filter); `current` has refused it
  // by now.
  const orderId = ORDER_ID.test(params.get('orderId') ?? '') ? params.get('orderId') : undefined;
  const matches = (order: PaperOrder): boolean =>
    isOpen(order) &&
    (orderId === undefined || order.orderId === orderId) &&
    isAsked(params, spanOf(params), order.symbol, order.acceptedAtMs);
  const page = Number(params.get('page') ?? 0);
  const told = newest(book, matches, pageTold(page, spelling.lists) * limit, limit);
  const [first] = told;
  if (spelling.lists === 'shifted' && page === 0 && told.length === limit && first !== undefined) book.end(first);
  return told;
}

/** The matching orders, the newest first, without the first `skip`, and at most `most` of them. */
function newest(
  book: ToldBook,
  matches: (order: PaperOrder) => boolean,
  skip: number,
  most: number,
): readonly PaperOrder[] {
  return book.orders
    .filter(matches)
    .toReversed()
    .slice(skip, skip + most);
}
