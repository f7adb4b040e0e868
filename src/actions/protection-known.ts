/** What of an account is covered by a stop, by its journal and the newest look that it has. Asks nobody. */
import type { KnownAccount } from '../journal/records/known-account.ts';
import type { MarketRange } from '../protection/guarded.ts';
import { withLook, type AccountLook } from '../protection/journal/look.ts';
import { ordersOfJournal } from '../protection/journal/of-journal.ts';
import { protectionOf, type Protection } from '../protection/protection.ts';

/** An older look says nothing of now. */
export const LOOK_COUNTS_MS = 24 * 60 * 60 * 1000;

export interface ProtectionAsked {
  readonly account: KnownAccount;
  /** The newest one that the journal has. */
  readonly look?: AccountLook | undefined;
  readonly nowMs: number;
  /** `execution.cancelWait`: a preset that a look lacks so long after its fill is gone. */
  readonly cancelWaitMs: number;
  /** The market by symbol, where something newer than the look told it. */
  readonly markets?: ReadonlyMap<string, MarketRange> | undefined;
}

/** By the look, if it is at most a day old: what was sent since is added to it by the journal. Else by the journal alone. */
export function protectionOfAccount({ account, look, nowMs, cancelWaitMs, markets }: ProtectionAsked): Protection {
  const orders = ordersOfJournal(account);
  if (look === undefined || nowMs - look.atMs > LOOK_COUNTS_MS)
    return protectionOf({ basis: 'journal', orders, markets });
  const seen = withLook(orders, look, { cancelWaitMs });
  return protectionOf({ basis: 'look', ...seen, markets: new Map([...(seen.markets ?? []), ...(markets ?? [])]) });
}
