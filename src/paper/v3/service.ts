/** The same book by version 3 of the interface: faults before, windows, proof of the key, the operation, faults after. */
import { noWeight, type Weight } from '../../model/call.ts';
import { toldWith } from '../account-telling.ts';
import type { Spender, Admission } from '../admission.ts';
import type { Result } from '../../model/result.ts';
import { checkOrderHeaders, checkSignature } from '../v2/authentication.ts';
import type { CancelFaultName } from '../cancel-faults.ts';
import type { Hand, WireHand } from '../faults.ts';
import { bare, type Answer, type Delivery } from '../v2/order/refusals.ts';
import { splitTarget, type Arrived, type Handled, type ServiceParts } from '../v2/service.ts';
import { faultAfter, type AnyFaults } from '../v2/wrong-answers.ts';
import { cancel, type CancelledEntry, type CancellingKind } from './cancelling.ts';
import { place, type PlacingKind } from './placing.ts';
import { QUERIES } from './queries.ts';
import { USUAL, type PaperAccount, type WireQuery } from './query.ts';
import { answerOf, at400, byAccess, TOO_MANY, type WireRefusal } from './wire.ts';
import {
  faultBefore,
  garbled,
  misreported,
  NO_BATCH,
  notFound,
  refused,
  UNLISTED,
  withKeyTwice,
} from './wrong-answers.ts';

interface WireParts extends Pick<
  ServiceParts,
  | 'book'
  | 'admission'
  | 'dealCancel'
  | 'credentials'
  | 'timestampToleranceMs'
  | 'cancelRefusals'
  | 'querySpelling'
  | 'telling'
  | 'seed'
> {
  readonly deal: () => WireHand;
  readonly account?: PaperAccount | undefined;
  /** How an answer to a batch of cancels is spelled: a bare list, or in an object as one client expects it. */
  readonly cancelsAs: 'array' | 'orderList';
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

/** The faults of a call, whichever it is. */
interface Dealt {
  readonly faults: AnyFaults;
  readonly pick: number;
}

interface Routed {
  readonly route: Route;
  readonly path: string;
  readonly query: string;
  readonly hand: Dealt | undefined;
}

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
    const { admission, credentials } = this.#parts;
    const spender = {
      address: arrived.address,
      hasAccount: arrived.headers['access-key'] === credentials.key,
    };
    const hand = route === undefined ? undefined : this.#handOf(route);
    const handled =
      route === undefined
        ? notFound(path, arrived.wallMs)
        : this.#admitted(arrived, { route, path, query, hand }, spender);
    const said = { places: route?.kind === 'place', isOdd: hand?.faults.has('odd-counts') === true };
    return { ...handled, headers: countsOf(admission, spender, arrived.monotonicMs, said) };
  }

  #handOf({ kind }: Route): Dealt | undefined {
    if (kind === 'query') return undefined;
    return kind === 'place' ? this.#parts.deal() : this.#parts.dealCancel();
  }

  #admitted(arrived: Arrived, { route, path, query, hand }: Routed, spender: Spender): Handled {
    const { admission } = this.#parts;
    const early = hand && faultBefore(hand.faults, path, arrived.wallMs);
    if (hand?.faults.has('ban') === true) admission.ban(spender, arrived.monotonicMs);
    if (early !== undefined) return early;
    if (!admission.admitOrders(spender, route.weight, arrived.monotonicMs)) {
      this.refusedByRate += 1;
      return refused(TOO_MANY, noWeight);
    }
    const weight = { ip: route.weight.ip, uid: spender.hasAccount ? route.weight.uid : 0 };
    if (route.kind === 'query') return this.#read(arrived, route.query, query, weight);
    const access = this.#accessOf(arrived);
    if (access !== undefined) return refused(access, weight, hand?.faults);
    if (route.kind === 'cancel')
      return this.#cancel(arrived, route.operation, query, { hand: hand as Hand<CancelFaultName>, weight });
    return this.#place(arrived, route.operation, { hand: hand as WireHand, weight });
  }

  #place(arrived: Arrived, kind: PlacingKind, { hand, weight }: { hand: WireHand; weight: Weight }): Handled {
    const { book, account = USUAL } = this.#parts;
    const { faults, pick } = hand;
    if (kind === 'batch' && faults.has('no-batch')) return refused(NO_BATCH, weight, faults);
    const earlierIds = book.orders.slice(0, 5).map(({ orderId }) => orderId);
    const why = faults.has('reject-one') ? 'money' : faults.has('cap') ? 'cap' : undefined;
    const placed = place(kind, arrived.body ?? new Uint8Array(), {
      book,
      wallMs: arrived.wallMs,
      marginMode: account.marginType === 'CROSSED' ? 1 : 3,
      isSeparated: account.separatedType === 'SEPARATED',
      takes: (symbol) => account.apiSymbols?.includes(symbol) !== false,
      ...(why !== undefined && { unlucky: { pick, why } }),
    });
    if (!placed.ok) return refused(placed.error, weight, faults);
    const answer = bare(garbled(placed.value, hand, earlierIds));
    const delivery: Delivery = { kind: 'answer', answer: faults.has('key-twice') ? withKeyTwice(answer) : answer };
    return { delivery: faultAfter(delivery, faults, misreported(placed.value, faults)), weight };
  }

  #cancel(
    arrived: Arrived,
    kind: CancellingKind,
    query: string,
    { hand, weight }: { readonly hand: Hand<CancelFaultName>; readonly weight: Weight },
  ): Handled {
    const { book, cancelRefusals, cancelsAs } = this.#parts;
    const asked = { query, body: arrived.body ?? new Uint8Array() };
    const answered: Result<CancelledEntry | readonly CancelledEntry[], WireRefusal> = cancel(kind, asked, {
      book,
      hand,
      isByStatus: cancelRefusals === 'status',
    });
    if (!answered.ok) return refused(answered.error, weight, hand.faults);
    const unlisted = hand.faults.has('error-unlisted') ? answerOf(UNLISTED) : undefined;
    const isWrapped = kind === 'many' && cancelsAs === 'orderList';
    const answer: Answer = bare(isWrapped ? { orderList: answered.value } : answered.value);
    return { delivery: faultAfter({ kind: 'answer', answer }, hand.faults, unlisted), weight };
  }

  #read(arrived: Arrived, query: WireQuery, text: string, weight: Weight): Handled {
    const access = query.isPrivate ? this.#signatureOf(arrived) : undefined;
    if (access !== undefined) return refused(access, weight);
    const { telling, querySpelling, seed, account: settings = USUAL } = this.#parts;
    const { wallMs, monotonicMs } = arrived;
    const params = new URLSearchParams(text);
    const [book, fault] = [telling.told(monotonicMs), querySpelling.lists];
    const answered = query.answer({ params, book, balance: telling.balance, wallMs, settings, seed, fault });
    if (!answered.ok) return refused(answered.error, weight);
    if (!query.isPrivate) return { delivery: { kind: 'answer', answer: bare(answered.value) }, weight };
    return { delivery: toldWith(telling.deal(), answered.value, query.hasRows === true), weight };
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

/** What answers say of the windows: weight by address on every answer, orders on those of calls that place. */
function countsOf(
  admission: Admission,
  spender: Spender,
  nowMs: number,
  { places, isOdd }: { readonly places: boolean; readonly isOdd: boolean },
): Readonly<Record<string, string>> {
  const ip = admission.ipGauge(spender, nowMs);
  const weights = { 'x-used-weight-10s': String(ip.used), 'x-remaining-weight-10s': String(ip.remaining) };
  if (!places || !spender.hasAccount) return weights;
  const [short, long] = admission.orderGauges(nowMs);
  if (isOdd)
    return {
      ...weights,
      'X-ORDER-COUNT-10S': '-1',
      'X-ORDER-COUNT-1M': 'none',
      'X-ORDER-REMAINING-10S': '-3',
      'X-ORDER-REMAINING-1M': '1e99',
    };
  return {
    ...weights,
    'X-ORDER-COUNT-10S': String(short.used),
    'X-ORDER-COUNT-1M': String(long.used),
    'X-ORDER-REMAINING-10S': String(short.remaining),
    'X-ORDER-REMAINING-1M': String(long.remaining),
  };
}
