import { headIn, LEAST_DIGITS, type Verified } from '../journal/records/head.ts';
import type { Ledger } from '../journal/records/ledger.ts';
import type { Result } from '../model/result.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { asValue } from './failure.ts';

/**
 * Looks at every record of a ledger, as `ordo journal verify` does, and changes nothing. `head` is one that was kept, such as
 * `journalHead` of a run: it must still be in the ledger, as it was. A ledger that is not as it was written is `broken`; err (exit
 * code 2) is a ledger that cannot be read, or a text that is not a head.
 */
export function verifyLedger(ledger: Pick<Ledger, 'verify'>, head?: string): Promise<Result<Verified, Refusal>> {
  return asValue(() => {
    const kept = head === undefined ? undefined : headIn(head);
    if (head !== undefined && kept === undefined)
      refuse('option/value', `${head} is not a head`, `give its number and at least ${LEAST_DIGITS} digits of its sum`);
    return ledger.verify(kept);
  });
}
