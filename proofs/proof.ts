/** What every proof shares: a seed, bounded sizes, one closing line, and figures that docs/safety.md is made from. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { named } from './spoken.ts';

export interface ProofOptions {
  readonly runs: number;
  readonly seed: number;
}

export interface Proof {
  readonly name: string;
  readonly seed: number;
  /** What was counted, in the order in which it is reported. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** Each a sentence that says how to see it again; empty when the proof holds. */
  readonly violations: readonly string[];
  readonly elapsedMs: number;
  /** What it ran on, once its figures are kept; undefined outside of a git repository. */
  readonly commit?: string;
}

/** `work` for 0 to `count` - 1, never more than `abreast` at once. */
export async function inTurns(count: number, abreast: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(abreast, count) }, worker));
}

/** Resolves after `ms` milliseconds. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Figures and violations of a proof while it runs. */
export class Findings {
  readonly figures: Record<string, number | string>;
  readonly violations: string[] = [];
  readonly #startedMs = performance.now();

  /** `counted` are counted from 0 and come first, in this order. */
  constructor(counted: readonly string[] = []) {
    this.figures = Object.fromEntries(counted.map((name) => [name, 0]));
  }

  count(name: string, by = 1): void {
    this.figures[name] = Number(this.figures[name] ?? 0) + by;
  }

  /** A figure that is not counted. */
  note(name: string, figure: number | string): void {
    this.figures[name] = figure;
  }

  /** Keeps a violation at `where` unless it holds. */
  hold(holds: boolean, where: string, what: string): void {
    if (!holds) this.violations.push(`${where}: ${what}`);
  }

  /** What it came to, after all the time since it began. */
  proof(name: string, seed: number): Proof {
    const { figures, violations } = this;
    return { name, seed, figures, violations, elapsedMs: performance.now() - this.#startedMs };
  }
}

/** A proof made of its work: `counted` are its figures that begin at 0, in the order in which they are reported. */
export const proofOf =
  <Options extends ProofOptions>(
    name: string,
    counted: readonly string[],
    work: (options: Options, found: Findings) => Promise<void>,
  ) =>
  async (options: Options): Promise<Proof> => {
    const found = new Findings(counted);
    await work(options, found);
    return found.proof(named(name), options.seed);
  };

function commit(): string | undefined {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=8'], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}

/** As it begins: a proof may take hours, and the tree another commit meanwhile. */
const RAN_ON = process.argv.includes('--figures') ? commit() : undefined;

/** For docs/safety.md, where a file is named. */
export function keepFigures(file: string | undefined, proof: Proof): void {
  if (file !== undefined) writeFileSync(file, `${JSON.stringify({ ...proof, commit: RAN_ON }, undefined, 2)}\n`);
}

export function closingLine({ name, seed, figures, violations, elapsedMs }: Proof): string {
  const counted = Object.entries(figures).map(([what, amount]) => `${amount} ${what}`);
  return `${name}: ${counted.join(', ')}; ${violations.length} violations; seed ${seed}, ${(elapsedMs / 1000).toFixed(1)} s`;
}

/** Runs a proof from the command line: `--runs N`, `--seed S`, `--figures FILE`, `--interface v3`; exit 1 on any violation. */
export async function prove(
  defaults: { readonly runs: number },
  proof: (options: ProofOptions) => Promise<Proof>,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      figures: { type: 'string' },
      interface: { type: 'string' },
    },
  });
  const done = await proof({ runs: whole(values.runs, defaults.runs), seed: whole(values.seed, 1) });
  for (const violation of done.violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
  console.log(closingLine(done));
  keepFigures(values.figures, done);
  process.exitCode = done.violations.length === 0 ? 0 : 1;
}

function whole(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`${text} is not a whole number`);
  return Number(text);
}
