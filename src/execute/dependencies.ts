import type { Call } from '../model/call.ts';
import type { Outcome } from '../model/outcome.ts';

interface Awaited {
  readonly done: Promise<void>;
  readonly resolve: () => void;
  outcome?: Outcome['outcome'];
}

/** What calls wait for: lets one begin when all the orders before it have their outcomes, and says whether it may. */
export class Dependencies {
  readonly #awaited = new Map<string, Awaited>();

  constructor(calls: readonly Call[]) {
    for (const clientOid of calls.flatMap(({ waitsFor }) => waitsFor ?? [])) {
      if (this.#awaited.has(clientOid)) continue;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#awaited.set(clientOid, { done: promise, resolve });
    }
  }

  concluded(clientOid: string, outcome: Outcome['outcome']): void {
    const awaited = this.#awaited.get(clientOid);
    if (awaited === undefined) return;
    awaited.outcome = outcome;
    awaited.resolve();
  }

  /** Resolves when all outcomes are there, with the first order that was not accepted. */
  async firstFailed(call: Call): Promise<{ clientOid: string; outcome: Outcome['outcome'] } | undefined> {
    for (const clientOid of call.waitsFor ?? []) {
      const awaited = this.#awaited.get(clientOid) as Awaited;
      await awaited.done;
      const { outcome } = awaited;
      if (outcome !== undefined && outcome !== 'accepted') return { clientOid, outcome };
    }
    return undefined;
  }
}
