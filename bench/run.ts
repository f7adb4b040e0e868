/**
 * `node bench/run.ts [name…]` runs one, some or all benchmarks and prints their figures; it ends with 1 where a target is missed.
 * `--quick` does the same in fewer rounds. `--check` holds the figures against those on record instead, and ends with 1 where one
 * fell behind. `--write` puts them on record and into README.md.
 */
import { parseArgs } from 'node:util';
import { isMet, rowOf, type Benchmark, type Row } from './support/figures.ts';
import { compare, comparisonTable, fellBehind, type Comparison } from './support/guard.ts';
import { machine, measuredHere, readRecord, writeRecord, type RecordedBenchmark } from './support/record.ts';
import { table } from './support/table.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  'cold-start': () => import('./cold-start/bench.ts'),
  large: () => import('./large/bench.ts'),
  compile: () => import('./compile/bench.ts'),
  place: () => import('./place/bench.ts'),
  journal: () => import('./journal/bench.ts'),
  schedule: () => import('./schedule/bench.ts'),
  screen: () => import('./screen/bench.ts'),
  watch: () => import('./watch/bench.ts'),
  protection: () => import('./protection/bench.ts'),
  follow: () => import('./follow/bench.ts'),
  simulate: () => import('./simulate/bench.ts'),
};

/** How often a benchmark is measured before a figure of it counts as fallen behind. */
const TRIES = 3;

const flag = { type: 'boolean', default: false } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: flag, check: flag, write: flag },
});
const stranger = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (stranger !== undefined || (values.write && values.check)) {
  const names = Object.keys(BENCHMARKS).join('|');
  console.error(`usage: node bench/run.ts [${names}]… [--quick] [--check | --write]`);
  process.exit(2);
}
const chosen = Object.keys(BENCHMARKS).filter((name) => positionals.length === 0 || positionals.includes(name));

const startedMs = performance.now();
if (values.quick) console.log('quick: fewer rounds, so these figures are rougher than those of the page\n');
const isGood = values.check ? await check() : await show();
console.log(`${seconds(startedMs)} in all${values.quick ? ', quick' : ''}`);
process.exitCode = isGood ? 0 : 1;

async function show(): Promise<boolean> {
  const measured: Record<string, RecordedBenchmark> = {};
  for (const name of chosen)
    measured[name] = { measured: measuredHere(values.quick), rows: await take(name, values.quick) };
  const rows = Object.values(measured).flatMap((benchmark) => benchmark.rows);
  const missed = rows.filter((row) => isMet(row) === false).length;
  console.log(missed === 0 ? 'every target is met' : `${missed} targets are missed`);
  if (values.write) {
    const record = { ...readRecord(), ...measured };
    const inOrder = Object.keys(BENCHMARKS).flatMap((name) => (name in record ? [[name, record[name]]] : []));
    writeRecord(Object.fromEntries(inOrder) as typeof record);
  }
  return missed === 0;
}

async function check(): Promise<boolean> {
  const record = readRecord();
  let count = 0;
  const behind: Comparison[] = [];
  for (const name of chosen) {
    const recorded = record[name];
    if (recorded !== undefined && !recorded.measured.includes(machine()))
      console.log(`${name}: on record from another machine: ${recorded.measured}\n`);
    const comparisons = await compared(name, recorded?.rows ?? []);
    console.log(`${comparisonTable(comparisons)}\n`);
    count += comparisons.length;
    behind.push(...comparisons.filter(fellBehind));
  }
  if (behind.length === 0) console.log(`none of ${count} figures fell behind the record`);
  else console.log(`${behind.length} of ${count} figures fell behind the record:\n\n${comparisonTable(behind)}\n`);
  return behind.length === 0;
}

/** Measures again what seems to have fallen behind: a quick benchmark the last time with all its rounds. */
async function compared(name: string, recorded: readonly Row[]): Promise<Comparison[]> {
  const tries: (readonly Row[])[] = [];
  for (;;) {
    tries.push(await take(name, values.quick && tries.length < TRIES - 1));
    const comparisons = compare(recorded, tries);
    const behind = comparisons.filter(({ standing }) => standing === 'behind');
    if (behind.length === 0 || tries.length === TRIES) return comparisons;
    const names = behind.map(({ what }) => what).join('; ');
    console.log(`seems behind, so ${name} is measured again (${tries.length + 1} of ${TRIES}): ${names}\n`);
  }
}

async function take(name: string, isQuick: boolean): Promise<readonly Row[]> {
  const fromMs = performance.now();
  const { measure } = await (BENCHMARKS[name] as () => Promise<Benchmark>)();
  const rows = (await measure(isQuick)).map(rowOf);
  console.log(`### ${name}\n\n${table(rows)}\n\n${seconds(fromMs)}\n`);
  return rows;
}

function seconds(fromMs: number): string {
  return `${((performance.now() - fromMs) / 1000).toFixed(1)} s`;
}
