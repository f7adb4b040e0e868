/**
 * Reads JSON as it comes: a list of rows, or that list under `data`, `result` or `list`; or a row on each line. A row is a list
 * of at least five numbers, or an object with names. Everything else is gone past without being kept.
 */
import type { FileRow, MistakeWords } from './file-mistakes.ts';
import { endOf, JsonPassing } from './json-passing.ts';
import { labelsOf, membersOf, type Member } from './json-text.ts';
import { COLUMNS, IN_ORDER, namedColumns, type NamedColumns } from './names.ts';
import type { PlainForm } from './plain-rows.ts';
import { MOST_ROW, type CandleReading, type RowScanner, type ScanSpan } from './reading.ts';

const [LF, SPACE, QUOTE, COMMA, COLON] = [10, 32, 34, 44, 58] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125] as const;

/** What may hold the list. */
const HOLDERS: ReadonlySet<string> = new Set(['data', 'result', 'list']);
/** Lists and objects around the rows. */
const MOST_DEPTH = 8;

const LIST: PlainForm = { columns: IN_ORDER, separator: COMMA, close: CLOSE_LIST };

export class JsonScanner implements RowScanner {
  readonly #reading: CandleReading;
  readonly #around: ('list' | 'object')[] = [];
  readonly #passing = new JsonPassing();
  #hasList = false;
  #bytes = new Uint8Array(0);
  #end = 0;
  #line = 1;
  /** What a place in `bytes` is off from its column. */
  #shift = 1;
  #names = '';
  #named: NamedColumns = { kind: 'other' };
  /** The form of the objects that came so far. */
  #form: PlainForm | undefined;

  constructor(reading: CandleReading) {
    this.#reading = reading;
  }

  get format(): string {
    return this.#hasList ? 'JSON' : 'NDJSON';
  }

  scan(bytes: Uint8Array<ArrayBuffer>, from: number, { end }: ScanSpan): number {
    this.#bytes = bytes;
    this.#end = end;
    let at = from;
    while (at < end && !this.#reading.isOver) {
      const plain = this.#plain(at);
      const next = plain === -1 ? this.#step(at) : plain;
      if (next === at) break;
      if (plain === -1) this.#count(at, next);
      at = next;
    }
    // Blanks inside of a row, or before what it is decided by.
    if (end - at > MOST_ROW && !this.#reading.isOver) this.#tooLong(at);
    this.#shift += at;
    return at;
  }

  /** Where the next thing begins behind a row that is read from its bytes; -1: there is none here. */
  #plain(at: number): number {
    if (this.#passing.isOn) return -1;
    if (this.#bytes[at] === OPEN_LIST) return this.#reading.plain(this.#bytes, at + 1, LIST);
    if (this.#bytes[at] !== OPEN_OBJECT || this.#form === undefined) return -1;
    return this.#reading.plain(this.#bytes, at + 1, this.#form);
  }

  finish(isCut: boolean): void {
    if (this.#reading.isOver || (!isCut && this.#around.length === 0 && !this.#passing.isOn)) return;
    const row = { text: '', line: this.#line, column: Math.max(1, this.#shift) };
    this.#reading.end(row, {
      code: 'candles/format',
      message: 'the file ends before its list does',
      hint: 'it is cut off: get it again',
    });
  }

  /** Where the next thing begins; `at`: more of the file is needed. */
  #step(at: number): number {
    if (this.#passing.isOn) return this.#passing.go(this.#bytes, at, this.#end);
    const byte = this.#bytes[at] as number;
    if (byte <= SPACE && byte !== 0) return at + 1;
    const around = this.#around.at(-1);
    if (around !== undefined && byte === COMMA) return at + 1;
    if (around !== undefined && byte === (around === 'list' ? CLOSE_LIST : CLOSE_OBJECT)) {
      this.#around.pop();
      return at + 1;
    }
    return around === 'object' ? this.#member(at) : this.#value(at, byte);
  }

  /** A row, or a list of them, or what holds one. */
  #value(at: number, byte: number): number {
    if (byte === OPEN_OBJECT) return this.#row(at);
    if (byte !== OPEN_LIST) return this.#stop(at, 'a row of candles is a list or an object');
    const first = this.#afterBlanks(at + 1);
    if (first === this.#end) return at;
    return BEGINS_LIST.has(this.#bytes[first] as number) ? this.#enter('list', at) : this.#row(at);
  }

  #row(at: number): number {
    const end = endOf(this.#bytes, at, this.#end);
    const length = (end === -1 ? this.#end : end) - at;
    if (length > MOST_ROW) {
      if (this.#bytes[at] === OPEN_OBJECT && this.#around.at(-1) !== 'list') return this.#enter('object', at);
      this.#tooLong(at);
      return at;
    }
    if (end === -1) return at;
    const place = { line: this.#line, column: at + this.#shift };
    const text = this.#reading.text(this.#bytes.subarray(at, end), place.line, place.column);
    if (text === undefined) return at;
    const members = membersOf(text);
    if (members === undefined) return this.#stop(at, 'the row is not JSON', text);
    const holds = members.some(({ name, isNested }) => isNested && HOLDERS.has(name ?? ''));
    if (holds && this.#around.at(-1) !== 'list') return this.#enter('object', at);
    this.#take({ text, ...place }, members);
    return end;
  }

  #take(row: FileRow, members: readonly Member[]): void {
    const isList = row.text.startsWith('[');
    const names = isList ? COLUMNS.slice(0, members.length) : members.map(({ name }) => name ?? '');
    const columns = isList ? IN_ORDER : this.#columnsOf(names, () => labelsOf(row.text, members));
    const cells = COLUMNS.map((_, column) => {
      const found = columns === undefined ? undefined : members[columns.indexOf(column)];
      return found === undefined || row.text.startsWith('null', found.start) ? undefined : found;
    });
    this.#reading.take({ row, cells, reading: names });
  }

  /** The rows of a file have the same names, nearly always. A price that is named twice is none. */
  #columnsOf(names: readonly string[], labels: () => readonly Uint8Array[] | undefined): Int8Array | undefined {
    const key = names.join('\n');
    if (key !== this.#names) {
      this.#names = key;
      this.#named = namedColumns(names);
      const found = labels();
      this.#form =
        this.#named.kind === 'named' && found !== undefined
          ? { columns: this.#named.columns, separator: COMMA, close: CLOSE_OBJECT, labels: found }
          : undefined;
    }
    return this.#named.kind === 'named' ? this.#named.columns : undefined;
  }

  /** A name of an object around the list, and what comes behind it. */
  #member(at: number): number {
    const bytes = this.#bytes;
    if (bytes[at] !== QUOTE) return this.#stop(at, 'a name in quotes is missing here');
    const end = endOf(bytes, at, this.#end);
    if (end === -1) return at;
    const colon = this.#afterBlanks(end);
    const value = this.#afterBlanks(colon + 1);
    if (value >= this.#end) return at;
    if (bytes[colon] !== COLON) return this.#stop(at, 'a colon is missing after this name');
    const name = String.fromCharCode(...bytes.subarray(at + 1, Math.min(end - 1, at + LONGEST_HOLDER)));
    if (HOLDERS.has(name) && bytes[value] === OPEN_LIST) return this.#enter('list', value);
    if (HOLDERS.has(name) && bytes[value] === OPEN_OBJECT) return this.#enter('object', value);
    this.#passing.begin();
    return value;
  }

  #tooLong(at: number): void {
    this.#reading.tooLong(this.#bytes.subarray(at, this.#end), this.#line, at + this.#shift);
  }

  #enter(holder: 'list' | 'object', at: number): number {
    if (this.#around.length === MOST_DEPTH) return this.#stop(at, 'the list is too deep inside of others');
    this.#around.push(holder);
    this.#hasList ||= holder === 'list';
    return at + 1;
  }

  #stop(at: number, message: string, text = ''): number {
    const words: MistakeWords = {
      code: 'candles/format',
      message,
      hint: 'a list of candles is [[time, open, high, low, close], …]',
    };
    this.#reading.end({ text, line: this.#line, column: at + this.#shift }, words);
    return at;
  }

  #afterBlanks(from: number): number {
    let at = from;
    while (at < this.#end && (this.#bytes[at] as number) <= SPACE) at += 1;
    return Math.min(at, this.#end);
  }

  /** Lines, and characters of more than one byte, between these places. */
  #count(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = this.#bytes[at] as number;
      if (byte === LF) {
        this.#line += 1;
        this.#shift = -at;
      } else if ((byte & 0xc0) === 0x80) this.#shift -= 1;
    }
  }
}

/** What comes first in a list of rows; in a row it is a number or a text. */
const BEGINS_LIST: ReadonlySet<number> = new Set([OPEN_LIST, OPEN_OBJECT, CLOSE_LIST]);

const LONGEST_HOLDER = 8;
