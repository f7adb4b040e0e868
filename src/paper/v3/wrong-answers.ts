/** The faults of an answer of version 3 to a call that places: before it, in its content, and in what it claims. */
import { noWeight, type Weight } from '../../model/call.ts';
import { bare, failedPrecondition, html, type Answer } from '../v2/order/refusals.ts';
import type { Handled } from '../v2/service.ts';
import { faultAfter, type AnyFaults } from '../v2/wrong-answers.ts';
import type { WireHand } from '../faults.ts';
import type { PlacedEntry } from './placing.ts';
import { answerOf, at400, byEngine, SYSTEM_ERROR, TOO_MANY, type WireRefusal } from './wire.ts';

type PlacedAnswer = PlacedEntry | readonly PlacedEntry[];

export const UNLISTED = at400(-1000, 'An unknown error occurred.');
export const NO_BATCH = at400(-1150, "Request method 'POST' not supported");
const ADDRESS: WireRefusal = { status: 401, code: -1056, message: 'Invalid IP Request' };
const CLOCK: WireRefusal = { status: 401, code: -1046, message: 'Request timestamp expired' };
const NO_FAULTS: AnyFaults = new Set();

const JSON_TYPE = 'application/json;charset=UTF-8';
const bodiless = (status: number): Answer => ({ status, contentType: JSON_TYPE, body: '' });

export const refused = (refusal: WireRefusal, weight: Weight, faults: AnyFaults = NO_FAULTS): Handled => ({
  delivery: faultAfter({ kind: 'answer', answer: answerOf(refusal) }, faults, undefined),
  weight,
  refusal: { code: String(refusal.code), message: refusal.message },
});

/** As the exchange's own server answers a path that it does not have. */
export const notFound = (path: string, wallMs: number): Handled => ({
  delivery: {
    kind: 'answer',
    answer: { ...bare({ timestamp: Math.floor(wallMs), status: 404, error: 'Not Found', path }), status: 404 },
  },
  weight: noWeight,
  refusal: { code: '404', message: 'Not Found' },
});

/** What keeps a call away; undefined if nothing does. */
export function faultBefore(faults: AnyFaults, path: string, wallMs: number): Handled | undefined {
  if (faults.has('drop-before')) return { delivery: { kind: 'cut' }, weight: noWeight };
  if (faults.has('http-500-before')) return refused(SYSTEM_ERROR, noWeight);
  if (faults.has('http-418-before')) return refused({ status: 418, code: 418, message: 'Banned' }, noWeight);
  if (faults.has('rate') || faults.has('ban')) return refused(TOO_MANY, noWeight);
  if (faults.has('rate-bare'))
    return { ...refused(TOO_MANY, noWeight), delivery: { kind: 'answer', answer: bodiless(429) } };
  if (faults.has('not-found')) return notFound(path, wallMs);
  if (faults.has('address')) return refused(ADDRESS, noWeight);
  return faults.has('clock-refused') ? refused(CLOCK, noWeight) : undefined;
}

const isList = (told: PlacedAnswer): told is readonly PlacedEntry[] => Array.isArray(told);

/** The faults in the content of an answer of success. */
export function garbled(told: PlacedAnswer, { faults, pick }: WireHand, earlierIds: readonly string[]): unknown {
  if (!isList(told)) return entryWith(told, faults, earlierIds[0]);
  const chosen = Math.floor(pick * told.length);
  let entries: readonly object[] = told.map((entry, at) =>
    entryWith(entry, at === chosen ? faults : EACH.intersection(faults), earlierIds[at]),
  );
  if (faults.has('one-id')) entries = entries.map((entry) => ({ ...entry, orderId: told[0]?.orderId }));
  if (faults.has('doubled')) entries = entries.flatMap((entry, at) => (at === chosen ? [entry, entry] : [entry]));
  if (faults.has('missing')) entries = entries.toSpliced(chosen, 1);
  return faults.has('reorder') ? entries.toReversed() : entries;
}

/** Those that go wrong in every entry of a batch; the others do in one. */
const EACH: AnyFaults = new Set(['order-id-again']);

function entryWith(entry: PlacedEntry, faults: AnyFaults, earlierId: string | undefined): object {
  if (!entry.success) return entry;
  if (faults.has('order-id-again')) return { ...entry, orderId: earlierId ?? entry.orderId };
  if (faults.has('no-order-id')) return { ...entry, orderId: '' };
  if (faults.has('id-zero')) return { ...entry, orderId: '0' };
  if (faults.has('id-null')) return { ...entry, orderId: null };
  if (faults.has('foreign-id')) return { ...entry, clientOrderId: 'somebody-else' };
  if (faults.has('false-with-order')) return { ...entry, success: false };
  if (!faults.has('true-with-error')) return entry;
  return { ...entry, errorCode: '-1054', errorMessage: 'FAILED_PRECONDITION: available amount not enough' };
}

/** The false answer about orders that were accepted; undefined if none was, or the answer is true. */
export function misreported(told: PlacedAnswer, faults: AnyFaults): Answer | undefined {
  const taken = (isList(told) ? told : [told]).find(({ success }) => success);
  if (taken === undefined) return undefined;
  const { orderId } = taken;
  if (faults.has('bare-500')) return bodiless(500);
  if (faults.has('system-500')) return answerOf(SYSTEM_ERROR);
  if (faults.has('http-504-after')) return html(504, 'Gateway Timeout');
  if (faults.has('error-unlisted')) return answerOf(UNLISTED);
  if (faults.has('error-with-order'))
    return answerOf(byEngine(failedPrecondition('The order margin available amount not enough')), { orderId });
  if (faults.has('zeros-with-order')) return bare({ code: '200', msg: 'success', requestTime: 0 });
  if (faults.has('rate-with-order')) return answerOf(TOO_MANY, { orderId });
  return undefined;
}

/** Says a key of the answer twice, as text: no object can. */
export const withKeyTwice = (answer: Answer): Answer => ({
  ...answer,
  body: answer.body.replace('"orderId":', '"orderId":"702345678901234567","orderId":'),
});
