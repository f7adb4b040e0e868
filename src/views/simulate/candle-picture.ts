/** The candles of a simulation with its fills and the prices at which its orders act. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import { amountOf } from '../../report/text/phrases.ts';
import { own, type Block } from '../../show/sheet.ts';
import type { CandleColumn, CandleLevel, DrawnFill } from '../../show/drawing.ts';
import type { Candles } from '../../simulate/candles/candles.ts';
import type { Simulated, SimulatedOrder } from '../../model/simulated.ts';
import type { ToldSimulation } from './told.ts';
import type { SimulationWords } from './words.ts';

/** The picture of one symbol. Several symbols have none. */
export function pictureOf({ simulated, candles: all }: ToldSimulation, { time }: SimulationWords): Block[] {
  const [only, ...others] = all;
  const used = simulated.candles?.symbols[0];
  if (only === undefined || others.length > 0 || used === undefined) return [];
  const { candles } = only;
  const part = { first: candles.openMs.indexOf(used.from), count: used.count };
  const drawn = drawnOf(simulated, candles.tick);
  const price = (ticks: number): Safe => safeText(candles.tick.multiplied(BigInt(ticks)).canonical());
  return [
    {
      is: 'picture',
      title: [own(safe`Prices of `), safeText(candles.symbol)],
      drawing: {
        of: 'candles',
        label: safe`${amountOf(used.count, 'candle')} of ${safeText(candles.symbol)}`,
        tick: candles.tick,
        columns: (most) => columnsOf(candles, part, drawn, most),
        levels: levelsOf(simulated, candles.tick),
        price,
        time,
      },
    },
  ];
}

interface Part {
  readonly first: number;
  readonly count: number;
}

interface PlacedFill extends DrawnFill {
  readonly at: number;
  /** What is held more by it, and what is paid for it with its fee. */
  readonly held: number;
  readonly paid: number;
}

/** What was held, and paid for it, of each end of the range. */
type Purse = readonly [Held, Held];
interface Held {
  held: number;
  paid: number;
}

/** As many candles in each as it takes for so many columns. */
function columnsOf(candles: Candles, { first, count }: Part, of: Drawn, most: number): CandleColumn[] {
  const { fills } = of;
  const share = Math.ceil(count / most);
  const purse: Purse = [{ ...of.before }, { ...of.before }];
  const columns: CandleColumn[] = [];
  let next = 0;
  for (let from = first; from < first + count; from += share) {
    const end = Math.min(from + share, first + count);
    const closesAt = (candles.openMs[end - 1] as number) + (candles.lengthMs[end - 1] as number);
    const start = next;
    while (next < fills.length && (fills[next] as PlacedFill).at < closesAt) take(purse, fills[next++] as PlacedFill);
    const close = candles.close[end - 1] as number;
    columns.push({
      at: candles.openMs[from] as number,
      open: candles.open[from] as number,
      high: extreme(candles.high, from, end, 1),
      low: extreme(candles.low, from, end, -1),
      close,
      fills: fills.slice(start, next),
      results: [worthOf(purse[0], close * of.tick), worthOf(purse[1], close * of.tick)],
    });
  }
  return columns;
}

function take([worst, best]: Purse, { course, held, paid }: PlacedFill): void {
  for (const [one, other] of [
    [worst, 'optimistic'],
    [best, 'pessimistic'],
  ] as const) {
    if (course === other) continue;
    one.held += held;
    one.paid += paid;
  }
}

const worthOf = ({ held, paid }: Held, price: number): number => held * price - paid;

/** The highest of a column, or with -1 the lowest. */
function extreme(column: Float64Array, from: number, end: number, way: 1 | -1): number {
  let found = column[from] as number;
  for (let at = from + 1; at < end; at++) if (((column[at] as number) - found) * way > 0) found = column[at] as number;
  return found;
}

const ticksOf = (price: string, tick: Decimal): number => Number(Rational.of(Decimal.of(price)).wholeUnits(tick));

interface Drawn {
  /** By time. */
  readonly fills: readonly PlacedFill[];
  readonly before: Held;
  readonly tick: number;
}

function drawnOf({ fills, settings }: Simulated, tick: Decimal): Drawn {
  const sum = (of: (one: { held: number; price: number }) => number): number =>
    settings.hold.reduce((all, { side, size, price }) => {
      const held = (side === 'long' ? 1 : -1) * Number(size);
      return all + of({ held, price: Number(price) });
    }, 0);
  return {
    before: { held: sum(({ held }) => held), paid: sum(({ held, price }) => held * price) },
    tick: Number(tick.toString()),
    fills: fills.map(({ at, price, side, size, fee, course }) => {
      const isBuy = isLong(side) === isOpening(side);
      const held = (isBuy ? 1 : -1) * Number(size);
      return { at, price: ticksOf(price, tick), isBuy, course, held, paid: held * Number(price) + Number(fee) };
    }),
  };
}

/** Prices at which an order acts, each with what acts there. */
function levelsOf({ orders }: Simulated, tick: Decimal): CandleLevel[] {
  const levels = new Map<number, Safe[]>();
  const add = (price: string | undefined, words: Safe): void => {
    if (price === undefined || price === 'market') return;
    const ticks = ticksOf(price, tick);
    levels.set(ticks, [...(levels.get(ticks) ?? []), words]);
  };
  for (const { id, price, trigger, takeProfit, stopLoss } of orders.filter(isPlaced)) {
    add(price, safeText(id));
    add(trigger, safe`trigger of ${safeText(id)}`);
    add(takeProfit, safe`target of ${safeText(id)}`);
    add(stopLoss, safe`stop of ${safeText(id)}`);
  }
  return [...levels].map(([price, words]) => ({ price, words }));
}

const isPlaced = ({ fate: [fate] }: SimulatedOrder): boolean => fate.kind !== 'refused' && fate.kind !== 'withheld';
