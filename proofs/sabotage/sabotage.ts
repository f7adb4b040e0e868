/**
 * `node proofs/sabotage/sabotage.ts [--seeds N] [--only words]`: the test of the simulation. Each planted fault is bundled into the
 * program, in memory, and the simulation runs on it until it notices; one that it does not notice within the default seeds
 * fails the whole. A change whose text no longer stands in its file exactly once is an error: it would plant nothing.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import pLimit from 'p-limit';
import { planted, type PlantedFault } from './fault.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { Findings, keepFigures } from '../proof.ts';

const root = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, only: { type: 'string' }, figures: { type: 'string' } },
});
const REQUIRE = "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";
const AT_A_TIME = 2;

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

async function bundle(outfile: string, fault: PlantedFault | undefined): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['proofs/simulation/sim.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
    external: ['ink', 'react', 'chokidar', 'ky'],
    banner: { js: REQUIRE },
    plugins: fault === undefined ? [] : [plant(fault)],
  });
}

interface Hunt {
  readonly name: string;
  readonly caught: boolean;
  readonly line: string;
}

async function hunt(folder: string, index: number, fault: PlantedFault | undefined): Promise<Hunt> {
  const name = fault?.name ?? '(nothing planted)';
  const outfile = join(folder, `${index}.mjs`);
  await bundle(outfile, fault);
  const startedMs = performance.now();
  const ms = (): string => `${Math.round(performance.now() - startedMs)} ms`.padStart(9);
  try {
    await run(process.execPath, [outfile, '--seeds', values.seeds, '--brief'], { timeout: 180_000 });
    return { name, caught: false, line: `survives   ${ms()}  ${name}` };
  } catch (error) {
    const said = String((error as { stdout?: string }).stdout);
    const match = /^seed (\d+) breaks "([^"]+)"/m.exec(said);
    if (match === null) throw new Error(`"${name}" ends without a verdict: ${said}${String(error)}`, { cause: error });
    return { name, caught: true, line: `seed ${String(match[1]).padStart(5)} ${ms()}  ${name}: breaks "${match[2]}"` };
  }
}

// All of them before any hunt, so that a stale one is reported at once.
PLANTED_FAULTS.forEach(planted);
const chosen = PLANTED_FAULTS.filter(({ name }) => name.includes(values.only ?? ''));
const folder = mkdtempSync(join(tmpdir(), 'ordo-sabotage-'));
const limit = pLimit(AT_A_TIME);
const found = new Findings();
try {
  const hunts = await Promise.all(
    [undefined, ...chosen].map((fault, index) =>
      limit(async () => {
        const done = await hunt(folder, index, fault);
        console.log(done.line);
        return done;
      }),
    ),
  );
  const [control, ...rest] = hunts;
  const survivors = rest.filter(({ caught }) => !caught);
  console.log(`${rest.length - survivors.length} of ${rest.length} planted faults caught within ${values.seeds} seeds`);
  for (const { name } of survivors) console.log(`not caught: ${name}`);
  found.note('planted faults', rest.length);
  found.note('caught', rest.length - survivors.length);
  found.note('seeds at most', values.seeds);
  for (const { name } of survivors) found.hold(false, 'not caught', name);
  keepFigures(values.figures, found.proof('sabotage', 1));
  if (control?.caught === true) console.log('the program itself breaks an invariant: see the first line');
  if (survivors.length > 0 || control?.caught === true) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
