/** A journal that moves to a server: what is told of it, and how its file refuses from then on. */
import type { Head } from './head.ts';
import { JournalError } from './journal-error.ts';
import type { Holder } from './ledger.ts';
import type { LogRecord } from './record-log.ts';

/** A record with its place in the chain, both sums in hex. */
export interface ChainedRecord {
  readonly record: LogRecord;
  readonly before: string;
  readonly sum: string;
}

/** Where the records of a sealed file went, or are going. */
export interface Seal {
  /** The journal's name on its server: without a password. */
  readonly to: string;
  /** The newest record of the file. */
  readonly head: Head;
  /** The server has all of them. Otherwise nobody knows whether it has: the same copy finds out, and ends it. */
  readonly isDone: boolean;
}

/** The file is sealed: nothing is read from it or written to it any more. */
export class MovedError extends JournalError {
  readonly seal: Seal;

  constructor(file: string, seal: Seal) {
    const { to, isDone } = seal;
    super(
      isDone ? `the journal ${file} was moved to ${to}` : `the journal ${file} is being moved to ${to}`,
      isDone ? `name that with --journal` : `the copy is not finished; run it again: ordo journal copy ${file} ${to}`,
      'journal/moved',
    );
    this.seal = seal;
  }
}

/** What a copy came to. */
export type Copied =
  | {
      readonly kind: 'copied';
      readonly head: Head;
      /** The real path of the file, which is sealed now, and the name of the journal on its server. */
      readonly from: string;
      readonly to: string;
      /** The server had it from an earlier copy, which did not come to its end, or did. */
      readonly wasThere: boolean;
    }
  | {
      readonly kind: 'broken';
      /** The journal that is not as it was written. */
      readonly name: string;
      readonly record: number;
      readonly about: string;
      readonly what: string;
    }
  /** An account of the file is in use. */
  | { readonly kind: 'held'; readonly holder: Holder | undefined };
