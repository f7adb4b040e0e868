/**
 * The range of a plan that is followed: whatever fits shorter candles fits the longer ones that they make up, times included. So longer
 * candles never give a narrower range.
 */
import { expect, it } from 'vitest';
import {
  loadPlan,
  orThrow,
  paperInstruments,
  readCandles,
  simulatePlan,
  type PlanSimulation,
} from '../../src/index.ts';
import { randomFrom } from '../../src/paper/random.ts';

const START = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;

interface Row {
  readonly ms: number;
  readonly prices: readonly number[];
}

const csv = (rows: readonly Row[]): string =>
  rows
    .map(({ ms, prices }) => {
      const told = [prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)] as number[];
      return [new Date(ms).toISOString(), ...told.map((ticks) => (ticks / 10).toFixed(1))].join();
    })
    .join('\n');

/** Minutes, each from where the one before ended. */
function minutes(random: () => number, count: number): readonly Row[] {
  let last = 640_000;
  return Array.from({ length: count }, (_, at) => {
    const to = last + Math.round((random() - 0.5) * 500);
    const between = Math.round(last + (random() - 0.5) * 300);
    const row = { ms: START + at * MINUTE, prices: [last, between, to] };
    last = to;
    return row;
  });
}

const together = (rows: readonly Row[], by: number): readonly Row[] =>
  Array.from({ length: rows.length / by }, (_, at) => {
    const own = rows.slice(at * by, at * by + by);
    return { ms: (own[0] as Row).ms, prices: own.flatMap(({ prices }) => prices) };
  });

const at = (random: () => number, count: number): string =>
  new Date(START + Math.floor(random() * count * 60) * 1000).toISOString().replace('.000', '');

/** One of many plans, of whatever is sent later. */
function planOf(random: () => number, count: number): string {
  const price = (from: number): string => (64_000 + from + Math.round(random() * 60)).toFixed(1);
  const some = (text: string, chance = 0.5): string => (random() < chance ? text : '');
  const until = (ids: readonly string[]): string => {
    const parts = [
      some(`for: ${1 + Math.floor(random() * count)}m`),
      some(`at: ${at(random, count)}`, 0.3),
      some(`filled: ${ids[Math.floor(random() * ids.length)] ?? ''}`, 0.4),
    ].filter((part) => part !== '');
    return parts.length === 0 ? '' : `, until: { ${parts.join(', ')} }`;
  };
  const after = some(`, after: ${at(random, count)}`, 0.3);
  const entry =
    random() < 0.3
      ? `{ id: entry, side: open-long, size: 0.3, trigger: ${price(20)}, price: market${after}${until(['out'])} }`
      : `{ id: entry, side: open-long, size: 0.3, price: ${price(-80)}${after}${until(['out'])} }`;
  return `version: 1
name: random
defaults: { symbol: cmt_btcusdt }
orders:
  - ${entry}
  - { id: stop, side: close-long, size: { filled: entry }, trigger: ${price(-200)}, price: market }
  - { id: out, side: close-long, size: { filled: entry, share: 1/3 }, trigger: ${price(110)}, price: market }
${some(`  - { id: even, side: close-long, size: { filled: entry }, trigger: =tick(average(entry)), price: market, after: { filled: out } }\n`)}${some(`  - { id: flat, side: close-long, size: { filled: entry }, price: market, after: ${at(random, count)} }\n`)}${some(`  - { id: other, side: open-short, size: 0.1, price: ${price(90)}${until(['entry'])} }\n`)}${some(`  - { id: again, side: open-short, size: 0.2, price: ${price(40)}, after: { filled: entry }, until: { for: ${1 + Math.floor(random() * 8)}m } }\n`)}${some(`  - { id: slices, side: open-short, size: { total: 0.4 }, price: market, over: { from: ${at(random, count)}, for: ${4 * (1 + Math.floor(random() * 4))}m, steps: 4 } }\n`, 0.3)}`;
}

function simulated(plan: string, rows: readonly Row[]): PlanSimulation {
  const checked = orThrow(loadPlan(plan, { file: 'random.yaml', instruments: paperInstruments }));
  const candles = orThrow(
    readCandles(`time,open,high,low,close\n${csv(rows)}`, { symbol: 'cmt_btcusdt', file: 'a.csv' }),
  );
  return orThrow(simulatePlan(checked, { candles }));
}

const isBelow = (one: string, other: string): boolean => Number(one) < Number(other);

/** What is narrower than it should be. */
function narrower(inner: PlanSimulation | undefined, outer: PlanSimulation | undefined): readonly string[] {
  if (inner?.bound !== true || outer?.bound !== true) return [];
  return [
    ...(isBelow(inner.result[0], outer.result[0]) ? ['pessimistic'] : []),
    ...(isBelow(outer.result[1], inner.result[1]) ? ['optimistic'] : []),
    ...(isBelow(inner.deepest[0], outer.deepest[0]) ? ['deepest'] : []),
    ...((outer.bareMs?.[0] ?? 0) < (inner.bareMs?.[0] ?? 0) ? ['bare'] : []),
  ];
}

it('holds the range of shorter candles, whatever waits, ends or is sent at its time', { timeout: 120_000 }, () => {
  let [parted, filled] = [0, 0];
  for (let seed = 1; seed <= 150; seed++) {
    const random = randomFrom(seed);
    const rows = minutes(random, 24);
    const plan = planOf(random, 24);
    if (!loadPlan(plan, { file: 'random.yaml', instruments: paperInstruments }).ok) continue;
    const [fine, middle, coarse] = [1, 4, 12].map((by) => simulated(plan, together(rows, by)));
    const wrong = [...narrower(fine, middle), ...narrower(middle, coarse)];
    expect(wrong.length === 0 ? [] : [seed, wrong, plan, csv(rows)]).toEqual([]);
    if (coarse?.result[0] !== coarse?.result[1]) parted++;
    if (fine !== undefined && fine.fills.length > 0) filled++;
  }
  expect(parted).toBeGreaterThan(40);
  expect(filled).toBeGreaterThan(60);
});
