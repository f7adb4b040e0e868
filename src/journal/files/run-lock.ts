/**
 * Who writes for an account at a time (exit 10): runs of its plans, one each, or one that holds all of it. The locks are SQLite's own, on
 * files beside the journal: the account's file, which runs of plans share and nobody else, and a file of each plan. The system frees them
 * when the process ends, however it ends, and never while the process is only suspended. So a killed holder never blocks, a sleeping
 * one is never robbed, and no age or heartbeat is ever judged.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defined } from '../../model/defined.ts';
import { err, errorWords, ok, type Result } from '../../model/result.ts';
import type { Holder } from '../records/ledger.ts';
import { JournalError } from '../records/journal-error.ts';
import type { AccountName, ClaimScope, PlanName } from '../records/scope.ts';
import type { HeldClaim } from '../records/store-facts.ts';
import { makePrivate } from './private-file.ts';

export interface RunLock {
  /** The files whose locks it holds. */
  readonly files: readonly string[];
  /** The plans of the account that others hold at this moment; absent where all of the account is held. */
  readonly othersPlans?: () => ReadonlySet<string>;
  release(): void;
}

/**
 * How long a start waits for others to let go. Two that begin in one moment block each other for an instant, and with no
 * patience both would be refused; whoever really holds the lock holds it far longer. Who waits for all of an account keeps those
 * of its plans off as long, so these wait longer.
 */
const PATIENCE_MS = { exclusive: 250, shared: 500 };
const TAKEN = { exclusive: 'begin exclusive', shared: 'begin; select count(*) from sqlite_schema' };
type Kind = keyof typeof TAKEN;

/** SQLite's code for a file that another connection holds. */
const BUSY = 5;

/** For whoever looks into the note beside a lock. */
const NOTE = 'A run of ordo has locked this, and unlocks it when it ends. Do not delete these files.';

const hashOf = (words: unknown): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 12);

/** Where what belongs to one account stands beside the journal: accounts share a journal, and the client order ids of a plan. */
export const besideJournal = (journalFile: string, origin: string, account: string): string =>
  `${journalFile}.${hashOf([origin, account])}`;

const PLAN_FILE = '.plan-';

/**
 * The files whose locks a run holds. They are not called locks, as people delete what looks like a stale one: nothing is ever
 * stale here, and a second run would begin beside the first.
 */
export function lockFilesOf(journalFile: string, { account: { origin, name }, plan }: ClaimScope): readonly string[] {
  const beside = besideJournal(journalFile, origin, name);
  return [`${beside}.account`, ...(plan === undefined ? [] : [`${beside}${PLAN_FILE}${hashOf(plan.plan)}`])];
}

/** The lock files of the account's plans that were ever held here. */
function planFilesOf(journalFile: string, { origin, name }: AccountName): readonly string[] {
  const start = `${basename(besideJournal(journalFile, origin, name))}${PLAN_FILE}`;
  const names = existsSync(dirname(journalFile)) ? readdirSync(dirname(journalFile)) : [];
  return names.flatMap((one) =>
    one.startsWith(start) && !one.endsWith(NOTE_END) ? [join(dirname(journalFile), one)] : [],
  );
}

const NOTE_END = '.json';
const noteOf = (lockFile: string): string => `${lockFile}${NOTE_END}`;

/**
 * The lock, or who holds it; that name is missing or the last holder's for the instant between a lock and its note. Throws
 * JournalError where a lock file cannot be made or used, which says nothing of another run.
 */
export function lockRun(journalFile: string, scope: ClaimScope, self: Holder): Result<RunLock, Holder | undefined> {
  const files = lockFilesOf(journalFile, scope);
  const [accountFile = '', planFile] = files;
  const account = taken(accountFile, planFile === undefined ? 'exclusive' : 'shared');
  if (account === undefined)
    return err(planFile === undefined ? holderOf(journalFile, scope.account) : readNote(accountFile));
  const held = [account];
  const release = (): void => held.forEach(letGo);
  try {
    if (planFile !== undefined) {
      const plan = taken(planFile, 'exclusive');
      if (plan === undefined) {
        release();
        return err(readNote(planFile));
      }
      held.unshift(plan);
    }
    const note = { ...self, ...scope.plan, note: NOTE };
    writeFileSync(noteOf(planFile ?? accountFile), JSON.stringify(note), { mode: 0o600 });
  } catch (error) {
    release();
    throw error;
  }
  const othersPlans = (): ReadonlySet<string> => othersPlansIn(journalFile, scope);
  return ok({ files, release, ...(planFile !== undefined && { othersPlans }) });
}

/** The plans of the account that are held at this moment, but for that of the claim. */
export function othersPlansIn(journalFile: string, scope: ClaimScope): ReadonlySet<string> {
  const [, own] = lockFilesOf(journalFile, scope);
  return new Set(
    heldIn(journalFile, scope.account).flatMap(({ file, note }) => (file === own ? [] : (note?.plan ?? []))),
  );
}

/** Undefined: another has it. */
function taken(lockFile: string, kind: Kind): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    makePrivate(lockFile);
    database = new DatabaseSync(lockFile, { timeout: PATIENCE_MS[kind] });
    database.exec(TAKEN[kind]);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof JournalError) throw error;
    if (isBusy(error)) return undefined;
    throw new JournalError(
      `the lock ${lockFile} cannot be taken: ${errorWords(error)}`,
      'nothing is sent without the lock; fix the folder, or name another journal with --journal',
    );
  }
}

const letGo = (database: DatabaseSync): void => {
  if (!database.isOpen) return;
  database.exec('rollback');
  database.close();
};

interface HeldFile {
  readonly file: string;
  /** Missing for the instant between a lock and its note. */
  readonly note: Note | undefined;
}

/**
 * What is held of an account at this moment. It makes no file, and reads for an instant what whoever takes a lock waits much longer
 * for. Where a plan is held nobody has all of the account, though somebody may be waiting for it.
 */
function heldIn(journalFile: string, account: AccountName): readonly HeldFile[] {
  const [accountFile = ''] = lockFilesOf(journalFile, { account });
  const plans = planFilesOf(journalFile, account).filter(isHeld);
  const files = plans.length === 0 && isHeld(accountFile) ? [accountFile] : plans;
  return files.map((file) => ({ file, note: readNote(file) }));
}

function isHeld(lockFile: string): boolean {
  if (!existsSync(lockFile)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(lockFile, { readOnly: true, timeout: 0 });
    database.prepare('select count(*) from sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database?.close();
  }
}

/** Who holds the account or one of its plans, the one that is asked for if one is; undefined where nobody does, or nobody is named. */
export function holderOf(journalFile: string, account: AccountName, plan?: string): Holder | undefined {
  const files = plan === undefined ? undefined : lockFilesOf(journalFile, { account, plan: { plan, generation: 1 } });
  return heldIn(journalFile, account).find(({ file, note }) => note !== undefined && files?.includes(file) !== false)
    ?.note;
}

/** Everybody who holds it or one of its plans, and is named. */
export const claimsOf = (journalFile: string, account: AccountName): readonly HeldClaim[] =>
  heldIn(journalFile, account).flatMap(({ note }) => {
    if (note === undefined) return [];
    const { plan, generation, ...holder } = note;
    const isOfPlan = plan !== undefined && generation !== undefined;
    return [{ account, holder, ...(isOfPlan && { plan: { plan, generation } }) }];
  });

/** As taking the lock has it, and nothing is taken; err: who holds it, if that is named. */
export function lockedBy(journalFile: string, scope: ClaimScope): Result<void, Holder | undefined> {
  const [accountFile, planFile] = lockFilesOf(journalFile, scope);
  const other = heldIn(journalFile, scope.account).find(
    ({ file }) => file === accountFile || planFile === undefined || file === planFile,
  );
  return other === undefined ? ok(undefined) : err(other.note);
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === BUSY;

type Note = Holder & Partial<PlanName>;

/** What it says, where it is a note: whoever edits it can only take the name away. */
function readNote(lockFile: string): Note | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(noteOf(lockFile), 'utf8'));
    if (!isNote(note)) return undefined;
    const { pid, user, host, since, isWatch, isFollow, plan, generation } = note;
    const how = { ...(isWatch === true && { isWatch }), ...(isFollow === true && { isFollow }) };
    return { pid, user, host, since, ...how, ...defined({ plan, generation }) };
  } catch {
    return undefined;
  }
}

function isNote(note: unknown): note is Note {
  if (typeof note !== 'object' || note === null) return false;
  const { pid, user, host, since, plan = '', generation = 1 } = note as Readonly<Record<keyof Note, unknown>>;
  return (
    [pid, generation].every((one) => Number.isSafeInteger(one)) &&
    [user, host, since, plan].every((one) => typeof one === 'string')
  );
}
