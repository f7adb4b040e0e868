/** Orders by their id and in lists (docs/exchange.md#lists). Lists begin with the newest order. */
import { err, ok, type Result } from '../model/result.ts';
import { isTrigger, rests, type Book, type PaperOrder } from './book.ts';
import { isAsked, LONGEST_LIST, ORDER_ID, spanOf, type Asked, type Params, type TimeSpan } from './query.ts';
import { liveTriggerRecord, orderRecord, triggerRecord } from './records.ts';
import { invalidArgument, type Refusal } from './refusals.ts';

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
export function openOrders({ params, book }: Asked): Result<unknown, Refusal> {
  return ok(currentPage(book, params, isOpenOrder).map(orderRecord));
}

/** Trigger orders that wait, a cancel on its way or not. */
export function openTriggers({ params, book, spelling }: Asked): Result<unknown, Refusal> {
  return ok(currentPage(book, params, isOpenTrigger).map(spelling.liveWords ? liveTriggerRecord : triggerRecord));
}

/** Orders in their final state, of the last 90 days at most; `createDate` and `endCreateDate` are ms, both included. */
export function history({ params, book, wallMs }: Asked): Result<unknown, Refusal> {
  const span: TimeSpan = {
    from: Math.max(Number(params.get('createDate') ?? 0), wallMs - HISTORY_MS),
    to: Number(params.get('endCreateDate') ?? Number.POSITIVE_INFINITY),
  };
  const matches = (order: PaperOrder): boolean =>
    !isTrigger(order) &&
    (order.status === 'filled' || order.status === 'canceled') &&
    isAsked(params, span, order.symbol, order.acceptedAtMs);
  return ok(newest(book, matches, 0, Number(params.get('pageSize') ?? LONGEST_LIST)).map(orderRecord));
}

/** Trigger orders that fired or were cancelled; `delegateType` is taken for the type of the order. */
export function triggerHistory({ params, book }: Asked): Result<unknown, Refusal> {
  const size = Number(params.get('pageSize') ?? LONGEST_LIST);
  const matches = (order: PaperOrder): boolean =>
    isTrigger(order) &&
    !rests(order) &&
    (params.get('delegateType') ?? order.type) === order.type &&
    isAsked(params, spanOf(params), order.symbol, order.acceptedAtMs);
  const page = newest(book, matches, 0, size + 1);
  return ok({ list: page.slice(0, size).map(triggerRecord), nextPage: page.length > size });
}

function currentPage(book: Book, params: Params, isOpen: (order: PaperOrder) => boolean): readonly PaperOrder[] {
  const limit = Number(params.get('limit') ?? LONGEST_LIST);
  // `currentPlan` silently ignores an id that is not a number (docs/exchange.md#order-id-filter); `current` has refused it
  // by now.
  const orderId = ORDER_ID.test(params.get('orderId') ?? '') ? params.get('orderId') : undefined;
  const matches = (order: PaperOrder): boolean =>
    isOpen(order) &&
    (orderId === undefined || order.orderId === orderId) &&
    isAsked(params, spanOf(params), order.symbol, order.acceptedAtMs);
  return newest(book, matches, Number(params.get('page') ?? 0) * limit, limit);
}

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
