/** What only `--follow` does of an order, as it was read. */
import type { Instant } from '../../model/follow.ts';
import type { Rational } from '../../model/rational.ts';

export interface DraftUntil {
  readonly forMs?: number;
  readonly at?: Instant;
  /** Names of orders and ladders. */
  readonly filled: readonly string[];
}

export interface DraftOver {
  readonly from?: Instant;
  readonly forMs: number;
  readonly steps: number;
}

/** Names are those of orders and ladders, as written; what has a mistake is left out. */
export interface DraftTerms {
  /** The entries of an exit; undefined of an order that is none. */
  readonly filled: readonly string[] | undefined;
  /** The part of what was filled. */
  readonly share: Rational | undefined;
  readonly afterFilled: readonly string[];
  readonly afterAt: Instant | undefined;
  readonly until: DraftUntil | undefined;
  readonly over: DraftOver | undefined;
}
