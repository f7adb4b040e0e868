/** An account as its journal knows it, with what a look adds. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { Guarded, MarketRange } from '../guarded.ts';
import { withLook, type AccountLook } from './look.ts';
import { ordersOfJournal, type JournalOrder } from './of-journal.ts';

/** An older look says nothing of now. */
export const LOOK_COUNTS_MS = 24 * 60 * 60 * 1000;

export const youngLook = (look: AccountLook | undefined, nowMs: number): AccountLook | undefined =>
  look === undefined || nowMs - look.atMs > LOOK_COUNTS_MS ? undefined : look;

export interface AccountSeen {
  readonly account: KnownAccount;
  /** The newest look, where it is young enough to count. */
  readonly look?: AccountLook | undefined;
  /** `execution.cancelWait`: a preset that a look lacks so long after its fill is gone. */
  readonly cancelWaitMs: number;
  /** The market by symbol, where something newer than the look told it. */
  readonly markets?: ReadonlyMap<string, MarketRange> | undefined;
}

/** `change` says what the journal does not know of an order: what a run is about to do, or what its plan says. */
export function guardedAccount(
  { account, look, cancelWaitMs, markets }: AccountSeen,
  change: (order: JournalOrder) => JournalOrder = (order) => order,
): Omit<Guarded, 'basis'> {
  const orders = ordersOfJournal(account).map(change);
  if (look === undefined) return { orders, markets };
  const seen = withLook(orders, look, { cancelWaitMs });
  return { ...seen, markets: new Map([...(seen.markets ?? []), ...(markets ?? [])]), marketsTold: markets };
}
