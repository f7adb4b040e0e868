import type { Decimal } from '../../model/decimal.ts';
import { repeated, safe, spaces, trimmedEnd, type Safe } from '../../model/safe-text.ts';
import { NumberColumn, padEnd, padStart, widthOf, wrap } from '../text/columns.ts';
import { ID_ROOM } from '../text/labelled-lines.ts';
import { GAP, line, paragraph, type Page } from '../text/page.ts';
import type { Drawn } from '../text/tones.ts';
import { fitting, fullWords, type AxisLine } from './price-axis-words.ts';
import type { AxisRow } from './axis-row.ts';
import type { Level, PriceAxis } from './price-axis.ts';

/** Characters that every terminal draws one column wide; the row also says in words which side a bar is of. */
const FILLS = { buy: safe`▬`, sell: safe`░` } as const;
const LEGEND = safe`${FILLS.buy} buy  ${FILLS.sell} sell`;

/** Columns of the longest bar: enough for the legend above it, unless the line is too narrow for that. */
const BAR = { least: 6, enough: widthOf(LEGEND), most: 24 };

/** Fewest columns for the words of a row: room for a short mark. */
const LEAST_WORDS = 8;

/** Widths of the columns left of the bars and right of them. */
interface Shape {
  readonly sizes: NumberColumn;
  readonly price: number;
  readonly size: number;
  readonly side: number;
  readonly bar: number;
  readonly words: number;
  /** The line. */
  readonly whole: number;
}

/** Orders at market, then the axis from the highest price down; `⋮` breaks it at a wide gap. */
export function priceAxisLines(page: Page, { market, levels }: PriceAxis): Drawn[] {
  const prices = new PriceColumn(levels);
  const blocks = levels.map((level) => linesOf(level, prices));
  const lines = blocks.flat();
  const shape = shapeOf(lines, market.length > 0 ? 'market' : 'price', page.width);
  if (shape.bar < BAR.least)
    return paragraph(page, safe`No ladder: its numbers leave no room for it in ${page.width} columns`, 2);
  const largest = lines.reduce((most, { row }) => Math.max(most, Number(row.size.toString())), 0);
  return [
    ...titles(shape, largest > 0).map((text) => page.paint('quiet', trimmedEnd(text))),
    ...market.flatMap((row, at) => atMarket(row, at === 0 ? safe`market` : safe``, shape)),
    ...blocks.flatMap((block, at) => {
      const drawn = block.map((one) => drawnLine(page, one, shape, largest));
      if (levels[at]?.gapBelow) drawn.push(safe`  ${spaces(shape.price)} ⋮`);
      return drawn;
    }),
  ];
}

/** Orders at market have no price of their own, so they have no bar. */
function atMarket(row: AxisRow, price: Safe, shape: Shape): Safe[] {
  const now = safe`now ${row.size} ${row.side}: `;
  const room = shape.whole - 2 - shape.price - 3;
  const whose = fitting({ price, row, isRange: false }, Math.max(LEAST_WORDS, room - widthOf(now)));
  return wrap(safe`${now}${whose}`, room).map(
    (text, at) => safe`  ${padStart(at === 0 ? price : safe``, shape.price)} | ${text}`,
  );
}

/** The names of the columns; the legend above its bars, or on a line of its own where the bars are narrower. */
function titles({ price, bar, size, side }: Shape, hasBars: boolean): Safe[] {
  const axis = safe`  ${padStart(safe`price`, price)} | `;
  if (!hasBars) return [axis];
  const rest = safe`  ${padStart(safe`size`, size)}  ${padEnd(safe`side`, side)}`;
  return bar < BAR.enough
    ? [safe`  ${LEGEND}`, safe`${axis}${spaces(bar)}${rest}`]
    : [safe`${axis}${padEnd(LEGEND, bar)}${rest}`];
}

const linesOf = (level: Level, prices: PriceColumn): AxisLine[] =>
  level.rows.map((row, at) => ({
    price: at === 0 ? prices.cell(level) : safe``,
    row,
    isRange: level.high !== level.low,
  }));

const digits = (value: Decimal): Safe => safe`${value}`;

/** Prices with their points below each other; a range as `63000 to 62500`. */
export class PriceColumn {
  readonly #high = new NumberColumn();
  readonly #low = new NumberColumn();

  constructor(levels: readonly Level[]) {
    for (const { high, low } of levels) {
      this.#high.add(digits(high));
      if (high !== low) this.#low.add(digits(low));
    }
  }

  cell({ high, low }: Level): Safe {
    const first = this.#high.cell(digits(high));
    if (this.#low.width === 0) return first;
    return high === low
      ? safe`${first}${spaces(4 + this.#low.width)}`
      : safe`${first} to ${this.#low.cell(digits(low))}`;
  }
}

function shapeOf(lines: readonly AxisLine[], leastPrice: string, width: number): Shape {
  const sizes = new NumberColumn();
  for (const { row } of lines) if (!row.size.isZero) sizes.add(digits(row.size));
  const most = (of: (one: AxisLine) => number, least: number): number =>
    lines.reduce((sofar, one) => Math.max(sofar, of(one)), least);
  const price = most((one) => widthOf(one.price), widthOf(leastPrice));
  const size = Math.max(4, sizes.width);
  const side = most(({ row }) => row.side.length, 4);
  const wanted = most((one) => (one.row.size.isZero ? 0 : widthOf(fullWords(one, ID_ROOM))), 0);
  const room = width - (2 + price + 3 + 2 + size + 2 + side + 2);
  const bar = Math.min(BAR.most, Math.max(Math.min(BAR.enough, room - LEAST_WORDS), room - wanted));
  return { sizes, price, size, side, bar, words: room - bar, whole: width };
}

function drawnLine({ paint }: Page, one: AxisLine, shape: Shape, largest: number): Drawn {
  const { price, row } = one;
  const lead = safe`  ${padStart(price, shape.price)} | `;
  if (row.size.isZero) return safe`${lead}${fitting(one, shape.whole - widthOf(lead))}`;
  const tone = row.side === 'open-long' || row.side === 'close-short' ? 'buy' : 'sell';
  const length = lengthOf(row.size, largest, shape.bar);
  return line(paint, [
    lead,
    [tone, repeated(FILLS[tone], length)],
    spaces(shape.bar - length),
    safe`  ${padStart(shape.sizes.cell(digits(row.size)), shape.size)}  `,
    [tone, padEnd(safe`${row.side}`, shape.side)],
    GAP,
    fitting(one, shape.words),
  ]);
}

/** A drawing's length, so a float will do; the least there is still shows. */
const lengthOf = (size: Decimal, largest: number, room: number): number =>
  Math.max(1, Math.round((Number(size.toString()) / largest) * room));
