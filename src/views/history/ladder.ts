/** The orders of a symbol as a picture of prices: buys to the right, sells to the left, each with what became of it. */
import { Decimal } from '../../model/decimal.ts';
import type { Side } from '../../model/order.ts';
import type { ShownState } from '../../model/outcome.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { MARKS, type AxisRow, type MarkKind } from '../../report/dry-run/axis-row.ts';
import type { DrawnOrder, DrawnSymbol } from '../../report/dry-run/drawn-order.ts';
import { PriceColumn } from '../../report/dry-run/price-axis-lines.ts';
import { fullWords } from '../../report/dry-run/price-axis-words.ts';
import { priceAxis, type Level } from '../../report/dry-run/price-axis.ts';
import { cut } from '../../report/text/columns.ts';
import { amountOf } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { OrderRows } from '../../report/view/order-list.ts';
import type { LadderBar, LadderDrawing, LadderRow } from './charts.ts';

/** More would be a page of its own. */
export const MOST_PRICES = 60;

/** Characters of the words beside a row, and of an id in them. */
const WORDS = 56;
const ID = 26;

const SHOWN = ['accepted', 'rejected', 'unknown', 'withheld', 'sending', 'waiting'] as const satisfies ShownState[];

export const isBuy = (side: Side): boolean => side === 'open-long' || side === 'close-short';

export interface SymbolLadder {
  readonly ladder: LadderDrawing;
  /** What rests at no price, in words. */
  readonly market: readonly Safe[];
  /** Whether prices share a row. */
  readonly isGrouped: boolean;
}

export function ladderOf({ symbol, orders }: DrawnSymbol, all: OrderRows): SymbolLadder {
  const axis = priceAxis(orders, MOST_PRICES);
  const prices = new PriceColumn(axis.levels);
  const places = new Places(orders, all);
  const rows: LadderRow[] = [];
  const bars: LadderBar[] = [];
  for (const level of axis.levels) {
    const found = places.within(level);
    bars.push(...barsOf(found, rows.length));
    rows.push(rowOf(level, prices, found));
    if (level.gapBelow) rows.push(GAP);
  }
  const market = axis.market.map((row) => {
    const signs = signsOf(places.atMarket(row.side));
    return safe`${signs} ${row.size} ${row.side}: ${fullWords({ price: safe``, row, isRange: false }, ID)}`;
  });
  const label = safe`Prices of ${amountOf(orders.length, 'order')} of ${safeText(symbol)}${spanOf(axis.levels)}`;
  return { ladder: { rows, bars, label }, market, isGrouped: axis.levels.some(({ high, low }) => high !== low) };
}

const GAP: LadderRow = { label: safe`⋮`, words: safe``, whole: safe``, marks: [] };

function spanOf(levels: readonly Level[]): Safe {
  const [first, last] = [levels[0], levels.at(-1)];
  return first === undefined || last === undefined ? safe`` : safe`, from ${first.high} down to ${last.low}`;
}

interface Found {
  readonly side: Side;
  readonly state: ShownState;
  readonly size: Decimal;
}

/** Which orders rest where, with what became of each. */
class Places {
  readonly #resting: { readonly price: Decimal; readonly found: Found }[] = [];
  readonly #market: Found[] = [];

  constructor(orders: readonly DrawnOrder[], all: OrderRows) {
    for (const { id, side, size, price, trigger } of orders) {
      const found = { side, size, state: all.byId(id)?.state ?? 'waiting' };
      if (price !== undefined) this.#resting.push({ price, found });
      else if (trigger === undefined) this.#market.push(found);
    }
    this.#resting.sort((a, b) => b.price.compare(a.price));
  }

  /** Levels come from the highest price down, and so do these. */
  within({ low }: Level): Found[] {
    const end = this.#resting.findIndex(({ price }) => price.compare(low) < 0);
    return this.#resting.splice(0, end < 0 ? this.#resting.length : end).map(({ found }) => found);
  }

  atMarket(side: Side): Found[] {
    return this.#market.filter((found) => found.side === side);
  }
}

/** One part for each outcome, buys outwards to the right and sells to the left. */
function barsOf(found: readonly Found[], row: number): LadderBar[] {
  const ends = { buy: 0, sell: 0 };
  return SHOWN.flatMap((state) =>
    (['buy', 'sell'] as const).flatMap((way) => {
      const own = found.filter((one) => one.state === state && isBuy(one.side) === (way === 'buy'));
      if (own.length === 0) return [];
      const size = Number(own.reduce((sum, one) => sum.plus(one.size), Decimal.zero).toString());
      const from = ends[way];
      ends[way] += way === 'buy' ? size : -size;
      return [{ row, state, from: Math.min(from, ends[way]), to: Math.max(from, ends[way]) }];
    }),
  );
}

function rowOf(level: Level, prices: PriceColumn, found: readonly Found[]): LadderRow {
  const isRange = level.high !== level.low;
  const whole = joined(
    level.rows.map((row) =>
      wordsOf(
        row,
        isRange,
        found.filter(({ side }) => side === row.side),
      ),
    ),
    safe`; `,
  );
  const marks = MARKS.filter((kind) => level.rows.some((row) => row.marks[kind] !== undefined));
  return { label: prices.cell(level), words: cut(whole, WORDS), whole, marks: onceEachSymbol(marks) };
}

/** Both kinds of trigger are drawn the same. */
const onceEachSymbol = (kinds: readonly MarkKind[]): MarkKind[] =>
  kinds.filter((kind) => kind !== 'trigger' || !kinds.includes('market-trigger'));

function wordsOf(row: AxisRow, isRange: boolean, found: readonly Found[]): Safe {
  const words = fullWords({ price: safe``, row, isRange }, ID);
  return row.size.isZero ? words : safe`${signsOf(found)} ${row.size} ${row.side}, ${words}`;
}

/** `✓`, or with their numbers where there are several: `✓8 ✗1`. */
function signsOf(found: readonly Found[]): Safe {
  const amounts = SHOWN.map((state) => [state, found.filter((one) => one.state === state).length] as const);
  const there = amounts.filter(([, amount]) => amount > 0);
  return joined(
    there.map(([state, amount]) => (there.length === 1 ? STATES[state].sign : safe`${STATES[state].sign}${amount}`)),
    safe` `,
  );
}
