/** Prices and sides turned round turn every figure round, where nothing is paid: the same result, depth and fills. */
import type { Simulated } from '../../src/model/simulated.ts';
import { randomOf } from '../random.ts';
import { askedOf, onCandles, onPath } from './asked.ts';
import { compared } from './figures.ts';
import type { Scene } from './scene.ts';
import { candlesOf, cut, gapsIn } from './trace.ts';

/** A price and its mirror add up to it. */
const AROUND = 1000;

const turn = (price: number): number => AROUND - price;

function mirrored(scene: Scene): Scene {
  const turned = (price: number | undefined, name: string): object =>
    price === undefined ? {} : { [name]: turn(price) };
  return {
    ...scene,
    orders: scene.orders.map((order) => ({
      ...order,
      isLong: !order.isLong,
      ...turned(order.limit, 'limit'),
      ...turned(order.trigger, 'trigger'),
      ...turned(order.takeProfit, 'takeProfit'),
      ...turned(order.stopLoss, 'stopLoss'),
    })),
    hold: scene.hold.map((one) => ({ ...one, isLong: !one.isLong, tenths: AROUND * 10 - one.tenths })),
    starts: scene.starts.map(turn),
    moves: scene.moves.map((moves) => moves.map(({ to, gap }) => ({ to: turn(to), gap }))),
  };
}

/** Of a range not what is realised and open: two courses may come to one result in two ways, and either may be the one that is told. */
const OF_RANGES = ['result', 'deepest'] as const;
const OF_PATHS = [...OF_RANGES, 'realised', 'open', 'fees'] as const;

/** What is wrong; undefined if nothing is. */
export function checkMirror(drawn: Scene, seed: number): string | undefined {
  const scene = { ...drawn, fees: { maker: 0, taker: 0 } };
  const turned = mirrored(scene);
  const [one, other] = [scene, turned].map((each) => onPath(askedOf(each), each)) as [Simulated, Simulated];
  if (one.fills.length !== other.fills.length) return 'there are other fills in the mirror';
  return differing(one, other, OF_PATHS) ?? differing(ranged(scene, seed), ranged(turned, seed), OF_RANGES);
}

/** On candles that its path is cut into. */
export function ranged(scene: Scene, seed: number): Simulated {
  const random = randomOf(seed, 83);
  const count = Math.max(...scene.moves.map(gapsIn)) + random.int(2, 5);
  const all = scene.starts.map((start, symbol) => {
    const parts = cut(random, start, scene.moves[symbol] ?? [], { count, missing: scene.starts.length === 1 });
    return candlesOf(scene, symbol, start, parts);
  });
  return onCandles(askedOf(scene), all);
}

function differing(
  one: Simulated,
  other: Simulated,
  figures: readonly (typeof OF_PATHS)[number][],
): string | undefined {
  for (const figure of figures)
    for (const end of [0, 1] as const)
      if (compared(one[figure][end], other[figure][end]) !== 0)
        return `${figure}: ${one[figure][end]}, and in the mirror ${other[figure][end]}`;
  const [bare, turned] = [one, other].map(({ bareMs }) => String(bareMs));
  return bare === turned ? undefined : `bare: ${bare}, and in the mirror ${turned}`;
}
