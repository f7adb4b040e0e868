/** All courses through the candles of one symbol, from its placing to the last close. */
import type { Candles } from '../candles/candles.ts';
import type { SymbolSpan, Stretch } from '../spans.ts';
import { ByState } from './by-state.ts';
import { CandleWalk, keptOf, type StateLimits, type Passed, type CandlePrices } from './candle.ts';
import {
  followed,
  lower,
  merged,
  type StateBook,
  type StateCourse,
  type CourseMark,
  type RangeState,
} from './state.ts';
import type { DueMoment } from '../follow/due-moment.ts';
import { Timeline } from './timeline.ts';

export const LIMITS: StateLimits = { inside: 20_000, atClose: 4096, inAll: 2_000_000, kept: 1000 };

export interface RangeOutcome {
  /** The course of the least result and that of the greatest, with their results. */
  readonly ends: readonly [RangeEnding, RangeEnding];
  /** The lowest that a result was on any course; and what no course stays above. */
  readonly deepest: readonly [CourseMark, CourseMark];
  /** In which time some course was bare for a moment, and in which every course was throughout. */
  readonly bare: readonly [readonly SymbolSpan[], readonly SymbolSpan[]];
  readonly bareFrom: { readonly index: number; readonly state: RangeState } | undefined;
  /** The first candle from which on the range is no bound. */
  readonly cutAt: number | undefined;
  /** For each stretch of time, where more than one symbol is simulated. */
  readonly stretches: readonly Stretch[];
}

export interface RangeEnding {
  readonly book: StateBook;
  readonly course: StateCourse;
  readonly result: bigint;
}

const lowestOf = (results: readonly (bigint | undefined)[]): bigint | undefined =>
  results.reduce((low, one) => (low === undefined || (one !== undefined && one < low) ? one : low), undefined);

const START: CourseMark = { result: 0n, index: 0 };

interface RangeBegun {
  readonly candles: Candles;
  /** The candle at whose open the orders were placed, and the last one. */
  readonly first: number;
  readonly last: number;
  readonly placed: RangeState;
  /** The lowest that the result was at the placing. */
  readonly lowest: bigint;
  readonly limits: StateLimits;
  /** Whether the stretches are wanted. */
  readonly isTold: boolean;
}

export class Range {
  readonly #candles: Candles;
  readonly #limits: StateLimits;
  readonly #atFirst: bigint;
  #states: readonly RangeState[];
  #deepest = START;
  /** A quiet stretch that is not counted yet: its candles, its lowest and its highest price. */
  #quiet: { from: number; to: number; low: number; lowAt: number; high: number; highAt: number } | undefined;
  readonly #timeline: Timeline;
  #bareFrom: RangeOutcome['bareFrom'];
  readonly #first: number;
  readonly #last: number;
  #cutAt: number | undefined;
  #met = 0;

  constructor({ candles, first, last, placed, lowest, limits, isTold }: RangeBegun) {
    this.#candles = candles;
    this.#first = first;
    this.#last = last;
    this.#atFirst = lowest;
    this.#states = [placed];
    this.#limits = limits;
    this.#timeline = new Timeline(candles, first, isTold);
    if (placed.shallow.result < 0n) this.#deepest = placed.shallow;
  }

  run(): RangeOutcome {
    const { high, low } = this.#candles;
    const [first, last] = [this.#first, this.#last];
    let { above, below, soonest } = this.#nearest();
    for (let index = first; index <= last; index++) {
      const isQuiet = (high[index] as number) < above && (low[index] as number) > below;
      if (isQuiet && (soonest === Number.POSITIVE_INFINITY || soonest >= this.#until(index))) this.#pass(index);
      else {
        this.#count();
        this.#walk(index, index === first);
        ({ above, below, soonest } = this.#nearest());
      }
    }
    this.#count();
    const { stretches } = this.#timeline;
    const [begin] = stretches;
    if (begin !== undefined && this.#atFirst < begin.worst) stretches[0] = { ...begin, worst: this.#atFirst };
    return this.#outcome(last);
  }

  #nearest(): { above: number; below: number; soonest: number } {
    let [above, below, soonest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { book } of this.#states) {
      above = Math.min(above, book.above);
      below = Math.max(below, book.below);
      soonest = Math.min(soonest, book.soonest);
    }
    return { above, below, soonest };
  }

  #until(index: number): number {
    return (this.#candles.openMs[index] as number) + (this.#candles.lengthMs[index] as number);
  }

  /** A candle in which no state acts. */
  #pass(index: number): void {
    const [low, high] = [this.#candles.low[index] as number, this.#candles.high[index] as number];
    const quiet = this.#quiet;
    if (quiet === undefined) {
      this.#quiet = { from: index, to: index, low, lowAt: index, high, highAt: index };
      return;
    }
    quiet.to = index;
    if (low < quiet.low) [quiet.low, quiet.lowAt] = [low, index];
    if (high > quiet.high) [quiet.high, quiet.highAt] = [high, index];
  }

  #count(): void {
    const quiet = this.#quiet;
    if (quiet === undefined) return;
    this.#quiet = undefined;
    const { from, to, low, lowAt, high, highAt } = quiet;
    if (this.#timeline.stays(from, to, this.#states))
      this.#bareFrom ??= { index: from, state: this.#states.find(({ book }) => book.isBare) as RangeState };
    this.#states = this.#states.map((state) => {
      const { least, most, book, shallow } = state;
      const [at, index] = book.net < 0n ? [high, highAt] : [low, lowAt];
      const worth = book.net * BigInt(at);
      this.#deepest = lower(this.#deepest, least.cash + worth, index);
      const passed = lower(shallow, most.cash + worth, index);
      return passed === shallow ? state : { ...state, shallow: passed };
    });
  }

  #walk(index: number, isFirst: boolean): void {
    const { open, high, low, close } = this.#candles;
    const prices: CandlePrices = {
      open: open[index] as number,
      high: high[index] as number,
      low: low[index] as number,
      close: close[index] as number,
      until: this.#until(index),
    };
    if (!isFirst) this.#timeline.waits(index, this.#states);
    const came = isFirst ? undefined : this.#begin(index, prices);
    const walk = new CandleWalk(prices, index, this.#limits);
    const passed = walk.walk(this.#states, came);
    this.#states = passed.states;
    this.#deepest = lower(this.#deepest, passed.worst, index);
    this.#timeline.passes(index, passed);
    if (passed.bare !== undefined) this.#bareFrom ??= { index, state: passed.bare };
    this.#bound(passed, index, prices.close);
  }

  /** What time brought before the open, the open, and what is due with it. Returns the lowest result on the way. */
  #begin(index: number, { open, until }: CandlePrices): bigint | undefined {
    const openMs = this.#candles.openMs[index] as number;
    const from = this.#candles.close[index - 1] as number;
    const before = this.#pastMoments(index, (book) => book.isDueBy(openMs), { at: from, gap: false });
    this.#states = this.#states.map((state) => {
      const book = state.book.within(openMs, until);
      return book === state.book ? state : { ...state, book };
    });
    const opened = this.#open(index, open);
    const after = this.#pastMoments(index, (book) => book.isDueBy(openMs + 1), { at: open, gap: open !== from });
    return lowestOf([before, opened, after]);
  }

  /** Lets pass what time has brought. Returns the lowest result on the way. */
  #pastMoments(
    index: number,
    isDue: (book: StateBook) => boolean,
    { at, gap }: { readonly at: number; readonly gap: boolean },
  ): bigint | undefined {
    if (!this.#states.some(({ book }) => isDue(book))) return undefined;
    let lowest: bigint | undefined;
    const came = new ByState<RangeState>();
    for (const begun of this.#states) {
      let state = begun;
      while (isDue(state.book)) {
        const [moment] = state.book.moments.toSorted((one, other) => one.to - other.to);
        const next = state.book.pass(moment as DueMoment, at);
        lowest = lowestOf([lowest, state.least.cash + next.change.lowest]);
        state = followed(state, next, index, { gap, moment: moment as DueMoment });
      }
      came.put(state.book, state, merged);
    }
    this.#states = came.values;
    return lowest;
  }

  /** Jumps to an open that is not the close before. Returns the lowest result on the way. */
  #open(index: number, open: number): bigint | undefined {
    const from = this.#candles.close[index - 1] as number;
    if (open === from) return undefined;
    let lowest: bigint | undefined;
    const came = new ByState<RangeState>();
    for (const state of this.#states) {
      const { book, least, most } = state;
      const isQuiet = book.below < open && open < book.above;
      const next = isQuiet ? undefined : book.over(from, open);
      const worth = next?.change.lowest ?? book.net * BigInt(open);
      const passed =
        next === undefined
          ? { ...state, shallow: lower(state.shallow, most.cash + worth, index) }
          : followed(state, next, index, { gap: true });
      if (lowest === undefined || least.cash + worth < lowest) lowest = least.cash + worth;
      came.put(passed.book, passed, merged);
    }
    this.#states = came.values;
    return lowest;
  }

  /** More states than are followed: from here on the range is no bound. */
  #bound({ met, isCut }: Passed, index: number, close: number): void {
    this.#met += met;
    const { atClose, inAll, kept } = this.#limits;
    const isMany = this.#states.length > atClose || this.#met > inAll;
    if (isCut || isMany) this.#cutAt ??= index;
    if (isMany) this.#states = keptOf(this.#states, close, kept);
  }

  #outcome(last: number): RangeOutcome {
    const close = BigInt(this.#candles.close[last] as number);
    let [least, most]: [RangeEnding | undefined, RangeEnding | undefined] = [undefined, undefined];
    let shallow: CourseMark | undefined;
    for (const state of this.#states) {
      const worth = state.book.net * close;
      const [low, high] = [state.least.cash + worth, state.most.cash + worth];
      if (least === undefined || low < least.result) least = { book: state.book, course: state.least, result: low };
      if (most === undefined || high > most.result) most = { book: state.book, course: state.most, result: high };
      if (shallow === undefined || state.shallow.result > shallow.result) shallow = state.shallow;
    }
    return {
      ends: [least as RangeEnding, most as RangeEnding],
      deepest: [this.#deepest, shallow as CourseMark],
      bare: this.#timeline.bare,
      bareFrom: this.#bareFrom,
      cutAt: this.#cutAt,
      stretches: this.#timeline.stretches,
    };
  }
}
