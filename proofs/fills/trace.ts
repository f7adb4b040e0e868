/** The path of a symbol tick by tick, cut into candles: at every gap, and at random places between. */
import { Decimal } from '../../src/model/decimal.ts';
import type { Candles } from '../../src/simulate/candles/candles.ts';
import type { Random } from '../random.ts';
import type { Move, Scene } from './scene.ts';

/** What the price does in one candle. */
export interface Part {
  /** Where it jumps before. */
  readonly gap?: number;
  readonly ticks: readonly (1 | -1)[];
  readonly openMs: number;
  readonly lengthMs: number;
}

const FROM = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;

/** Prices of a path: a step of one tick, or a jump. */
type Step = 1 | -1 | { readonly to: number };

function stepsOf(start: number, moves: readonly Move[]): readonly Step[] {
  const steps: Step[] = [];
  let last = start;
  for (const { to, gap } of moves) {
    if (gap) steps.push({ to });
    else for (let at = last; at !== to; at += to > last ? 1 : -1) steps.push(to > last ? 1 : -1);
    last = to;
  }
  return steps;
}

const isTick = (step: Step): step is 1 | -1 => typeof step === 'number';

export const gapsIn = (moves: readonly Move[]): number => moves.filter(({ gap }) => gap).length;

/** So many candles, at least one more than there are gaps; `missing`: some minutes behind which a gap comes have none. */
export function cut(
  random: Random,
  start: number,
  moves: readonly Move[],
  more: { count: number; missing: boolean },
): readonly Part[] {
  const steps = stepsOf(start, moves);
  const cuts = steps.flatMap((step, at) => (isTick(step) ? [] : [at]));
  while (cuts.length < more.count - 1) cuts.push(random.int(0, steps.length));
  const bounds = [0, ...cuts.toSorted((one, other) => one - other), steps.length];
  const parts: Part[] = [];
  let openMs = FROM;
  for (const [at, end] of bounds.slice(1).entries()) {
    const own = steps.slice(bounds[at], end);
    const [first] = own;
    const gap = first === undefined || isTick(first) ? {} : { gap: first.to };
    if (more.missing && parts.length > 0 && random.chance(0.15)) openMs += MINUTE * random.int(1, 3);
    parts.push({ ...gap, ticks: own.filter(isTick), openMs, lengthMs: MINUTE });
    openMs += MINUTE;
  }
  return parts;
}

/** Some neighbours as one candle, where nothing lies between them. */
export function joined(random: Random, parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const before = all.at(-1);
    const follows = before !== undefined && part.gap === undefined && before.openMs + before.lengthMs === part.openMs;
    if (!follows || random.chance(0.5)) all.push(part);
    else {
      const ticks = [...before.ticks, ...part.ticks];
      all[all.length - 1] = { ...before, ticks, lengthMs: before.lengthMs + part.lengthMs };
    }
  }
  return all;
}

export function candlesOf({ symbols }: Scene, symbol: number, start: number, parts: readonly Part[]): Candles {
  const { name, tick } = symbols[symbol] as Scene['symbols'][number];
  const rows: [number, number, number, number][] = [];
  let last = start;
  for (const { gap, ticks } of parts) {
    const open = gap ?? last;
    let [high, low, at] = [open, open, open];
    for (const way of ticks) {
      at += way;
      high = Math.max(high, at);
      low = Math.min(low, at);
    }
    rows.push([open, high, low, at]);
    last = at;
  }
  const column = (at: 0 | 1 | 2 | 3): Float64Array => Float64Array.from(rows, (row) => row[at]);
  return {
    symbol: name,
    tick: Decimal.of(tick),
    openMs: Float64Array.from(parts, ({ openMs }) => openMs),
    lengthMs: Float64Array.from(parts, ({ lengthMs }) => lengthMs),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
  };
}
