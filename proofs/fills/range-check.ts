/** The range over candles against the truth: the true path lies in it, each end is reached, and shorter candles never widen it. */
import type { Simulated } from '../../src/model/simulated.ts';
import { randomOf } from '../random.ts';
import { askedOf, onCandles, onCourses } from './asked.ts';
import { compared, sumOf } from './figures.ts';
import type { Scene } from './scene.ts';
import { candlesOf, cut, gapsIn, joined, type Part } from './trace.ts';
import { truthOf } from './truth.ts';

/** What is wrong; undefined if nothing is. */
export function checkRange(scene: Scene, seed: number): string | undefined {
  const random = randomOf(seed, 31);
  const asked = askedOf(scene);
  const count = Math.max(...scene.moves.map(gapsIn)) + random.int(1, 6);
  const missing = scene.starts.length === 1;
  const fine = scene.starts.map((start, symbol) => cut(random, start, scene.moves[symbol] ?? [], { count, missing }));
  const coarse = fine.map((parts) => joined(random, parts));
  const range = (all: readonly (readonly Part[])[]): Simulated =>
    onCandles(
      asked,
      all.map((parts, symbol) => candlesOf(scene, symbol, scene.starts[symbol] as number, parts)),
    );
  const [narrow, wide] = [range(fine), range(coarse)];
  const truth = truthOf(scene, asked.sent, fine);
  return (
    apart(narrow) ??
    apart(wide) ??
    holds('result', narrow.result, truth.result) ??
    holds('deepest', narrow.deepest, truth.deepest) ??
    holds('bare', bareOf(narrow), String(truth.bareMs)) ??
    holds('coarse result', wide.result, truth.result) ??
    holds('coarse deepest', wide.deepest, truth.deepest) ??
    holds('coarse bare', bareOf(wide), String(truth.bareMs)) ??
    within('result', narrow.result, wide.result) ??
    within('deepest', narrow.deepest, wide.deepest) ??
    within('bare', bareOf(narrow), bareOf(wide)) ??
    reached(narrow, 0) ??
    reached(wide, 1)
  );

  function reached(simulated: Simulated, end: 0 | 1): string | undefined {
    const { result } = onCourses(asked, simulated.courses[end]);
    return compared(result[0], simulated.result[end]) === 0
      ? undefined
      : `course ${end} comes to ${result[0]}, and not to ${simulated.result[end]}`;
  }
}

/** From the lower to the higher. */
const bareOf = ({ bareMs = [0, 0] }: Simulated): readonly [string, string] => [String(bareMs[1]), String(bareMs[0])];

const holds = (name: string, [low, high]: readonly [string, string], truth: string): string | undefined =>
  compared(low, truth) <= 0 && compared(truth, high) <= 0
    ? undefined
    : `${name}: ${truth} does not lie between ${low} and ${high}`;

const within = (name: string, fine: readonly [string, string], coarse: readonly [string, string]): string | undefined =>
  compared(coarse[0], fine[0]) <= 0 && compared(fine[1], coarse[1]) <= 0
    ? undefined
    : `${name}: shorter candles give ${fine.join(' to ')}, longer ones ${coarse.join(' to ')}`;

/** What decides adds up to the range. */
const apart = ({ deciding, result }: Simulated): string | undefined =>
  compared(sumOf([result[0], ...deciding.map((one) => one.apart)]), result[1]) === 0
    ? undefined
    : 'what decides does not add up to the range';
