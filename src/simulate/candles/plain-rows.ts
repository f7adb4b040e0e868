/**
 * The rows of a large file, read from its bytes without a text of any of them: a time, numbers of few digits, one separator, an
 * order that holds. Whatever else a row has is judged by `RowJudge`, which reads it once more; so nothing is decided here but
 * that a row is as it should be.
 */
import { CLOSE, COLUMNS, HIGH, LOW, OPEN, TIME, TRADED } from './names.ts';
import type { Sequence } from './sequence.ts';
import { QUICK_DIGITS, type TickGrid } from './ticks.ts';
import { DIGITS_OF, isWithinReach, type TimeUnit } from './times.ts';

const [LF, CR, SPACE, QUOTE, DASH, POINT, ZERO, NINE, COLON] = [10, 13, 32, 34, 45, 46, 48, 57, 58] as const;
const [LETTER_T, LETTER_Z, BEYOND_ASCII] = [84, 90, 128] as const;
/** All columns but what was traded. */
const WHOLE = 0b11111;
/** For `2026-11-20T02:00:00`. */
const [DATE_LENGTH, TIME_LENGTH] = [10, 19] as const;
const MS_DIGITS = 13;

export interface PlainForm {
  readonly columns: Int8Array;
  readonly separator: number;
  /** What ends a row; a line feed may have a carriage return before it. */
  readonly close: number;
  /** What stands before each value, where the row is an object: `"open":`. */
  readonly labels?: readonly Uint8Array[];
}

export class PlainRows {
  readonly #grid: TickGrid;
  readonly #sequence: Sequence;
  readonly #candle = new Float64Array(COLUMNS.length);
  #bytes = new Uint8Array(0);
  #at = 0;
  #dateKey = -1;
  #dateMs = 0;
  /** Candles of which a price was not on the tick. */
  moved = 0;

  constructor(grid: TickGrid, sequence: Sequence) {
    this.#grid = grid;
    this.#sequence = sequence;
  }

  /** A date that was read by its words; the rows of its day are read by it. */
  learn(time: string): void {
    const date = time.slice(0, DATE_LENGTH);
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) return;
    this.#dateKey = Number(date.replaceAll('-', ''));
    this.#dateMs = Date.parse(date);
  }

  /** Takes the row that begins at `at`, and tells where the next one does; -1, and nothing is done, where it is not plain. */
  take(bytes: Uint8Array<ArrayBuffer>, at: number, form: PlainForm, unit: TimeUnit): number {
    this.#bytes = bytes;
    this.#at = at;
    const candle = this.#candle;
    candle[TRADED] = Number.NaN;
    let [found, hasMoved] = [0, false];
    for (let place = 0; ; place++) {
      const column = place < form.columns.length ? (form.columns[place] as number) : -1;
      if (!this.#hasLabel(form, place)) return -1;
      if (column === -1 ? !this.#pass(form) : !this.#read(column, unit)) return -1;
      if (column >= 0) found |= 1 << column;
      hasMoved ||= PRICES[column] === 1 && this.#grid.moved;
      if (bytes[this.#at] !== form.separator) break;
      this.#at += 1;
    }
    if (!this.#closes(form) || (found & WHOLE) !== WHOLE || !hasShape(candle)) return -1;
    if (!this.#sequence.quick(candle)) return -1;
    if (hasMoved) this.moved += 1;
    return this.#at;
  }

  /** Goes past what stands before a value; whether it is that very text. */
  #hasLabel({ labels }: PlainForm, place: number): boolean {
    if (labels === undefined) return true;
    const label = labels[place];
    if (label === undefined) return false;
    const [bytes, start] = [this.#bytes, this.#at];
    for (let at = 0; at < label.length; at++) if (bytes[start + at] !== label[at]) return false;
    this.#at = start + label.length;
    return true;
  }

  /** Goes past the end of the row; whether it is there. */
  #closes({ close }: PlainForm): boolean {
    if (close === LF && this.#bytes[this.#at] === CR) this.#at += 1;
    return this.#bytes[this.#at++] === close;
  }

  /** Goes past a column that is not read. */
  #pass({ separator, close }: PlainForm): boolean {
    const bytes = this.#bytes;
    if (bytes[this.#at] === SPACE) this.#at += 1;
    const isQuoted = bytes[this.#at] === QUOTE;
    if (isQuoted) this.#at += 1;
    for (; ; this.#at++) {
      const byte = bytes[this.#at] as number;
      if (!isQuoted && (byte === separator || byte === close)) return true;
      if (byte >= BEYOND_ASCII || NOT_PASSED[byte] === 1) break;
    }
    const byte = bytes[this.#at] as number;
    if (!isQuoted) return byte === CR;
    this.#at += 1;
    return byte === QUOTE;
  }

  #read(column: number, unit: TimeUnit): boolean {
    const bytes = this.#bytes;
    if (bytes[this.#at] === SPACE) this.#at += 1;
    const isQuoted = bytes[this.#at] === QUOTE;
    if (isQuoted) this.#at += 1;
    const isRead =
      column !== TIME ? this.#number(column) : unit === 'ISO 8601' ? this.#date() : this.#count(DIGITS_OF[unit]);
    return isRead && (!isQuoted || bytes[this.#at++] === QUOTE);
  }

  #number(column: number): boolean {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let [value, point] = [0, -1];
    for (; ; at++) {
      const byte = bytes[at] as number;
      if (byte >= ZERO && byte <= NINE) value = value * 10 + (byte - ZERO);
      else if (byte === POINT && point === -1 && at > start) point = at;
      else break;
    }
    this.#at = at;
    const digits = at - start - (point === -1 ? 0 : 1);
    const decimals = point === -1 ? 0 : at - point - 1;
    if (digits === 0 || digits > QUICK_DIGITS || point === at - 1) return false;
    if (column === TRADED) {
      this.#candle[TRADED] = value / 10 ** decimals;
      return true;
    }
    const ticks = this.#grid.quick(value, decimals);
    this.#candle[column] = ticks;
    return ticks > 0;
  }

  /** So many digits, of a time that is counted. */
  #count(length: number): boolean {
    const value = this.#digits(length);
    const next = this.#bytes[this.#at] as number;
    if (value < 0 || length > QUICK_DIGITS + 1 || (next >= ZERO && next <= NINE)) return false;
    const ms = length < MS_DIGITS ? value * 1000 : value / 10 ** (length - MS_DIGITS);
    this.#candle[TIME] = ms;
    return Number.isInteger(ms) && isWithinReach(ms);
  }

  /** `2026-11-20T02:00:00Z`, of the day that was read last. */
  #date(): boolean {
    const bytes = this.#bytes;
    const start = this.#at;
    const [year, month, day] = [this.#digits(4), this.#after(DASH), this.#after(DASH)];
    if ((year * 100 + month) * 100 + day !== this.#dateKey) return false;
    const between = bytes[this.#at++];
    if (between !== LETTER_T && between !== SPACE) return false;
    const [hour, minute, second] = [this.#digits(2), this.#after(COLON), this.#after(COLON)];
    if (this.#at !== start + TIME_LENGTH || hour < 0 || hour > 23 || minute > 59 || second > 59) return false;
    if (bytes[this.#at] === LETTER_Z) this.#at += 1;
    this.#candle[TIME] = this.#dateMs + ((hour * 60 + minute) * 60 + second) * 1000;
    return true;
  }

  /** Two digits behind that byte; far out of every range where they are not. */
  #after(byte: number): number {
    if (this.#bytes[this.#at] !== byte) return NOT_DIGITS;
    this.#at += 1;
    return this.#digits(2);
  }

  /** So many digits; far out of every range where they are not. */
  #digits(length: number): number {
    const end = this.#at + length;
    let value = 0;
    for (; this.#at < end; this.#at++) {
      const digit = (this.#bytes[this.#at] as number) - ZERO;
      if (digit < 0 || digit > 9) return NOT_DIGITS;
      value = value * 10 + digit;
    }
    return value;
  }
}

const NOT_DIGITS = Number.NEGATIVE_INFINITY;

/** By column, whether it is a price. */
const PRICES = Uint8Array.of(0, 1, 1, 1, 1, 0);

/** Ends a column, or needs to be looked at: NUL, line ends, quote, backslash, brackets. */
const NOT_PASSED = new Uint8Array(BEYOND_ASCII);
for (const byte of [0, LF, CR, QUOTE, 91, 92, 93, 123, 125]) NOT_PASSED[byte] = 1;

const hasShape = (candle: Float64Array): boolean => {
  const [high, low] = [candle[HIGH] as number, candle[LOW] as number];
  const [open, close] = [candle[OPEN] as number, candle[CLOSE] as number];
  return open <= high && open >= low && close <= high && close >= low;
};
