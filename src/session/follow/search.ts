/** Looks for orders whose placing is not known, by their client order ids: at every look, in all lists that may have them. */
import type { Claim } from '../../journal/records/ledger.ts';
import { mayRest, type KnownOrder } from '../../journal/records/state.ts';
import type { Sought } from '../lists/list-matches.ts';
import type { LookedUp } from '../lists/look-up.ts';
import { soughtOf } from '../lists/lookup-keys.ts';
import { Unplaced } from '../lists/unplaced.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { LooksTask } from './follow-task.ts';
import type { InFlight } from './in-flight.ts';

interface SearchBy {
  readonly task: Pick<LooksTask, 'plan' | 'generation' | 'signal'>;
  readonly claim: Claim;
  readonly time: ExchangeTime;
  readonly lookUp: (orders: readonly Sought[], signal: AbortSignal) => AsyncIterable<LookedUp>;
  /** Calls of this run that have no answer yet. */
  readonly inFlight?: Pick<InFlight, 'late' | 'found'>;
}

/** What is in flight has its answer to come, and is looked for apart: that no list has it says nothing. */
const isUnknown = (order: KnownOrder): boolean =>
  mayRest(order) && order.orderId === undefined && order.state !== 'in-flight';

export class Search {
  readonly #by: SearchBy;
  readonly #lackedBy = new Map<string, number>();
  /** All lists were read, the last time that something was looked for. */
  isAnswered = true;

  constructor(by: SearchBy) {
    this.#by = by;
  }

  /** How many full looks lack it since its request is dead. */
  lackedBy(clientOid: string): number | undefined {
    return this.#lackedBy.get(clientOid);
  }

  /** What is found is accepted; whether anything was. */
  async take(orders: readonly KnownOrder[], signal = this.#by.task.signal): Promise<boolean> {
    this.isAnswered = true;
    const found = await this.#unknown(orders.filter(isUnknown), signal);
    await this.#awaited(orders, signal);
    return found;
  }

  async #unknown(unknown: readonly KnownOrder[], signal: AbortSignal): Promise<boolean> {
    if (unknown.length === 0) return false;
    const { claim, time, task, lookUp } = this.#by;
    const { plan, generation } = task;
    const live = new Set(
      (await claim.liveRequests(unknown.map(({ clientOid }) => clientOid))).map(({ clientOid }) => clientOid),
    );
    const known = async (): Promise<ReadonlyMap<string, KnownOrder>> =>
      new Map([...(await claim.state({ plan, generation })).values()].map((order) => [order.clientOid, order]));
    const unplaced = new Unplaced({
      claim,
      clock: time.clock,
      known,
      lookUp: (sought) => lookUp(sought, signal),
    });
    let found = false;
    for await (const one of unplaced.look(unknown)) {
      if ('placed' in one) found = true;
      else if (one.stand.kind === 'failed') this.isAnswered = false;
      else if (one.stand.kind === 'not-found' && !live.has(one.clientOid))
        this.#lackedBy.set(one.clientOid, (this.#lackedBy.get(one.clientOid) ?? 0) + 1);
    }
    return found;
  }

  /** Where the lists have what is in flight, that is its answer. That they do not says nothing. */
  async #awaited(orders: readonly KnownOrder[], signal: AbortSignal): Promise<void> {
    const { inFlight, lookUp } = this.#by;
    if (inFlight === undefined) return;
    const { late } = inFlight;
    const sought = orders.filter(({ state, clientOid }) => state === 'in-flight' && late.has(clientOid));
    if (sought.length === 0) return;
    for await (const { order, finding } of lookUp(sought.map(soughtOf), signal))
      if (finding.kind === 'found') inFlight.found(order.clientOid, finding.orderId);
      else if (finding.kind === 'failed') this.isAnswered = false;
  }
}
