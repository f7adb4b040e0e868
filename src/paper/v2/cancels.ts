/** The three cancel calls, each from a body to what becomes of its orders, and to the answer (docs/exchange.md#cancel). */
import { Decimal } from '../../model/decimal.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { isTrigger, remainingOf, rests, type Book, type PaperOrder } from '../book.ts';
import { fillByHand } from '../by-hand.ts';
import { manyAnswer, oneAnswer, type CancelReply, type CancelOutcome, type CancelSpelling } from './cancel-answers.ts';
import { readCancel, type CancelKind, type NamedOrder } from './cancel-bodies.ts';
import type { CancelFaultName } from '../cancel-faults.ts';
import type { Hand } from '../faults.ts';
import type { Contract } from './order/instruments.ts';
import { filledAlready, noSuchOrder, type Refusal } from './order/refusals.ts';

interface CancelDesk {
  readonly book: Book;
  /** The most orders that one call takes. */
  readonly limit: number;
  readonly spelling: CancelSpelling;
  readonly hand: Hand<CancelFaultName>;
}

type Faults = ReadonlySet<CancelFaultName>;

const NONE: Faults = new Set();
/** The exchange never gives this id: its own are higher. */
const FOREIGN_ID = '596476148997685805';
const HALF = Decimal.of('0.5');

/** Cancels what a body names. Err: the call is refused as a whole, or its one order is, in the spelling of a status. */
export function cancel(kind: CancelKind, body: Uint8Array, desk: CancelDesk): Result<CancelReply, Refusal> {
  const { book, limit, spelling, hand } = desk;
  const named = readCancel(kind, body, limit);
  if (!named.ok) return named;
  const outcomes = cancelNamed(named.value, kind, book, hand);
  if (kind === 'many') return ok(manyAnswer(outcomes, spelling));
  const [outcome] = outcomes as [CancelOutcome];
  return outcome.refusal !== undefined && spelling === 'status' ? err(outcome.refusal) : ok(oneAnswer(outcome));
}

/** Cancels these orders. A batch has the outcomes that its answer tells, in its order. */
export function cancelNamed(
  named: readonly NamedOrder[],
  kind: CancelKind,
  book: Book,
  hand: Hand<CancelFaultName>,
): readonly CancelOutcome[] {
  const chosen = Math.floor(hand.pick * named.length);
  const outcomes = named.map((name, index) => cancelOne(name, kind, book, index === chosen ? hand.faults : NONE));
  return kind === 'many' ? toldOf(outcomes, chosen, hand.faults) : outcomes;
}

/** The outcomes that a batch answer has, in its order. */
function toldOf(outcomes: readonly CancelOutcome[], chosen: number, faults: Faults): readonly CancelOutcome[] {
  const told = faults.has('cancel-missing') ? outcomes.toSpliced(chosen, 1) : outcomes;
  return faults.has('reorder') ? told.toReversed() : told;
}

function cancelOne(named: NamedOrder, kind: CancelKind, book: Book, faults: Faults): CancelOutcome {
  const order = find(book.orders, named, kind === 'trigger');
  if (order !== undefined) fillBefore(order, book, faults);
  const refusal = refusalOf(order, faults);
  if (order !== undefined && refusal === undefined && rests(order) && !faults.has('cancel-ignored')) book.cancel(order);
  const orderId = order?.orderId ?? ('orderId' in named ? named.orderId : '');
  return {
    orderId: faults.has('cancel-foreign') ? FOREIGN_ID : orderId,
    clientOid: 'clientOid' in named ? named.clientOid : '',
    ...(refusal !== undefined && { refusal }),
  };
}

/**
 * The order that is named. Of several under one client order id it is the one that still rests, and of several of those the
 * newest (docs/exchange.md#cancel-by-client-order-id).
 */
function find(orders: readonly PaperOrder[], named: NamedOrder, triggers: boolean): PaperOrder | undefined {
  const isNamed = (order: PaperOrder): boolean =>
    isTrigger(order) === triggers &&
    ('orderId' in named ? order.orderId === named.orderId : order.clientOid === named.clientOid);
  return orders.findLast((order) => isNamed(order) && rests(order)) ?? orders.findLast(isNamed);
}

/** Why an order is not cancelled; one that is cancelled already, or is about to be, is no reason. */
function refusalOf(order: PaperOrder | undefined, faults: Faults): Refusal | undefined {
  if (order === undefined || faults.has('cancel-not-found')) return noSuchOrder;
  return order.status === 'filled' || order.status === 'triggered' ? filledAlready : undefined;
}

/** The fills that come just before a cancel. A trigger order fires instead, and not by half. */
function fillBefore(order: PaperOrder, book: Book, faults: Faults): void {
  if (!rests(order)) return;
  if (isTrigger(order)) {
    if (faults.has('cancel-filled')) book.fire(order);
    return;
  }
  const { step } = book.contracts.get(order.symbol) as Contract;
  const half = remainingOf(order).times(HALF).floorTo(step);
  if (faults.has('cancel-filled')) fillByHand(book, order);
  else if (faults.has('cancel-part-filled') && !half.isZero) fillByHand(book, order, half);
}
