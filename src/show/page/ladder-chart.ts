/** The chart of the orders by price: a row for each price, with bars for their sizes. */
import { barX, dot, ruleX, axisX, axisY, text, type Markish, type PlotOptions } from '@observablehq/plot';
import type { ShownState } from '../../model/outcome.ts';
import { joined, safe, type Safe } from '../../model/safe-text.ts';
import { cut } from '../../report/text/columns.ts';
import { STATES } from '../../report/text/states.ts';
import { signsOf } from './figure.ts';
import type { MarkKind, PriceDrawing, PricedSide } from '../drawing.ts';

/** More prices would be a page of their own. */
const MOST_PRICES = 60;

/** Characters of the words next to a row. */
const WORDS = 56;

/** A row of the ladder: a price or a range, and words about what is there. */
interface LadderRow {
  readonly label: Safe;
  readonly words: Safe;
  /** The words whole, where they are cut. */
  readonly whole: Safe;
  readonly marks: readonly MarkKind[];
}

/** A part of a row’s bar. Sells are below zero. */
interface LadderBar {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly state: ShownState;
}

function rowsOf(drawing: PriceDrawing): { readonly rows: readonly LadderRow[]; readonly bars: readonly LadderBar[] } {
  const rows: LadderRow[] = [];
  const bars: LadderBar[] = [];
  for (const { price, sides, words, gapBelow } of drawing.rows(MOST_PRICES)) {
    bars.push(...barsAt(sides, rows.length));
    const whole = joined([...(words === undefined ? [] : [words]), ...sides.map(sideWords)], safe`; `);
    const kinds = (Object.keys(SYMBOLS) as MarkKind[]).filter((kind) =>
      sides.some(({ marks }) => marks.includes(kind)),
    );
    rows.push({ label: price, words: cut(whole, WORDS), whole, marks: onceEach(kinds) });
    if (gapBelow) rows.push({ label: safe`⋮`, words: safe``, whole: safe``, marks: [] });
  }
  return { rows, bars };
}

/** Both kinds of trigger are drawn the same. */
const onceEach = (kinds: readonly MarkKind[]): MarkKind[] =>
  kinds.filter((kind) => kind !== 'trigger' || !kinds.includes('market-trigger'));

/** One part for each outcome, buys outwards to the right and sells to the left. */
function barsAt(sides: readonly PricedSide[], row: number): LadderBar[] {
  const ends = { buy: 0, sell: 0 };
  return (Object.keys(LOOKS) as ShownState[]).flatMap((state) =>
    (['buy', 'sell'] as const).flatMap((tone) => {
      const own = sides.flatMap((side) => (side.tone === tone ? side.bars : [])).filter((bar) => bar.state === state);
      const size = own.reduce((sum, bar) => sum + bar.size, 0);
      if (size === 0) return [];
      const from = ends[tone];
      ends[tone] += tone === 'buy' ? size : -size;
      return [{ row, state, from: Math.min(from, ends[tone]), to: Math.max(from, ends[tone]) }];
    }),
  );
}

function sideWords(side: PricedSide): Safe {
  const words = side.words(ID_ROOM);
  if (side.size === '') return words;
  const size = safe`${signsOf(side)}${side.size} ${side.side}`;
  return words === '' ? size : safe`${size}, ${words}`;
}

/** Characters of the words, and no more. */
const ID_ROOM = 200;

const WIDTH = 920;
const ROW = 19;
/** Widths in the fonts that the style gives, for digits and for words. */
const DIGIT = 7.3;
const MARKS_ROOM = 46;
/** Part of the axis that a bar must have to hold a sign. */
const LEAST_SIGNED = 0.03;
const WORDS_ROOM = 380;

/** How a part of a bar is drawn: solid, hollow or dashed as well as coloured, for those who see no colour. */
const LOOKS: Readonly<Record<ShownState, object>> = {
  accepted: { fill: 'var(--accepted)' },
  rejected: { fill: 'var(--bg)', stroke: 'var(--rejected)', strokeWidth: 1.5 },
  unknown: { fill: 'var(--unknown)' },
  withheld: { fill: 'var(--bg)', stroke: 'var(--withheld)', strokeWidth: 1.5, strokeDasharray: '3 2' },
  sending: { fill: 'var(--quiet)', fillOpacity: 0.5 },
  waiting: { fill: 'var(--quiet)', fillOpacity: 0.25 },
};

const SYMBOLS: Readonly<Record<MarkKind, { symbol: 'diamond2' | 'times' | 'triangle'; colour: string }>> = {
  'market-trigger': { symbol: 'diamond2', colour: 'var(--trigger)' },
  trigger: { symbol: 'diamond2', colour: 'var(--trigger)' },
  stop: { symbol: 'times', colour: 'var(--rejected)' },
  target: { symbol: 'triangle', colour: 'var(--accepted)' },
};

export function ladderOptions(drawing: PriceDrawing): PlotOptions {
  const { rows, bars } = rowsOf(drawing);
  const places = rows.map((_, row) => row);
  const longest = rows.reduce((most, row) => Math.max(most, row.label.length), 0);
  const states = (Object.keys(LOOKS) as ShownState[]).map((state) => bars.filter((bar) => bar.state === state));
  const span = Math.max(0, ...bars.map(({ to }) => to)) - Math.min(0, ...bars.map(({ from }) => from));
  return {
    width: WIDTH,
    height: rows.length * ROW + 40,
    marginLeft: 16 + longest * DIGIT,
    marginRight: MARKS_ROOM + WORDS_ROOM,
    marginTop: 10,
    marginBottom: 30,
    x: { nice: true, label: 'size', ...(bars.length === 0 && { domain: [0, 1] }) },
    y: { type: 'band', domain: places, padding: 0.25, label: null },
    marks: [
      axisY({ tickFormat: (row: number) => rows[row]?.label ?? '', tickSize: 0, fontSize: 12, className: 'digits' }),
      ...(bars.length === 0
        ? []
        : [axisX({ ticks: 5, tickFormat: (size: number) => String(Math.abs(size)), fontSize: 11 })]),
      ...states.flatMap((of) => barsOf(of, span)),
      ruleX([0], { strokeOpacity: 0.5 }),
      ...marksOf(rows),
      text(rows, {
        y: (_, row: number) => row,
        text: 'words',
        title: 'whole',
        frameAnchor: 'right',
        textAnchor: 'start',
        dx: MARKS_ROOM,
        fontSize: 12,
      }),
    ],
  };
}

/** A sign stands in bars that are wide enough for it; `span` is the length of the axis. */

function barsOf(bars: readonly LadderBar[], span: number): Markish[] {
  const [first] = bars;
  if (first === undefined) return [];
  const shape = barX([...bars], {
    y: 'row',
    x1: 'from',
    x2: 'to',
    insetLeft: 0.5,
    insetRight: 0.5,
    ...LOOKS[first.state],
  });
  if (first.state !== 'unknown') return [shape];
  const wide = bars.filter(({ from, to }) => to - from > span * LEAST_SIGNED);
  const sign = text(wide, {
    y: 'row',
    x: ({ from, to }: LadderBar) => (from + to) / 2,
    text: () => STATES.unknown.sign,
    fill: 'var(--on-unknown)',
    fontWeight: 'bold',
    fontSize: 12,
  });
  return [shape, sign];
}

const marksOf = (rows: readonly LadderRow[]): Markish[] =>
  rows.flatMap(({ marks }, row) =>
    marks.map((kind, at) => {
      const { symbol, colour } = SYMBOLS[kind];
      return dot([row], {
        y: [row],
        symbol,
        r: 4,
        stroke: colour,
        strokeWidth: 1.8,
        fill: 'none',
        frameAnchor: 'right',
        dx: 12 + at * 11,
      });
    }),
  );
