/** Prices and sides turned round turn every figure round, where nothing is paid: the same result, depth and fills. */
import type { Simulated } from '../../src/simulate/simulated.ts';
import { randomOf } from '../random.ts';
import { askedOf, onCandles } from './asked.ts';
import { compared } from './figures.ts';
import type { Scene } from './scene.ts';
import { candlesOf, cut, gapsIn } from './trace.ts';

/** A price and its mirror add up to it. */
const AROUND = 1000;

const turn = (price: number): number => AROUND - price;

export function mirrored(scene: Scene): Scene {
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

/** What is wrong; undefined if nothing is. */
export function checkMirror(drawn: Scene, seed: number): string | undefined {
  const scene = { ...drawn, fees: { maker: 0, taker: 0 } };
  const answer = (one: Scene): Simulated => {
    const random = randomOf(seed, 83);
    const count = Math.max(...one.moves.map(gapsIn)) + random.int(2, 5);
    const all = one.starts.map((start, symbol) => {
      const parts = cut(random, start, one.moves[symbol] ?? [], { count, missing: one.starts.length === 1 });
      return candlesOf(one, symbol, start, parts);
    });
    return onCandles(askedOf(one), all);
  };
  const [one, other] = [answer(scene), answer(mirrored(scene))];
  for (const figure of ['result', 'realised', 'open', 'fees', 'deepest'] as const)
    for (const end of [0, 1] as const)
      if (compared(one[figure][end], other[figure][end]) !== 0)
        return `${figure}: ${one[figure][end]}, and in the mirror ${other[figure][end]}`;
  const [bare, turned] = [one, other].map(({ bareMs }) => String(bareMs));
  if (bare !== turned) return `bare: ${bare}, and in the mirror ${turned}`;
  return one.fills.length === other.fills.length ? undefined : 'there are other fills in the mirror';
}
