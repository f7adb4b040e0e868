/** The orders of each symbol by price: at which prices they stand, and what became of them. */
import type { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { safe, safeText, spaces, type Safe } from '../../model/safe-text.ts';
import { NumberColumn } from '../../report/text/columns.ts';
import { amountOf } from '../../report/text/phrases.ts';
import { MARKS, own, type Picture, type PricedSide, type PriceRow } from '../../show/sheet.ts';
import type { AxisRow } from './axis-row.ts';
import { bySymbol, type DrawnOrder, type DrawnSymbol } from './drawn-order.ts';
import { priceAxis, type Level } from './price-axis.ts';
import { fitting } from './price-words.ts';

/** One for each symbol, in the order in which the plan first names them. */
export const pictures = (orders: readonly DrawnOrder[]): Picture[] => bySymbol(orders).map(pictureOf);

function pictureOf({ symbol, orders }: DrawnSymbol): Picture {
  const { market, levels, highest, lowest } = priceAxis(orders);
  const span = highest === undefined ? safe`` : safe`, from ${highest} down to ${lowest ?? highest}`;
  return {
    is: 'picture',
    title: [own(safe`Prices of `), safeText(symbol)],
    drawing: {
      of: 'prices',
      label: safe`Prices of ${amountOf(orders.length, 'order')} of ${safeText(symbol)}${span}`,
      market: market.map((row) => sideOf(row, false)),
      rows: (most) => rowsOf(levels(most)),
    },
  };
}

function rowsOf(levels: readonly Level[]): PriceRow[] {
  const prices = new PriceColumn(levels);
  return levels.map((level) => ({
    price: prices.cell(level),
    sides: level.rows.map((row) => sideOf(row, level.high !== level.low)),
    gapBelow: level.gapBelow,
  }));
}

function sideOf(row: AxisRow, isRange: boolean): PricedSide {
  const { side, size, parts, marks } = row;
  return {
    tone: isLong(side) === isOpening(side) ? 'buy' : 'sell',
    side: safe`${side}`,
    size: size.isZero ? safe`` : digits(size),
    bars: parts.map(({ state, orders, size: part }) => ({ state, orders, size: Number(part.toString()) })),
    marks: MARKS.filter((kind) => marks[kind] !== undefined),
    words: (room) => fitting({ row, isRange }, room),
  };
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
