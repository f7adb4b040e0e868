/**
 * What has to be so before a live run sends anything, as lists of named checks. A run goes through them and ends at the first that
 * refuses; `ordo doctor` goes through all of them, and has none of its own.
 */

/** What is well, in words where a person looks for it; asked for by whoever shows them. */
export type Well = string | (() => string | Promise<string>) | undefined | void;

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
