/** Each check on its own scenes, counted. */
import { errorWords } from '../../src/model/result.ts';
import { proofOf, type ProofOptions } from '../proof.ts';
import { drawScene, type Bounds } from './draw.ts';
import { checkExact } from './exact-check.ts';
import { checkMirror } from './mirror-check.ts';
import { checkPath } from './path-check.ts';
import { checkRange } from './range-check.ts';
import type { Scene } from './scene.ts';

interface Check {
  readonly name: string;
  /** How many of a hundred runs. */
  readonly share: number;
  readonly bounds: (run: number) => Bounds;
  readonly check: (scene: Scene, run: number) => string | undefined;
}

const WIDE = { wide: 30, orders: 8, moves: 8, presets: 30 } as const;
/** Of two symbols every fourth time; with presets that one candle reaches both every second time. */
const mixed = (run: number): Bounds => ({
  ...WIDE,
  ...(run % 2 === 0 && { moves: 16, presets: 6 }),
  symbols: run % 4 === 0 ? 2 : 1,
});
const small = (run: number): Bounds => ({ symbols: 1, wide: 5, orders: 5, moves: 4, presets: run % 2 === 0 ? 2 : 5 });

const CHECKS: readonly Check[] = [
  { name: 'paths', share: 100, bounds: mixed, check: checkPath },
  { name: 'paths cut into candles', share: 100, bounds: mixed, check: checkRange },
  { name: 'small candles walked whole', share: 25, bounds: small, check: checkExact },
  { name: 'mirrors', share: 10, bounds: mixed, check: checkMirror },
];

interface FillOptions extends ProofOptions {
  /** After so many violations it ends. */
  readonly most: number;
}

export const proveFills = proofOf<FillOptions>(
  'fills',
  CHECKS.map(({ name }) => name),
  async ({ runs, seed, most }, found) => {
    for (const { name, share, bounds, check } of CHECKS)
      for (let run = 0; run < Math.ceil((runs * share) / 100) && found.violations.length < most; run++) {
        const wrong = tried(() => check(drawScene(seed, run, bounds(run)), run));
        if (wrong === 'skipped') found.count('too high to be walked whole');
        else found.count(name);
        found.hold(wrong === undefined || wrong === 'skipped', `${name}, seed ${seed}, run ${run}`, wrong ?? '');
      }
  },
);

function tried(check: () => string | undefined): string | undefined {
  try {
    return check();
  } catch (error) {
    return `it threw: ${errorWords(error)}`;
  }
}
