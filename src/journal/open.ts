/** Opens a ledger by its URL: `sqlite:` and a path, or `memory:`, which lasts as long as the process. */
import { existsSync } from 'node:fs';
import { besideJournal, claimsOf, holderOf, lockedBy, lockFilesOf, lockRun, othersPlansIn } from './files/run-lock.ts';
import { makeFolderOf } from './files/journal-folder.ts';
import { realJournalPath } from './files/journal-path.ts';
import { openToOthers, refuseUnwritable } from './files/private-file.ts';
import { fileSpool, NO_SPOOL, type Spool } from './files/spool.ts';
import { defined } from '../model/defined.ts';
import { ok } from '../model/result.ts';
import { journalError } from './records/journal-error.ts';
import type { Holder, Ledger } from './records/ledger.ts';
import type { AccountName } from './records/scope.ts';
import type { Machine } from './account/account-log.ts';
import { LogLedger } from './requests/log-ledger.ts';
import { ofAnyPlan, TrialStore } from './requests/trial-store.ts';
import type { LocalStore } from './records/record-log.ts';
import { SqliteStore, type SqliteOptions } from './sqlite/sqlite-log.ts';
import { JOURNAL_VERSION } from './sqlite/tables.ts';
import type { StoreFacts } from './records/store-facts.ts';
import { MEMORY, pathOf } from './url.ts';

/** Makes nothing yet: the first claim does. Throws JournalError where the place of the store cannot be told. */
export function openLedger(url: string, machine: Machine & { readonly self: Holder }): Ledger {
  if (url === MEMORY) {
    const store = new SqliteStore({ file: ':memory:', wallMs: machine.wallMs });
    return new LogLedger(
      () => store,
      { take: () => ({ ok: true, value: { release: () => {} } }), holder: () => undefined },
      machine,
      MEMORY,
    );
  }
  const file = realJournalPath(pathOf(url));
  return new LogLedger(
    () => sqliteStore(file, machine),
    {
      take: (scope) => {
        makeFolderOf(file);
        const { isWatch, isFollow } = scope;
        const lock = lockRun(file, scope, { ...machine.self, ...defined({ isWatch, isFollow }) });
        if (!lock.ok) return lock;
        const { files, ...held } = lock.value;
        const isBeside = held.othersPlans !== undefined;
        const { origin, name } = scope.account;
        const waitingFile = isBeside ? `${besideJournal(file, origin, name)}.waiting` : undefined;
        return ok({ ...held, store: sqliteStore(file, machine, { lockFiles: files, ...defined({ waitingFile }) }) });
      },
      holder: (account, plan) => holderOf(file, account, plan),
    },
    machine,
    file,
  );
}

/** The same, of which nothing is written: its claims are refused as those of the file are, and keep in memory what they write. */
export function openTrial(url: string, machine: Machine & { readonly self: Holder }): Ledger {
  const file = realJournalPath(pathOf(url));
  return new LogLedger(
    () => new TrialStore(sqliteStore(file, machine), machine.wallMs),
    {
      take: (scope) => {
        refuseUnclaimable([...lockFilesOf(file, scope), file]);
        const free = lockedBy(file, ofAnyPlan(scope));
        if (!free.ok) return free;
        const othersPlans = (): ReadonlySet<string> => othersPlansIn(file, scope);
        return ok({ release: () => {}, othersPlans });
      },
      holder: (account, plan) => holderOf(file, account, plan),
    },
    machine,
    file,
  );
}

function refuseUnclaimable(files: readonly string[]): void {
  try {
    files.forEach(refuseUnwritable);
  } catch (error) {
    throw journalError(error, files.at(-1) ?? '');
  }
}

/** What a spool has, of which nothing is moved, and to which nothing is added. */
export const trialSpool = (spool: Spool): Spool => ({ ...NO_SPOOL, read: () => spool.read() });

type Held = Pick<SqliteOptions, 'lockFiles' | 'waitingFile'>;

/** Who only asks holds no lock, and waits without a place in the line. */
function sqliteStore(file: string, { wallMs }: Machine, held: Held = {}): LocalStore {
  const store = new SqliteStore({ file, wallMs, ...held });
  return {
    read: (onRecord, isEnough) => store.read(onRecord, isEnough),
    verify: (kept) => store.verify(kept),
    objection: async () => openToOthers(file),
    haltAtEnd: (account, halt) => store.haltAtEnd(account, halt),
    open: (onRecord) => {
      makeFolderOf(file);
      return store.open(onRecord);
    },
  };
}

/** Undefined where there is no file yet. */
export function fileFacts(url: string, accounts: readonly AccountName[]): StoreFacts | undefined {
  const file = realJournalPath(pathOf(url));
  if (!existsSync(file)) return undefined;
  const held = accounts.flatMap((account) => claimsOf(file, account));
  return { version: JOURNAL_VERSION, held, durability: ['synchronous FULL: on the disk of this machine'] };
}

/** Where verdicts of an account go that its ledger could not take. */
export function openSpool(url: string, { origin, name }: AccountName, wallMs: () => number): Spool {
  return url === MEMORY ? NO_SPOOL : fileSpool(besideJournal(realJournalPath(pathOf(url)), origin, name), wallMs);
}
