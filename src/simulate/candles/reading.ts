/** What the readers of CSV and of JSON share: how a row is taken, and why the reading ends early. */
import type { FileMistakes, FileRow, MistakeWords } from './file-mistakes.ts';
import { PlainRows, type PlainForm } from './plain-rows.ts';
import { RowJudge, type FoundRow } from './row-judge.ts';
import { Sequence } from './sequence.ts';
import type { TickGrid } from './ticks.ts';

/** Most bytes of a row. */
export const MOST_ROW = 4096;
/** Most candles of a file. */
export const MOST_CANDLES = 5_000_000;

/** Reads rows from a part of the file. */
export interface RowScanner {
  /** `CSV`, `JSON` or `NDJSON`. */
  readonly format: string;
  /**
   * Takes the rows that are whole between `at` and `end`, and tells where the first one begins that is not. `bytes[end]` is 0.
   * `isLast`: nothing follows, so a row without its end is whole.
   */
  scan(bytes: Uint8Array<ArrayBuffer>, at: number, span: ScanSpan): number;
  /** All is read. `isCut`: a row at the end is not whole. */
  finish(isCut: boolean): void;
}

export interface ScanSpan {
  readonly end: number;
  readonly isLast: boolean;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

export class CandleReading {
  readonly mistakes: FileMistakes;
  readonly sequence: Sequence;
  readonly judge: RowJudge;
  readonly #plain: PlainRows;
  /** No more of the file is read: what follows cannot be judged. */
  isOver = false;

  constructor(mistakes: FileMistakes, grid: TickGrid) {
    this.mistakes = mistakes;
    this.sequence = new Sequence(mistakes);
    this.judge = new RowJudge(mistakes, grid, this.sequence);
    this.#plain = new PlainRows(grid, this.sequence);
  }

  get moved(): number {
    return this.judge.moved + this.#plain.moved;
  }

  /** Where the next row begins; -1: this one is to be judged by its words. */
  plain(bytes: Uint8Array<ArrayBuffer>, at: number, form: PlainForm): number {
    const { unit } = this.judge;
    return unit === undefined ? -1 : this.#plain.take(bytes, at, form, unit);
  }

  take(found: FoundRow): void {
    const { date } = this.judge;
    this.judge.take(found);
    if (this.judge.date !== date) this.#plain.learn(this.judge.date);
  }

  /** The text of a row; undefined, and the reading is over, where it is not UTF-8. */
  text(bytes: Uint8Array, line: number, column: number): string | undefined {
    try {
      return strict.decode(bytes);
    } catch {
      this.end(
        { text: lenient.decode(bytes), line, column },
        { code: 'text/not-utf8', message: 'the row is not UTF-8', hint: 'save the file as UTF-8' },
      );
      return undefined;
    }
  }

  /** A mistake behind which nothing is read. */
  end(row: FileRow, words: MistakeWords): void {
    this.isOver = true;
    this.mistakes.add(row, undefined, () => words);
  }

  tooLong(bytes: Uint8Array, line: number, column: number): void {
    const text = lenient.decode(bytes.subarray(0, SHOWN_OF_LONG));
    this.end({ text, line, column }, { code: 'candles/format', message: 'the row is longer than 4 KiB' });
  }
}

const SHOWN_OF_LONG = 60;
