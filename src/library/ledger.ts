import { isAbsolute } from 'node:path';
import type { Machine } from '../journal/account/account-log.ts';
import { witnessIn } from '../journal/files/kept-heads.ts';
import { besideServer, stateFolderOf } from '../journal/files/journal-folder.ts';
import type { Spool } from '../journal/files/spool.ts';
import type { Holder, Ledger } from '../journal/records/ledger.ts';
import { openLedger as open, openSpool } from '../journal/open.ts';
import { isServerUrl, looksLikeAddress } from '../journal/postgres/journal-url.ts';
import { openServerLedger } from '../journal/postgres/pg-ledger.ts';
import type { AccountName } from '../journal/records/scope.ts';
import { MEMORY, sqliteUrl } from '../journal/url.ts';
import type { Result } from '../model/result.ts';
import type { Clock } from '../ports.ts';
import { homeFolder, machine, thisProcess } from '../system/machine.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { VERSION } from '../version.ts';
import { asValueNow } from './failure.ts';
import { memoryLedger } from './memory-ledger.ts';

/**
 * A ledger, and where verdicts go that it cannot take; `journal` is what its claim calls it (`Claim.journal`). Without a `spool` those
 * are only in the result.
 */
export interface SessionLedger extends Ledger {
  readonly spool?: (account: AccountName, journal: string) => Spool;
}

/**
 * The journal of the command at `sqlite:` and a path, or on the server of a `postgres://user@host/database`, whose password may be in
 * `PGPASSWORD` or `~/.pgpass`; or at `memory:` one that lasts as long as this value. Makes and connects nothing yet: the first session
 * does. Err (exit code 2) where the place cannot be told, such as a file with hard links.
 */
export function openLedger(url: string, { clock }: { readonly clock?: Clock } = {}): Result<SessionLedger, Refusal> {
  return asValueNow(() => {
    const { defer } = machine;
    const time = clock === undefined ? machine : { monotonicMs: clock.monotonicMs, wallMs: clock.wallMs, defer };
    const own = { ...time, self: { ...thisProcess(), tool: VERSION } };
    const ledger = ledgerAt(url, own);
    const spool = (account: AccountName, journal: string): Spool =>
      openSpool(besideOf(url, journal), account, time.wallMs);
    return Object.assign(ledger, { spool });
  });
}

function ledgerAt(url: string, own: Machine & { readonly self: Holder }): Ledger {
  if (url === MEMORY) return memoryLedger(own);
  if (isServerUrl(url))
    return openServerLedger(url, { ...own, witness: witnessIn(stateFolderOf(process.env, homeFolder())) });
  // From two folders a relative path would be two journals, and a plan would be placed twice.
  const path = url.startsWith(sqliteUrl('')) ? url.slice(sqliteUrl('').length) : '';
  if (isAbsolute(path) && !looksLikeAddress(path)) return open(url, own);
  const what = looksLikeAddress(url) ? 'this' : url;
  return refuse(
    'journal/address',
    `${what} is not the address of a ledger`,
    'write sqlite: and an absolute path, postgres://user@host/database, or memory:',
  );
}

/** Where verdicts go that the ledger cannot take: of a server, where the command on this machine puts them, and looks for them. */
function besideOf(url: string, journal: string): string {
  if (!isServerUrl(url)) return url;
  const folder = stateFolderOf(process.env, homeFolder());
  return folder === undefined
    ? refuse(
        'environment/no-folder',
        'there is no folder for what a server cannot take',
        'set XDG_STATE_HOME to an absolute path',
      )
    : sqliteUrl(besideServer(folder, journal));
}
