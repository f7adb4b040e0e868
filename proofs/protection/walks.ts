/** Seeds of the served market under which a position is driven its way out. */
import { Walk } from '../../src/paper/market/market.ts';
import { isLongSide, opens, type SceneOrder } from './scene.ts';
import { contractOf } from './venue.ts';
import type { Side } from './way.ts';

const MOST_SEEDS = 4000;
const MOST_STEPS = 3000;
const BEYOND = 20;

interface Walked {
  readonly seed: number;
  readonly steps: number;
}

/**
 * The first walk that reaches every entry which opens on the way to a profit before anything on the other side, and then passes all;
 * undefined if none does. `from` is where the market is; prices are in ticks.
 */
export function walkOut(symbol: string, side: Side, orders: readonly SceneOrder[], from: number): Walked | undefined {
  const way = side === 'long' ? 1 : -1;
  const ahead = (price: number | undefined): number => (price === undefined ? 0 : (price - from) * way);
  const theirs = orders.filter((order) => isLongSide(order.side) === (side === 'long'));
  const over = Math.max(0, ...theirs.map((order) => (opens(order) ? ahead(order.trigger) : 0)));
  const below = theirs
    .flatMap(({ limit, trigger, stopLoss }) => [limit, trigger, stopLoss].map(ahead))
    .filter((price) => price < 0);
  // The market of the paper exchange acts a tick beside a limit.
  const [near, out] = [Math.max(-BEYOND, ...below) + 2, Math.min(0, ...below) - BEYOND];
  for (let seed = 1; seed <= MOST_SEEDS; seed++) {
    const steps = stepsOut(new Walk(contractOf(symbol), seed), (price) => (price - from) * way, { over, near, out });
    if (steps !== undefined) return { seed, steps };
  }
  return undefined;

  function stepsOut(walk: Walk, aheadOf: (price: number) => number, { over: top, near: least, out: end }: Marks) {
    const tick = Number(contractOf(symbol).tick.toString());
    let isOver = top === 0;
    for (let step = 1; step <= MOST_STEPS; step++) {
      const at = aheadOf(Math.round(Number(walk.next().toString()) / tick));
      if (!isOver && at <= least) return undefined;
      if (at >= top) isOver = true;
      if (isOver && at <= end) return step;
    }
    return undefined;
  }
}

interface Marks {
  readonly over: number;
  readonly near: number;
  readonly out: number;
}
