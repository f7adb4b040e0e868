/**
 * Reads a file of candles from its bytes, part by part as a stream brings them. What it is, and how its times are counted, is found
 * by what is in it (docs/simulate.md#candles).
 */
import type { Decimal } from '../../model/decimal.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Candles } from './candles.ts';
import { CsvScanner } from './csv-scanner.ts';
import { FileMistakes, type Cell, type FileRow, type MistakeWords } from './file-mistakes.ts';
import { JsonScanner } from './json-scanner.ts';
import { MOST_CANDLES, MOST_ROW, CandleReading, type RowScanner } from './reading.ts';
import { TickGrid } from './ticks.ts';
import type { TimeUnit } from './times.ts';
import { TIME } from './names.ts';

export interface CandleSource {
  /** As a message names it. */
  readonly file: string;
  readonly symbol: string;
  readonly tick: Decimal;
  /** Whether no message may show its text (`SourceFile`). */
  readonly hidesText?: boolean;
}

/** A file that was read whole. */
export interface CandleFile {
  readonly file: string;
  readonly candles: Candles;
  /** Every candle of the file has it. */
  readonly lengthMs: number;
  /** `CSV`, `JSON` or `NDJSON`. */
  readonly format: string;
  readonly times: TimeUnit;
  readonly isNewestFirst: boolean;
  /** Candles of which a price was not on the tick. */
  readonly moved: number;
  /** Rows that said again what another one said. */
  readonly repeated: number;
  /** A warning at the first candle of the file. */
  readonly atFirst: (words: MistakeWords) => Diagnostic;
  /** A warning at the candle behind the longest distance. */
  readonly atGap: (words: MistakeWords) => Diagnostic;
}

/** Why a file was not read: 20 of its mistakes at most, and how many more there are. */
export interface UnreadCandles {
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly more: number;
}

/** Most bytes of a file. */
const MOST_BYTES = 2 ** 30;

const PIECE = 64 * 1024;
/** Room for a row that is not whole yet, before a piece. */
const ROOM = PIECE + 8192;
const MARK = [0xef, 0xbb, 0xbf];
const [LF, CR, SPACE, TAB] = [10, 13, 32, 9] as const;
const [OPEN_LIST, OPEN_OBJECT] = [91, 123] as const;

export class CandleReader {
  readonly #source: CandleSource;
  readonly #mistakes: FileMistakes;
  readonly #reading: CandleReading;
  readonly #bytes = new Uint8Array(ROOM + 1);
  #filled = 0;
  #total = 0;
  #scanner: RowScanner | undefined;

  constructor(source: CandleSource) {
    this.#source = source;
    this.#mistakes = new FileMistakes(source.file, source.hidesText ?? false);
    this.#reading = new CandleReading(this.#mistakes, new TickGrid(source.tick));
  }

  /** Takes what comes next of the file; false where nothing more of it is needed. */
  feed(part: Uint8Array): boolean {
    for (let from = 0; from < part.length && !this.#reading.isOver; from += PIECE) {
      const piece = part.subarray(from, from + PIECE);
      this.#bytes.set(piece, this.#filled);
      this.#filled += piece.length;
      this.#total += piece.length;
      this.#scan(false);
    }
    const isLarge = this.#total > MOST_BYTES;
    if ((isLarge || this.#reading.sequence.columns.length > MOST_CANDLES) && !this.#reading.isOver)
      this.#reading.end(TOP, {
        code: 'candles/format',
        message: `the file has more than ${isLarge ? '1 GiB' : '5,000,000 candles'}`,
        hint: 'split it, or take longer candles',
      });
    return !this.#reading.isOver;
  }

  get hasCandle(): boolean {
    return this.#reading.judge.first !== undefined;
  }

  /** All was fed. */
  end(): Result<CandleFile, UnreadCandles> {
    const reading = this.#reading;
    if (!reading.isOver) this.#scan(true);
    if (this.#scanner === undefined) new CsvScanner(reading).finish();
    else this.#scanner.finish(this.#filled > 0);
    const { columns } = reading.sequence;
    const lengthMs = reading.sequence.end();
    if (!this.#mistakes.any && columns.length < 2)
      this.#mistakes.add(reading.judge.first?.row ?? TOP, undefined, () => ({
        code: 'candles/length',
        message: `the file has ${columns.length === 0 ? 'no candle' : 'one candle'}, and the length of candles is the distance between two`,
        hint: 'give a file with at least two candles',
      }));
    if (this.#mistakes.any)
      return err({ file: this.#source.file, diagnostics: this.#mistakes.shown, more: this.#mistakes.more });
    return ok(this.#file(lengthMs));
  }

  #file(lengthMs: number): CandleFile {
    const { sequence, judge, moved } = this.#reading;
    const { file, symbol, tick } = this.#source;
    const [openMs, open, high, low, close, traded] = sequence.columns.taken(sequence.direction) as Six;
    const candles: Candles = {
      symbol,
      tick,
      openMs,
      lengthMs: new Float64Array(openMs.length).fill(lengthMs),
      open,
      high,
      low,
      close,
      ...(traded !== undefined && { traded }),
    };
    const first = judge.first;
    const warning = (row: FileRow | undefined, cell: Cell | undefined, words: MistakeWords): Diagnostic =>
      this.#mistakes.at(row ?? TOP, cell, words, 'warning');
    return {
      file,
      candles,
      lengthMs,
      format: this.#scanner?.format ?? '',
      times: judge.unit ?? 'ISO 8601',
      isNewestFirst: sequence.direction < 0,
      moved,
      repeated: sequence.repeated,
      atFirst: (words) => warning(first?.row, first?.cells[TIME], words),
      atGap: (words) => warning(sequence.longest ?? first?.row, undefined, words),
    };
  }

  #scan(isLast: boolean): void {
    const bytes = this.#bytes;
    bytes[this.#filled] = 0;
    let at = this.#scanner === undefined ? this.#begin() : 0;
    const span = { end: this.#filled, isLast };
    if (this.#scanner !== undefined) at = this.#scanner.scan(bytes, at, span);
    bytes.copyWithin(0, at, this.#filled);
    this.#filled = Math.max(0, this.#filled - at);
  }

  /** Finds what the file is by its first character, and goes to it. Lines that are blank still count. */
  #begin(): number {
    const bytes = this.#bytes;
    const start = MARK.every((byte, at) => bytes[at] === byte) ? MARK.length : 0;
    let at = start;
    while (at < this.#filled && BLANKS.has(bytes[at] as number)) at += 1;
    if (at === this.#filled) {
      if (at > MOST_ROW) this.#reading.tooLong(bytes.subarray(0, at), 1, 1);
      return 0;
    }
    const isJson = bytes[at] === OPEN_LIST || bytes[at] === OPEN_OBJECT;
    this.#scanner = isJson ? new JsonScanner(this.#reading) : new CsvScanner(this.#reading);
    return start;
  }
}

const BLANKS = new Set<number>([LF, CR, SPACE, TAB]);
const TOP: FileRow = { text: '', line: 1, column: 1 };

type Column = Float64Array;
type Six = readonly [Column, Column, Column, Column, Column, Column | undefined];

export function readCandleText(text: string | Uint8Array, source: CandleSource): Result<CandleFile, UnreadCandles> {
  const reader = new CandleReader(source);
  reader.feed(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return reader.end();
}
