/** Orders by price in lines, the highest price first: bars, sizes, and whose they are. */
import { repeated, safe, spaces, trimmedEnd, type Safe } from '../model/safe-text.ts';
import { cut, dotted, NumberColumn, padEnd, padStart, widthOf, wrap } from '../report/text/columns.ts';
import { GAP, line, stack, type Page } from '../report/text/page.ts';
import type { Drawn } from '../report/text/tones.ts';
import { wrapped } from './broken-text.ts';
import { candleLines } from './candle-lines.ts';
import { plainText, type Picture } from './sheet.ts';
import type { PriceDrawing, PricedSide, PriceRow } from './drawing.ts';

/** Rows of a picture on a terminal, breaks included; and fewest that always do: four sides at market, and four at prices. */
const MOST_ROWS = 12;
const LEAST_ROWS = 8;

/** Lines of a picture besides its rows: the title, the legend, the blank line before. */
const BESIDE = 3;

/** Characters that every terminal draws one column wide; the row also says in words which side a bar is of. */
const FILLS = { buy: safe`▬`, sell: safe`░` } as const;
const LEGEND = safe`${FILLS.buy} buy  ${FILLS.sell} sell`;

/** Columns of the longest bar: enough for the legend above it, unless the line is too narrow for that. */
const BAR = { least: 6, enough: widthOf(LEGEND), most: 24 };

/** Fewest columns for the words of a row: room for a short mark. Most for those that a bar makes way for. */
const LEAST_WORDS = 8;
const MOST_WORDS = 28;

/** In at most `room` lines, with a blank line between. Those that have no room are named. */
export function pictureLines(page: Page, pictures: readonly Picture[], room: number): Drawn[] {
  const drawn = pictures.slice(0, Math.max(0, Math.floor(room / (LEAST_ROWS + BESIDE))));
  const rows = Math.min(MOST_ROWS, Math.floor(room / Math.max(1, drawn.length)) - BESIDE);
  const left = pictures.slice(drawn.length).map(({ title }) => plainText(title));
  const names = left.length === 0 ? [] : dotted([safe`no room for a picture`, ...left], page.width - 2);
  const blocks = drawn.map(({ title, drawing }) => {
    const lines = drawnLines(page, drawing, rows);
    return pictures.length === 1 ? lines : wrapped(page, title, 0, 'heading').concat(lines);
  });
  return stack([...blocks, names.map((text) => line(page.paint, [GAP, ['quiet', text]]))]);
}

function drawnLines(page: Page, drawing: Picture['drawing'], rows: number): Drawn[] {
  if (drawing.of === 'prices') return priceLines(page, drawing, rows);
  return drawing.of === 'candles' ? candleLines(page, drawing, rows) : wrapped(page, drawing.label, 2);
}

/** One side at a price, or words about that price. */
interface Line {
  /** Empty in a second line of one price. */
  readonly price: Safe;
  readonly side?: PricedSide;
  readonly words?: Safe;
  readonly gapBelow: boolean;
}

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

/** What is at market, then prices from the highest down; `⋮` breaks them at a wide gap. */
export function priceLines(page: Page, { market, rows }: PriceDrawing, most = MOST_ROWS): Drawn[] {
  const lines = rows(most).flatMap(linesOf);
  const shape = shapeOf(lines, market.length > 0 ? 'market' : 'price', page.width);
  if (shape.bar < BAR.least)
    return wrapped(page, safe`No ladder: its numbers leave no room for it in ${page.width} columns`, 2);
  const largest = lines.reduce((sofar, { side }) => Math.max(sofar, side === undefined ? 0 : lengthOf(side)), 0);
  return [
    ...titles(shape, largest > 0).map((text) => page.paint('quiet', trimmedEnd(text))),
    ...market.flatMap((side, at) => atMarket(side, at === 0 ? safe`market` : safe``, shape)),
    ...lines.flatMap((one) => {
      const drawn = drawnLine(page, one, shape, largest);
      return one.gapBelow ? [drawn, safe`  ${spaces(shape.price)} ⋮`] : [drawn];
    }),
  ];
}

function linesOf({ price, sides, words, gapBelow }: PriceRow): Line[] {
  const own: Line[] = words === undefined ? [] : [{ price, words, gapBelow: gapBelow && sides.length === 0 }];
  const ofSides = sides.map((side, at): Line => {
    const isFirst = at === 0 && own.length === 0;
    return { price: isFirst ? price : safe``, side, gapBelow: gapBelow && at + 1 === sides.length };
  });
  return [...own, ...ofSides];
}

const lengthOf = ({ bars }: PricedSide): number => bars.reduce((sum, { size }) => sum + size, 0);

/** Orders at market have no price of their own, so they have no bar. */
function atMarket({ size, side, words }: PricedSide, price: Safe, shape: Shape): Safe[] {
  const now = safe`now ${size} ${side}: `;
  const room = shape.whole - 2 - shape.price - 3;
  return wrap(safe`${now}${words(Math.max(LEAST_WORDS, room - widthOf(now)))}`, room).map(
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

function shapeOf(lines: readonly Line[], leastPrice: string, width: number): Shape {
  const sizes = new NumberColumn();
  const ofSides = lines.flatMap(({ side }) => side ?? []);
  for (const { size } of ofSides) if (size !== '') sizes.add(size);
  const most = (of: (one: PricedSide) => number, least: number): number =>
    ofSides.reduce((sofar, one) => Math.max(sofar, of(one)), least);
  const price = lines.reduce((sofar, one) => Math.max(sofar, widthOf(one.price)), widthOf(leastPrice));
  const size = Math.max(4, sizes.width);
  const side = most((one) => one.side.length, 4);
  const wanted = most((one) => (one.size === '' ? 0 : widthOf(one.words(MOST_WORDS))), 0);
  const room = width - (2 + price + 3 + 2 + size + 2 + side + 2);
  const bar = Math.min(BAR.most, Math.max(Math.min(BAR.enough, room - LEAST_WORDS), room - wanted));
  return { sizes, price, size, side, bar, words: room - bar, whole: width };
}

function drawnLine({ paint }: Page, { price, side, words }: Line, shape: Shape, largest: number): Drawn {
  const lead = safe`  ${padStart(price, shape.price)} | `;
  if (side === undefined) return line(paint, [lead, ['quiet', cut(words ?? safe``, shape.whole - widthOf(lead))]]);
  if (side.size === '') return safe`${lead}${side.words(shape.whole - widthOf(lead))}`;
  // The least there is still shows.
  const length = Math.max(1, Math.round((lengthOf(side) / largest) * shape.bar));
  const said = side.words(shape.words);
  return line(paint, [
    lead,
    [side.tone, repeated(FILLS[side.tone], length)],
    spaces(shape.bar - length),
    safe`  ${padStart(shape.sizes.cell(side.size), shape.size)}  `,
    [side.tone, said === '' ? side.side : padEnd(side.side, shape.side)],
    ...(said === '' ? [] : [GAP, said]),
  ]);
}
