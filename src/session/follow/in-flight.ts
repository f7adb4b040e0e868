/**
 * Calls of a follow that have no answer yet. What a list tells proves that an order was accepted as an answer does, so where looks have
 * found all orders of a call, that is its answer: what was filled of it gets its stop while the connection hangs.
 */
import type { Placed } from '../../exchange/dialect.ts';
import type { Call } from '../../model/call.ts';
import type { Clock } from '../../ports.ts';

/** Most answers are there by then, and their orders are looked for in no list. */
const LATE_MS = 1_000;

interface Awaited {
  readonly sentMs: number;
  /** By client order id, of those that were found. */
  readonly orderIds: Map<string, string>;
  readonly prove: (placed: Placed) => void;
}

export class InFlight {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #calls = new Map<Call, Awaited>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Resolves once all its orders were found. `over`: nobody waits for it any more. */
  proved(call: Call, over: AbortSignal): Promise<Placed> {
    const { promise, resolve } = Promise.withResolvers<Placed>();
    const awaited = { sentMs: this.#clock.monotonicMs(), orderIds: new Map<string, string>(), prove: resolve };
    this.#calls.set(call, awaited);
    over.addEventListener('abort', () => this.#calls.get(call) === awaited && this.#calls.delete(call), { once: true });
    return promise;
  }

  /** Client order ids of what may be in the lists by now. */
  get late(): ReadonlySet<string> {
    const sentBeforeMs = this.#clock.monotonicMs() - LATE_MS;
    const late = new Set<string>();
    for (const [{ orders }, { sentMs, orderIds }] of this.#calls)
      if (sentMs <= sentBeforeMs) for (const { clientOid } of orders) if (!orderIds.has(clientOid)) late.add(clientOid);
    return late;
  }

  /** Of one that was found, while its call has no answer: others of that call may not be there. */
  orderIdOf(clientOid: string): string | undefined {
    for (const { orderIds } of this.#calls.values()) {
      const orderId = orderIds.get(clientOid);
      if (orderId !== undefined) return orderId;
    }
    return undefined;
  }

  found(clientOid: string, orderId: string): void {
    for (const [{ orders }, { orderIds, prove }] of this.#calls) {
      if (!orders.some((order) => order.clientOid === clientOid)) continue;
      orderIds.set(clientOid, orderId);
      if (orderIds.size === orders.length) prove({ verdicts: orders.map((order) => verdictOf(order, orderIds)) });
    }
  }
}

const verdictOf = (
  { clientOid }: Call['orders'][number],
  orderIds: ReadonlyMap<string, string>,
): Placed['verdicts'][number] => ({ outcome: 'accepted', orderId: orderIds.get(clientOid) as string, rule: 'found' });
