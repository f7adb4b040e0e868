import type { DueCalls } from '../../compile/compile-plan.ts';
import type { Call } from '../../model/call.ts';
import type { OrderOutcome } from '../../model/event.ts';
import type { Order } from '../../model/order.ts';
import type { Outcome, Verdict, Withheld } from '../../model/outcome.ts';
import type { EventSink } from '../../ports.ts';
import { Tally } from './tally.ts';

interface Awaited {
  readonly done: Promise<void>;
  readonly resolve: () => void;
  outcome?: Outcome['outcome'];
}

interface Failed {
  readonly clientOid: string;
  readonly outcome: Outcome['outcome'];
}

/** What calls wait for: lets one begin when all the orders before it have their outcomes, and says whether it may. */
class Dependencies {
  readonly #awaited = new Map<string, Awaited>();
  readonly #failed = new Map<readonly string[], Promise<Failed | undefined>>();

  constructor(calls: readonly Call[]) {
    for (const waitsFor of new Set(calls.map((call) => call.waitsFor))) {
      for (const clientOid of waitsFor ?? []) {
        if (this.#awaited.has(clientOid)) continue;
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#awaited.set(clientOid, { done: promise, resolve });
      }
    }
  }

  concluded(clientOid: string, outcome: Outcome['outcome']): void {
    const awaited = this.#awaited.get(clientOid);
    if (awaited === undefined) return;
    awaited.outcome = outcome;
    awaited.resolve();
  }

  /** No outcome comes from this call any more: after a bug of ours its orders may be without, and are unknown. */
  ended({ orders }: Call): void {
    for (const { clientOid } of orders)
      if (this.#awaited.get(clientOid)?.outcome === undefined) this.concluded(clientOid, 'unknown');
  }

  /** Resolves when all outcomes are there, with the first order that was not accepted; once for all calls that wait alike. */
  firstFailed({ waitsFor = [] }: Call): Promise<Failed | undefined> {
    const known = this.#failed.get(waitsFor) ?? this.#firstFailedOf(waitsFor);
    this.#failed.set(waitsFor, known);
    return known;
  }

  async #firstFailedOf(waitsFor: readonly string[]): Promise<Failed | undefined> {
    for (const clientOid of waitsFor) {
      const awaited = this.#awaited.get(clientOid) as Awaited;
      await awaited.done;
      const { outcome } = awaited;
      if (outcome !== undefined && outcome !== 'accepted') return { clientOid, outcome };
    }
    return undefined;
  }
}

/** Tells each order's outcome once it is final: counted, shown to whoever waits for it, and reported. */
export class Outcomes {
  readonly tally = new Tally();
  readonly dependencies: Dependencies;
  readonly #schedule: DueCalls;
  readonly #emit: EventSink;
  /** The orders that have been told with an order id, by that id. */
  readonly #owners = new Map<string, Order>();

  constructor(schedule: DueCalls, emit: EventSink) {
    this.#schedule = schedule;
    this.#emit = emit;
    this.dependencies = new Dependencies(schedule.calls);
  }

  /** What the schedule itself withholds, but for those that were found to stand meanwhile, by client order id. */
  tellWithheld(found?: ReadonlyMap<string, Outcome>): void {
    for (const { order, outcome } of this.#schedule.withheld) {
      this.#tell(order, found?.get(order.clientOid) ?? outcome);
    }
  }

  tell(call: Call, verdicts: readonly Verdict[], latencyMs: number): void {
    call.orders.forEach(({ clientOid }, at) => {
      this.#tell(this.order(clientOid), verdicts[at] as Verdict, call.number, latencyMs);
    });
  }

  withhold(call: Call, reason: Withheld['reason'], message: string): void {
    for (const { clientOid } of call.orders)
      this.#tell(this.order(clientOid), { outcome: 'withheld', reason, message });
  }

  order(clientOid: string): Order {
    return this.#schedule.pending.get(clientOid) as Order;
  }

  /** For an order that is sent, or that is withheld since its cancel has ended. */
  idOf(clientOid: string): string {
    const withheld = this.#schedule.withheld.find(({ order }) => order.clientOid === clientOid)?.order;
    return (this.#schedule.pending.get(clientOid) ?? withheld)?.id ?? clientOid;
  }

  /** Verdicts have come, and are not on record yet. */
  answered(orders: readonly { readonly clientOid: string }[], verdicts: readonly Verdict[]): void {
    for (const [at, { clientOid }] of orders.entries()) {
      const verdict = verdicts[at];
      if (verdict?.outcome !== 'accepted' || this.#owners.has(verdict.orderId)) continue;
      this.#owners.set(verdict.orderId, this.order(clientOid));
    }
  }

  /** The order of this run that was answered or told with the order id, the first one. */
  ownerOf(orderId: string): Order | undefined {
    return this.#owners.get(orderId);
  }

  #tell(order: Order, outcome: Outcome, call?: number, latencyMs?: number): void {
    this.tally.count(outcome);
    if ('orderId' in outcome && outcome.orderId !== undefined) this.#owners.set(outcome.orderId, order);
    this.dependencies.concluded(order.clientOid, outcome.outcome);
    this.#emit(outcomeOf(order, outcome, call, latencyMs));
  }
}

const outcomeOf = (order: Order, outcome: Outcome, call?: number, latencyMs?: number): OrderOutcome => ({
  event: 'order-outcome',
  id: order.id,
  clientOid: order.clientOid,
  ...(call !== undefined && { call }),
  ...outcome,
  ...(outcome.outcome !== 'withheld' && order.carried !== undefined && { size: order.size.canonical() }),
  ...(latencyMs !== undefined && { latencyMs }),
});

/** What a schedule withholds, as it is told before its first call. */
export const withheldOutcomes = ({ withheld }: Pick<DueCalls, 'withheld'>): OrderOutcome[] =>
  withheld.map(({ order, outcome }) => outcomeOf(order, outcome));
