/** Puts the candles of one file among those so far, both by time. Each of the new ones is as short as any so far, or shorter. */
import type { Candles } from './candles.ts';
import type { MistakeWords } from './file-mistakes.ts';
import { lengthText, timeText } from './times.ts';

/** Shorter candles that are above the high or below the low of the one whose place they take. */
export interface Leaving {
  readonly times: number;
  readonly firstMs: number;
  readonly lengthMs: number;
}

const PRICES = ['open', 'high', 'low', 'close'] as const;

export class Merge {
  readonly #old: Candles;
  readonly #new: Candles;
  /** What the result takes, in its order: a place in the old ones, or -1 minus one in the new ones. */
  readonly #taken: Int32Array;
  #length = 0;
  leftOut = 0;
  leaving: Leaving | undefined;

  constructor(old: Candles, fresh: Candles) {
    this.#old = old;
    this.#new = fresh;
    this.#taken = new Int32Array(old.openMs.length + fresh.openMs.length);
  }

  /** What is wrong, if anything is. */
  run(): MistakeWords | undefined {
    const [old, fresh] = [this.#old, this.#new];
    let next = 0;
    for (let at = 0; at < old.openMs.length; at++) {
      const [openMs, lengthMs] = [old.openMs[at] as number, old.lengthMs[at] as number];
      for (; next < fresh.openMs.length && (fresh.openMs[next] as number) < openMs; next++) {
        const odd = this.#overEdge(next, openMs);
        if (odd !== undefined) return odd;
        this.#take(-1 - next);
      }
      let end = next;
      while (end < fresh.openMs.length && (fresh.openMs[end] as number) < openMs + lengthMs) end += 1;
      const odd = this.#overlap(at, next, end);
      if (odd !== undefined) return odd;
      next = end;
    }
    for (; next < fresh.openMs.length; next++) this.#take(-1 - next);
    return undefined;
  }

  /** Which of the old candle at `at` and the new ones from `from` to `to` count. */
  #overlap(at: number, from: number, to: number): MistakeWords | undefined {
    const [old, fresh] = [this.#old, this.#new];
    const [openMs, lengthMs] = [old.openMs[at] as number, old.lengthMs[at] as number];
    const shortMs = fresh.lengthMs[0] as number;
    if (to > from && ((fresh.openMs[from] as number) - openMs) % shortMs !== 0) return offGrid(fresh, from, openMs);
    if (to > from && shortMs === lengthMs) {
      const other = PRICES.find((name) => old[name][at] !== fresh[name][from]);
      if (other !== undefined)
        return {
          code: 'candles/double',
          message: `${timeText(openMs)} has a candle with other prices in another file`,
          hint: 'take the candles of one time from one source',
        };
    }
    const isWhole = shortMs < lengthMs && (to - from) * shortMs === lengthMs;
    if (!isWhole) {
      this.#take(at);
      if (shortMs < lengthMs) this.leftOut += to - from;
      return undefined;
    }
    for (let place = from; place < to; place++) {
      this.#take(-1 - place);
      if (
        (fresh.high[place] as number) > (old.high[at] as number) + 1 ||
        (fresh.low[place] as number) < (old.low[at] as number) - 1
      )
        this.#leave(place);
    }
    return undefined;
  }

  #overEdge(place: number, openMs: number): MistakeWords | undefined {
    const { openMs: opens, lengthMs } = this.#new;
    return (opens[place] as number) + (lengthMs[place] as number) > openMs
      ? offGrid(this.#new, place, openMs)
      : undefined;
  }

  #take(place: number): void {
    this.#taken[this.#length++] = place;
  }

  #leave(place: number): void {
    const { openMs, lengthMs } = this.#new;
    this.leaving = {
      firstMs: openMs[place] as number,
      lengthMs: lengthMs[place] as number,
      ...this.leaving,
      times: (this.leaving?.times ?? 0) + 1,
    };
  }

  candles(): Candles {
    const [old, fresh] = [this.#old, this.#new];
    const of = (name: 'openMs' | 'lengthMs' | (typeof PRICES)[number]): Float64Array =>
      this.#column(old[name], fresh[name]);
    const hasTraded = old.traded !== undefined || fresh.traded !== undefined;
    return {
      symbol: old.symbol,
      tick: old.tick,
      openMs: of('openMs'),
      lengthMs: of('lengthMs'),
      open: of('open'),
      high: of('high'),
      low: of('low'),
      close: of('close'),
      ...(hasTraded && { traded: this.#column(old.traded, fresh.traded) }),
    };
  }

  #column(old: Float64Array | undefined, fresh: Float64Array | undefined): Float64Array {
    const column = new Float64Array(this.#length);
    for (let at = 0; at < column.length; at++) {
      const place = this.#taken[at] as number;
      column[at] = (place >= 0 ? old?.[place] : fresh?.[-1 - place]) ?? Number.NaN;
    }
    return column;
  }
}

const offGrid = ({ openMs, lengthMs }: Candles, at: number, otherMs: number): MistakeWords => ({
  code: 'candles/length',
  message: `the candle of ${lengthText(lengthMs[at] as number)} at ${timeText(openMs[at] as number)} overlaps the edge of the one at ${timeText(otherMs)}`,
  hint: 'the candles of both files begin at the same times',
});
