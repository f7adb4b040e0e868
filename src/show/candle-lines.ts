/** Candles in lines, the highest price first: fills next to them, and at the right which orders act there. */
import { Decimal } from '../model/decimal.ts';
import { joined, safe, spaces, type Safe } from '../model/safe-text.ts';
import { cut, padStart, widest, widthOf } from '../report/text/columns.ts';
import { GAP, line, type Page, type Piece } from '../report/text/page.ts';
import type { Drawn, Tone } from '../report/text/tones.ts';
import type { CandleColumn, CandleDrawing, DrawnFill } from './drawing.ts';

const MOST_ROWS = 12;
/** On a narrower page it says nothing. */
const LEAST_WIDTH = 60;
const MOST_COLUMNS = 64;
/** Columns of a candle where there is room: it, its fills, and what sets a time apart from the next. */
const MOST_APART = 6;
const MOST_NAME = 24;

/** What the edge replaces, where a terminal has only ASCII. */
const SIGNS = { body: safe`┃`, wick: safe`│`, bought: safe`▲`, sold: safe`▼` } as const;

export function candleLines(page: Page, drawing: CandleDrawing, most = MOST_ROWS): Drawn[] {
  if (page.width < LEAST_WIDTH) return [];
  const rows = new Rows(drawing, Math.min(most, MOST_ROWS));
  const names = namesOf(drawing, rows);
  const room = Math.min(MOST_NAME, widest(names.values()));
  const lead = rows.width + LEAD;
  const wide = Math.min(MOST_COLUMNS, page.width - lead - GAP.length - room);
  const columns = drawing.columns(wide);
  const apart = Math.max(1, Math.min(MOST_APART, Math.floor(wide / columns.length)));
  const whole = Math.max(columns.length * apart, (columns.length - 1) * apart + 1 + GAP.length);
  return [
    ...rows.all.map((row) => {
      const cells = columns.flatMap((column) => cellOf(column, { row, rows, apart }));
      const name = names.get(row);
      const gap = spaces(whole - columns.length * apart);
      const said: Piece[] = name === undefined ? [] : [gap, cut(name, room)];
      return line(page.paint, [safe`${GAP}${padStart(rows.price(row), rows.width)} | `, ...cells, ...said]);
    }),
    line(page.paint, [['quiet', timesLine(drawing, columns, lead, apart)]]),
  ];
}

/** `  64400 | ` without the price. */
const LEAD = GAP.length + 3;

interface Cell {
  readonly row: number;
  readonly rows: Rows;
  readonly apart: number;
}

/** A candle in one row: its part there, then its fills there. In one column a fill takes its place. */
function cellOf(column: CandleColumn, { row, rows, apart }: Cell): Piece[] {
  const { open, high, low, close, fills } = column;
  const tone: Tone = close < open ? 'sell' : 'buy';
  const [top, bottom] = [rows.of(Math.max(open, close)), rows.of(Math.min(open, close))];
  const isBody = row <= top && row >= bottom;
  const isWick = row <= rows.of(high) && row >= rows.of(low);
  const own: Piece = isBody ? [tone, SIGNS.body] : isWick ? [tone, SIGNS.wick] : safe` `;
  const marks = marksOf(fills.filter(({ price }) => rows.of(price) === row));
  if (apart === 1) return [marks[0] ?? own];
  const shown = marks.slice(0, apart - 1);
  return [own, ...shown, spaces(apart - 1 - shown.length)];
}

const marksOf = (fills: readonly DrawnFill[]): Piece[] => [
  ...(fills.some(({ isBuy }) => isBuy) ? [['buy', SIGNS.bought] as const] : []),
  ...(fills.some(({ isBuy }) => !isBuy) ? [['sell', SIGNS.sold] as const] : []),
];

/** The times of as many candles as have room, each under its own. */
function timesLine({ time }: CandleDrawing, columns: readonly CandleColumn[], lead: number, apart: number): Safe {
  let text = safe``;
  for (const [at, column] of columns.entries()) {
    const word = time(column.at);
    const start = Math.max(0, lead + at * apart - Math.floor(widthOf(word) / 2));
    if (at > 0 && start < text.length + 1) continue;
    text = safe`${text}${spaces(start - text.length)}${word}`;
  }
  return text;
}

function namesOf({ levels }: CandleDrawing, rows: Rows): Map<number, Safe> {
  const names = new Map<number, Safe[]>();
  for (const { price, words } of levels.toSorted((one, other) => other.price - one.price)) {
    const row = rows.of(price);
    if (rows.has(row)) names.set(row, [...(names.get(row) ?? []), ...words]);
  }
  return new Map([...names].map(([row, words]) => [row, joined(words, safe`, `)]));
}

/** Rows at even prices, each from the middle below it to the middle above. They are counted from zero. */
class Rows {
  readonly #tick: Decimal;
  /** The distance of two rows, in units of the last digit of the tick. */
  readonly #step: bigint;
  /** Digits behind the point of every row. */
  readonly #places: number;
  readonly #high: number;
  readonly #low: number;
  readonly width: number;

  constructor({ tick, columns }: CandleDrawing, most: number) {
    this.#tick = tick;
    const all = columns(MOST_COLUMNS);
    const high = all.reduce((sofar, one) => Math.max(sofar, one.high), 0);
    const low = all.reduce((sofar, one) => Math.min(sofar, one.low), Number.MAX_SAFE_INTEGER);
    this.#step = evenSteps(most, (step) => this.#at(high, step) - this.#at(low, step) + 1);
    this.#places = Decimal.ofDigits(this.#step, tick.scale).canonical().split('.')[1]?.length ?? 0;
    this.#high = this.of(high);
    this.#low = this.of(low);
    this.width = widest([this.price(this.#high), this.price(this.#low)]);
  }

  get all(): readonly number[] {
    return Array.from({ length: this.#high - this.#low + 1 }, (_, at) => this.#high - at);
  }

  has = (row: number): boolean => row <= this.#high && row >= this.#low;

  /** In which row a price is. */
  of = (ticks: number): number => this.#at(ticks, this.#step);

  price(row: number): Safe {
    const digits = (BigInt(row) * this.#step) / 10n ** BigInt(this.#tick.scale - this.#places);
    return safe`${Decimal.ofDigits(digits, this.#places)}`;
  }

  /** The middle between two rows belongs to the lower one. */
  #at(ticks: number, step: bigint): number {
    const doubled = 2n * BigInt(ticks) * this.#tick.coefficient - step;
    const under = 2n * step;
    return Number(doubled <= 0n ? 0n : (doubled + under - 1n) / under);
  }
}

/** The smallest of 1, 2, 5, 10, 20 … that needs at most so many rows. */
function evenSteps(most: number, rows: (step: bigint) => number): bigint {
  for (let ten = 1n; ; ten *= 10n) for (const part of [1n, 2n, 5n]) if (rows(part * ten) <= most) return part * ten;
}
