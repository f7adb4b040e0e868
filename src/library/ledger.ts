import { isAbsolute } from 'node:path';
import type { Spool } from '../ledger/beside/spool.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { openLedger as open, openSpool } from '../ledger/open.ts';
import type { AccountName } from '../ledger/scope.ts';
import { MEMORY, sqliteUrl } from '../ledger/url.ts';
import { EXIT } from '../model/exit-code.ts';
import type { Result } from '../model/result.ts';
import type { Clock } from '../ports.ts';
import { machine, thisProcess } from '../real/machine.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { VERSION } from '../version.ts';
import { asValueNow } from './failure.ts';
import { memoryLedger } from './memory-ledger.ts';

/** A ledger, and where verdicts go that it cannot take. Without a `spool` those are only in the result. */
export interface SessionLedger extends Ledger {
  readonly spool?: (account: AccountName) => Spool;
}

/**
 * The journal of the command at `sqlite:` and a path, or at `memory:` one that lasts as long as this value. Makes nothing yet:
 * the first session does. Err (exit code 2) where the place cannot be told, such as a file with hard links.
 */
export function openLedger(url: string, { clock }: { readonly clock?: Clock } = {}): Result<SessionLedger, Refusal> {
  return asValueNow(() => {
    // From two folders a relative path would be two journals, and a plan would be placed twice.
    if (url !== MEMORY && !(url.startsWith(sqliteUrl('')) && isAbsolute(url.slice(sqliteUrl('').length))))
      refuse(EXIT.usage, `${url} is not the address of a ledger`, 'write sqlite: and an absolute path, or memory:');
    const { defer } = machine;
    const time = clock === undefined ? machine : { monotonicMs: clock.monotonicMs, wallMs: clock.wallMs, defer };
    const own = { ...time, self: { ...thisProcess(), tool: VERSION } };
    const ledger = url === MEMORY ? memoryLedger(own) : open(url, own);
    return Object.assign(ledger, { spool: (account: AccountName) => openSpool(url, account, time.wallMs) });
  });
}
