/** What a person may write under each key, in words, for messages about anything else. */
import type { Explain } from './decimal-spelling.ts';

export interface KeyWords {
  /** Completes "write …": `a plain decimal such as 0.5`. */
  readonly what: string;
  /** Explains a text that does not fit. Without it the message has only `what`. */
  readonly explain?: Explain;
  /** What to do instead where a list, or a mapping, stands for one value. */
  readonly list?: (entries: readonly unknown[]) => string;
  readonly mapping?: (entries: Readonly<Record<string, unknown>>) => string;
  /** Other spellings of the field's words, flat (see did-you-mean), to the word. */
  readonly words?: Readonly<Record<string, string>>;
  /** Words that could mean several things, flat, to a sentence. */
  readonly remarks?: Readonly<Record<string, string>>;
}

export interface MappingWords {
  /** Completes "… has no `id`": `the plan`, `the order`. */
  readonly name: string;
  /** Completes "write …" where the mapping itself is missing. */
  readonly whole: string;
  readonly fields: Readonly<Record<string, KeyWords>>;
  /** For a mapping whose keys the author chooses: what a name may be, and what each holds. */
  readonly names?: KeyWords;
  readonly every?: KeyWords;
  /** Other names of a key, flat, to the key. */
  readonly synonyms: Readonly<Record<string, string>>;
  /** Keys that belong elsewhere, flat, to a sentence. */
  readonly remarks: Readonly<Record<string, string>>;
}
