/**
 * `node proofs/inputs/two-nodes.ts [--plans N] [--seed S]`: random plans in the whole language, each compiled on this Node and on
 * Node 24, the oldest that is supported, and half as many random orders simulated on a path and on candles. Bodies, diagnostics and
 * simulations must be the same to the byte: what was reviewed on one machine is what another sends. Ends with 1 at any difference. Node
 * 24 comes from the registry, into npm's own cache.
 *
 * `node proofs/inputs/two-nodes.ts --compile <file>` is its child: a JSON list of texts to a JSON list of fingerprints, then those of
 * the simulations.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const { values } = parseArgs({
  options: {
    plans: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    compile: { type: 'string' },
  },
});
const OTHER = 'node@24';
/** Entries of a plan at most. */
const MOST_ENTRIES = 14;
/** One text in this many has one character too many, so that diagnostics are compared as well. */
const SPOILT = 4;
/** As many plans are compiled for one simulation. */
const SIMULATED = 2;

interface Fingerprints {
  readonly version: string;
  /** How many of the plans were refused. */
  readonly refused: number;
  readonly prints: readonly string[];
}

async function compile(file: string): Promise<Fingerprints> {
  const { compileText, fingerprint } = await import('./compile-text.ts');
  const { simulatedPrint } = await import('../fills/prints.ts');
  const compiled = (JSON.parse(readFileSync(file, 'utf8')) as string[]).map(compileText);
  const runs = Array.from({ length: Math.ceil(compiled.length / SIMULATED) }, (_, run) => run);
  return {
    version: process.version,
    refused: compiled.filter(({ schedule }) => schedule === undefined).length,
    prints: [...compiled.map(fingerprint), ...runs.map((run) => simulatedPrint(Number(values.seed), run))],
  };
}

async function draw(count: number, seed: number): Promise<string[]> {
  const { sample } = await import('fast-check');
  const { anyPlan, planYaml } = await import('./any-plan.ts');
  const { Random } = await import('../random.ts');
  return sample(anyPlan(MOST_ENTRIES), { numRuns: count, seed }).map((words, index) => {
    const text = planYaml(words, index);
    if (index % SPOILT !== 0) return text;
    const random = new Random(seed + index, 'spoil');
    const at = random.int(0, text.length);
    return text.slice(0, at) + random.pick(['9', '.', '-', '=', '(', '*', ':', ', ', 'é', '日', '\t']) + text.slice(at);
  });
}

const run = promisify(execFile);

async function compiledBy(command: string, args: readonly string[]): Promise<Fingerprints> {
  const { stdout } = await run(command, [...args], { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as Fingerprints;
}

async function compare(count: number, seed: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-two-nodes-'));
  try {
    const texts = await draw(count, seed);
    const file = join(folder, 'plans.json');
    writeFileSync(file, JSON.stringify(texts));
    const child = [import.meta.filename, '--compile', file, '--seed', String(seed)];
    const here = await compiledBy(process.execPath, child);
    const there = await compiledBy('npm', ['exec', '--yes', `--package=${OTHER}`, '--', 'node', ...child]);
    if (here.version === there.version) throw new Error(`both children are ${here.version}`);
    const different = here.prints.flatMap((print, index) => (print === there.prints[index] ? [] : [index]));
    const on = `${here.version} and ${there.version}`;
    if (different.length === 0)
      console.log(
        `${count} plans and ${here.prints.length - count} simulations, same bytes on ${on} (${here.refused} plans refused alike)`,
      );
    else {
      const first = different[0] as number;
      const which = texts[first] ?? `simulation, seed ${seed}, run ${first - count}`;
      console.log(`${different.length} of ${here.prints.length} differ on ${on}; the first:\n${which}`);
    }
    return different.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (values.compile !== undefined) console.log(JSON.stringify(await compile(values.compile)));
else if (!(await compare(Number(values.plans), Number(values.seed)))) process.exitCode = 1;
