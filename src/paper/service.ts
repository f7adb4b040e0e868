/** From an arrived request to its answer, without sockets: faults before, windows, proof of the key, the operation, faults after. */
import type { IncomingHttpHeaders } from 'node:http';
import { noWeight, type Weight } from '../model/call.ts';
import { err, type Result } from '../model/result.ts';
import { bare, parameterUnknown, refused, TOO_FREQUENT, type Delivery, type Refusal } from './refusals.ts';
import { checkOrderHeaders, checkSignature, type Credentials } from './authentication.ts';
import type { Book } from './book.ts';
import type { Hand } from './faults.ts';
import type { Admission } from './admission.ts';
import { MOST_ENTRIES, operate, type Placed } from './operations.ts';
import { QUERIES, readParams, type Query } from './queries.ts';
import type { OrderKind } from './rules.ts';
import { faultAfter, garble, misreport } from './wrong-answers.ts';

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
}

export interface ServiceParts {
  readonly book: Book;
  readonly admission: Admission;
  readonly deal: () => Hand;
  readonly credentials: Credentials;
  readonly timestampToleranceMs: number;
  readonly businessStatus: number;
  readonly strict: boolean;
  readonly refuseBatchPresets: boolean;
}

type Route =
  | { readonly kind: 'order'; readonly method: 'POST'; readonly operation: OrderKind; readonly weight: Weight }
  | { readonly kind: 'query'; readonly method: 'GET'; readonly query: Query; readonly weight: Weight };

/** The table of docs/exchange.md#weights, read once more: the judge does not take the client's table. */
const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/capi/v2/order/placeOrder', { kind: 'order', method: 'POST', operation: 'single', weight: { ip: 2, uid: 5 } }],
  ['/capi/v2/order/batchOrders', { kind: 'order', method: 'POST', operation: 'batch', weight: { ip: 5, uid: 10 } }],
  ['/capi/v2/order/plan_order', { kind: 'order', method: 'POST', operation: 'trigger', weight: { ip: 2, uid: 5 } }],
  ...[...QUERIES].map(([path, query]): [string, Route] => [
    path,
    { kind: 'query', method: 'GET', query, weight: query.weight },
  ]),
]);

/** An admitted order call, and the faults that it was dealt. */
interface OrderCall {
  readonly operation: OrderKind;
  readonly query: string | undefined;
  readonly hand: Hand;
  readonly weight: Weight;
}

const NO_FAULTS: Hand = { faults: new Set(), pick: 0 };

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
    const hand = route.kind === 'order' ? this.#parts.deal() : NO_FAULTS;
    const early = this.#faultBefore(arrived, hand);
    if (early !== undefined) return early;
    const spender = {
      address: arrived.address,
      hasAccount: arrived.headers['access-key'] === this.#parts.credentials.key,
      isOrderCall: route.kind === 'order',
    };
    if (!this.#parts.admission.admit(spender, route.weight, arrived.monotonicMs)) {
      this.refusedByRate += 1;
      return this.#refuse(arrived, TOO_FREQUENT, noWeight);
    }
    const weight = { ip: route.weight.ip, uid: spender.hasAccount ? route.weight.uid : 0 };
    if (route.kind === 'order') return this.#order(arrived, { operation: route.operation, query, hand, weight });
    const result = this.#query(arrived, route.query, query ?? '');
    return result.ok
      ? { delivery: { kind: 'answer', answer: bare(result.value) }, weight }
      : this.#refuse(arrived, result.error, weight);
  }

  #order(arrived: Arrived, call: OrderCall): Handled {
    const { hand, weight } = call;
    const { book, businessStatus } = this.#parts;
    const earlierIds = book.orders.slice(0, MOST_ENTRIES).map(({ orderId }) => orderId);
    const placed = this.#place(arrived, call);
    if (!placed.ok) {
      const handled = this.#refuse(arrived, placed.error, weight);
      return { ...handled, delivery: faultAfter(handled.delivery, hand.faults, undefined) };
    }
    const reported: Delivery = { kind: 'answer', answer: bare(garble(placed.value, hand, earlierIds)) };
    const misreported = misreport(placed.value, hand.faults, businessStatus, arrived.wallMs);
    return { delivery: faultAfter(reported, hand.faults, misreported), weight };
  }

  #place(arrived: Arrived, { operation, query, hand }: OrderCall): Result<Placed, Refusal> {
    if (arrived.body === undefined) return err({ code: '413', message: 'The body is too long' });
    const request = { ...arrived, body: arrived.body };
    const refusal =
      this.#checkSignature(request) ??
      checkOrderHeaders(request, this.#parts.strict) ??
      (query === undefined ? undefined : parameterUnknown('in the query'));
    if (refusal !== undefined) return err(refusal);
    const { book, strict, refuseBatchPresets } = this.#parts;
    const unlucky = hand.faults.has('reject-one') ? { rejectOne: hand.pick } : {};
    return operate(operation, arrived.body, { book, strict, refuseBatchPresets, wallMs: arrived.wallMs, ...unlucky });
  }

  #query(arrived: Arrived, query: Query, queryString: string): Result<unknown, Refusal> {
    if (arrived.body === undefined) return err({ code: '413', message: 'The body is too long' });
    const refusal = query.private ? this.#checkSignature({ ...arrived, body: arrived.body }) : undefined;
    if (refusal !== undefined) return err(refusal);
    const params = readParams(query, queryString);
    if (!params.ok) return params;
    return query.answer({ params: params.value, book: this.#parts.book, wallMs: arrived.wallMs });
  }

  #checkSignature(request: Arrived & { readonly body: Uint8Array }): Refusal | undefined {
    return checkSignature(request, this.#parts.credentials, request.wallMs, this.#parts.timestampToleranceMs);
  }

  #refuse(arrived: Arrived, refusal: Refusal, weight: Weight): Handled {
    const answer = refused(refusal, this.#parts.businessStatus, arrived.wallMs);
    return { delivery: { kind: 'answer', answer }, weight, refusal };
  }

  #faultBefore(arrived: Arrived, { faults }: Hand): Handled | undefined {
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
