/** The five plans of the page on following, with prices that the paper exchange's market comes to within seconds. */
import type { DrawnGroup, DrawnPlan } from './draw.ts';

const HEAD = 'version: 1\nname: five\ndefaults: { symbol: cmt_btcusdt, reference: 64000 }\norders:\n';
const instant = (ms: number): string => new Date(ms).toISOString();
const group = (isLong: boolean, entries: string[], more: Partial<DrawnGroup>): DrawnGroup => ({
  isLong,
  entries,
  stops: [],
  targets: [],
  closeOuts: [],
  ...more,
});
const idsOf = (groups: readonly DrawnGroup[]): string[] =>
  groups.flatMap(({ entries, stops, targets, closeOuts }) => [...entries, ...stops, ...targets, ...closeOuts]);
const TARGETS = ['target-1', 'target-2', 'target-3'];
const RUNGS = ['dca-1', 'dca-2', 'dca-3', 'dca-4'];

function made(lines: string, groups: readonly DrawnGroup[], more: Partial<DrawnPlan> = {}): DrawnPlan {
  return { name: 'five', text: HEAD + lines, groups, ids: idsOf(groups), due: new Map(), ...more };
}

export const FIVE = ['bracket', 'dca', 'breakout', 'sell-slowly', 'open-drive'] as const;
export type FiveName = (typeof FIVE)[number];

export function fivePlan(name: FiveName, { nowMs, maxPauseMs }: { nowMs: number; maxPauseMs: number }): DrawnPlan {
  switch (name) {
    case 'bracket':
      return made(
        `  - { id: entry, side: open-long, size: 0.0311, price: 63950, until: 6s }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 63500, price: market }
  - { id: target, side: close-long, size: { filled: entry }, price: { from: 64250, to: 64650, steps: 3 }, trigger: =price }
  - { id: even, side: close-long, size: { filled: entry }, trigger: =tick(average(entry)), price: market, after: { filled: target-1 } }
`,
        [group(true, ['entry'], { stops: ['stop', 'even'], targets: TARGETS })],
      );
    case 'dca':
      return made(
        `  - { id: dca, side: open-long, size: { total: 0.05, shape: geometric, ratio: 1.5 }, price: { from: 63970, to: 63700, steps: 4 }, until: { for: 8s, filled: out } }
  - { id: stop, side: close-long, size: { filled: dca }, trigger: 63450, price: market }
  - { id: out, side: close-long, size: { filled: dca }, trigger: 64300, price: market }
  - { id: flat, side: close-long, size: { filled: dca }, price: market, after: ${instant(nowMs + 20_000)} }
`,
        [group(true, RUNGS, { stops: ['stop'], targets: ['out'], closeOuts: ['flat'] })],
      );
    case 'breakout':
      return made(
        `  - { id: up, side: open-long, size: 0.0205, trigger: 64150, price: market, until: { filled: down, for: 8s } }
  - { id: down, side: open-short, size: 0.0205, trigger: 63850, price: market, until: { filled: up, for: 8s } }
  - { id: up-stop, side: close-long, size: { filled: up }, trigger: 63700, price: market }
  - { id: down-stop, side: close-short, size: { filled: down }, trigger: 64300, price: market }
`,
        [group(true, ['up'], { stops: ['up-stop'] }), group(false, ['down'], { stops: ['down-stop'] })],
        { either: ['up', 'down'] },
      );
    case 'sell-slowly': {
      const fromMs = nowMs + 5000;
      return made(
        `  - { id: sell, side: close-long, size: { total: 0.02 }, price: market, over: { from: ${instant(fromMs)}, for: 20s, steps: 2 } }
`,
        [],
        {
          ids: ['sell-1', 'sell-2'],
          due: new Map([0, 1].map((at) => [`sell-${at + 1}`, { atMs: fromMs + at * 10_000, graceMs: 5000 }])),
        },
      );
    }
    case 'open-drive': {
      const atMs = nowMs + 4000;
      return made(
        `  - { id: entry, side: open-long, size: 0.03, price: 63980, stopLoss: 63500, after: ${instant(atMs)}, until: 10s }
  - { id: target, side: close-long, size: { filled: entry }, trigger: 64300, price: market }
`,
        [group(true, ['entry'], { targets: ['target'] })],
        { due: new Map([['entry', { atMs, graceMs: maxPauseMs }]]) },
      );
    }
  }
}
