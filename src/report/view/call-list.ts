import type { CallKind, Weight } from '../../model/call.ts';
import type { OutcomeName } from '../../model/outcome.ts';

/** A call of a run as it is shown. Its texts are as they came. */
export interface CallView {
  readonly number: number;
  /** From 0, in the order of sending. */
  readonly place: number;
  readonly kind: CallKind;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Ids as the plan spells them. */
  readonly orders: readonly string[];
  readonly weight: Weight;
  /** It takes its orders off. */
  readonly isCancel?: true;
  readonly state: 'waiting' | 'sending' | 'answered';
  /** When it was sent last; undefined before. */
  readonly sentAtMs: number | undefined;
  /** How long the slowest of its answers took. */
  readonly latencyMs: number | undefined;
  /** How many of its orders have each outcome. */
  readonly outcomes: Readonly<Partial<Record<OutcomeName, number>>>;
}

type PlannedCall = Pick<CallView, 'number' | 'kind' | 'method' | 'path' | 'body' | 'orders' | 'weight' | 'isCancel'>;

/** What it does, in a word. */
export const callWord = ({ kind, isCancel }: Pick<CallView, 'kind' | 'isCancel'>): CallKind | 'cancel' =>
  isCancel === true ? 'cancel' : kind;

/** The calls of a run, read only. */
export interface CallRows {
  readonly planned: number;
  /** How many different calls were sent, also those that a follower sends unplanned. A call that was sent twice counts once. */
  readonly sent: number;
  /** What those weigh that were not sent yet, or are to go again. */
  readonly unsent: { readonly calls: number; readonly weight: Weight };
  /** Place of the furthest call that was sent; -1 before the first. */
  readonly frontier: number;
  /** Sent and not answered, the longest under way first. */
  readonly inFlight: Iterable<CallView>;
  /** Those that take orders off. */
  readonly cancels: readonly CallView[];
  at(place: number): CallView | undefined;
  byNumber(number: number): CallView | undefined;
}

interface Kept extends PlannedCall {
  readonly place: number;
  state: CallView['state'];
  sentAtMs: number | undefined;
  latencyMs: number | undefined;
  outcomes: Partial<Record<OutcomeName, number>>;
  wasSent: boolean;
  awaited: number;
}

const UNSENT = { state: 'waiting', sentAtMs: undefined, latencyMs: undefined, wasSent: false, awaited: 0 } as const;

/** A cancel places none of its orders. */
const placedBy = ({ isCancel, orders }: Kept): readonly string[] => (isCancel === true ? [] : orders);

/** The calls behind a run view; only the fold changes them. */
export class CallList implements CallRows {
  readonly #calls: Kept[] = [];
  readonly #byNumber = new Map<number, Kept>();
  readonly #inFlight = new Map<number, Kept>();
  readonly #unsent = { calls: 0, weight: { ip: 0, uid: 0 } };
  #sent = 0;
  readonly #unplanned = new Set<number>();
  #frontier = -1;

  get planned(): number {
    return this.#calls.length;
  }

  get sent(): number {
    return this.#sent + this.#unplanned.size;
  }

  get unsent(): CallRows['unsent'] {
    return this.#unsent;
  }

  get frontier(): number {
    return this.#frontier;
  }

  get inFlight(): Iterable<CallView> {
    return this.#inFlight.values();
  }

  get cancels(): readonly CallView[] {
    return this.#calls.filter(({ isCancel }) => isCancel === true);
  }

  at(place: number): CallView | undefined {
    return this.#calls[place];
  }

  byNumber(number: number): CallView | undefined {
    return this.#byNumber.get(number);
  }

  plan({ number, kind, method, path, body, orders, weight, isCancel }: PlannedCall): void {
    const planned = {
      number,
      kind,
      method,
      path,
      body,
      orders,
      weight,
      place: this.#calls.length,
      ...(isCancel && { isCancel }),
    };
    const call: Kept = { ...planned, ...UNSENT, outcomes: {} };
    this.#calls.push(call);
    this.#byNumber.set(number, call);
    this.#waits(call, 1);
  }

  /** Marks a call as sent; returns the ids of its orders. */
  send(number: number, atMs: number): readonly string[] {
    const call = this.#byNumber.get(number);
    if (call === undefined) {
      this.#unplanned.add(number);
      return [];
    }
    if (!call.wasSent) this.#sent += 1;
    if (call.state === 'waiting') this.#waits(call, -1);
    Object.assign(call, { state: 'sending', sentAtMs: atMs, wasSent: true, awaited: call.orders.length });
    this.#frontier = Math.max(this.#frontier, call.place);
    this.#inFlight.set(number, call);
    return placedBy(call);
  }

  /** One order of a cancel has its end; with the last the call is no longer in flight. */
  cancelled(number: number): void {
    const call = this.#inFlight.get(number);
    if (call === undefined) return;
    call.awaited -= 1;
    if (call.awaited > 0) return;
    call.state = 'answered';
    this.#inFlight.delete(number);
  }

  /** One order of the call has its outcome; with the last the call is no longer in flight. */
  answered(number: number, outcome: OutcomeName, latencyMs: number | undefined): void {
    const call = this.#inFlight.get(number);
    if (call === undefined) return;
    call.outcomes[outcome] = (call.outcomes[outcome] ?? 0) + 1;
    if (latencyMs !== undefined) call.latencyMs = Math.max(call.latencyMs ?? 0, latencyMs);
    call.awaited -= 1;
    if (call.awaited > 0) return;
    call.state = 'answered';
    this.#inFlight.delete(number);
  }

  /** Marks a call as not taken by the exchange; returns the ids of its orders, which wait again. */
  goesAgain(number: number): readonly string[] {
    const call = this.#byNumber.get(number);
    if (call === undefined) return [];
    if (this.#inFlight.delete(number)) this.#waits(call, 1);
    call.state = 'waiting';
    return placedBy(call);
  }

  #waits({ weight }: Kept, by: 1 | -1): void {
    this.#unsent.calls += by;
    this.#unsent.weight.ip += by * weight.ip;
    this.#unsent.weight.uid += by * weight.uid;
  }
}
