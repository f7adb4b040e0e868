import type { CallKind } from '../../model/call.ts';

export interface CallInFlight {
  readonly number: number;
  readonly kind: CallKind;
  readonly orders: number;
  readonly sentAtMs: number;
}

/** The calls of a run, read only. */
export interface CallRows {
  readonly planned: number;
  /** How many different calls were sent. A call that was sent twice counts once. */
  readonly sent: number;
  /** Sent and not answered, the longest under way first. */
  readonly inFlight: Iterable<CallInFlight>;
}

interface PlannedCall {
  readonly number: number;
  readonly kind: CallKind;
  /** Ids as the plan spells them. */
  readonly orders: readonly string[];
}

/** The calls behind a run view; only the fold changes them. */
export class CallList implements CallRows {
  readonly #planned = new Map<number, PlannedCall>();
  readonly #sent = new Set<number>();
  readonly #inFlight = new Map<number, CallInFlight & { awaited: number }>();

  get planned(): number {
    return this.#planned.size;
  }

  get sent(): number {
    return this.#sent.size;
  }

  get inFlight(): Iterable<CallInFlight> {
    return this.#inFlight.values();
  }

  plan(call: PlannedCall): void {
    this.#planned.set(call.number, call);
  }

  /** Marks a call as sent; returns the ids of its orders. */
  send(number: number, atMs: number): readonly string[] {
    const call = this.#planned.get(number);
    if (call === undefined) return [];
    this.#sent.add(number);
    const { kind, orders } = call;
    this.#inFlight.set(number, { number, kind, orders: orders.length, sentAtMs: atMs, awaited: orders.length });
    return orders;
  }

  /** One order of the call has its outcome; with the last the call is no longer in flight. */
  answered(number: number): void {
    const call = this.#inFlight.get(number);
    if (call === undefined) return;
    call.awaited -= 1;
    if (call.awaited === 0) this.#inFlight.delete(number);
  }

  /** Marks a call as not taken by the exchange; returns the ids of its orders, which wait again. */
  goesAgain(number: number): readonly string[] {
    this.#inFlight.delete(number);
    return this.#planned.get(number)?.orders ?? [];
  }
}
