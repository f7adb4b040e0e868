/** The orders of each symbol by price: at which prices they stand, and what became of them. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import { NumberColumn } from '../../report/text/columns.ts';
import { amountOf } from '../../report/text/phrases.ts';
import { own, type Picture } from '../../show/sheet.ts';
import { MARKS, type PricedSide, type PriceRow } from '../../show/drawing.ts';
import type { MarketRange } from '../../protection/guarded.ts';
import type { AxisRow } from './axis-row.ts';
import { bySymbol, isFilled, type DrawnOrder, type DrawnSymbol } from './drawn-order.ts';
import { quotientOf } from './quotient.ts';
import { priceAxis, type Level } from './price-axis.ts';
import { fitting, type AxisLine } from './price-words.ts';

/** One for each symbol, in the order in which the plan first names them. `markets`: where a look saw them. */
export const pictures = (orders: readonly DrawnOrder[], markets?: ReadonlyMap<string, MarketRange>): Picture[] =>
  bySymbol(orders.filter(isDrawn)).map((drawn) => pictureOf(drawn, markets?.get(drawn.symbol) ?? referencesOf(drawn)));

/** What was filled shows only what it carried. */
const isDrawn = (order: DrawnOrder): boolean =>
  !isFilled(order) || order.stopLoss !== undefined || order.takeProfit !== undefined;

/** From the lowest `reference` to the highest. */
function referencesOf({ orders }: DrawnSymbol): MarketRange | undefined {
  let range: MarketRange | undefined;
  for (const { reference } of orders) {
    if (reference === undefined) continue;
    const { low, high } = range ?? { low: reference, high: reference };
    range = { low: reference.compare(low) < 0 ? reference : low, high: reference.compare(high) > 0 ? reference : high };
  }
  return range;
}

function pictureOf({ symbol, orders }: DrawnSymbol, seen: MarketRange | undefined): Picture {
  const { market, levels, highest, lowest } = priceAxis(orders, seen);
  const span = highest === undefined ? safe`` : safe`, from ${highest} down to ${lowest ?? highest}`;
  return {
    is: 'picture',
    title: [own(safe`Prices of `), safeText(symbol)],
    drawing: {
      of: 'prices',
      label: safe`Prices of ${amountOf(orders.length, 'order')} of ${safeText(symbol)}${span}`,
      market: market.map((row) => sideOf(row, 'market')),
      rows: (most) => rowsOf(levels(most)),
    },
  };
}

function rowsOf(levels: readonly Level[]): PriceRow[] {
  const prices = new PriceColumn(levels);
  return levels.map((level) => ({
    price: prices.cell(level),
    sides: level.rows.map((row) => sideOf(row, level.high === level.low ? 'price' : 'range')),
    ...(level.market !== undefined && { words: marketWords(level.market) }),
    gapBelow: level.gapBelow,
  }));
}

/** Its row stands at the lower end. */
const marketWords = ({ low, high }: MarketRange): Safe =>
  low.compare(high) === 0 ? safe`market` : safe`market, to ${digits(high)}`;

/** A row of several orders is as long as their mean: so a flat ladder looks flat. At market nothing is drawn. */
function sideOf(row: AxisRow, at: AxisLine['at']): PricedSide {
  const { side, size, parts, marks } = row;
  const of = at === 'market' ? 1 : Math.max(1, row.orders);
  return {
    tone: isLong(side) === isOpening(side) ? 'buy' : 'sell',
    side: safe`${side}`,
    size: size.isZero ? safe`` : at === 'market' || row.orders < 2 ? digits(size) : meanWords(row),
    bars: parts.map(({ state, orders, size: part }) => ({ state, orders, size: Number(part.toString()) / of })),
    marks: MARKS.filter((kind) => marks[kind] !== undefined),
    words: (room) => fitting({ row, at }, room),
  };
}

/** `2 × 0.02` */
function meanWords({ size, orders }: AxisRow): Safe {
  const { text, exact } = quotientOf(size, Decimal.of(String(orders)), size.scale + 1);
  return safe`${orders} × ${exact ? '' : '≈'}${safeText(text)}`;
}

const digits = (value: Decimal): Safe => safe`${value}`;

/** Prices with their points below each other; a range as `63000 to 62500`. */
class PriceColumn {
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
