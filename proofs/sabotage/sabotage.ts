/**
 * `node proofs/sabotage/sabotage.ts [--seeds N] [--only words] [--part K/N] [--patience N]`: the test of the simulation, of what protection says, of the
 * proof of the watch, and of test files. `--only` takes the faults with these words in their name; `protection:`, `fills:`, `due:`, `saves:` and `tests:` are
 * all of that proof, a path is all that is planted there, and `tests:,src/exchange/v3` is both. `--part 2/12` takes every twelfth from the second on. `--patience 4` gives each four times as long,
 * for a machine that has other work. Each planted fault is bundled into the
 * program, in memory, and its proof runs on it until it notices, the seeds that ever failed first; one that it does not notice within the
 * default seeds, or as many patterns, fails the whole. For test files it is planted in a copy of the tree (by-tests.ts). A change whose
 * text no longer stands in its file exactly once is an error: it would plant nothing.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import pLimit from 'p-limit';
import { failing } from './by-tests.ts';
import { planted, type PlantedFault, type TestProof } from './fault.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { Findings, keepFigures } from '../proof.ts';
import { keptSeeds } from '../simulation/kept-seeds.ts';

const root = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    only: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    patience: { type: 'string', default: '1' },
    figures: { type: 'string' },
  },
});
const REQUIRE = "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";
const AT_A_TIME = 2;
/** Most time of one proof, and of one copy's tests. */
const MOST_MS = { proof: 600_000 * Number(values.patience), tests: 300_000 * Number(values.patience) };

const plant = (fault: PlantedFault): Plugin => ({
  name: 'plant',
  setup(bundling) {
    const contents = planted(fault);
    bundling.onLoad({ filter: new RegExp(`/${fault.file.replaceAll('.', '\\.')}$`) }, () => ({
      contents,
      loader: 'ts',
    }));
  },
});

type ProofName = Exclude<PlantedFault['proof'], undefined | TestProof> | 'sim';

/** How each proof is run, and how it says what it noticed: where, and what. */
const PROOFS: Readonly<
  Record<ProofName, { readonly entry: string; readonly args: readonly string[]; readonly verdict: RegExp }>
> = {
  sim: {
    entry: 'proofs/simulation/sim.ts',
    args: ['--first', keptSeeds().join(','), '--seeds', values.seeds, '--brief'],
    verdict: /^seed (\d+) breaks "([^"]+)"/m,
  },
  'sim-v3': {
    entry: 'proofs/simulation/sim.ts',
    args: ['--interface', 'v3', '--first', keptSeeds('v3').join(','), '--seeds', values.seeds, '--brief'],
    verdict: /^seed (\d+) breaks "([^"]+)"/m,
  },
  looks: {
    entry: 'proofs/simulation/sim.ts',
    args: ['--stops', '--first', keptSeeds('stops').join(','), '--seeds', values.seeds, '--brief'],
    verdict: /^seed (\d+) breaks "([^"]+)"/m,
  },
  halts: {
    entry: 'proofs/simulation/sim.ts',
    args: ['--halts', '--first', keptSeeds('halts').join(','), '--seeds', values.seeds, '--brief'],
    verdict: /^seed (\d+) breaks "([^"]+)"/m,
  },
  follow: {
    entry: 'proofs/simulation/sim.ts',
    args: ['--follow', '--first', keptSeeds('follow').join(','), '--seeds', values.seeds, '--brief'],
    verdict: /^seed (\d+) breaks "([^"]+)"/m,
  },
  hands: {
    entry: 'proofs/simulation/sim.ts',
    args: ['--follow', '--hands', '--first', keptSeeds('hands').join(','), '--seeds', values.seeds, '--brief'],
    verdict: /^seed (\d+) breaks "([^"]+)"/m,
  },
  protection: {
    entry: 'proofs/protection/protection.ts',
    args: ['--count', values.seeds, '--http', '0', '--brief'],
    verdict: /^seed (\d+) breaks "([^"]+)"/m,
  },
  fills: {
    entry: 'proofs/fills/fills.ts',
    args: ['--count', values.seeds, '--brief'],
    verdict: /^VIOLATION [^\n]*?, run (\d+): ([^\n]+)/m,
  },
  due: {
    entry: 'proofs/due/due.ts',
    args: ['--count', '20000', '--brief'],
    verdict: /^seed (\d+) breaks "([^"]+)"/m,
  },
  // Its patterns take their time; none of the faults has ever needed half of these.
  saves: { entry: 'proofs/watch/saves.ts', args: ['--runs', '120'], verdict: /^VIOLATION pattern (\d+): ([^;\n]+)/m },
};

async function bundle(outfile: string, proof: ProofName, fault: PlantedFault | undefined): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [PROOFS[proof].entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
    // What neither proof draws.
    external: ['ink', 'react'],
    banner: { js: REQUIRE },
    plugins: fault === undefined ? [] : [plant(fault)],
  });
}

interface Hunted {
  readonly proof: ProofName | TestProof;
  /** Undefined: the program as it is. */
  readonly fault?: PlantedFault;
}

interface Hunt {
  readonly name: string;
  readonly caught: boolean;
  readonly line: string;
}

/** How a proof is called; test files are one proof for each list of them. */
const nameOf = (proof: Hunted['proof']): string =>
  typeof proof === 'string' ? proof : `tests ${proof.tests.join(' ')}`;

async function hunt(folder: string, index: number, hunted: Hunted): Promise<Hunt> {
  const { proof, fault } = hunted;
  const name = fault?.name ?? `(nothing planted: ${nameOf(proof)})`;
  const startedMs = performance.now();
  const noticed =
    typeof proof === 'string'
      ? await noticedByProof(join(folder, `${index}.mjs`), proof, fault)
      : await noticedByTests(join(folder, `${index}`), proof, fault);
  const ms = `${Math.round(performance.now() - startedMs)} ms`.padStart(9);
  const said = noticed === undefined ? 'survives      ' : `caught at ${noticed.where.padStart(4)}`;
  const what = noticed === undefined ? '' : `: breaks "${noticed.what}"`;
  return { name, caught: noticed !== undefined, line: `${said} ${ms}  ${name}${what}` };
}

interface Noticed {
  readonly where: string;
  readonly what: string;
}

async function noticedByTests(
  folder: string,
  { tests }: TestProof,
  fault: PlantedFault | undefined,
): Promise<Noticed | undefined> {
  try {
    const what = await failing(folder, tests, MOST_MS.tests, fault);
    return what === undefined ? undefined : { where: 'test', what };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function noticedByProof(
  outfile: string,
  proof: ProofName,
  fault: PlantedFault | undefined,
): Promise<Noticed | undefined> {
  const { args, verdict } = PROOFS[proof];
  await bundle(outfile, proof, fault);
  try {
    await run(process.execPath, [outfile, ...args], { timeout: MOST_MS.proof });
    return undefined;
  } catch (error) {
    const said = String((error as { stdout?: string }).stdout);
    const match = verdict.exec(said);
    if (match === null)
      throw new Error(`"${fault?.name}" ends without a verdict: ${said}${String(error)}`, { cause: error });
    return { where: String(match[1]), what: String(match[2]) };
  }
}

// All of them before any hunt, so that a stale one is reported at once.
PLANTED_FAULTS.forEach(planted);
const labelOf = (proof: Hunted['proof']): string => (typeof proof === 'string' ? proof : 'tests');
const proofOfFault = ({ proof }: PlantedFault): Hunted['proof'] => proof ?? 'sim';
const wanted = (values.only ?? '').split(',');
const named = PLANTED_FAULTS.filter((fault) => {
  const words = `${labelOf(proofOfFault(fault))}: ${fault.name} ${fault.file}`;
  return wanted.every((one) => words.includes(one));
});
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const chosen = named.filter((_, index) => index % parts === part - 1);
if (chosen.length === 0) throw new Error(`no planted fault is in --only ${values.only ?? ''} --part ${values.part}`);
const proofs = [...new Map(chosen.map(proofOfFault).map((proof) => [nameOf(proof), proof])).values()];
const hunted: readonly Hunted[] = [
  ...proofs.map((proof) => ({ proof })),
  ...chosen.map((fault): Hunted => ({ proof: proofOfFault(fault), fault })),
];
const folder = mkdtempSync(join(tmpdir(), 'ordo-sabotage-'));
const limit = pLimit(AT_A_TIME);
const found = new Findings();
try {
  const hunts = await Promise.all(
    hunted.map((one, index) =>
      limit(async () => {
        const done = await hunt(folder, index, one);
        console.log(done.line);
        return done;
      }),
    ),
  );
  const [controls, rest] = [hunts.slice(0, proofs.length), hunts.slice(proofs.length)];
  const survivors = rest.filter(({ caught }) => !caught);
  console.log(`${rest.length - survivors.length} of ${rest.length} planted faults caught within ${values.seeds} seeds`);
  for (const { name } of survivors) console.log(`not caught: ${name}`);
  found.note('planted faults', rest.length);
  found.note('caught', rest.length - survivors.length);
  found.note('seeds at most', values.seeds);
  for (const { name } of survivors) found.hold(false, 'not caught', name);
  keepFigures(values.figures, found.proof('sabotage', 1));
  const isBroken = controls.some(({ caught }) => caught);
  if (isBroken) console.log('the program itself breaks an invariant: see the first lines');
  if (survivors.length > 0 || isBroken) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
