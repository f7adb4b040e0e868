/**
 * What has to be so before a live run sends anything, as lists of named checks. A run goes through them and ends at the first that
 * refuses; `ordo doctor` goes through all of them, and has none of its own.
 */

import type { ExitCode } from '../../model/exit-code.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';

/** A run ends before it sends anything, and no refusal says why: mistakes at their lines do, or what is unknown. */
export class RunEnds extends Error {
  readonly exitCode: ExitCode;
  readonly diagnostics: readonly Diagnostic[];

  constructor(exitCode: ExitCode, words: string, diagnostics: readonly Diagnostic[] = []) {
    super(words);
    this.exitCode = exitCode;
    this.diagnostics = diagnostics;
  }
}

/** What is well, in words where a person looks for it; asked for by whoever shows them. */
export type Well = string | NotAsked | (() => string | Promise<string>) | undefined | void;

/** Nothing is against it, because nobody was asked. */
interface NotAsked {
  readonly notAsked: string;
}

/** One check; `On`: what it is asked about. */
export interface Check<On> {
  /** In a word what it is about. */
  readonly name: string;
  /** Those before it without which it cannot be asked. */
  readonly needs?: readonly string[];
  /** Throws the refusal that a run ends with. */
  readonly ask: (on: On) => Well | Promise<Well>;
}

/** A way through a list. */
export type GoThrough = <On>(checks: readonly Check<On>[], on: On) => Promise<void>;

/** The way of a run. */
export const toFirstRefusal: GoThrough = async (checks, on) => {
  for (const { ask } of checks) await ask(on);
};
