import type { Call } from '../../model/call.ts';
import type { Outcome } from '../../model/outcome.ts';

interface Awaited {
  readonly done: Promise<void>;
  readonly resolve: () => void;
  outcome?: Outcome['outcome'];
}

interface Failed {
  readonly clientOid: string;
  readonly outcome: Outcome['outcome'];
}

/** What calls wait for: lets one begin when all the orders before it have their outcomes, and says whether it may. */
export class Dependencies {
  readonly #awaited = new Map<string, Awaited>();
  readonly #failed = new Map<readonly string[], Promise<Failed | undefined>>();

  constructor(calls: readonly Call[]) {
    for (const waitsFor of new Set(calls.map((call) => call.waitsFor))) {
      for (const clientOid of waitsFor ?? []) {
        if (this.#awaited.has(clientOid)) continue;
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#awaited.set(clientOid, { done: promise, resolve });
      }
    }
  }

  concluded(clientOid: string, outcome: Outcome['outcome']): void {
    const awaited = this.#awaited.get(clientOid);
    if (awaited === undefined) return;
    awaited.outcome = outcome;
    awaited.resolve();
  }

  /** No outcome comes from this call any more: after a bug of ours its orders may be without, and are unknown. */
  ended({ orders }: Call): void {
    for (const { clientOid } of orders)
      if (this.#awaited.get(clientOid)?.outcome === undefined) this.concluded(clientOid, 'unknown');
  }

  /** Resolves when all outcomes are there, with the first order that was not accepted; once for all calls that wait alike. */
  firstFailed({ waitsFor = [] }: Call): Promise<Failed | undefined> {
    const known = this.#failed.get(waitsFor) ?? this.#firstFailedOf(waitsFor);
    this.#failed.set(waitsFor, known);
    return known;
  }

  async #firstFailedOf(waitsFor: readonly string[]): Promise<Failed | undefined> {
    for (const clientOid of waitsFor) {
      const awaited = this.#awaited.get(clientOid) as Awaited;
      await awaited.done;
      const { outcome } = awaited;
      if (outcome !== undefined && outcome !== 'accepted') return { clientOid, outcome };
    }
    return undefined;
  }
}
