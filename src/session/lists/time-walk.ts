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
 * 4. Orders are told newest first, or the list is not relied on. Trades may come the other way round: then they are walked
 *    to both ends.
 */
import { MOST_PAGES, TOO_LONG, Traversal, type Dated } from '../send/traversal.ts';

type Direction = 'back' | 'forward';
type Order = 'newest-first' | 'either';

/** Both included. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const CROWDED = 'more records in one millisecond than one page tells';

export class TimeWalk {
  readonly #begin: () => Pass;
  #pass: Pass;
  #seenBefore = 0;

  /** `mostOfPage`: most records that a page tells. */
  constructor(span: Span, order: Order, mostOfPage: number) {
    this.#begin = () => new Pass(span, order, mostOfPage);
    this.#pass = this.#begin();
  }

  take(told: readonly Dated[], unreadable: number): void {
    this.#pass.take(told, unreadable);
    if (this.#pass.failure !== CROWDED || this.#pass.seen.size === this.#seenBefore) return;
    this.#seenBefore = this.#pass.seen.size;
    this.#pass = this.#begin();
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

  get seen(): ReadonlySet<string> {
    return this.#pass.seen;
  }
}

class Pass extends Traversal {
  readonly #isEither: boolean;
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

  constructor({ fromMs, toMs }: Span, order: Order, mostOfPage: number) {
    super();
    this.#mostOfPage = mostOfPage;
    this.#full = mostOfPage;
    this.#fromMs = fromMs;
    this.#toMs = toMs;
    this.#last = toMs;
    this.#isEither = order === 'either';
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
    const wrong = this.#wrong(told, times);
    const tellsNew = this.tellsNew(told);
    if (wrong !== undefined) this.fail(wrong);
    else if (tellsNew) this.#goOn(times, length);
    else this.#atNothingNew(length);
  }

  /** What makes the page one that cannot be relied on. */
  #wrong(told: readonly Dated[], times: readonly number[]): string | undefined {
    if (times.length < told.length) return 'its records do not tell their time';
    if (this.pages > 1 && times.some((ms) => (this.#direction === 'back' ? ms > this.#toMs : ms < this.#fromMs)))
      return 'it does not keep to the time that it is asked for';
    const isDown = times.every((ms, at) => at === 0 || ms <= (times[at - 1] as number));
    if (isDown) {
      // Of one moment it does not say which end it was cut off at.
      this.#needsForward ||= this.#isEither && new Set(times).size === 1;
      return undefined;
    }
    if (!this.#isEither) return 'it does not tell its newest orders first';
    const isUp = times.every((ms, at) => at === 0 || ms >= (times[at - 1] as number));
    this.#needsForward = true;
    return isUp || told.length < this.#mostOfPage ? undefined : 'a full page of it is in no order of time';
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
