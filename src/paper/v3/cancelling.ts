/** The calls that cancel: one order in the query of a DELETE, many in its body (docs/exchange-v3.md#cancels). */
import { err, ok, type Result } from '../../model/result.ts';
import type { Book } from '../book.ts';
import type { CancelFaultName } from '../cancel-faults.ts';
import type { Hand } from '../faults.ts';
import type { CancelOutcome } from '../v2/cancel-answers.ts';
import type { NamedOrder } from '../v2/cancel-bodies.ts';
import { cancelNamed } from '../v2/cancels.ts';
import { isObject, JsonNumber, readJson, type Json } from '../v2/order/json.ts';
import { noSuchOrder } from '../v2/order/refusals.ts';
import { at400, emptyParameter, NO_ID, NO_SUCH_ORDER, wrongParameter, type WireRefusal } from './wire.ts';

export type CancellingKind = 'one' | 'many' | 'trigger';

interface CancellingDesk {
  readonly book: Book;
  readonly hand: Hand<CancelFaultName>;
  /** Whether an order that cannot be cancelled is refused by a status or in an answer of success. */
  readonly isByStatus: boolean;
}

/** What an answer says of one cancel. */
export interface CancelledEntry {
  readonly orderId: string;
  readonly origClientOrderId: string;
  readonly success: boolean;
  readonly errorCode: string;
  readonly errorMessage: string;
}

const MOST = 10;

export function cancel(
  kind: CancellingKind,
  { query, body }: { readonly query: string; readonly body: Uint8Array },
  { book, hand, isByStatus }: CancellingDesk,
): Result<CancelledEntry | readonly CancelledEntry[], WireRefusal> {
  const named = kind === 'many' ? namedIn(body) : namedBy(query, kind);
  if (!named.ok) return named;
  const outcomes = cancelNamed(named.value, kind, book, hand);
  if (kind === 'many') return ok(outcomes.map(entryOf));
  const [outcome] = outcomes as [CancelOutcome];
  if (outcome.refusal !== undefined && isByStatus) return err(NO_SUCH_ORDER);
  return ok(entryOf(outcome));
}

function entryOf({ orderId, clientOid, refusal }: CancelOutcome): CancelledEntry {
  const order = { orderId, origClientOrderId: clientOid };
  if (refusal === undefined) return { ...order, success: true, errorCode: '', errorMessage: '' };
  const isGone = refusal === noSuchOrder;
  const [errorCode, errorMessage] = isGone
    ? ['ORDER_NOT_FOUND', 'orderId not exist']
    : ['FAILED_ORDER_FILLED', 'order is filled'];
  return { ...order, success: false, errorCode, errorMessage };
}

function namedBy(query: string, kind: CancellingKind): Result<readonly NamedOrder[], WireRefusal> {
  const params = new URLSearchParams(query);
  const [orderId, clientOid] = [params.get('orderId'), params.get('origClientOrderId')];
  if (orderId !== null) return /^[0-9]{1,19}$/.test(orderId) ? ok([{ orderId }]) : err(wrongParameter('orderId'));
  if (clientOid === null || kind === 'trigger') return err(NO_ID);
  return ok([{ clientOid }]);
}

const textOf = (one: Json): string => (one instanceof JsonNumber ? one.source : typeof one === 'string' ? one : '');

function namedIn(body: Uint8Array): Result<readonly NamedOrder[], WireRefusal> {
  const read = readJson(body);
  if (!read.ok || !isObject(read.value)) return err(at400(-1135, 'The request body is not valid JSON.'));
  const { orderIdList: ids, origClientOrderIdList: clientIds } = read.value;
  const list = ids ?? clientIds;
  if (!Array.isArray(list) || list.length === 0) return err(emptyParameter('orderIdList'));
  if (list.length > MOST) return err(wrongParameter('orderIdList'));
  const texts = (list as readonly Json[]).map(textOf);
  return ok(texts.map((text) => (ids === undefined ? { clientOid: text } : { orderId: text })));
}
