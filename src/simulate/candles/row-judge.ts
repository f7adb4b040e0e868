/** One row that is judged with its words: times, numbers, the shape of the candle. */
import type { Cell, FileMistakes, FileRow, MistakeWords } from './file-mistakes.ts';
import { safeText } from '../../model/safe-text.ts';
import { anyOf, quoted } from '../../source/quoted.ts';
import { CLOSE, COLUMNS, HIGH, LOW, NEEDED, OPEN, TIME, TRADED } from './names.ts';
import type { Sequence } from './sequence.ts';
import { MOST_DIGITS, tradedOf, type PriceFault, type TickGrid } from './ticks.ts';
import { isWithinReach, readTime, type TimeUnit } from './times.ts';

/** A row whose columns are found: undefined where it has no such column. */
export interface FoundRow {
  readonly row: FileRow;
  /** By the columns of a candle. */
  readonly cells: readonly (Cell | undefined)[];
  /** The names of its columns, in the order of the row. */
  readonly reading: readonly string[];
}

export class RowJudge {
  readonly #mistakes: FileMistakes;
  readonly #grid: TickGrid;
  readonly #sequence: Sequence;
  readonly #candle = new Float64Array(COLUMNS.length);
  /** What the first row says. */
  unit: TimeUnit | undefined;
  /** The newest time that was read by its date. */
  date = '';
  first: FoundRow | undefined;
  /** Candles of which a price was not on the tick. */
  moved = 0;

  constructor(mistakes: FileMistakes, grid: TickGrid, sequence: Sequence) {
    this.#mistakes = mistakes;
    this.#grid = grid;
    this.#sequence = sequence;
  }

  take(found: FoundRow): void {
    const missing = COLUMNS.slice(0, NEEDED).filter((_, column) => found.cells[column] === undefined);
    if (missing.length > 0) {
      this.#mistakes.add(found.row, undefined, () => lacking(missing, found.reading));
      return;
    }
    if (!this.#readTime(found) || !this.#readPrices(found) || !this.#readTraded(found)) return;
    if (!this.#hasShape(found)) return;
    this.first ??= found;
    this.#sequence.take(this.#candle, {
      row: found.row,
      mistake: (words) => this.#mistakes.add(found.row, found.cells[TIME], words),
    });
  }

  #readTime(found: FoundRow): boolean {
    const text = textAt(found, TIME);
    const read = readTime(text);
    const at = (words: () => MistakeWords): false => this.#wrong(found, TIME, words);
    if (read === undefined) return at(() => ({ code: 'candles/time', message: noTime(text), hint: TIME_HINT }));
    if (!isWithinReach(read.ms))
      return at(() => ({
        code: 'candles/time',
        message: `${quoted(text)} is not between 2002 and 2100`,
        hint: TIME_HINT,
      }));
    this.unit ??= read.unit;
    if (read.unit !== this.unit) {
      const before = this.unit;
      return at(() => ({
        code: 'candles/time',
        message: `${quoted(text)} is read as ${read.unit}, and the rows above are ${before}`,
        hint: 'write all times of a file alike',
      }));
    }
    this.#candle[TIME] = read.ms;
    if (read.unit === 'ISO 8601') this.date = text;
    return true;
  }

  #readPrices(found: FoundRow): boolean {
    let hasMoved = false;
    for (let column = TIME + 1; column < TRADED; column++) {
      const text = textAt(found, column);
      const ticks = this.#grid.of(text);
      if (typeof ticks !== 'number')
        return this.#wrong(found, column, () => badNumber(COLUMNS[column] as string, text, ticks));
      this.#candle[column] = ticks;
      hasMoved ||= this.#grid.moved;
    }
    this.moved += hasMoved ? 1 : 0;
    return true;
  }

  #readTraded(found: FoundRow): boolean {
    const isThere = found.cells[TRADED] !== undefined;
    const traded = isThere ? tradedOf(textAt(found, TRADED)) : Number.NaN;
    this.#candle[TRADED] = traded ?? Number.NaN;
    return (
      traded !== undefined || this.#wrong(found, TRADED, () => badNumber('traded', textAt(found, TRADED), 'spelling'))
    );
  }

  #hasShape(found: FoundRow): boolean {
    const wrong = (column: number, relation: 'above' | 'below', other: number): false =>
      this.#wrong(found, column, () => ({
        code: 'candles/shape',
        message: `${said(found, column)} is ${relation} ${said(found, other)}`,
        hint: `columns are read as ${orderOf(found).join(', ')}; a line of names says it`,
      }));
    const [high, low] = [this.#candle[HIGH] as number, this.#candle[LOW] as number];
    if (high < low) return wrong(HIGH, 'below', LOW);
    for (const column of [OPEN, CLOSE]) {
      const price = this.#candle[column] as number;
      if (price > high) return wrong(column, 'above', HIGH);
      if (price < low) return wrong(column, 'below', LOW);
    }
    return true;
  }

  #wrong(found: FoundRow, column: number, words: () => MistakeWords): false {
    this.#mistakes.add(found.row, found.cells[column], words);
    return false;
  }
}

const textAt = ({ row, cells }: FoundRow, column: number): string => {
  const { start, end } = cells[column] as Cell;
  return row.text.slice(start, end).trim();
};

const said = (found: FoundRow, column: number): string =>
  `${COLUMNS[column] as string} ${safeText(textAt(found, column), 30)}`;

/** The columns of a candle in the order of the row. */
const orderOf = ({ cells }: FoundRow): readonly string[] => {
  const startOf = (column: number): number => (cells[column] as Cell).start;
  const needed = COLUMNS.slice(0, NEEDED).map((name, column) => ({ name, start: startOf(column) }));
  return needed.toSorted((a, b) => a.start - b.start).map(({ name }) => name);
};

export const lacking = (missing: readonly string[], names: readonly string[]): MistakeWords => ({
  code: 'candles/columns',
  message: `there is no ${anyOf(missing)}; the columns are ${names.length === 0 ? 'not named' : shownNames(names)}`,
  hint: 'a candle needs time, open, high, low and close',
});

const MOST_NAMES = 12;
const shownNames = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMES).map((name) => safeText(name, 20));
  return names.length > MOST_NAMES ? `${shown.join(', ')} and ${names.length - MOST_NAMES} more` : shown.join(', ');
};

const TIME_HINT = 'write it as 2026-11-20T02:00:00Z, or as milliseconds since 1970';

const noTime = (text: string): string =>
  text === '' ? 'the time is empty' : `${quoted(text)} is not a time, or not a whole millisecond`;

const PLAIN_HINT = 'write it as 64000.5: a point before the decimals, and nothing between thousands';

function badNumber(name: string, text: string, fault: PriceFault): MistakeWords {
  const code = 'candles/number';
  if (text === '') return { code, message: `${name} is empty`, hint: 'leave the row out if nothing is known about it' };
  if (fault === 'zero') return { code, message: `${name} is 0`, hint: 'a price is above zero' };
  if (fault === 'below-tick') return { code, message: `${name} ${quoted(text)} is below half a tick of the symbol` };
  if (fault === 'digits')
    return { code, message: `${name} ${quoted(text)} has too many digits`, hint: `at most ${MOST_DIGITS} are read` };
  if (/^[+-]/.test(text)) return { code, message: `${name} ${quoted(text)} has a sign`, hint: PLAIN_HINT };
  return { code, message: `${name} ${quoted(text)} is not a number`, hint: PLAIN_HINT };
}
