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
import { type Result, err, ok } from '../model/result.ts';
import type { Clock } from '../ports.ts';
import { homeFolder, machine, thisProcess } from '../system/machine.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { VERSION } from '../version.ts';
import { asValueNow } from './failure.ts';
import { defined } from '../model/defined.ts';
import type { Head, Verified } from '../journal/records/head.ts';
import { LogLedger, type AccountLocks } from '../journal/requests/log-ledger.ts';
import type { LocalLog, LocalStore, LogRecord, OnRecord } from '../journal/records/record-log.ts';
import { SqliteStore } from '../journal/sqlite/sqlite-log.ts';

/** A ledger in memory that lasts as long as its value: its sessions share one log, as those of a file do. */
function memoryLedger(own: Machine & { readonly self: Holder }): LogLedger {
  const store = new MemoryStore(own.wallMs);
  return new LogLedger(() => store, locksOf(own.self), own, MEMORY);
}

/** Tells each record to everybody who has it open, in the commit that writes it. */
class MemoryStore implements LocalStore {
  readonly #wallMs: () => number;
  readonly #records: { readonly record: LogRecord; readonly sum: string | undefined }[] = [];
  readonly #open = new Set<OnRecord>();
  #log: LocalLog | undefined;
  /** Whose records are being written. */
  #writing: OnRecord | undefined;

  constructor(wallMs: () => number) {
    this.#wallMs = wallMs;
  }

  open(onRecord: OnRecord): LocalLog {
    const log = (this.#log ??= new SqliteStore({ file: ':memory:', wallMs: this.#wallMs }).open((record, sum) => {
      this.#records.push({ record, sum });
      for (const tell of this.#open)
        if (tell === this.#writing) tell(record, sum, true);
        else tell(record, sum);
    }));
    this.read(onRecord);
    this.#open.add(onRecord);
    return {
      get head() {
        return log.head;
      },
      transact: (work) => {
        this.#writing = onRecord;
        try {
          return log.transact(work);
        } finally {
          this.#writing = undefined;
        }
      },
      close: () => void this.#open.delete(onRecord),
    };
  }

  /** Nobody else can write into it, so only a head that was kept of another ledger is not in it. */
  verify(kept?: Head): Verified {
    const { sum } = this.#records[(kept?.record ?? 0) - 1] ?? {};
    if (kept !== undefined && (sum === undefined || !sum.startsWith(kept.sum)))
      return { kind: 'broken', record: kept.record, about: 'a record', what: 'is not the one whose head was kept' };
    return { kind: 'whole', ...defined({ head: this.#log?.head }) };
  }

  read(onRecord: OnRecord): void {
    for (const { record, sum } of this.#records) onRecord(record, sum);
  }
}

const keyOf = ({ origin, name }: AccountName): string => JSON.stringify([origin, name]);

function locksOf(self: Holder): AccountLocks {
  const held = new Set<{ readonly account: string; readonly plan: string | undefined }>();
  const ofAccount = (account: string) => [...held].filter((one) => one.account === account);
  const holderOf = ({ plan }: { readonly plan: string | undefined }): Holder => ({ ...self, ...defined({ plan }) });
  return {
    take: ({ account, plan: { plan } = {} }) => {
      const own = { account: keyOf(account), plan };
      const other = ofAccount(own.account).find(
        (one) => plan === undefined || one.plan === undefined || one.plan === plan,
      );
      if (other !== undefined) return err(holderOf(other));
      held.add(own);
      const othersPlans = (): ReadonlySet<string> =>
        new Set(ofAccount(own.account).flatMap((one) => (one === own ? [] : (one.plan ?? []))));
      return ok({ release: () => void held.delete(own), ...(plan !== undefined && { othersPlans }) });
    },
    holder: (account, plan) =>
      ofAccount(keyOf(account))
        .filter((one) => plan === undefined || one.plan === undefined || one.plan === plan)
        .map(holderOf)[0],
  };
}

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
