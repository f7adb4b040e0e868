/** The same book by version 3 of the interface: faults before, windows, proof of the key, the operation, faults after. */
import { noWeight, type Weight } from '../../model/call.ts';
import type { Result } from '../../model/result.ts';
import { checkOrderHeaders, checkSignature } from '../v2/authentication.ts';
import type { CancelFaultName } from '../cancel-faults.ts';
import type { Hand } from '../faults.ts';
import { bare, type Answer, type Delivery } from '../v2/order/refusals.ts';
import { splitTarget, type Arrived, type Handled, type ServiceParts } from '../v2/service.ts';
import { faultAfter, type AnyFaults } from '../v2/wrong-answers.ts';
import { cancel, type CancelledEntry, type CancellingKind } from './cancelling.ts';
import { place, type PlacedEntry, type PlacingKind } from './placing.ts';
import { QUERIES, USUAL, type PaperAccount, type WireQuery } from './queries.ts';
import { answerOf, at400, byAccess, byEngine, SYSTEM_ERROR, TOO_MANY, type WireRefusal } from './wire.ts';
import { failedPrecondition } from '../v2/order/refusals.ts';

export interface WireParts extends Pick<
  ServiceParts,
  | 'book'
  | 'admission'
  | 'deal'
  | 'dealCancel'
  | 'credentials'
  | 'timestampToleranceMs'
  | 'cancelRefusals'
  | 'querySpelling'
> {
  readonly account?: PaperAccount | undefined;
}

type Route =
  | { readonly kind: 'place'; readonly operation: PlacingKind; readonly weight: Weight }
  | { readonly kind: 'cancel'; readonly operation: CancellingKind; readonly weight: Weight }
  | { readonly kind: 'query'; readonly query: WireQuery; readonly weight: Weight };

/** By method and path. An order counts as one in the account's window, and a batch as five. */
const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['POST /capi/v3/order', { kind: 'place', operation: 'single', weight: { ip: 0, uid: 1 } }],
  ['POST /capi/v3/batchOrders', { kind: 'place', operation: 'batch', weight: { ip: 0, uid: 5 } }],
  ['POST /capi/v3/algoOrder', { kind: 'place', operation: 'trigger', weight: { ip: 0, uid: 1 } }],
  ['DELETE /capi/v3/order', { kind: 'cancel', operation: 'one', weight: { ip: 1, uid: 0 } }],
  ['DELETE /capi/v3/batchOrders', { kind: 'cancel', operation: 'many', weight: { ip: 5, uid: 0 } }],
  ['DELETE /capi/v3/algoOrder', { kind: 'cancel', operation: 'trigger', weight: { ip: 1, uid: 0 } }],
  ...[...QUERIES].map(([path, query]): [string, Route] => [
    `GET ${path}`,
    { kind: 'query', query, weight: { ip: query.ip, uid: 0 } },
  ]),
]);

/** Whether a request is of this version. */
export const isThird = (target: string): boolean => target.startsWith('/capi/v3/');

const NO_FAULTS: AnyFaults = new Set();

export class WireService {
  readonly #parts: WireParts;
  /** Requests answered 429 because a window was full; the fault `rate` is not among them. */
  refusedByRate = 0;

  constructor(parts: WireParts) {
    this.#parts = parts;
  }

  handle(arrived: Arrived): Handled {
    const [path, query = ''] = splitTarget(arrived.target);
    const route = ROUTES.get(`${arrived.method} ${path}`);
    if (route === undefined) return notFound(path, arrived.wallMs);
    const { admission, credentials } = this.#parts;
    const hand: Hand | Hand<CancelFaultName> | undefined =
      route.kind === 'place' ? this.#parts.deal() : route.kind === 'cancel' ? this.#parts.dealCancel() : undefined;
    const faults = hand?.faults ?? NO_FAULTS;
    const early = faultBefore(faults);
    if (early !== undefined) return early;
    const hasAccount = arrived.headers['access-key'] === credentials.key;
    const spender = { address: arrived.address, hasAccount, orderCalls: route.weight.uid };
    if (!admission.admit(spender, route.weight, arrived.monotonicMs)) {
      this.refusedByRate += 1;
      return refused(TOO_MANY, noWeight);
    }
    const weight = { ip: route.weight.ip, uid: hasAccount ? route.weight.uid : 0 };
    if (route.kind === 'query') return this.#read(arrived, route.query, query, weight);
    const access = this.#accessOf(arrived);
    if (access !== undefined) return refused(access, weight, faults);
    if (route.kind === 'cancel')
      return this.#cancel(arrived, route.operation, query, { hand: hand as Hand<CancelFaultName>, weight });
    return this.#place(arrived, route.operation, { hand: hand as Hand, weight });
  }

  #place(arrived: Arrived, kind: PlacingKind, { hand, weight }: { hand: Hand; weight: Weight }): Handled {
    const { book, account = USUAL } = this.#parts;
    const { faults, pick } = hand;
    const earlierIds = book.orders.slice(0, 5).map(({ orderId }) => orderId);
    const placed = place(kind, arrived.body ?? new Uint8Array(), {
      book,
      wallMs: arrived.wallMs,
      marginMode: account.marginType === 'CROSSED' ? 1 : 3,
      takes: (symbol) => account.apiSymbols?.includes(symbol) !== false,
      ...(faults.has('reject-one') && { rejectOne: pick }),
    });
    if (!placed.ok) return refused(placed.error, weight, faults);
    const told = garbled(placed.value, hand, earlierIds);
    const delivery: Delivery = { kind: 'answer', answer: bare(told) };
    return { delivery: faultAfter(delivery, faults, misreported(placed.value, faults)), weight };
  }

  #cancel(
    arrived: Arrived,
    kind: CancellingKind,
    query: string,
    { hand, weight }: { readonly hand: Hand<CancelFaultName>; readonly weight: Weight },
  ): Handled {
    const { book, cancelRefusals } = this.#parts;
    const asked = { query, body: arrived.body ?? new Uint8Array() };
    const answered: Result<CancelledEntry | readonly CancelledEntry[], WireRefusal> = cancel(kind, asked, {
      book,
      hand,
      isByStatus: cancelRefusals === 'status',
    });
    if (!answered.ok) return refused(answered.error, weight, hand.faults);
    const unlisted = hand.faults.has('error-unlisted') ? answerOf(UNLISTED) : undefined;
    const delivery: Delivery = { kind: 'answer', answer: bare(answered.value) };
    return { delivery: faultAfter(delivery, hand.faults, unlisted), weight };
  }

  #read(arrived: Arrived, query: WireQuery, text: string, weight: Weight): Handled {
    const access = query.isPrivate ? this.#signatureOf(arrived) : undefined;
    if (access !== undefined) return refused(access, weight);
    const { book, querySpelling, account: settings = USUAL } = this.#parts;
    const { wallMs } = arrived;
    const params = new URLSearchParams(text);
    const answered = query.answer({ params, book, wallMs, settings, fault: querySpelling.lists });
    return answered.ok
      ? { delivery: { kind: 'answer', answer: bare(answered.value) }, weight }
      : refused(answered.error, weight);
  }

  #accessOf(arrived: Arrived): WireRefusal | undefined {
    const refusal = this.#signatureOf(arrived);
    if (refusal !== undefined) return refusal;
    const wrong = checkOrderHeaders({ ...arrived, body: arrived.body ?? new Uint8Array() }, false);
    return wrong === undefined ? undefined : at400(-1135, wrong.message);
  }

  #signatureOf(arrived: Arrived): WireRefusal | undefined {
    if (arrived.body === undefined) return at400(-1135, 'The body is too long.');
    const { credentials, timestampToleranceMs } = this.#parts;
    const refusal = checkSignature(
      { ...arrived, body: arrived.body },
      credentials,
      arrived.wallMs,
      timestampToleranceMs,
    );
    return refusal && byAccess(refusal);
  }
}

const UNLISTED = at400(-1000, 'An unknown error occurred.');

const refused = (refusal: WireRefusal, weight: Weight, faults: AnyFaults = NO_FAULTS): Handled => ({
  delivery: faultAfter({ kind: 'answer', answer: answerOf(refusal) }, faults, undefined),
  weight,
  refusal: { code: String(refusal.code), message: refusal.message },
});

/** As the exchange's own server answers a path that it does not have. */
const notFound = (path: string, wallMs: number): Handled => ({
  delivery: {
    kind: 'answer',
    answer: { ...bare({ timestamp: Math.floor(wallMs), status: 404, error: 'Not Found', path }), status: 404 },
  },
  weight: noWeight,
  refusal: { code: '404', message: 'Not Found' },
});

function faultBefore(faults: AnyFaults): Handled | undefined {
  if (faults.has('drop-before')) return { delivery: { kind: 'cut' }, weight: noWeight };
  if (faults.has('http-500-before')) return refused(SYSTEM_ERROR, noWeight);
  if (faults.has('http-418-before')) return refused({ status: 418, code: 418, message: 'Banned' }, noWeight);
  return faults.has('rate') ? refused(TOO_MANY, noWeight) : undefined;
}

type Told = PlacedEntry | readonly PlacedEntry[];

const isList = (told: Told): told is readonly PlacedEntry[] => Array.isArray(told);

/** The faults in the content of an answer of success. */
function garbled(told: Told, { faults, pick }: Hand, earlierIds: readonly string[]): Told {
  const again = (entry: PlacedEntry, at: number): PlacedEntry =>
    faults.has('order-id-again') && entry.success ? { ...entry, orderId: earlierIds[at] ?? entry.orderId } : entry;
  if (!isList(told)) return faults.has('no-order-id') ? { ...told, orderId: '' } : again(told, 0);
  const chosen = Math.floor(pick * told.length);
  let entries = told.map(again);
  if (faults.has('no-order-id'))
    entries = entries.map((entry, at) => (at === chosen ? { ...entry, orderId: '' } : entry));
  if (faults.has('missing')) entries = entries.toSpliced(chosen, 1);
  return faults.has('reorder') ? entries.toReversed() : entries;
}

/** The false answer about orders that were accepted; undefined if none was, or the answer is true. */
function misreported(told: Told, faults: AnyFaults): Answer | undefined {
  const taken = (isList(told) ? told : [told]).find(({ success }) => success);
  if (taken === undefined) return undefined;
  const { orderId } = taken;
  if (faults.has('error-unlisted')) return answerOf(UNLISTED);
  if (faults.has('error-with-order'))
    return answerOf(byEngine(failedPrecondition('The order margin available amount not enough')), { orderId });
  if (faults.has('zeros-with-order')) return bare({ code: '200', msg: 'success', requestTime: 0 });
  return faults.has('rate-with-order') ? answerOf(TOO_MANY, { orderId }) : undefined;
}
