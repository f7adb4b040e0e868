/** Candles on a page: what filled in them, at which prices orders act, and the result over time between the two ends. */
import {
  areaY,
  axisX,
  axisY,
  dot,
  lineY,
  ruleX,
  ruleY,
  text,
  type Markish,
  type PlotOptions,
} from '@observablehq/plot';
import { cut } from '../../report/text/columns.ts';
import type { CandleColumn, CandleDrawing, DrawnFill } from '../drawing.ts';

/** More candles share columns: a page stays small. */
const MOST_COLUMNS = 600;
const WIDTH = 920;
const NAMES_ROOM = 190;
const NAME = 26;

interface Point {
  readonly column: number;
  readonly price: number;
  readonly fill: DrawnFill;
}

/** The candles above, the results below; both over the same columns. */
export function candleOptions(drawing: CandleDrawing): PlotOptions {
  const columns = [...drawing.columns(MOST_COLUMNS)];
  const tick = Number(drawing.tick.toString());
  const price = (ticks: number): number => ticks * tick;
  return {
    ...FRAME,
    height: 360,
    x: { domain: domainOf(columns), label: null },
    y: { label: null, nice: true },
    marks: [
      axisY({ ticks: 8, fontSize: 11, tickSize: 3, tickFormat: String }),
      timeAxis(drawing, columns),
      ...levelMarks(drawing, columns, price),
      ruleX(columns, {
        x: at,
        y1: (one: CandleColumn) => price(one.low),
        y2: (one: CandleColumn) => price(one.high),
        stroke: colour,
        strokeWidth: 1,
      }),
      ruleX(columns, {
        x: at,
        y1: (one: CandleColumn) => price(one.open),
        y2: (one: CandleColumn) => price(one.close),
        stroke: colour,
        strokeWidth: bodyWidth(columns.length),
      }),
      ...fillMarks(columns, price),
    ],
  };
}

export function resultOptions(drawing: CandleDrawing): PlotOptions {
  const columns = [...drawing.columns(MOST_COLUMNS)];
  return {
    ...FRAME,
    height: 170,
    x: { domain: domainOf(columns), label: null },
    y: { label: null, nice: true },
    marks: [
      axisY({ ticks: 4, fontSize: 11, tickSize: 3, tickFormat: String }),
      timeAxis(drawing, columns),
      ruleY([0], { strokeOpacity: 0.5 }),
      areaY(columns, { x: at, y1: end(0), y2: end(1), fill: 'var(--use)', fillOpacity: 0.25 }),
      lineY(columns, { x: at, y: end(0), stroke: 'var(--rejected)', strokeWidth: 1.5 }),
      lineY(columns, { x: at, y: end(1), stroke: 'var(--accepted)', strokeWidth: 1.5, strokeDasharray: '4 2' }),
    ],
  };
}

const end =
  (which: 0 | 1) =>
  (one: CandleColumn): number =>
    one.results[which];

const FRAME = { width: WIDTH, marginLeft: 70, marginRight: NAMES_ROOM, marginTop: 12, marginBottom: 30 };

const at = (_: CandleColumn, column: number): number => column;
const domainOf = ({ length }: readonly CandleColumn[]): [number, number] => [-0.5, length - 0.5];
const colour = ({ open, close }: CandleColumn): string => (close < open ? 'var(--rejected)' : 'var(--accepted)');
const bodyWidth = (amount: number): number => Math.max(1, Math.min(9, ((WIDTH - NAMES_ROOM) / amount) * 0.6));

const timeAxis = ({ time }: CandleDrawing, columns: readonly CandleColumn[]): Markish => {
  const shown = Math.max(1, Math.ceil(columns.length / 8));
  const ticks = columns.flatMap((_, column) => (column % shown === 0 ? [column] : []));
  return axisX(ticks, { tickFormat: (column: number) => time(columns[column]?.at ?? 0), fontSize: 11 });
};

/** Acting prices that the candles reach or nearly reach; the others would press them flat. */
function levelMarks(
  { levels }: CandleDrawing,
  columns: readonly CandleColumn[],
  price: (ticks: number) => number,
): Markish[] {
  const high = Math.max(...columns.map((one) => one.high));
  const low = Math.min(...columns.map((one) => one.low));
  const spare = (high - low) / 4;
  const near = levels.filter((one) => one.price <= high + spare && one.price >= low - spare);
  return [
    ruleY(near, {
      y: (one: (typeof near)[number]) => price(one.price),
      stroke: 'var(--quiet)',
      strokeDasharray: '2 3',
    }),
    text(near, {
      y: (one: (typeof near)[number]) => price(one.price),
      text: (one: (typeof near)[number]) => cut(one.words.join(', ') as (typeof one.words)[number], NAME),
      frameAnchor: 'right',
      textAnchor: 'start',
      dx: 6,
      fontSize: 11,
    }),
  ];
}

/** Up bought, down sold; hollow where only one end of the range has it. */
function fillMarks(columns: readonly CandleColumn[], price: (ticks: number) => number): Markish[] {
  const all = columns.flatMap(({ fills }, column) =>
    fills.map((fill): Point => ({ column, price: price(fill.price), fill })),
  );
  return [true, false].map((isBuy) => {
    const own = all.filter(({ fill }) => fill.isBuy === isBuy);
    const tone = isBuy ? 'var(--accepted)' : 'var(--rejected)';
    return dot(own, {
      x: 'column',
      y: 'price',
      symbol: 'triangle',
      rotate: isBuy ? 0 : 180,
      r: 5,
      stroke: tone,
      strokeWidth: 1.6,
      fill: ({ fill }: Point) => (fill.course === 'both' ? tone : 'var(--bg)'),
    });
  });
}
