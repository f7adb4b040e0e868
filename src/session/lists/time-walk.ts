/**
 * Walks a list that only grows, through time: each page begins where the one before ended. Pure.
 *
 * Invariants
 * 1. A page is asked for with the moment that the one before ended at, so nothing of that moment is lost. It is the end
 *    where a page tells nothing new, unless that page may be full: then its moment may hide others.
 * 2. A page is full at the size that was asked for, or at the size of any page that another followed. Where neither is known
 *    and all of a last page is of one moment, what is beyond that moment is asked for: anything there proves it full.
 * 3. A list that grew while it was read may seem to have more of one moment than a page tells. So a walk that finds that is made
 *    once more, until one shows nothing that the one before did not.
 * 4. A list whose records come newest first by what is known of it is not relied on where they do not. In other lists they may
 *    come in any order: then the time is walked to both ends, and where a full page is in no order, each half of it by itself.
 */
import { MOST_PAGES, TOO_LONG, Traversal, type Dated } from '../send/traversal.ts';

type Direction = 'back' | 'forward';

/** In which order of time a list tells its records. */
type TimeOrder = 'newest-first' | 'any-order';

/** Both included. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  /** A half of what was asked for before: nothing outside of it may come. */
  readonly isHalf?: true;
}

/** How a time is walked. */
interface TimeWalking {
  readonly order: TimeOrder;
  /** Most records that a page tells. */
  readonly mostOfPage: number;
  /** The longest time that one question may span; undefined: any. */
  readonly longestMs?: number | undefined;
}

const CROWDED = 'more records in one millisecond than one page has';
const UNORDERED = 'a full page of it is not sorted by time';

export class TimeWalk {
  /** All that was told, of whatever time. */
  readonly seen = new Set<string>();
  readonly #walking: TimeWalking;
  /** What is still to be read; the last of them, the newest, is read now. */
  readonly #spans: Span[] = [];
  #pass: Pass;
  #seenBefore = 0;
  /** Halving ends where a list of that many pages would. */
  #halvings = 0;

  constructor({ fromMs, toMs }: Span, walking: TimeWalking) {
    const { longestMs = Number.POSITIVE_INFINITY } = walking;
    this.#walking = walking;
    for (let last = toMs; last >= fromMs; last -= longestMs + 1)
      this.#spans.unshift({ fromMs: Math.max(fromMs, last - longestMs), toMs: last });
    this.#pass = this.#begin();
  }

  take(told: readonly Dated[], unreadable: number, hasMore?: boolean): void {
    this.#pass.take(told, unreadable, hasMore);
    const { failure, seen } = this.#pass;
    for (const key of seen) this.seen.add(key);
    if (failure === UNORDERED && this.#halve()) this.#next();
    else if (failure === CROWDED && seen.size > this.#seenBefore) {
      this.#seenBefore = seen.size;
      this.#pass = this.#begin();
    } else if (this.#pass.isOver && failure === undefined && this.#spans.length > 1) {
      this.#spans.pop();
      this.#next();
    }
  }

  get isOver(): boolean {
    return this.#pass.isOver;
  }

  get failure(): string | undefined {
    return this.#pass.failure;
  }

  get fromMs(): number {
    return this.#pass.fromMs;
  }

  get toMs(): number {
    return this.#pass.toMs;
  }

  #next(): void {
    this.#seenBefore = 0;
    this.#pass = this.#begin();
  }

  #begin(): Pass {
    return new Pass(this.#spans.at(-1) as Span, this.#walking);
  }

  /** Puts both halves of what is read now in its place. */
  #halve(): boolean {
    const { fromMs, toMs } = this.#spans.at(-1) as Span;
    if (fromMs >= toMs || this.#halvings >= MOST_PAGES) return false;
    const middle = Math.floor((fromMs + toMs) / 2);
    this.#spans.splice(-1, 1, { fromMs, toMs: middle, isHalf: true }, { fromMs: middle + 1, toMs, isHalf: true });
    this.#halvings += 1;
    return true;
  }
}

class Pass extends Traversal {
  readonly #isOrdered: boolean;
  readonly #isHalf: boolean;
  readonly #last: number;
  #fromMs: number;
  #toMs: number;
  #direction: Direction = 'back';
  #needsForward = false;
  #newestMs = Number.NEGATIVE_INFINITY;
  /** How many records the page before told, and the least number at which a page is known to be full. */
  #before: number | undefined;
  #full: number;
  readonly #mostOfPage: number;
  #largest = 0;
  #probes = false;

  constructor({ fromMs, toMs, isHalf }: Span, { order, mostOfPage }: TimeWalking) {
    super();
    this.#mostOfPage = mostOfPage;
    this.#full = mostOfPage;
    this.#fromMs = fromMs;
    this.#toMs = toMs;
    this.#last = toMs;
    this.#isHalf = isHalf === true;
    this.#isOrdered = order === 'newest-first';
  }

  get fromMs(): number {
    return this.#probes && this.#direction === 'forward' ? this.#fromMs + 1 : this.#fromMs;
  }

  get toMs(): number {
    return this.#probes && this.#direction === 'back' ? this.#toMs - 1 : this.#toMs;
  }

  protected judge(told: readonly Dated[], length: number): void {
    if (this.#probes) {
      this.tellsNew(told);
      if (length > 0) this.fail(CROWDED);
      else this.#ends();
      return;
    }
    const times = told.flatMap(({ createdMs }) => createdMs ?? []);
    const wrong = this.#wrong(told, times, length);
    const tellsNew = this.tellsNew(told);
    if (wrong !== undefined) this.fail(wrong);
    else if (tellsNew) this.#goOn(times, length);
    else this.#atNothingNew(length);
  }

  /** What makes the page one that cannot be relied on. */
  #wrong(told: readonly Dated[], times: readonly number[], length: number): string | undefined {
    if (times.length < told.length) return 'its records do not give their time';
    if (times.some((ms) => this.#isOutside(ms))) return 'it has records outside the time range that was asked for';
    const isDown = times.every((ms, at) => at === 0 || ms <= (times[at - 1] as number));
    if (isDown) {
      // Within one moment it does not say at which end it was cut off.
      this.#needsForward ||= !this.#isOrdered && new Set(times).size === 1;
      return undefined;
    }
    if (this.#isOrdered) return 'it does not list its newest orders first';
    const isUp = times.every((ms, at) => at === 0 || ms >= (times[at - 1] as number));
    this.#needsForward = true;
    return isUp || length < this.#mostOfPage ? undefined : UNORDERED;
  }

  /** On its first page the exchange may go by another clock. */
  #isOutside(ms: number): boolean {
    if (this.#isHalf && (ms < this.#fromMs || ms > this.#toMs)) return true;
    return this.pages > 1 && (this.#direction === 'back' ? ms > this.#toMs : ms < this.#fromMs);
  }

  #goOn(times: readonly number[], length: number): void {
    if (this.pages >= MOST_PAGES) {
      this.fail(TOO_LONG);
      return;
    }
    if (this.#before !== undefined) this.#full = Math.min(this.#full, Math.max(2, this.#before));
    this.#before = length;
    this.#largest = Math.max(this.#largest, length);
    this.#newestMs = Math.max(this.#newestMs, ...times);
    if (this.#direction === 'back') this.#toMs = Math.min(...times);
    else this.#fromMs = Math.max(...times);
  }

  #atNothingNew(length: number): void {
    if (length >= this.#full) this.fail(CROWDED);
    else if (length > 1 && length >= this.#largest) this.#probes = true;
    else this.#ends();
  }

  /** At one end; the other is next, where the first page may have been cut off there. */
  #ends(): void {
    if (this.#direction === 'forward' || !this.#needsForward || this.seen.size === 0) {
      this.arrive();
      return;
    }
    this.#direction = 'forward';
    this.#probes = false;
    this.#before = undefined;
    this.#fromMs = this.#newestMs;
    this.#toMs = this.#last;
  }
}
