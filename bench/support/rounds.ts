import { ratios, type Figure } from './figures.ts';
import type { Cost } from './processes.ts';

/** What a case costs this time. */
type Case = () => Cost | Promise<Cost>;

/** Every case once per round, in turn; the first round only warms the disk's cache. */
export async function interleaved(cases: Readonly<Record<string, Case>>, rounds: number): Promise<Rounds> {
  const costs = new Map<string, Cost[]>(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(cases)) {
      const cost = await run();
      if (round > 0) costs.get(name)?.push(cost);
    }
  }
  return new Rounds(costs);
}

/** The costs of each case, round by round, and the figures made of them. */
export class Rounds {
  readonly #costs: ReadonlyMap<string, readonly Cost[]>;

  constructor(costs: ReadonlyMap<string, readonly Cost[]>) {
    this.#costs = costs;
  }

  /** A case by itself. */
  plain(what: string): Figure {
    return { what, unit: 'ms', samples: this.#all(what, 'ms') };
  }

  /** A case against its rival, of which it may take at most so many times. `as` is its name where it has several rivals. */
  against(what: string, rival: string, most?: number, as = what): Figure {
    const by = (kind: keyof Cost): number[] => ratios(this.#all(what, kind), this.#all(rival, kind));
    return {
      what: as,
      unit: 'ms',
      samples: this.#all(what, 'ms'),
      ratio: { to: rival, samples: by('ms'), cpu: by('cpuMs') },
      ...(most !== undefined && { target: { of: 'ratio', most } }),
    };
  }

  #all(what: string, kind: keyof Cost): number[] {
    const costs = this.#costs.get(what);
    if (costs === undefined) throw new Error(`no case ${what}`);
    return costs.map((cost) => cost[kind]);
  }
}
