/** From an arrived request to its answer, without sockets: faults before, windows, proof of the key, the operation, faults after. */
import type { IncomingHttpHeaders } from 'node:http';
import { noWeight, type Weight } from '../../model/call.ts';
import { err, ok, type Result } from '../../model/result.ts';
import { bare, parameterUnknown, refused, TOO_FREQUENT, type Delivery, type Refusal } from './order/refusals.ts';
import { checkOrderHeaders, checkSignature, type Credentials } from './authentication.ts';
import { toldWith, type AccountTelling } from '../account-telling.ts';
import type { Book } from '../book.ts';
import { isTaken, type CancelSpelling } from './cancel-answers.ts';
import type { CancelKind } from './cancel-bodies.ts';
import type { CancelFaultName } from '../cancel-faults.ts';
import { cancel } from './cancels.ts';
import type { Hand } from '../faults.ts';
import type { Admission } from '../admission.ts';
import { MOST_ENTRIES, operate } from './operations.ts';
import { QUERIES } from './queries.ts';
import { readParams, type Query, type QuerySpelling } from './query.ts';
import type { OrderKind } from './order/rules.ts';
import { faultAfter, garble, misreport, misreportCancel, type AnyFaults } from './wrong-answers.ts';

export interface Arrived {
  readonly method: string;
  /** The path, with `?` and the query if there is one, as received. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes received; undefined if they exceed the limit. */
  readonly body: Uint8Array | undefined;
  readonly address: string;
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export interface Handled {
  readonly delivery: Delivery;
  /** What was counted; zero if the request was not processed. */
  readonly weight: Weight;
  readonly refusal?: Refusal;
  /** What the answer says of the windows. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServiceParts {
  readonly book: Book;
  readonly admission: Admission;
  readonly deal: () => Hand;
  readonly dealCancel: () => Hand<CancelFaultName>;
  readonly credentials: Credentials;
  readonly timestampToleranceMs: number;
  readonly businessStatus: number;
  readonly strict: boolean;
  readonly refuseBatchPresets: boolean;
  readonly cancelBatchLimit: number;
  readonly cancelRefusals: CancelSpelling;
  readonly querySpelling: QuerySpelling;
  readonly telling: AccountTelling;
  /** For candles. */
  readonly seed: number;
}

type Route =
  | { readonly kind: 'cancel'; readonly method: 'POST'; readonly operation: CancelKind; readonly weight: Weight }
  | { readonly kind: 'order'; readonly method: 'POST'; readonly operation: OrderKind; readonly weight: Weight }
  | { readonly kind: 'query'; readonly method: 'GET'; readonly query: Query; readonly weight: Weight };

/** The table of docs/exchange.md#weights, read once more: the judge does not take the client's table. */
const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/capi/v2/order/placeOrder', { kind: 'order', method: 'POST', operation: 'single', weight: { ip: 2, uid: 5 } }],
  ['/capi/v2/order/batchOrders', { kind: 'order', method: 'POST', operation: 'batch', weight: { ip: 5, uid: 10 } }],
  ['/capi/v2/order/plan_order', { kind: 'order', method: 'POST', operation: 'trigger', weight: { ip: 2, uid: 5 } }],
  ['/capi/v2/order/cancel_order', { kind: 'cancel', method: 'POST', operation: 'one', weight: { ip: 2, uid: 3 } }],
  [
    '/capi/v2/order/cancel_batch_orders',
    { kind: 'cancel', method: 'POST', operation: 'many', weight: { ip: 5, uid: 10 } },
  ],
  ['/capi/v2/order/cancel_plan', { kind: 'cancel', method: 'POST', operation: 'trigger', weight: { ip: 2, uid: 3 } }],
  ...[...QUERIES].map(([path, query]): [string, Route] => [
    path,
    { kind: 'query', method: 'GET', query, weight: query.weight },
  ]),
]);

/** What a route makes of an admitted request. */
type Handle = (weight: Weight) => Handled;

/** A request with the faults that it was dealt, and what is done with it if none of them keeps it away. */
interface Dealt {
  readonly faults: AnyFaults;
  readonly handle: Handle;
}

const NO_FAULTS: AnyFaults = new Set();

export class Service {
  readonly #parts: ServiceParts;
  /** Requests answered 429 because a window was full; the fault `rate` is not among them. */
  refusedByRate = 0;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  handle(arrived: Arrived): Handled {
    const [path, query] = splitTarget(arrived.target);
    const route = ROUTES.get(path);
    if (route === undefined) return this.#refuse(arrived, { code: '404', message: 'No such path' }, noWeight);
    if (route.method !== arrived.method) {
      return this.#refuse(arrived, { code: '405', message: `The method is ${route.method}` }, noWeight);
    }
    const { faults, handle } = this.#deal(arrived, route, query);
    const early = this.#faultBefore(arrived, faults);
    if (early !== undefined) return early;
    const spender = {
      address: arrived.address,
      hasAccount: arrived.headers['access-key'] === this.#parts.credentials.key,
    };
    const cost = { ...route.weight, orderCalls: route.kind === 'query' ? 0 : 1 };
    if (!this.#parts.admission.admit(spender, cost, arrived.monotonicMs)) {
      this.refusedByRate += 1;
      return this.#refuse(arrived, TOO_FREQUENT, noWeight);
    }
    return handle({ ip: route.weight.ip, uid: spender.hasAccount ? route.weight.uid : 0 });
  }

  #deal(arrived: Arrived, route: Route, query: string | undefined): Dealt {
    if (route.kind === 'query') {
      return { faults: NO_FAULTS, handle: (weight) => this.#read(arrived, route.query, query ?? '', weight) };
    }
    if (route.kind === 'cancel') {
      const hand = this.#parts.dealCancel();
      return {
        faults: hand.faults,
        handle: (weight) => this.#cancel(arrived, route.operation, query, { hand, weight }),
      };
    }
    const hand = this.#parts.deal();
    return { faults: hand.faults, handle: (weight) => this.#order(arrived, route.operation, query, { hand, weight }) };
  }

  #order(
    arrived: Arrived,
    operation: OrderKind,
    query: string | undefined,
    { hand, weight }: { readonly hand: Hand; readonly weight: Weight },
  ): Handled {
    const { book, businessStatus, strict, refuseBatchPresets } = this.#parts;
    const { wallMs } = arrived;
    const earlierIds = book.orders.slice(0, MOST_ENTRIES).map(({ orderId }) => orderId);
    const body = this.#bodyOf(arrived, query);
    const unlucky = hand.faults.has('reject-one') ? { rejectOne: hand.pick } : {};
    const placed = body.ok
      ? operate(operation, body.value, { book, strict, refuseBatchPresets, wallMs, ...unlucky })
      : body;
    if (!placed.ok) return this.#refuseOrder(arrived, placed.error, hand.faults, weight);
    const reported: Delivery = { kind: 'answer', answer: bare(garble(placed.value, hand, earlierIds)) };
    const misreported = misreport(placed.value, hand.faults, businessStatus, wallMs);
    return { delivery: faultAfter(reported, hand.faults, misreported), weight };
  }

  #cancel(
    arrived: Arrived,
    kind: CancelKind,
    query: string | undefined,
    { hand, weight }: { readonly hand: Hand<CancelFaultName>; readonly weight: Weight },
  ): Handled {
    const { book, businessStatus, cancelBatchLimit: limit, cancelRefusals: spelling } = this.#parts;
    const body = this.#bodyOf(arrived, query);
    const answered = body.ok ? cancel(kind, body.value, { book, limit, spelling, hand }) : body;
    if (!answered.ok) return this.#refuseOrder(arrived, answered.error, hand.faults, weight);
    const misreported = isTaken(answered.value)
      ? misreportCancel(hand.faults, businessStatus, arrived.wallMs)
      : undefined;
    const reported: Delivery = { kind: 'answer', answer: bare(answered.value) };
    return { delivery: faultAfter(reported, hand.faults, misreported), weight };
  }

  /** The body of an order call that proves to hold the key and has the headers that it must have. */
  #bodyOf(arrived: Arrived, query: string | undefined): Result<Uint8Array, Refusal> {
    if (arrived.body === undefined) return err({ code: '413', message: 'The body is too long' });
    const request = { ...arrived, body: arrived.body };
    const refusal =
      this.#checkSignature(request) ??
      checkOrderHeaders(request, this.#parts.strict) ??
      (query === undefined ? undefined : parameterUnknown('in the query'));
    return refusal === undefined ? ok(arrived.body) : err(refusal);
  }

  #refuseOrder(arrived: Arrived, refusal: Refusal, faults: AnyFaults, weight: Weight): Handled {
    const handled = this.#refuse(arrived, refusal, weight);
    return { ...handled, delivery: faultAfter(handled.delivery, faults, undefined) };
  }

  #read(arrived: Arrived, query: Query, queryString: string, weight: Weight): Handled {
    const result = this.#query(arrived, query, queryString);
    if (!result.ok) return this.#refuse(arrived, result.error, weight);
    if (!query.private) return { delivery: { kind: 'answer', answer: bare(result.value) }, weight };
    return { delivery: toldWith(this.#parts.telling.deal(), result.value, query.hasRows === true), weight };
  }

  #query(arrived: Arrived, query: Query, queryString: string): Result<unknown, Refusal> {
    if (arrived.body === undefined) return err({ code: '413', message: 'The body is too long' });
    const refusal = query.private ? this.#checkSignature({ ...arrived, body: arrived.body }) : undefined;
    if (refusal !== undefined) return err(refusal);
    const params = readParams(query, queryString);
    if (!params.ok) return params;
    const { telling: account, querySpelling: spelling, seed } = this.#parts;
    const book = account.told(arrived.monotonicMs);
    return query.answer({ params: params.value, book, account, wallMs: arrived.wallMs, spelling, seed });
  }

  #checkSignature(request: Arrived & { readonly body: Uint8Array }): Refusal | undefined {
    return checkSignature(request, this.#parts.credentials, request.wallMs, this.#parts.timestampToleranceMs);
  }

  #refuse(arrived: Arrived, refusal: Refusal, weight: Weight): Handled {
    const answer = refused(refusal, this.#parts.businessStatus, arrived.wallMs);
    return { delivery: { kind: 'answer', answer }, weight, refusal };
  }

  #faultBefore(arrived: Arrived, faults: AnyFaults): Handled | undefined {
    if (faults.has('drop-before')) return { delivery: { kind: 'cut' }, weight: noWeight };
    if (faults.has('http-500-before')) {
      return this.#refuse(arrived, { code: '500', message: 'Internal server error' }, noWeight);
    }
    if (faults.has('http-418-before')) {
      return this.#refuse(arrived, { code: '418', message: 'The address is banned' }, noWeight);
    }
    return faults.has('rate') ? this.#refuse(arrived, TOO_FREQUENT, noWeight) : undefined;
  }
}

/** The path and the query of a request's target; the query without its `?`, undefined if there is none. */
export function splitTarget(target: string): readonly [path: string, query: string | undefined] {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, undefined] : [target.slice(0, mark), target.slice(mark + 1)];
}
