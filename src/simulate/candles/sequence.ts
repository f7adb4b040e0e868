/**
 * The candles of a file in the order in which they come: one direction throughout, one length, every time once.
 *
 * The length is the least distance between two times, which is known at the end only. A time that is no whole number of lengths
 * from the first one waits for that: a shorter distance may still come, which it fits.
 */
import { Columns } from './columns.ts';
import type { FileMistakes, FileRow, MistakeWords } from './file-mistakes.ts';
import { TIME } from './names.ts';
import { lengthText, timeText } from './times.ts';

const [SHORTEST_MS, LONGEST_MS] = [1000, 7 * 86_400_000];

/** Most rows that are kept because their time may not fit. */
const MOST_SUSPECTS = 20;

interface PlacedRow {
  readonly row: FileRow;
  /** Marks the time. */
  readonly mistake: (words: () => MistakeWords) => void;
}

interface Timed {
  readonly placed: PlacedRow;
  readonly time: number;
}

export class Sequence {
  readonly columns = new Columns();
  readonly #mistakes: FileMistakes;
  #suspects: Timed[] = [];
  #longest: PlacedRow | undefined;
  #longestMs = 0;
  #lengthMs = Number.POSITIVE_INFINITY;
  #last = Number.NaN;
  /** 1: the oldest candle comes first; -1: the newest; 0: not known yet. */
  direction = 0;
  /** Rows that say again what another one said. */
  repeated = 0;

  constructor(mistakes: FileMistakes) {
    this.#mistakes = mistakes;
  }

  /** Takes a candle that comes when it should; false, and nothing is done, where anything is to be judged. */
  quick(candle: Float64Array): boolean {
    const time = candle[TIME] as number;
    if ((time - this.#last) * this.direction !== this.#lengthMs) return false;
    this.#last = time;
    this.columns.append(candle);
    return true;
  }

  take(candle: Float64Array, placed: PlacedRow): void {
    const time = candle[TIME] as number;
    if (this.columns.length > 0) {
      const distance = Math.abs(time - this.#last);
      const way = Math.sign(time - this.#last);
      if (way === 0 || way === -this.direction) return this.#again(candle, placed);
      this.direction ||= way;
      this.#measure(distance, { placed, time });
      if (distance > this.#longestMs) [this.#longest, this.#longestMs] = [placed, distance];
    }
    this.#last = time;
    this.columns.append(candle);
  }

  /** A candle of a time that is passed: the same again, or a mistake. */
  #again(candle: Float64Array, { mistake }: PlacedRow): void {
    const time = candle[TIME] as number;
    const at = this.columns.find(time, this.direction || 1);
    if (at === -1) {
      const goes = this.direction > 0 ? 'back' : 'forward';
      mistake(() => ({
        code: 'candles/order',
        message: `the time goes ${goes}, from ${timeText(this.#last)} to ${timeText(time)}`,
        hint: `the file begins with the ${this.direction > 0 ? 'oldest' : 'newest'} candle; sort it by time`,
      }));
    } else if (this.columns.has(at, candle)) this.repeated += 1;
    else {
      mistake(() => ({
        code: 'candles/double',
        message: `${timeText(time)} has a candle already, with other prices`,
        hint: 'delete the wrong one of the two',
      }));
    }
  }

  #measure(distance: number, one: Timed): void {
    const isShorter = this.#lengthMs === Number.POSITIVE_INFINITY || this.#lengthMs % distance === 0;
    if (distance < this.#lengthMs && isShorter) {
      if (distance < SHORTEST_MS) one.placed.mistake(() => TOO_SHORT);
      this.#lengthMs = distance;
      this.#suspects = this.#suspects.filter(({ time }) => !this.#fits(time));
    } else if (!this.#fits(one.time) && this.#suspects.length < MOST_SUSPECTS) this.#suspects.push(one);
  }

  #fits(time: number): boolean {
    return (time - this.columns.timeAt(0)) % this.#lengthMs === 0;
  }

  /** The length, once all rows are there; mistakes of times are told now. */
  end(): number {
    const wrong = (placed: PlacedRow | undefined, time: number): void =>
      placed?.mistake(() => offGrid(time, this.#lengthMs));
    for (const { placed, time } of this.#suspects) wrong(placed, time);
    let [odd, some] = [0, 0];
    for (let at = 1; at < this.columns.length; at++) {
      const time = this.columns.timeAt(at);
      if (!this.#fits(time)) [odd, some] = [odd + 1, time];
    }
    const unseen = odd - this.#suspects.length;
    if (unseen > 0 && this.#suspects.length === 0) wrong(this.#longest, some);
    this.#mistakes.addUnseen(Math.max(0, unseen));
    if (this.#lengthMs > LONGEST_MS) this.#longest?.mistake(() => tooLong(this.#lengthMs));
    return this.#lengthMs;
  }

  /** The row behind the longest distance. */
  get longest(): FileRow | undefined {
    return this.#longest?.row;
  }
}

const offGrid = (time: number, length: number): MistakeWords => ({
  code: 'candles/length',
  message: `${timeText(time)} is not a whole number of candles of ${lengthText(length)} from the first`,
  hint: 'candles of one file have one length; a missing candle leaves a whole length out',
});

const TOO_SHORT: MistakeWords = { code: 'candles/length', message: 'the candles are shorter than a second' };

const tooLong = (length: number): MistakeWords => ({
  code: 'candles/length',
  message: `the candles are ${lengthText(length)} long; a week is the most`,
});
