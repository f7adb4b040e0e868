/**
 * Runs every proof and rewrites the figures of docs/safety.md. `npm run safety` takes the sizes that the page promises;
 * `--scale 0.01` a hundredth of each. With `--figures FOLDER` the figures are kept there, and what has some is not run again:
 * each row names the commit that it ran on. `--only notices,fuzz-mcp` runs these alone, and leaves the other rows of the page as they stand. Needs `dist/` (npm run build). Exit 1 where a proof found a violation; the page is written
 * all the same, for it says what was measured.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VERSION } from '../src/version.ts';
import type { Proof } from './proof.ts';

interface Row {
  /** Its npm script. */
  readonly script: string;
  readonly file: string;
  /** How often at the size of a release; undefined where it is what it is. */
  readonly size?: number;
  /** Its options besides `--figures`. */
  readonly options: (size: number, seed: string) => readonly string[];
  readonly what: string;
}

const runs = (size: number, seed: string): string[] => ['--runs', String(size), '--seed', seed];

const seeds = (size: number, from: string): string[] => ['--seeds', String(size), '--from', from, '--jobs', '2'];

const ON_V3 = ['--interface', 'v3'];

const ROWS: readonly Row[] = [
  { script: 'kill9', file: 'processes/kill9.ts', size: 300, options: runs, what: 'kill -9 of the built command' },
  {
    script: 'storage-faults',
    file: 'storage/storage-faults.ts',
    options: (_, seed) => runs(1, seed),
    what: 'failing and damaged storage',
  },
  { script: 'starts', file: 'processes/starts.ts', size: 200, options: runs, what: 'simultaneous starts' },
  { script: 'fuzz', file: 'inputs/fuzz.ts', size: 200_000, options: runs, what: 'fuzzed plans' },
  {
    script: 'plain-yaml',
    file: 'inputs/plain-yaml.ts',
    size: 1_000_000,
    options: runs,
    what: 'plain YAML against the library',
  },
  {
    script: 'candle-files',
    file: 'inputs/candle-fuzz.ts',
    size: 20_000,
    options: runs,
    what: 'hostile files of candles',
  },
  {
    script: 'protection',
    file: 'protection/protection.ts',
    size: 100_000,
    options: (size, seed) => ['--count', String(size), '--from', seed],
    what: 'what protection says, on the paper exchange',
  },
  {
    script: 'due',
    file: 'due/due.ts',
    size: 1_000_000,
    options: (size, seed) => ['--count', String(size), '--seed', seed],
    what: 'what is due of plans that are followed',
  },
  {
    script: 'fills',
    file: 'fills/fills.ts',
    size: 20_000,
    options: (size, seed) => ['--count', String(size), '--seed', seed],
    what: 'simulations, against a reference matcher',
  },
  { script: 'canary', file: 'secrets/canary.ts', size: 3, options: runs, what: 'canary secrets' },
  {
    script: 'sim',
    file: 'simulation/sim.ts',
    size: 50_000,
    options: (size, seed) => seeds(size, seed),
    what: 'simulated runs',
  },
  {
    script: 'sim-away',
    file: 'simulation/sim.ts',
    size: 5000,
    options: (size, seed) => [...seeds(size, seed), '--away', '20'],
    what: 'simulated runs, the journal on a server 20 ms away',
  },
  {
    script: 'sim-v3',
    file: 'simulation/sim.ts',
    size: 50_000,
    options: (size, seed) => [...seeds(size, seed), ...ON_V3],
    what: 'simulated runs on version 3',
  },
  {
    script: 'sim-halts',
    file: 'simulation/sim.ts',
    size: 2000,
    options: (size, seed) => [...seeds(size, seed), '--halts'],
    what: 'simulated runs with halts, closes and flattens',
  },
  {
    script: 'sim-halts-v3',
    file: 'simulation/sim.ts',
    size: 1000,
    options: (size, seed) => [...seeds(size, seed), '--halts', ...ON_V3],
    what: 'simulated runs with halts, closes and flattens on version 3',
  },
  {
    script: 'sim-follow',
    file: 'simulation/sim.ts',
    size: 50_000,
    options: (size, seed) => [...seeds(size, seed), '--follow'],
    what: 'simulated lives of a follower',
  },
  ...Object.entries({ hands: 'beside a hand', rough: 'among refusals, limits, gaps and cancels by hand' }).map(
    ([flag, where]) => ({
      script: `sim-${flag}`,
      file: 'simulation/sim.ts',
      size: 5000,
      options: (size: number, seed: string) => [...seeds(size, seed), '--follow', `--${flag}`],
      what: `simulated lives of a follower ${where}`,
    }),
  ),
  {
    script: 'kill9-follow',
    file: 'processes/kill9-follow.ts',
    size: 400,
    options: runs,
    what: 'kill -9 of a follower',
  },
  {
    script: 'open-facts',
    file: 'following/open-facts.ts',
    size: 405,
    options: runs,
    what: 'the five followed plans, whatever the documents leave open',
  },
  {
    script: 'kill9-flatten',
    file: 'processes/kill9-flatten.ts',
    size: 120,
    options: runs,
    what: 'kill -9 of a flatten at each of its records, and of a halt beside a run',
  },
  {
    script: 'kill9-flatten-v3',
    file: 'processes/kill9-flatten.ts',
    size: 60,
    options: (size, seed) => [...runs(size, seed), ...ON_V3],
    what: 'kill -9 of a flatten at each of its records, and of a halt beside a run, on version 3',
  },
  {
    script: 'notices',
    file: 'processes/notices.ts',
    size: 300,
    options: runs,
    what: 'runs and cancels beside a broken program of notify',
  },
  { script: 'fuzz-mcp', file: 'mcp/fuzz.ts', size: 10_000, options: runs, what: 'fuzzed calls of ordo mcp' },
  {
    script: 'kill9-v3',
    file: 'processes/kill9.ts',
    size: 300,
    options: (size, seed) => [...runs(size, seed), ...ON_V3],
    what: 'kill -9 of the built command on version 3',
  },
  {
    script: 'canary-v3',
    file: 'secrets/canary.ts',
    size: 3,
    options: (size, seed) => [...runs(size, seed), ...ON_V3],
    what: 'canary secrets on version 3',
  },
  { script: 'saves', file: 'watch/saves.ts', size: 1000, options: runs, what: 'random saves before a watch' },
  { script: 'sabotage', file: 'sabotage/sabotage.ts', options: () => [], what: 'planted faults' },
];

const page = new URL('../docs/safety.md', import.meta.url);
const BEGIN = '<!-- figures: written by npm run safety -->';
const END = '<!-- end of figures -->';

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    figures: { type: 'string' },
    only: { type: 'string' },
  },
});
const only = values.only?.split(',');
const others = only?.filter((script) => !ROWS.some((row) => row.script === script)) ?? [];
if (others.length > 0) throw new Error(`no row is called ${others.join(', ')}`);

/** Only the closing line is known of a script that keeps no figures. */
function prove({ script, file, options, size = 1 }: Row, folder: string): { proof?: Proof; line: string; ok: boolean } {
  const figures = join(folder, `${script}.json`);
  const scaled = Math.max(1, Math.round(size * Number(values.scale)));
  const path = new URL(file, import.meta.url).pathname;
  if (existsSync(figures)) {
    const proof = JSON.parse(readFileSync(figures, 'utf8')) as Proof;
    return { line: '', ok: proof.violations.length === 0, proof };
  }
  const { stdout, status } = spawnSync(
    process.execPath,
    [path, ...options(scaled, values.seed), '--figures', figures],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  console.log(stdout.trimEnd());
  return {
    line: stdout.trimEnd().split('\n').at(-1) ?? '',
    ok: status === 0,
    ...(existsSync(figures) && { proof: JSON.parse(readFileSync(figures, 'utf8')) as Proof }),
  };
}

/** A row of the table. */
function rowOf({ what, script }: Row, { proof, line, ok }: ReturnType<typeof prove>): string {
  if (proof === undefined) return `| ${what} | \`${script}\` | ${line} | ${ok ? 'holds' : '**broken**'} | | | |`;
  const counted = Object.entries(proof.figures).map(([name, amount]) => `${amount.toLocaleString('en-US')} ${name}`);
  const verdict = ok ? '0' : `**${proof.violations.length}**`;
  return `| ${what} | \`${script}\` | ${counted.join('; ')} | ${verdict} | ${proof.seed} | ${proof.commit ?? ''} | ${Math.round(proof.elapsedMs / 1000)} s |`;
}

/** The page's own rows and the line above them, by script; each line as it stands. */
function onPage(text: string): { readonly machine: string; readonly rows: ReadonlyMap<string, string> } {
  const lines = text.slice(text.indexOf(BEGIN), text.indexOf(END)).split('\n');
  const rows = lines.flatMap((line) => {
    const script = /^\|[^|]*\| `([^`]+)`/.exec(line)?.[1];
    return script === undefined ? [] : [[script, line] as const];
  });
  return { machine: lines.find((line) => line.startsWith('ordo ')) ?? '', rows: new Map(rows) };
}

const folder = values.figures ?? mkdtempSync(join(tmpdir(), 'ordo-safety-'));
try {
  const text = readFileSync(page, 'utf8');
  const kept = onPage(text);
  let holds = true;
  const rows = ROWS.flatMap((row) => {
    if (only?.includes(row.script) === false) return kept.rows.get(row.script) ?? [];
    const came = prove(row, folder);
    holds &&= came.ok;
    return rowOf(row, came);
  });
  const machine = `ordo ${VERSION}, ${new Date().toISOString().slice(0, 10)}, on a machine of ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}.`;
  const table = [
    BEGIN,
    '',
    only === undefined ? machine : kept.machine,
    '',
    '| What | Script | Counted | Violations | Seed | Commit | Took |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    END,
  ].join('\n');
  const [before, rest = ''] = text.split(BEGIN);
  writeFileSync(page, `${before}${table}${rest.slice(rest.indexOf(END) + END.length)}`);
  // The page is formatted like every other.
  spawnSync('oxfmt', [page.pathname]);
  process.exitCode = holds ? 0 : 1;
} finally {
  if (values.figures === undefined) rmSync(folder, { recursive: true, force: true });
}
