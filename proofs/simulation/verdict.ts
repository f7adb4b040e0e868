/** What a seed is run with, and what it came to. */
import type { Interface } from '../../src/model/interfaces.ts';
import type { Death } from './life.ts';
import type { Violation } from './violation.ts';

export interface Options {
  /** Gets the seed's story line by line. */
  readonly log?: ((line: string) => void) | undefined;
  /** How the first life ends, whatever the seed says. */
  readonly firstDeath?: Death;
  /** How long a write to the journal is on its way, where it is on a server. */
  readonly journalAwayMs?: number;
  /** The seed is one of looks (stops.ts). */
  readonly hasStops?: boolean;
  /** In half of the seeds somebody else closes what a followed plan holds. */
  readonly hasHands?: boolean;
  /** Orders are refused, the machine stands still, somebody cancels (follow/rough.ts). */
  readonly isRough?: boolean;
  /** The text of the plan is edited between lives (follow/edits/). */
  readonly hasEdits?: boolean;
  /** The journal gets lost, or an old one comes back, between lives (follow/journals.ts). */
  readonly hasJournals?: boolean;
  /** The windows of the account are narrow (follow/narrow.ts). */
  readonly isNarrow?: boolean;
  /** Version 2 unless it is named. */
  readonly interface?: Interface | undefined;
}

/** What a seed came to. */
export interface Verdict {
  readonly violation?: Violation;
  readonly orders: number;
  readonly lives: number;
  readonly deaths: number;
  readonly cancels: number;
  /** Looks that said that nothing is naked and nothing unknown, and were held against the truth. */
  readonly looks: number;
  /** Of seeds of halts: closes that left, and halts and lifts of a second process; looks are accounts that were said to be flat. */
  readonly closes?: number;
  readonly halts?: number;
  /** Of seeds of hands, and of rough ones: how often somebody, or the machine, did something. */
  readonly byHand?: number;
  /** Of seeds of edits: texts that were taken up, and that were refused. */
  readonly edits?: number;
  readonly refusedEdits?: number;
  /** Of seeds of journals: how often one was lost or old, and orders that were taken in. */
  readonly journals?: number;
  readonly takenIn?: number;
  /** Whether the first life ended before its time. */
  readonly didFirstDie: boolean;
  /** Stands for all that happened: equal where two replays were equal. */
  readonly fingerprint: string;
}
