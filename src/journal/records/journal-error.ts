import type { UsageCode } from '../../model/refusals.ts';
import { errorWords } from '../../model/result.ts';
import { RecordError } from './chain.ts';
import { TransitionError } from './state.ts';

/** The journal cannot be opened, read or written: nothing may be sent. `hint` says what to do about it. */
export class JournalError extends Error {
  readonly hint: string;
  readonly code: UsageCode;

  constructor(message: string, hint: string, code: UsageCode = 'journal/unusable') {
    super(message);
    this.hint = hint;
    this.code = code;
  }
}

/** The store's server is not there, or the line to it is cut: it may be there again. */
export class LostJournal extends JournalError {}

/** Whoever waits for it tries again after 1, 2, 4 … 30 s. */
export const LOST_WAIT: { readonly firstMs: number; readonly longestMs: number } = {
  firstMs: 1_000,
  longestMs: 30_000,
};

/** The store works, and takes no record that says this. */
export class RefusedRecord extends JournalError {}

/** A halt is on record, and in force; only then the rest of the journal was looked at, and cannot be used. */
export class HaltStands extends JournalError {
  constructor({ message, hint, code }: JournalError) {
    super(message, hint, code);
  }
}

export const damaged = (file: string, words: string): JournalError =>
  new JournalError(
    `the journal ${file} is damaged: ${words}`,
    'nothing is sent on a damaged journal; keep the file, and bring back a copy of it',
    'journal/damaged',
  );

/** Any failure as one that a person can act on. */
export function journalError(error: unknown, file: string): JournalError {
  if (error instanceof JournalError) return error;
  if (error instanceof RecordError) return damaged(file, error.message);
  if (error instanceof TransitionError) {
    return new JournalError(
      `the journal ${file} contradicts itself: ${error.message}`,
      'nothing is sent on such a journal; keep the file and look into it',
      'journal/damaged',
    );
  }
  const Kind = isConstraint(error) ? RefusedRecord : JournalError;
  return new Kind(
    `the journal ${file} cannot be used: ${errorWords(error)}`,
    'nothing is sent without a journal; fix the file or its folder, or name another with --journal',
  );
}

/** SQLite's code for what its tables and triggers refuse; the rest of it says which. */
const CONSTRAINT = 19;

const isConstraint = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 255) === CONSTRAINT;

/** What `act` gives; whatever it throws is thrown as a JournalError. */
export function guarded<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw journalError(error, file);
  }
}
