/** One window of the exchange, in which weight is counted. */
import type { Rate } from '../model/call.ts';
import { ToldCounts, type OthersCount } from './told-counts.ts';
import type { ToldWindow } from '../model/order-counts.ts';

interface Release {
  readonly atMs: number;
  readonly amount: number;
}

export class Window {
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

/** What an answer to a request says, whatever it says. */
export interface Heard {
  /** By what the request was taken. */
  readonly id: number;
  readonly how: 'answered' | 'refused' | 'lost';
  readonly windows?: readonly ToldWindow[] | undefined;
}
