/** What every proof shares: a seed, bounded sizes, one closing line, and figures that docs/safety.md is made from. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface ProofOptions {
  readonly runs: number;
  readonly seed: number;
}

export interface Proof {
  readonly name: string;
  readonly seed: number;
  /** What was counted, in the order it is told. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** Each a sentence that says how to see it again; empty when the proof holds. */
  readonly violations: readonly string[];
  readonly elapsedMs: number;
}

/** Numbers from 0 to below 1, the same for the same seed on every machine (Mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** A random of its own for one run of many, so that a run can be seen again alone. */
export const randomOf = (seed: number, run: number): Random => new Random(Math.imul(seed, 1_000_003) + run);

/** `work` for 0 to `count` - 1, never more than `abreast` at once. */
export async function inTurns(count: number, abreast: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(abreast, count) }, worker));
}

/** Resolves after so many ms. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Figures and violations of a proof while it runs. */
export class Findings {
  readonly figures: Record<string, number> = {};
  readonly violations: string[] = [];

  count(name: string, by = 1): void {
    this.figures[name] = (this.figures[name] ?? 0) + by;
  }

  /** Counts a violation under `where` unless it holds. */
  hold(holds: boolean, where: string, what: string): void {
    if (!holds) this.violations.push(`${where}: ${what}`);
  }
}

export function closingLine({ name, seed, figures, violations, elapsedMs }: Proof): string {
  const counted = Object.entries(figures).map(([what, amount]) => `${amount} ${what}`);
  return `${name}: ${counted.join(', ')}; ${violations.length} violations; seed ${seed}, ${(elapsedMs / 1000).toFixed(1)} s`;
}

/** Runs a proof from the command line: `--runs N`, `--seed S`, `--figures FILE`; exit 1 on any violation. */
export async function prove(
  defaults: { readonly runs: number },
  proof: (options: ProofOptions) => Promise<Proof>,
): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: 'string' }, seed: { type: 'string' }, figures: { type: 'string' } },
  });
  const done = await proof({ runs: whole(values.runs, defaults.runs), seed: whole(values.seed, 1) });
  for (const violation of done.violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
  console.log(closingLine(done));
  if (values.figures !== undefined) writeFileSync(values.figures, `${JSON.stringify(done, undefined, 2)}\n`);
  process.exitCode = done.violations.length === 0 ? 0 : 1;
}

function whole(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`${text} is no whole number`);
  return Number(text);
}
