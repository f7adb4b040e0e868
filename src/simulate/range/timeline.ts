/** The time of one symbol's candles: when it was bare, and what its results were in each stretch, where that is wanted. */
import type { Candles } from '../candles/candles.ts';
import { BareTime, stretchAt, type SymbolSpan, type Stretch } from '../spans.ts';
import type { Passed } from './candle.ts';
import type { RangeState } from './state.ts';

type States = readonly RangeState[];

export class Timeline {
  readonly #candles: Candles;
  readonly #first: number;
  readonly #isTold: boolean;
  readonly #bare = new BareTime();
  readonly stretches: Stretch[] = [];

  /** `isTold`: whether the stretches are wanted. */
  constructor(candles: Candles, first: number, isTold: boolean) {
    this.#candles = candles;
    this.#first = first;
    this.#isTold = isTold;
  }

  get bare(): readonly [readonly SymbolSpan[], readonly SymbolSpan[]] {
    return this.#bare.spans;
  }

  /** The time without candles before one. */
  waits(index: number, states: States): void {
    const span = this.#before(index);
    if (span.from >= span.to) return;
    this.#bare.add(span.from, span.to, ...bareness(states));
    if (this.#isTold) this.#tellWait(index, states);
  }

  /** A candle in which something acted. */
  passes(index: number, { states, worst, best, wasBare, wasAlwaysBare }: Passed): void {
    const span = this.#of(index);
    this.#bare.add(span.from, span.to, wasBare, wasAlwaysBare);
    if (!this.#isTold) return;
    const close = this.#candles.close[index] as number;
    this.stretches.push({ ...stretchAt(states, span, close), worst, best });
  }

  /** Candles in which nothing acts, with the time before and between them. Returns whether any state is bare. */
  stays(first: number, last: number, states: States): boolean {
    const [isAny, isAll] = bareness(states);
    const from = first === this.#first ? this.#of(first).from : this.#of(first - 1).to;
    this.#bare.add(from, this.#of(last).to, isAny, isAll);
    if (this.#isTold)
      for (let index = first; index <= last; index++) {
        if (index > this.#first) this.#tellWait(index, states);
        const { low, high } = this.#candles;
        this.stretches.push(stretchAt(states, this.#of(index), low[index] as number, high[index]));
      }
    return isAny;
  }

  #tellWait(index: number, states: States): void {
    const span = this.#before(index);
    if (span.from < span.to) this.stretches.push(stretchAt(states, span, this.#candles.close[index - 1] as number));
  }

  #of(index: number): SymbolSpan {
    const from = this.#candles.openMs[index] as number;
    return { from, to: from + (this.#candles.lengthMs[index] as number) };
  }

  #before(index: number): SymbolSpan {
    return { from: this.#of(index - 1).to, to: this.#of(index).from };
  }
}

const bareness = (states: States): readonly [any: boolean, all: boolean] => [
  states.some(({ book }) => book.isBare),
  states.every(({ book }) => book.isBare),
];
