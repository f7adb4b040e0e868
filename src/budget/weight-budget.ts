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
import type { Cost, Limits, Rate } from '../model/call.ts';
import type { ToldWindow } from '../model/order-counts.ts';
import { ToldCounts, type OthersCount } from './told-counts.ts';

/** Added to every window, as servers read clocks in whole milliseconds: two roundings must not shorten it. */
export const GUARD_MS = 5;

interface Release {
  readonly atMs: number;
  readonly amount: number;
}

class Window {
  readonly #rate: Rate;
  readonly #windowMs: number;
  /** For a window that the answers report. */
  readonly #told: ToldCounts | undefined;
  readonly #releases: Release[] = [];
  #others: readonly Release[] = [];
  #first = 0;
  #held = 0;
  /** What those wait for who came first: it has to fit too. */
  ahead = 0;

  constructor(rate: Rate, guardMs: number, isTold = false) {
    this.#rate = rate;
    this.#windowMs = rate.windowMs + guardMs;
    if (isTold) this.#told = new ToldCounts(rate.amount, rate.windowMs, guardMs);
  }

  get limit(): number {
    return this.#told?.limit ?? this.#rate.amount;
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
    return this.#held + this.#othersHeld(nowMs) + (this.#told?.foreign(nowMs)?.amount ?? 0);
  }

  #othersHeld(nowMs: number): number {
    let held = 0;
    for (const { atMs, amount } of this.#others) if (atMs > nowMs) held += amount;
    return held;
  }

  /** Replaces what is known of the weight that others hold. */
  setOthers(others: readonly Release[]): void {
    this.#others = others;
  }

  /** What others of the journal spent, against what answers tell. */
  setCounted(others: readonly OthersCount[]): void {
    this.#told?.setOthers(others);
  }

  take(nowMs: number, amount: number, id: number | undefined): void {
    this.#held += amount;
    if (id !== undefined && amount > 0) this.#told?.started(id, nowMs, amount);
  }

  giveBack(amount: number, id: number | undefined): void {
    this.#held -= amount;
    if (id !== undefined) this.#told?.forget(id);
  }

  /** What an answer says of it: of a window of another length than is counted here it says nothing. */
  hear(nowMs: number, countedMs: number, { id, how, windows = [] }: Heard): void {
    const told = windows.find(({ windowMs }) => windowMs === this.#rate.windowMs);
    if (how === 'lost') this.#told?.lost(id, countedMs);
    else this.#told?.[how](id, nowMs, told);
  }

  /** Keeps the releases sorted. Most arrive in order; the weight of a lost call is released after that of later calls. */
  releaseAfterWindow(countedMs: number, amount: number): void {
    const release = { atMs: this.releaseMs(countedMs), amount };
    let at = this.#releases.length;
    while (at > this.#first && (this.#releases[at - 1] as Release).atMs > release.atMs) at -= 1;
    this.#releases.splice(at, 0, release);
  }

  releaseMs(countedMs: number): number {
    return countedMs + this.#windowMs;
  }

  /** Milliseconds until `amount` fits; undefined if that depends on an answer. */
  waitMs(nowMs: number, amount: number): number | undefined {
    // What weighs nothing here adds nothing, however full others have made it.
    if (amount === 0) return 0;
    if (this.#told?.isDeaf(nowMs) === true) return undefined;
    // A call that is more than the exchange says it allows goes alone.
    let excess = this.held(nowMs) + this.ahead + amount - Math.max(this.limit, this.#told === undefined ? 0 : amount);
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

  /** All releases from now on, ours and others', in the order of time. */
  #upcoming(nowMs: number): readonly Release[] {
    const own = this.#first === 0 ? this.#releases : this.#releases.slice(this.#first);
    const foreign = this.#told?.foreign(nowMs);
    const others = [...this.#others.filter(({ atMs }) => atMs > nowMs), ...(foreign === undefined ? [] : [foreign])];
    return others.length === 0 ? own : [...own, ...others].toSorted((a, b) => a.atMs - b.atMs);
  }
}

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

/** What an answer to a request says, whatever it says. */
interface Heard {
  /** By what the request was taken. */
  readonly id: number;
  readonly how: 'answered' | 'refused' | 'lost';
  readonly windows?: readonly ToldWindow[] | undefined;
}

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
