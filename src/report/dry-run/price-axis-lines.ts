import type { Decimal } from '../../model/decimal.ts';
import { NumberColumn, padEnd, padStart, widthOf, wrap } from '../text/columns.ts';
import { ID_ROOM } from '../run/outcome-lines.ts';
import type { LadderRow, Level, PriceLadder } from './price-axis.ts';
import { fitting, fullWords, type LadderLine } from './price-axis-words.ts';
import { line, type Paint } from '../text/tones.ts';

/** Characters that every terminal draws one column wide; which side a bar is of its row says in words too. */
const FILLS = { buy: '▬', sell: '░' } as const;
const LEGEND = `${FILLS.buy} buy  ${FILLS.sell} sell`;

/** Columns of the longest bar: enough for the legend above it, unless the line is too narrow for that. */
const BAR = { least: 6, enough: widthOf(LEGEND), most: 24 };

/** Columns that the words of a row get at the least: room for a short mark. */
const LEAST_WORDS = 8;

/** The columns left of the bars and right of them, all of their final widths but for the bars. */
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

/** The ladder: what is at market, then the axis from the highest price down; `⋮` breaks it at a wide gap. */
export function priceLadderLines({ market, levels }: PriceLadder, paint: Paint, width: number): string[] {
  const prices = new PriceColumn(levels);
  const blocks = levels.map((level) => linesOf(level, prices));
  const lines = blocks.flat();
  const shape = shapeOf(lines, market.length > 0 ? 'market' : 'price', width);
  if (shape.bar < BAR.least)
    return wrap(`No ladder: its numbers leave no room for it in ${width} columns`, width - 2).map(
      (text) => `  ${text}`,
    );
  const largest = lines.reduce((most, { row }) => Math.max(most, Number(row.size.toString())), 0);
  return [
    ...titles(shape, largest > 0).map((text) => paint('quiet', text.trimEnd())),
    ...market.flatMap((row, at) => atMarket(row, at === 0 ? 'market' : '', shape)),
    ...blocks.flatMap((block, at) => {
      const told = block.map((one) => drawn(one, shape, largest, paint));
      if (levels[at]?.gapBelow) told.push(`  ${' '.repeat(shape.price)} ⋮`);
      return told;
    }),
  ];
}

/** No price is its own, so it has no bar. */
function atMarket(row: LadderRow, price: string, shape: Shape): string[] {
  const now = `now ${row.size.toString()} ${row.side}: `;
  const room = shape.whole - 2 - shape.price - 3;
  const whose = fitting({ price, row, range: false }, Math.max(LEAST_WORDS, room - widthOf(now)));
  return wrap(now + whose, room).map((text, at) => `  ${padStart(at === 0 ? price : '', shape.price)} | ${text}`);
}

/** The names of the columns; the legend above its bars, or on a line of its own where the bars are narrower. */
function titles({ price, bar, size, side }: Shape, bars: boolean): string[] {
  const axis = `  ${padStart('price', price)} | `;
  if (!bars) return [axis];
  const rest = `  ${padStart('size', size)}  ${padEnd('side', side)}`;
  return bar < BAR.enough ? [`  ${LEGEND}`, axis + ' '.repeat(bar) + rest] : [axis + padEnd(LEGEND, bar) + rest];
}

function linesOf(level: Level, prices: PriceColumn): LadderLine[] {
  const range = level.high !== level.low;
  return level.rows.map((row, at) => ({ price: at === 0 ? prices.cell(level) : '', row, range }));
}

/** Points below each other; a range as `63000 to 62500`. */
class PriceColumn {
  readonly #high = new NumberColumn();
  readonly #low = new NumberColumn();

  constructor(levels: readonly Level[]) {
    for (const { high, low } of levels) {
      this.#high.add(high.toString());
      if (high !== low) this.#low.add(low.toString());
    }
  }

  cell({ high, low }: Level): string {
    const first = this.#high.cell(high.toString());
    if (this.#low.width === 0) return first;
    return high === low ? first + ' '.repeat(4 + this.#low.width) : `${first} to ${this.#low.cell(low.toString())}`;
  }
}

function shapeOf(lines: readonly LadderLine[], leastPrice: string, width: number): Shape {
  const sizes = new NumberColumn();
  for (const { row } of lines) if (!row.size.isZero) sizes.add(row.size.toString());
  const widest = (of: (one: LadderLine) => number, least: number): number =>
    lines.reduce((most, one) => Math.max(most, of(one)), least);
  const price = widest((one) => widthOf(one.price), widthOf(leastPrice));
  const size = Math.max(4, sizes.width);
  const side = widest(({ row }) => row.side.length, 4);
  const wanted = widest((one) => (one.row.size.isZero ? 0 : widthOf(fullWords(one, ID_ROOM))), 0);
  const room = width - (2 + price + 3 + 2 + size + 2 + side + 2);
  const bar = Math.min(BAR.most, Math.max(Math.min(BAR.enough, room - LEAST_WORDS), room - wanted));
  return { sizes, price, size, side, bar, words: room - bar, whole: width };
}

function drawn(one: LadderLine, shape: Shape, largest: number, paint: Paint): string {
  const { price, row } = one;
  const lead = `  ${padStart(price, shape.price)} | `;
  if (row.size.isZero) return lead + fitting(one, shape.whole - widthOf(lead));
  const tone = row.side === 'open-long' || row.side === 'close-short' ? 'buy' : 'sell';
  const bar = FILLS[tone].repeat(lengthOf(row.size, largest, shape.bar));
  const size = padStart(shape.sizes.cell(row.size.toString()), shape.size);
  return line(paint, [
    lead,
    [tone, bar],
    ' '.repeat(shape.bar - bar.length),
    `  ${size}  `,
    [tone, padEnd(row.side, shape.side)],
    '  ',
    fitting(one, shape.words),
  ]);
}

/** A drawing's length, so a float will do; the least there is still shows. */
const lengthOf = (size: Decimal, largest: number, room: number): number =>
  Math.max(1, Math.round((Number(size.toString()) / largest) * room));
