/** What the README's recording shows: a plan, what a person does to it, and what is on the screen once that is done. */
import type { Caption } from './recording-svg.ts';

export interface Step {
  readonly caption: Caption;
  /** The keys that are typed, or the text that the plan is saved with. */
  readonly keys?: string;
  readonly save?: string;
  /** On the screen when the step is done; without it, the command has ended. */
  readonly until?: RegExp;
  /** How long the recording stays at what stands then. */
  readonly holdMs: number;
  /** How much faster it is shown than it was; 1 where nothing is said. */
  readonly speed?: number;
  /** The recording stands here where nothing moves. */
  readonly isStill?: boolean;
}

/** Of the terminal. */
export const COLUMNS = 96;
export const ROWS = 31;

export const PLAN_FILE = 'plan.yaml';
/** By this seed the paper market stays above the probe for ten seconds, and then falls to it. */
export const COMMAND = `run ${PLAN_FILE} --watch --execute --seed 4130`;

const planOf = (entry: string, probe = ''): string => `version: 1
name: btc-pullback
vars:
  entry: ${entry}
defaults:
  symbol: cmt_btcusdt
orders:
  - id: entry
    side: open-long
    size: 0.025
    price: =entry
    takeProfit: 68000
    stopLoss: 62000
${probe}  - id: pullback
    side: open-long
    size: { total: 0.9, shape: linear }
    price: { from: 63000, to: 61500, steps: 4 }
    timeInForce: post-only
  - id: bail-out
    side: close-long
    size: 0.925
    trigger: 60000
    price: market
`;

const probeAt = (price: string): string => `  - id: probe
    side: open-long
    size: 0.01
    price: ${price}
    stopLoss: 62000
`;

export const FIRST = planOf('63300');
export const EDITED = planOf('63200', probeAt('63800'));
export const BROKEN = planOf('63200', probeAt('63800.05'));

export const STORY: readonly Step[] = [
  {
    caption: { deed: 'start', words: 'a plan of orders, and the paper exchange' },
    save: FIRST,
    until: /^\$ ordo/,
    holdMs: 700,
  },
  {
    caption: { deed: 'start', words: 'the plan is checked, compiled, and placed' },
    until: /✓ bail-out .*\d{18}/,
    holdMs: 1100,
  },
  {
    caption: { deed: 'save', words: 'entry: 63300 → 63200, and a new order: probe' },
    save: EDITED,
    until: /this save: 1 added, 1 price/,
    holdMs: 1300,
  },
  {
    caption: { deed: 'then', words: 'what is new is placed; what was sent before stands as it is' },
    until: /✓ probe .*\d{18}/,
    holdMs: 1700,
  },
  {
    caption: { deed: 'save', words: 'price: 63800 → 63800.05, a mistake: the last good plan stays' },
    save: BROKEN,
    until: /error\[order\/off-tick\]/,
    holdMs: 1700,
  },
  { caption: { deed: 'key 4', words: 'the problems' }, keys: '4', until: /\[4 problems 1\]/, holdMs: 1100 },
  {
    caption: { deed: 'save', words: 'price: 63800, mended' },
    save: EDITED,
    until: /1 edited order is open as sent/,
    holdMs: 700,
  },
  { caption: { deed: 'key 2', words: 'the picture' }, keys: '2', until: /\[2 picture\]/, holdMs: 800 },
  {
    caption: { deed: 'wait', words: 'the paper market moves; shown five times as fast' },
    until: /position {2}long 0\.01 /,
    speed: 5,
    holdMs: 1500,
  },
  {
    caption: { deed: 'key 1', words: 'the orders, one of them filled' },
    keys: '1',
    until: /probe .*filled at 63800/,
    holdMs: 1700,
    isStill: true,
  },
  { caption: { deed: 'key q', words: 'ends it, and the terminal is as it was' }, keys: 'q', holdMs: 2000 },
];
