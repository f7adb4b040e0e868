/** Orders that left and have no answer: each look asks the lists for them, and what is found is accepted. */
import type { Claim } from '../../journal/records/ledger.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import { Unplaced } from '../lists/unplaced.ts';
import type { LookedUp } from '../lists/look-up.ts';
import type { Sought } from '../lists/list-matches.ts';
import type { ExchangeTime } from './exchange-time.ts';

interface LookingForThem {
  readonly claim: Claim;
  readonly time: Pick<ExchangeTime, 'clock'>;
  readonly lookUp: (orders: readonly Sought[], signal: AbortSignal) => AsyncIterable<LookedUp>;
}

export class LostAnswers {
  readonly #with: LookingForThem;
  readonly #name: PlanName;
  readonly #lackedBy = new Map<string, number>();

  constructor(how: LookingForThem, name: PlanName) {
    this.#with = how;
    this.#name = name;
  }

  /** How many full looks lack one whose request is dead. */
  get lackedBy(): ReadonlyMap<string, number> {
    return this.#lackedBy;
  }

  /** Whether one of them was found. */
  async look(unknown: readonly KnownOrder[], signal: AbortSignal): Promise<boolean> {
    if (unknown.length === 0) return false;
    const { claim, time, lookUp } = this.#with;
    const live = new Set(
      (await claim.liveRequests(unknown.map(({ clientOid }) => clientOid))).map(({ clientOid }) => clientOid),
    );
    const known = async (): Promise<ReadonlyMap<string, KnownOrder>> =>
      new Map([...(await claim.state(this.#name)).values()].map((order) => [order.clientOid, order]));
    const unplaced = new Unplaced({ claim, clock: time.clock, known, lookUp: (sought) => lookUp(sought, signal) });
    let found = false;
    for await (const one of unplaced.look(unknown)) {
      if ('placed' in one) found = true;
      else if (one.stand.kind === 'not-found' && !live.has(one.clientOid))
        this.#lackedBy.set(one.clientOid, (this.#lackedBy.get(one.clientOid) ?? 0) + 1);
    }
    return found;
  }
}
