/** What runs put on record besides their calls: the file of the plan, where the market was, and whether they followed it. */
import type { Said } from '../records/record-schema.ts';
import type { KeptRange } from '../records/state.ts';
import { rangesOf } from './said-of.ts';

type Ranges = ReadonlyMap<string, KeptRange>;

interface OpenFollow {
  readonly plan: string;
  readonly host: string;
  readonly pid: number;
}

/** By the number of the run's record. */
export class KnownRuns {
  readonly #files = new Map<number, string>();
  /** Where the market was by each run that saw it, and where each plan said that it was, by symbol. */
  readonly #markets = new Map<number, Ranges>();
  readonly #references = new Map<number, Ranges>();
  readonly #follows = new Set<number>();
  /** Those of them that have not ended by themselves. */
  readonly #open = new Map<number, OpenFollow>();

  /** `plan`: by name. */
  take(run: number, said: Said['run'], plan: string | undefined): void {
    const { planFile, checked, references, isFollow, host, pid } = said;
    if (isFollow === true) this.#follows.add(run);
    if (isFollow === true && plan !== undefined) this.#open.set(run, { plan, host, pid });
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

  finished(run: number | undefined): void {
    this.#open.delete(run ?? 0);
  }

  /** The plan that a process follows, as far as it said no end of it; `plan`: only whether it is that one. */
  followedBy({ host, pid }: Omit<OpenFollow, 'plan'>, plan?: string): string | undefined {
    const own = [...this.#open.values()].findLast((one) => one.host === host && one.pid === pid);
    return plan === undefined || own?.plan === plan ? own?.plan : undefined;
  }

  follows(run: number | undefined): boolean {
    return this.#follows.has(run ?? 0);
  }
}
