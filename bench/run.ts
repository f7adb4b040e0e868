/**
 * `node bench/run.ts [name…]`: runs one, some or all benchmarks and prints their figures. With `--write` it runs all and
 * puts the figures into README.md. Ends with 1 where a target is missed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';
import { isMet, type Benchmark } from './support/figures.ts';
import { table } from './support/table.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  'cold-start': () => import('./cold-start/bench.ts'),
  compile: () => import('./compile/bench.ts'),
  place: () => import('./place/bench.ts'),
  journal: () => import('./journal/bench.ts'),
  schedule: () => import('./schedule/bench.ts'),
  screen: () => import('./screen/bench.ts'),
  watch: () => import('./watch/bench.ts'),
};

const README = new URL('README.md', import.meta.url);
const MARKS = ['<!-- figures -->', '<!-- end of figures -->'] as const;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const stranger = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (stranger !== undefined || (values.write === true && positionals.length > 0)) {
  console.error(`usage: node bench/run.ts [${Object.keys(BENCHMARKS).join('|')}]… or node bench/run.ts --write`);
  process.exit(2);
}

const sections: string[] = [];
let missed = 0;
for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)) {
  const startedMs = performance.now();
  const { measure } = await (BENCHMARKS[name] as () => Promise<Benchmark>)();
  const figures = await measure();
  missed += figures.filter((figure) => isMet(figure) === false).length;
  const section = `### ${name}\n\n${table(figures)}\n`;
  sections.push(section);
  console.log(`${section}\n${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`);
}
console.log(missed === 0 ? 'every target is met' : `${missed} targets are missed`);
if (values.write === true) writeFigures();
process.exitCode = missed === 0 ? 0 : 1;

function writeFigures(): void {
  const [begin, end] = MARKS;
  const before = readFileSync(README, 'utf8');
  const [head, rest] = before.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) throw new Error('README.md has no marks around its figures');
  const cores = cpus();
  const machine = [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${type()} ${release()},`,
    `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB.`,
  ].join(' ');
  writeFileSync(README, `${head}${begin}\n\n${machine}\n\n${sections.join('\n')}\n${end}${tail}`);
}
