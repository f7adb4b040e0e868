/**
 * Seeds of halts (`--halts`): plans with entries, stops and targets, on an exchange whose lists may be lost, cut or late but do not lie,
 * with positions and orders of somebody else beside them.
 */
import { Random } from '../../random.ts';
import { drawCancels, type CancelScenario } from '../cancels/cancel-nature.ts';
import { waitingFor, type OrderWords } from '../plan-text.ts';
import { truthful, type Kind } from '../stops.ts';
import type { FloorNature } from './floor.ts';

function drawFlattened(random: Random): CancelScenario {
  for (;;) {
    const drawn = drawCancels(random);
    if (drawn === undefined) continue;
    const nature = { ...drawn.nature, strangers: random.pick([0, 0, 1, 3]), lookAlikes: 0, hasOtherPlan: false };
    const moves = random.chance(0.2) ? 0 : random.next();
    return { ...drawn, nature: { ...nature, moves, delayMs: Math.min(nature.delayMs, 1000) }, edits: 0 };
  }
}

/** Alone: what it waits for may not be among the few. */
const crossed = (order: OrderWords): OrderWords => waitingFor({ ...order, marginMode: 'cross' }, []);

/** For what opens: a stop or a target more often than not, some of which wait for it. */
function exitsOf(random: Random, { id, symbol = '', side = '', size = '' }: OrderWords): OrderWords[] {
  if (!side.startsWith('open-')) return [];
  const exit = { symbol, marginMode: 'cross', side: side.replace('open', 'close'), size };
  const after = random.chance(0.5) ? { after: `[${id}]` } : {};
  const at = String(random.int(20, 950));
  const stop = { id: `${id}-stop`, ...exit, price: 'market', trigger: at, ...after };
  const target = { id: `${id}-out`, ...exit, price: `${at}.00`, ...after };
  return [...(random.chance(0.5) ? [stop] : []), ...(random.chance(0.4) ? [target] : [])];
}

/** Few orders, all of one margin mode. */
const withExits = (random: Random, drawn: readonly OrderWords[]): OrderWords[] =>
  drawn
    .slice(0, random.pick([1, 2, 3, 5, 8]))
    .map(crossed)
    .flatMap((order) => [order].concat(exitsOf(random, order)));

export const HALTS: Kind = {
  cancels: (seed) => drawFlattened(new Random(seed, 'halts')),
  nature: truthful,
  orders: (seed, drawn) => withExits(new Random(seed, 'exits'), drawn),
};

const rough = (random: Random, share: number, most: number): number =>
  random.chance(share) ? random.next() * most : 0;

/** By a draw of its own: what most seeds draw stays as it was. */
const longLagMs = (random: Random): number | undefined =>
  random.chance(0.15) ? random.pick([5_000, 12_000, 25_000, 55_000]) : undefined;

export function drawFloor(seed: number): FloorNature {
  const drawn = drawNature(new Random(seed, 'floor'));
  return { ...drawn, lagMs: longLagMs(new Random(seed, 'floor-lag')) ?? drawn.lagMs };
}

const drawNature = (random: Random): FloorNature => ({
  lagMs: random.pick([0, 0, 200, 1500]),
  late: rough(random, 0.4, 0.8),
  partly: rough(random, 0.3, 0.6),
  never: rough(random, 0.2, 0.4),
  isHeldBack: random.chance(0.4),
  maxSize: random.pick(['1000', '1000', '4']),
});
