/** What runs put on record besides their calls: the file of the plan, where the market was, and whether they followed it. */
import type { Said } from '../records/record-schema.ts';
import type { KeptRange } from '../records/state.ts';
import { rangesOf } from './said-of.ts';

type Ranges = ReadonlyMap<string, KeptRange>;

/** By the number of the run's record. */
export class KnownRuns {
  readonly #files = new Map<number, string>();
  /** Where the market was by each run that saw it, and where each plan said that it was, by symbol. */
  readonly #markets = new Map<number, Ranges>();
  readonly #references = new Map<number, Ranges>();
  readonly #follows = new Set<number>();

  take(run: number, { planFile, checked, references, isFollow }: Said['run']): void {
    if (isFollow === true) this.#follows.add(run);
    this.#files.set(run, planFile);
    if (checked !== undefined) this.#markets.set(run, rangesOf(checked.markets));
    if (references !== undefined) this.#references.set(run, rangesOf(references));
  }

  file(run: number): string | undefined {
    return this.#files.get(run);
  }

  market(run: number | undefined, symbol: string): KeptRange | undefined {
    return this.#markets.get(run ?? 0)?.get(symbol);
  }

  reference(run: number | undefined, symbol: string): KeptRange | undefined {
    return this.#references.get(run ?? 0)?.get(symbol);
  }

  follows(run: number | undefined): boolean {
    return this.#follows.has(run ?? 0);
  }
}
