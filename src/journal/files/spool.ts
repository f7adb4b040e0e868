/**
 * The file beside a journal that takes verdicts of one account the journal could not: a full or failing disk may refuse a database and
 * still take a line elsewhere in it. The next run that holds the account's lock moves them into the journal.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { err, errorWords, ok, type Result } from '../../model/result.ts';
import type { SpooledVerdict } from '../records/ledger.ts';
import { JournalError } from '../records/journal-error.ts';
import { makeFolderOf } from './journal-folder.ts';
import { isThere } from './journal-path.ts';

/** `beside`: the journal's path with the account's key. */
export const asideFile = (beside: string): string => `${beside}.aside.jsonl`;

/** Appends and syncs. The error is in words for a person. */
export function keepAside(beside: string, verdicts: readonly SpooledVerdict[]): Result<string, string> {
  const file = asideFile(beside);
  try {
    makeFolderOf(file);
    const handle = openSync(file, 'a', 0o600);
    try {
      // All of it or a throw; and a line of its own, though the last one may have been cut off.
      writeFileSync(handle, `\n${verdicts.map((one) => `${JSON.stringify(one)}\n`).join('')}`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    return ok(file);
  } catch (error) {
    return err(errorWords(error));
  }
}

/**
 * What was kept. A line that was cut off or is none of ours is left out: its order is then in flight in the journal, and so
 * unknown. Throws JournalError where the file cannot be read.
 */
export const readAside = (beside: string): SpooledVerdict[] => readKept(asideFile(beside));

function readKept(file: string): SpooledVerdict[] {
  if (!isThere(file)) return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new JournalError(
      `${file} cannot be read: ${errorWords(error)}`,
      'it has outcomes that the journal lacks, so nothing is sent without it; fix its mode or its disk',
    );
  }
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isSpooledVerdict(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  accepted: ['orderId', 'rule'],
  rejected: ['code', 'message', 'rule'],
  unknown: ['message', 'rule'],
};

function isSpooledVerdict(value: unknown): value is SpooledVerdict {
  if (!isFields(value) || typeof value['clientOid'] !== 'string' || !isFields(value['verdict'])) return false;
  const { verdict } = value;
  const outcome = verdict['outcome'];
  const texts = typeof outcome === 'string' && Object.hasOwn(TEXTS, outcome) ? TEXTS[outcome] : undefined;
  return texts !== undefined && texts.every((name) => typeof verdict[name] === 'string');
}

/**
 * After the verdicts are in the journal: kept under another name, never deleted. A run of another plan may have added some since they
 * were read, or may have taken the same ones in.
 */
export function setAsideDone(beside: string, atMs: number, taken: readonly SpooledVerdict[]): void {
  const done = `${asideFile(beside)}.${atMs}.done`;
  if (!isThere(asideFile(beside))) return;
  renameSync(asideFile(beside), done);
  const known = new Set(taken.map((one) => JSON.stringify(one)));
  const since = readKept(done).filter((one) => !known.has(JSON.stringify(one)));
  if (since.length === 0) return;
  const kept = keepAside(beside, since);
  if (!kept.ok)
    throw new JournalError(
      `${done} has outcomes that the journal lacks, and they cannot be kept: ${kept.error}`,
      `fix the disk, then: cat ${done} >> ${asideFile(beside)}`,
    );
}

/** Verdicts of one account that its ledger could not take. */
export interface Spool {
  /** What an earlier run kept; empty where there is nothing. Throws JournalError where it cannot be read. */
  read(): readonly SpooledVerdict[];
  /** Keeps verdicts; the file's name, or why even that failed. */
  keep(verdicts: readonly SpooledVerdict[]): Result<string, string>;
  /** Once these, which were read, are in the ledger. */
  done(taken: readonly SpooledVerdict[]): void;
}

export const fileSpool = (beside: string, wallMs: () => number): Spool => ({
  read: () => readAside(beside),
  keep: (verdicts) => keepAside(beside, verdicts),
  done: (taken) => setAsideDone(beside, wallMs(), taken),
});

/** Where there is no disk. */
export const NO_SPOOL: Spool = {
  read: () => [],
  keep: () => err('a paper run has no disk'),
  done: () => {},
};
