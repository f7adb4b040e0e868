/** Looks after orders that were placed until each is seen to be over. */
import type { Claim } from '../../journal/records/ledger.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { mayRest, type KnownOrder } from '../../journal/records/state.ts';
import type { Clock } from '../../ports.ts';
import type { Sought } from '../lists/list-matches.ts';
import type { LookedUp } from '../lists/look-up.ts';
import { Unplaced } from '../lists/unplaced.ts';

export interface OverAsked {
  readonly plan: PlanName;
  readonly clientOids: ReadonlySet<string>;
  /** The last look begins when this time is over. */
  readonly waitMs: number;
  /** Nothing more is asked once it is aborted. */
  readonly signal: AbortSignal;
}

interface OverWith {
  readonly claim: Pick<Claim, 'state' | 'settle'>;
  readonly clock: Clock;
  /** Finds orders whose placing is unknown. */
  readonly lookUp: (orders: readonly Sought[], signal: AbortSignal) => AsyncIterable<LookedUp>;
  /** Keeps how placed orders stand. */
  readonly refresh: (orders: readonly KnownOrder[], signal: AbortSignal) => Promise<unknown>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/** How they are on record then. What is unknown is settled only by a list that has it. Rejects with JournalError. */
export async function untilOver(
  { claim, clock, lookUp, refresh }: OverWith,
  { plan, clientOids, waitMs, signal }: OverAsked,
): Promise<readonly KnownOrder[]> {
  const known = async (): Promise<ReadonlyMap<string, KnownOrder>> =>
    new Map([...(await claim.state(plan)).values()].map((order) => [order.clientOid, order]));
  const asked = async (): Promise<KnownOrder[]> =>
    [...(await known()).values()].filter(({ clientOid }) => clientOids.has(clientOid));
  const unplaced = new Unplaced({ claim, clock, known, lookUp: (sought) => lookUp(sought, signal) });
  const untilMs = clock.monotonicMs() + waitMs;
  for (let pauseMs = FIRST_WAIT_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_WAIT_MS)) {
    const isLast = clock.monotonicMs() >= untilMs;
    const before = (await asked()).filter(mayRest);
    if (before.length === 0 || signal.aborted) return asked();
    // What is found is on record by then.
    for await (const _ of unplaced.look(before.filter((order) => !isPlaced(order))));
    const placed = (await asked()).filter((order) => mayRest(order) && isPlaced(order));
    if (placed.length > 0) await refresh(placed, signal);
    const orders = await asked();
    if (isLast || !orders.some(mayRest)) return orders;
    await clock.sleep(Math.min(pauseMs, Math.max(0, untilMs - clock.monotonicMs())), signal);
  }
}

const isPlaced = ({ orderId }: KnownOrder): boolean => orderId !== undefined;
