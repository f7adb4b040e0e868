/**
 * How much may be sent now: IP weight, UID weight and order calls, each counted in its own window, debited together.
 *
 * Invariants
 * 1. The weight of a call is held until its answer arrives, and for one window after that. The server counts a call before
 *    it answers, and sees the next one after we send it. So however the answers jitter, two calls are never closer together
 *    at the server than here. A flow that keeps this rule keeps every sliding window, every fixed window of any phase, and
 *    every bucket of that capacity and refill (docs/exchange.md#counting).
 * 2. The sum of all held weights never exceeds the limit.
 * 3. Time only comes in as an argument, in milliseconds that never go back. This module never waits and never reads a clock.
 * 4. Where answers tell the account's orders, what they say stands in the place of what is assumed (told-counts.ts).
 */
import type { Cost, CostLater, Limits } from '../model/call.ts';
import { Window, type Heard } from './window.ts';

/** Added to every window, as servers read clocks in whole milliseconds: two roundings must not shorten it. */
export const GUARD_MS = 5;

/** What somebody else spent. `isOpen`: its answer may come at any moment, so the budget looks again soon. */
export interface OthersSpend {
  readonly weight: Cost;
  readonly ageMs: number;
  readonly isOpen?: true;
  /** The exchange's counts may leave it out: so what they say of others stays as it is. */
  readonly isUncounted?: true;
}

/** How long to wait for another's open request before looking again. */
export const ASK_AGAIN_MS = 250;

export interface BudgetGauge {
  readonly used: number;
  readonly limit: number;
  readonly freesInMs?: number;
}

export class WeightBudget {
  readonly #ip: Window;
  readonly #uid: Window;
  readonly #orderCalls: Window;
  readonly #orderCallsOf: (cost: Cost) => number;

  constructor(limits: Limits, guardMs: number = GUARD_MS) {
    const isTold = limits.countsOrders === true;
    this.#ip = new Window(limits.ip, guardMs);
    this.#uid = new Window(limits.uid, guardMs, isTold);
    this.#orderCalls = new Window(limits.orderCalls, guardMs, isTold);
    this.#orderCallsOf = isTold ? ({ uid }) => uid : ({ orderCalls = 1 }) => orderCalls;
  }

  /** Milliseconds until the call may start: 0 for now, undefined if an answer must arrive first. */
  waitMs(nowMs: number, cost: Cost): number | undefined {
    const waits = [
      this.#ip.waitMs(nowMs, cost.ip),
      this.#uid.waitMs(nowMs, cost.uid),
      this.#orderCalls.waitMs(nowMs, this.#orderCallsOf(cost)),
    ];
    return waits.includes(undefined) ? undefined : Math.max(...(waits as number[]));
  }

  /** The same where more has to fit beside it, at once and later. */
  waitMsBeside(nowMs: number, cost: Cost, ahead: readonly CostLater[]): number | undefined {
    let waitMs: number | undefined = 0;
    // What has to fit at once comes last: that holds as the weight is taken.
    for (const { afterMs, cost: later } of ahead.toReversed()) {
      this.setAhead(later);
      const fitsInMs = this.waitMs(nowMs, cost);
      // What is held then has left the windows so much sooner.
      waitMs = waitMs === undefined || fitsInMs === undefined ? undefined : Math.max(waitMs, fitsInMs - afterMs);
    }
    return waitMs;
  }

  /** Debits all three windows at once; throws unless `waitMs` is 0. What is heard of it later names the same `id`. */
  take(nowMs: number, cost: Cost, id?: number): void {
    if (this.waitMs(nowMs, cost) !== 0) throw new Error('weight taken that is not there');
    this.#ip.take(nowMs, cost.ip, id);
    this.#uid.take(nowMs, cost.uid, id);
    this.#orderCalls.take(nowMs, this.#orderCallsOf(cost), id);
  }

  /** Releases the weight one window from then: the exchange counted the request at `countedMs` at the latest. */
  answered(countedMs: number, cost: Cost): void {
    this.#ip.releaseAfterWindow(countedMs, cost.ip);
    this.#uid.releaseAfterWindow(countedMs, cost.uid);
    this.#orderCalls.releaseAfterWindow(countedMs, this.#orderCallsOf(cost));
  }

  /** What its answer says of the account's windows; after `answered`. */
  hear(nowMs: number, countedMs: number, heard: Heard): void {
    this.#uid.hear(nowMs, countedMs, heard);
    this.#orderCalls.hear(nowMs, countedMs, heard);
  }

  /** Gives the weight back at once. Needs proof that nothing left, so that the server cannot have counted it. */
  notSent(cost: Cost, id?: number): void {
    this.#ip.giveBack(cost.ip, id);
    this.#uid.giveBack(cost.uid, id);
    this.#orderCalls.giveBack(this.#orderCallsOf(cost), id);
  }

  /**
   * Replaces what earlier runs, and runs side by side, hold at the server; each was counted there `ageMs` ago at the latest.
   * An open request counts only for a moment, as the journal is asked again by then.
   */
  setOthers(nowMs: number, others: readonly OthersSpend[]): void {
    const windows = [
      [this.#ip, ({ ip }: Cost) => ip],
      [this.#uid, ({ uid }: Cost) => uid],
      [this.#orderCalls, (cost: Cost) => cost.orderCalls ?? this.#orderCallsOf(cost)],
    ] as const;
    for (const [window, amountOf] of windows) {
      const releases = others.map(({ weight, ageMs, isOpen }) => ({
        atMs: isOpen === true ? nowMs + ASK_AGAIN_MS : window.releaseMs(nowMs - ageMs),
        amount: amountOf(weight),
      }));
      window.setOthers(releases.filter(({ amount }) => amount > 0));
      window.setCounted(
        others.map(({ weight, ageMs, isOpen = false, isUncounted }) => ({
          amount: isUncounted === true ? 0 : amountOf(weight),
          countedMs: nowMs - ageMs,
          isOpen,
        })),
      );
    }
  }

  /** What fits beside all that is held. */
  left(nowMs: number): Required<Cost> {
    const of = (window: Window): number => Math.max(0, window.limit - window.held(nowMs));
    return { ip: of(this.#ip), uid: of(this.#uid), orderCalls: of(this.#orderCalls) };
  }

  /** What can fit beside that at most, once nothing else is held. */
  mostBeside(cost: Cost): Required<Cost> {
    return {
      ip: Math.max(0, this.#ip.limit - cost.ip),
      uid: Math.max(0, this.#uid.limit - cost.uid),
      orderCalls: Math.max(0, this.#orderCalls.limit - this.#orderCallsOf(cost)),
    };
  }

  /** What others wait for who came first. */
  setAhead(cost: Required<Cost>): void {
    this.#ip.ahead = cost.ip;
    this.#uid.ahead = cost.uid;
    this.#orderCalls.ahead = cost.orderCalls;
  }

  /** Whether everything that is held is within the limits. What others spend may exceed them after we have taken ours. */
  isWithin(nowMs: number): boolean {
    return [this.#ip, this.#uid, this.#orderCalls].every((window) => window.held(nowMs) <= window.limit);
  }

  gauges(nowMs: number): { ip: BudgetGauge; uid: BudgetGauge } {
    const gauge = (window: Window): BudgetGauge => {
      const freesInMs = window.nextReleaseMs(nowMs);
      return { used: window.held(nowMs), limit: window.limit, ...(freesInMs === undefined ? {} : { freesInMs }) };
    };
    return { ip: gauge(this.#ip), uid: gauge(this.#uid) };
  }
}
