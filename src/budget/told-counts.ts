/**
 * What the exchange's own counts say of one window: how much it allows, and how much somebody else uses, who is on no record of
 * ours (docs/exchange-v3.md#counts).
 *
 * Invariants
 * 1. What the exchange counted and we did not is held for a window from the answer on, beside what we hold. So what may start
 *    then is never more than what the exchange said remains.
 * 2. A request whose answer is awaited may be counted already or not yet: it counts as not yet.
 * 3. Answers whose requests overlapped may come in any order. Until a request that started after them is answered, the least
 *    of what they say stands. So a stale answer widens nothing.
 * 4. An own request that may have left the exchange's window just then is taken for what was known before: only what cannot be
 *    ours is somebody else's, and only what was somebody else's before may be still.
 */
import type { ToldWindow } from '../model/order-counts.ts';

/** A request of ours. Turns number what happens: what ended at a lower one was over before the other started. */
interface Spend {
  readonly amount: number;
  readonly startedMs: number;
  readonly startTurn: number;
  /** Infinity: it was lost. */
  endTurn?: number;
  /** When the exchange had counted it at the latest. */
  countedMs?: number;
  /** The exchange's count with it. */
  count?: number;
}

/** What others of the same journal spent: counted at the exchange at this time at the latest. */
export interface OthersCount {
  readonly amount: number;
  readonly countedMs: number;
  readonly isOpen: boolean;
}

/** How long the request of another process may have been under way: its start is not known here. */
const OTHERS_WAY_MS = 1000;

/** One answer, until a later one stands in its place. */
class Heard {
  readonly count: number;
  readonly total: number | undefined;
  readonly endTurn: number;
  readonly endedMs: number;
  readonly #startedMs: number;
  readonly #windowMs: number;
  /** From when on an order that was counted has surely left the window. */
  readonly #spanMs: number;
  /** What others used by the answers before. */
  readonly #before: number;
  /** Own requests that are in the count, and those that may be. */
  #ours = 0;
  #maybeOurs = 0;
  #others = 0;
  #maybeOthers = 0;

  constructor(own: Required<Pick<Spend, 'count' | 'countedMs' | 'endTurn'>> & Spend, about: HeardAbout) {
    this.count = own.count;
    this.endTurn = own.endTurn;
    this.endedMs = own.countedMs;
    this.total = about.total;
    this.#startedMs = own.startedMs;
    this.#windowMs = about.windowMs;
    this.#spanMs = about.windowMs + about.guardMs;
    this.#before = about.before;
    this.#ours = own.amount;
    for (const spend of about.spends) if (spend !== own) this.#add(spend, own);
  }

  #add(spend: Spend, own: Spend): void {
    const { amount, startedMs, endTurn, countedMs } = spend;
    if (endTurn === undefined || countedMs === undefined || countedMs + this.#spanMs <= own.startedMs) return;
    if (endTurn === Number.POSITIVE_INFINITY) this.#maybeOurs += amount;
    else if (endTurn > own.startTurn) this.overlapped(spend);
    else if (startedMs > this.endedMs - this.#windowMs) this.#ours += amount;
    else this.#maybeOurs += amount;
  }

  /**
   * A request that was under way together with this one has its answer. The lower count came first, or what it says is newer and
   * allows more. The higher one came later, or before something left the window.
   */
  overlapped({ amount, count = Number.POSITIVE_INFINITY }: Spend): void {
    if (count < this.count) this.#ours += amount;
    else this.#maybeOurs += amount;
  }

  /** A list only loses what is too old, or gains what was not known: so the most that was seen stands. */
  setOthers(others: readonly OthersCount[]): void {
    let surely = 0;
    let maybe = 0;
    const sinceMs = this.endedMs - this.#windowMs;
    for (const { amount, countedMs, isOpen } of others) {
      if (!isOpen && countedMs <= sinceMs) continue;
      maybe += amount;
      if (!isOpen && countedMs <= this.#startedMs && countedMs > sinceMs + OTHERS_WAY_MS) surely += amount;
    }
    this.#others = Math.max(this.#others, surely);
    this.#maybeOthers = Math.max(this.#maybeOthers, maybe);
  }

  get #most(): number {
    return Math.max(0, this.count - this.#ours - this.#others);
  }

  /** What somebody else used, who is on no record. */
  get foreign(): number {
    const least = this.count - this.#ours - this.#maybeOurs - this.#maybeOthers;
    return Math.max(0, least, Math.min(this.#most, this.#before));
  }

  /** What is taken for ours may be somebody else's. */
  get isVague(): boolean {
    return this.foreign < this.#most;
  }
}

interface HeardAbout {
  readonly spends: Iterable<Spend>;
  readonly windowMs: number;
  readonly guardMs: number;
  readonly total: number | undefined;
  readonly before: number;
}

export class ToldCounts {
  readonly #windowMs: number;
  readonly #guardMs: number;
  readonly #spends = new Map<number, Spend>();
  #heard: readonly Heard[] = [];
  #others: readonly OthersCount[] = [];
  #limit: number;
  /** What others used by answers that others stand in the place of. */
  #before = 0;
  #turn = 0;
  #awaited = 0;
  /** The last answer said nothing. */
  #isSilent = false;

  constructor(limit: number, windowMs: number, guardMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#guardMs = guardMs;
  }

  /** What the exchange allows, or what is assumed. */
  get limit(): number {
    return this.#limit;
  }

  started(id: number, nowMs: number, amount: number): void {
    this.#awaited += 1;
    this.#spends.set(id, { amount, startedMs: nowMs, startTurn: ++this.#turn });
  }

  /** It was not sent, or not counted. */
  forget(id: number): void {
    if (this.#spends.delete(id)) this.#awaited -= 1;
  }

  /** Its answer never came. */
  lost(id: number, countedMs: number): void {
    this.#end(id, Number.POSITIVE_INFINITY, countedMs);
  }

  answered(id: number, nowMs: number, told: ToldWindow | undefined): void {
    const spend = this.#end(id, ++this.#turn, nowMs);
    if (spend === undefined) return;
    this.#isSilent = told === undefined;
    if (told !== undefined) this.#hear(spend, told);
    this.#forgetOld(nowMs);
  }

  /** What had left the window before the first of those under way started is in none of their counts. */
  #forgetOld(nowMs: number): void {
    const spends = [...this.#spends.values()];
    const sinceMs = Math.min(nowMs, ...spends.filter(isAwaited).map(({ startedMs }) => startedMs));
    for (const [id, { countedMs = nowMs }] of this.#spends)
      if (countedMs + this.#spanMs <= sinceMs) this.#spends.delete(id);
  }

  get #spanMs(): number {
    return this.#windowMs + this.#guardMs;
  }

  /** What the exchange says though it did not take the request. */
  refused(id: number, nowMs: number, told: ToldWindow | undefined): void {
    const spend = this.#end(id, ++this.#turn, nowMs);
    this.#spends.delete(id);
    if (spend !== undefined && told !== undefined) this.#hear({ ...spend, amount: 0 }, told);
  }

  #end(id: number, endTurn: number, countedMs: number): Spend | undefined {
    const spend = this.#spends.get(id);
    if (spend === undefined) return undefined;
    this.#awaited -= 1;
    return Object.assign(spend, { endTurn, countedMs });
  }

  #hear(spend: Spend, { counted, remaining }: ToldWindow): void {
    const total = counted === undefined ? undefined : counted + remaining;
    // Without a count nothing says how much is allowed: what remains below that was used.
    const count = counted ?? Math.max(0, this.#limit - remaining);
    const own = Object.assign(spend, { count }) as ConstructorParameters<typeof Heard>[0];
    for (const heard of this.#heard) if (heard.endTurn > own.startTurn) heard.overlapped(own);
    const [over, standing] = this.#split(own.startTurn);
    if (over.length > 0) this.#before = foreignOf(over);
    const [windowMs, guardMs, before] = [this.#windowMs, this.#guardMs, this.#before];
    const about = { spends: this.#spends.values(), windowMs, guardMs, total, before };
    const heard = new Heard(own, about);
    heard.setOthers(this.#others);
    this.#heard = [...standing, heard];
    const totals = this.#heard.flatMap((each) => each.total ?? []);
    if (totals.length > 0) this.#limit = Math.min(...totals);
  }

  /** Those that a request which started at that turn stands in the place of, and those that it does not. */
  #split(startTurn: number): [Heard[], Heard[]] {
    const isOver = ({ endTurn }: Heard): boolean => endTurn < startTurn;
    return [this.#heard.filter(isOver), this.#heard.filter((heard) => !isOver(heard))];
  }

  setOthers(others: readonly OthersCount[]): void {
    this.#others = others;
    for (const heard of this.#heard) heard.setOthers(others);
  }

  /** What is held beside our own, and until when. */
  foreign(nowMs: number): { readonly atMs: number; readonly amount: number } | undefined {
    const atMs = this.#freshUntilMs;
    const amount = atMs > nowMs ? foreignOf(this.#heard) : 0;
    return amount > 0 ? { atMs, amount } : undefined;
  }

  /** It is not known how much fits as it is now, and an answer that tells is awaited: so one order asks the way for the rest. */
  isDeaf(nowMs: number): boolean {
    if (this.#awaited === 0 || this.#isSilent) return false;
    return this.#freshUntilMs <= nowMs || this.#heard.at(-1)?.isVague === true;
  }

  get #freshUntilMs(): number {
    return Math.max(...this.#heard.map(({ endedMs }) => endedMs)) + this.#spanMs;
  }
}

const isAwaited = ({ endTurn }: Spend): boolean => endTurn === undefined;
const foreignOf = (heard: readonly Heard[]): number => Math.max(0, ...heard.map(({ foreign }) => foreign));
