/** A random scene, simulated on its path and on candles, as one sum: of two Nodes it must be the same. */
import { createHash } from 'node:crypto';
import { askedOf, onPath } from './asked.ts';
import { drawScene } from './draw.ts';
import { ranged } from './mirror-check.ts';

const BOUNDS = { symbols: 1, wide: 30, orders: 8, moves: 12, presets: 20 };

/** SHA-256 of all that both come to. */
export function simulatedPrint(seed: number, run: number): string {
  const scene = drawScene(seed, run, { ...BOUNDS, symbols: run % 4 === 0 ? 2 : 1 });
  const both = [onPath(askedOf(scene), scene), ranged(scene, run)];
  return createHash('sha256').update(JSON.stringify(both)).digest('hex');
}
