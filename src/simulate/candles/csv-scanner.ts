/** Reads the lines of a CSV file. */
import type { Cell, FileRow } from './file-mistakes.ts';
import { COLUMNS, IN_ORDER, namedColumns, NEEDED } from './names.ts';
import type { PlainForm } from './plain-rows.ts';
import { MOST_ROW, type CandleReading, type RowScanner, type ScanSpan } from './reading.ts';
import { lacking } from './row-judge.ts';
import { readTime, timeText } from './times.ts';
import type { ToldCandle } from '../../model/candle-question.ts';

/** Candles as `ordo candles` writes them: the digits as they came. */
export const HEADING = COLUMNS.join(',');

export const candlesCsv = (candles: readonly ToldCandle[]): string =>
  `${HEADING}\n${candles
    .map(
      ({ openMs, open, high, low, close, traded }) =>
        `${[timeText(openMs), open, high, low, close, traded].join(',')}\n`,
    )
    .join('')}`;

const LF = 10;

interface Form extends PlainForm {
  readonly separatorText: string;
  /** The names in the order of the file. */
  readonly names: readonly string[];
  /** The line of names, which may be there again. */
  readonly heading: string;
}

export class CsvScanner implements RowScanner {
  readonly format = 'CSV';
  readonly #reading: CandleReading;
  #form: Form | undefined;
  #line = 1;

  constructor(reading: CandleReading) {
    this.#reading = reading;
  }

  scan(bytes: Uint8Array<ArrayBuffer>, from: number, { end, isLast }: ScanSpan): number {
    const reading = this.#reading;
    let at = from;
    while (at < end && !reading.isOver) {
      const next = this.#form === undefined ? -1 : reading.plain(bytes, at, this.#form);
      if (next === -1) {
        const rest = bytes.subarray(at, end);
        const length = rest.indexOf(LF);
        if (length > MOST_ROW || (length === -1 && rest.length > MOST_ROW)) {
          reading.tooLong(rest, this.#line, 1);
          break;
        }
        if (length === -1 && !isLast) break;
        this.#takeLine(length === -1 ? rest : rest.subarray(0, length));
        at += length === -1 ? rest.length : length + 1;
      } else at = next;
      this.#line += 1;
    }
    return at;
  }

  finish(): void {
    if (this.#form !== undefined || this.#reading.isOver) return;
    this.#reading.end(
      { text: '', line: 1, column: 1 },
      { code: 'candles/format', message: 'the file is empty', hint: 'a row is time,open,high,low,close' },
    );
  }

  #takeLine(bytes: Uint8Array): void {
    const text = this.#reading.text(bytes, this.#line, 1)?.replace(/\r$/, '');
    if (text === undefined || text.trim() === '') return;
    const row = { text, line: this.#line, column: 1 };
    const separator = this.#form?.separatorText ?? separatorOf(text);
    const cells = cellsOf(text, separator);
    if (cells === undefined) {
      this.#unclosed(row);
      return;
    }
    if (this.#form === undefined && !this.#begin(row, cells, separator)) return;
    const form = this.#form as Form;
    if (text === form.heading) return;
    const found = COLUMNS.map((_, column) => cells[form.columns.indexOf(column)]);
    this.#reading.take({ row, cells: found, reading: form.names });
  }

  /** Reads the first line: names, or a row. Whether it is one of these. */
  #begin(row: FileRow, cells: readonly Cell[], separatorText: string): boolean {
    const texts = cells.map(({ start, end }) => row.text.slice(start, end).trim());
    const named = namedColumns(texts);
    const separator = separatorText.charCodeAt(0);
    const form = { separator, separatorText, close: LF };
    switch (named.kind) {
      case 'named':
        this.#form = { ...form, columns: named.columns, heading: row.text, names: namesOf(named.columns) };
        return true;
      case 'lacking':
        this.#reading.end(row, lacking(named.missing, texts));
        return false;
      case 'double':
        this.#reading.end(row, { code: 'candles/columns', message: `two columns are named ${named.column}` });
        return false;
      case 'other':
        this.#form = {
          ...form,
          columns: IN_ORDER,
          heading: '',
          names: COLUMNS.slice(0, Math.min(texts.length, COLUMNS.length)),
        };
        return this.#looksLikeCandle(row, texts);
    }
  }

  #looksLikeCandle(row: FileRow, texts: readonly string[]): boolean {
    const [first = ''] = texts;
    const isRow = readTime(first) !== undefined || /^[-+.0-9]/.test(first);
    if (isRow && texts.length >= NEEDED) return true;
    this.#reading.end(
      row,
      isRow || texts.length > 1
        ? {
            code: 'candles/columns',
            message: isRow
              ? `the row has ${texts.length} columns, and a candle five`
              : 'no column is named as a candle’s are',
            hint: 'a candle is time, open, high, low and close; a line of names comes first',
          }
        : {
            code: 'candles/format',
            message: 'this is not a row of candles',
            hint: 'a row is time,open,high,low,close',
          },
    );
    return false;
  }

  #unclosed(row: FileRow): void {
    this.#reading.mistakes.add(row, undefined, () => ({
      code: 'candles/format',
      message: 'a quote is not closed before the next column',
      hint: 'quotes go around a whole column',
    }));
  }
}

const namesOf = (columns: Int8Array): readonly string[] =>
  [...columns].filter((column) => column >= 0).map((column) => COLUMNS[column] as string);

/** What may part the columns. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The columns of a line, without their quotes; undefined where a quote is not closed, or closed too early. */
function cellsOf(text: string, separator: string): readonly Cell[] | undefined {
  const cells: Cell[] = [];
  for (let at = 0; ; at++) {
    while (text[at] === ' ') at += 1;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1) return undefined;
      cells.push({ start: at + 1, end });
      at = nextOf(text, separator, end);
      if (text.slice(end + 1, at).trim() !== '') return undefined;
    } else {
      const end = nextOf(text, separator, at);
      cells.push({ start: at, end: at + text.slice(at, end).trimEnd().length });
      at = end;
    }
    if (at >= text.length) return cells;
  }
}

/** Two quotes are one inside of a column. */
function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1 || text[at + 1] !== '"') return at;
  }
}

function nextOf(text: string, separator: string, from: number): number {
  const at = text.indexOf(separator, from);
  return at === -1 ? text.length : at;
}

/** The separator that makes the most columns of a line. */
function separatorOf(text: string): string {
  const columns = (separator: string): number => cellsOf(text, separator)?.length ?? 0;
  const [first, ...others] = SEPARATORS;
  return others.reduce((best: string, one) => (columns(one) > columns(best) ? one : best), first);
}
