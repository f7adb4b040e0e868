/** What a run broke, and where: the first of a seed decides. */
export interface Violation {
  /** One word or two: the invariant's name in judge/invariants.ts. */
  readonly invariant: string;
  readonly detail: string;
}

export type Accuse = (invariant: string, detail: string) => void;

/** Takes words only where somebody reads them. */
export type Log = (words: () => string) => void;
