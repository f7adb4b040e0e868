/**
 * How much may be sent now: IP weight, UID weight and order calls, each counted in its own window, debited together.
 *
 * Invariants
 * 1. What a call takes is held while its answer is awaited and for one window after the answer arrived. The server counted
 *    the call before it answered and sees the next one after we sent it, so however the answers jitter, no two calls can
 *    stand closer together there than they did here: any flow that keeps to this keeps every sliding window, every fixed
 *    window of whatever phase, and every bucket of that capacity and refill (docs/exchange.md#counting).
 * 2. The sum of what is held never exceeds the limit.
 * 3. Time only comes in as an argument, in milliseconds that only go forward; this module never waits and never reads a clock.
 */
import type { Cost, Limits, Rate } from '../model/call.ts';

/** Servers read clocks in whole milliseconds; two roundings must not pull a window shorter than it is. */
export const GUARD_MS = 5;

interface Release {
  readonly atMs: number;
  readonly amount: number;
}

class Window {
  readonly limit: number;
  readonly #windowMs: number;
  readonly #releases: Release[] = [];
  #others: readonly Release[] = [];
  #first = 0;
  #held = 0;

  constructor(rate: Rate, guardMs: number) {
    this.limit = rate.amount;
    this.#windowMs = rate.windowMs + guardMs;
  }

  held(nowMs: number): number {
    let next = this.#releases[this.#first];
    while (next !== undefined && next.atMs <= nowMs) {
      this.#held -= next.amount;
      this.#first += 1;
      next = this.#releases[this.#first];
    }
    if (this.#first > 1024) {
      this.#releases.splice(0, this.#first);
      this.#first = 0;
    }
    return this.#held + this.#othersHeld(nowMs);
  }

  #othersHeld(nowMs: number): number {
    let held = 0;
    for (const { atMs, amount } of this.#others) if (atMs > nowMs) held += amount;
    return held;
  }

  /** What others hold, in place of what was known of them before. */
  setOthers(others: readonly Release[]): void {
    this.#others = others;
  }

  take(amount: number): void {
    this.#held += amount;
  }

  giveBack(amount: number): void {
    this.#held -= amount;
  }

  /** Most come in the order of time; what was lost is released later than what is answered after it. */
  releaseAfterWindow(countedMs: number, amount: number): void {
    const release = { atMs: this.releaseMs(countedMs), amount };
    let at = this.#releases.length;
    while (at > this.#first && (this.#releases[at - 1] as Release).atMs > release.atMs) at -= 1;
    this.#releases.splice(at, 0, release);
  }

  releaseMs(countedMs: number): number {
    return countedMs + this.#windowMs;
  }

  /** Milliseconds until `amount` fits; `undefined` while only an answer can tell. */
  waitMs(nowMs: number, amount: number): number | undefined {
    let excess = this.held(nowMs) + amount - this.limit;
    if (excess <= 0) return 0;
    for (const release of this.#upcoming(nowMs)) {
      excess -= release.amount;
      if (excess <= 0) return release.atMs - nowMs;
    }
    return undefined;
  }

  nextReleaseMs(nowMs: number): number | undefined {
    this.held(nowMs);
    const next = this.#upcoming(nowMs)[0];
    return next === undefined ? undefined : next.atMs - nowMs;
  }

  /** What is released from now on, ours and others', in the order of time. */
  #upcoming(nowMs: number): readonly Release[] {
    const own = this.#first === 0 ? this.#releases : this.#releases.slice(this.#first);
    const others = this.#others.filter(({ atMs }) => atMs > nowMs);
    return others.length === 0 ? own : [...own, ...others].toSorted((a, b) => a.atMs - b.atMs);
  }
}

/** What somebody else spent; `isOpen`: its answer may come at any moment, so it is looked at again before long. */
export interface OthersSpend {
  readonly weight: Cost;
  readonly ageMs: number;
  readonly isOpen?: true;
}

/** How long to wait for another's open request before looking again. */
const ASK_AGAIN_MS = 250;

export interface BudgetGauge {
  readonly used: number;
  readonly limit: number;
  readonly freesInMs?: number;
}

export class WeightBudget {
  readonly #ip: Window;
  readonly #uid: Window;
  readonly #orderCalls: Window;

  constructor(limits: Limits, guardMs: number = GUARD_MS) {
    this.#ip = new Window(limits.ip, guardMs);
    this.#uid = new Window(limits.uid, guardMs);
    this.#orderCalls = new Window(limits.orderCalls, guardMs);
  }

  /** 0: the call may start now. A number: not before so many ms. Undefined: an answer must arrive first. */
  waitMs(nowMs: number, cost: Cost): number | undefined {
    const waits = [
      this.#ip.waitMs(nowMs, cost.ip),
      this.#uid.waitMs(nowMs, cost.uid),
      this.#orderCalls.waitMs(nowMs, cost.orderCalls ?? 1),
    ];
    return waits.includes(undefined) ? undefined : Math.max(...(waits as number[]));
  }

  /** Debits all three at once; only after `waitMs` said 0. */
  take(nowMs: number, cost: Cost): void {
    if (this.waitMs(nowMs, cost) !== 0) throw new Error('weight taken that is not there');
    this.#ip.take(cost.ip);
    this.#uid.take(cost.uid);
    this.#orderCalls.take(cost.orderCalls ?? 1);
  }

  /** The exchange counted the request at `nowMs` at the latest: the weight comes back one window from then. */
  answered(nowMs: number, cost: Cost): void {
    this.#ip.releaseAfterWindow(nowMs, cost.ip);
    this.#uid.releaseAfterWindow(nowMs, cost.uid);
    this.#orderCalls.releaseAfterWindow(nowMs, cost.orderCalls ?? 1);
  }

  /** Proof that nothing left: the server cannot have counted it. */
  notSent(cost: Cost): void {
    this.#ip.giveBack(cost.ip);
    this.#uid.giveBack(cost.uid);
    this.#orderCalls.giveBack(cost.orderCalls ?? 1);
  }

  /**
   * What others hold at the server: earlier runs, and runs side by side; each counted there `ageMs` ago at the latest. In
   * place of what was said before. An open request counts for a moment only: who reserves asks the journal again by then.
   */
  setOthers(nowMs: number, others: readonly OthersSpend[]): void {
    const windows = [
      [this.#ip, ({ ip }: Cost) => ip],
      [this.#uid, ({ uid }: Cost) => uid],
      [this.#orderCalls, ({ orderCalls }: Cost) => orderCalls ?? 1],
    ] as const;
    for (const [window, amountOf] of windows) {
      const releases = others.map(({ weight, ageMs, isOpen }) => ({
        atMs: isOpen === true ? nowMs + ASK_AGAIN_MS : window.releaseMs(nowMs - ageMs),
        amount: amountOf(weight),
      }));
      window.setOthers(releases.filter(({ amount }) => amount > 0));
    }
  }

  /** Whether all that is held, ours and others', is within the limits: what others spend may come on top of what was taken. */
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
