import type { PublicEvent, RunEvent } from '../../model/event.ts';
import type { ExitKind } from '../../model/follow.ts';
import type { Commit } from '../../model/story.ts';
import type { KeptPosition } from './looked.ts';
import type { ReserveWanted } from './reserve.ts';
import type { PlanName } from './scope.ts';

/** What a run says of itself before its first intent. */
export interface RunSaid {
  /** The absolute path of the plan file. */
  readonly planFile: string;
  /** The digest of the calls that it is about to send. */
  readonly digest: string;
  /** Orders are only looked up. */
  readonly isLookUp?: true;
  /** Orders are only taken off. */
  readonly isCancel?: true;
  /** It follows its plan: it places and cancels what the plan says, until nothing of it can become due. */
  readonly isFollow?: true;
  readonly commit?: Commit;
  /** The code of the approval that it is sent under. */
  readonly approval?: string;
  /** What its check of the account saw and found. */
  readonly checked?: KeptCheck;
  /** Where its plan says the market is, from the lowest `reference` of a symbol to the highest. Said, not seen. */
  readonly references?: readonly KeptMarket[];
  /** Its plan demanded a stop for all that it opens. Older journals lack it. */
  readonly requiresStop?: true;
  /** Of one that follows its plan: the stops that come with the first fill of its entries. */
  readonly stops?: readonly KeptStop[];
  /** Of one that follows its plan: what closes what. Older journals lack it. */
  readonly groups?: readonly KeptGroup[];
  /** Of one that follows its plan: orders that a person allows again. What was placed of one before that number does not count. Ids are those that the orders had first. */
  readonly again?: readonly (readonly [id: string, first: number])[];
  /** Of one that follows its plan: stops whose edit a person takes up. Each with its first part that is as the plan says now; ids are those that the orders had first. */
  readonly edited?: readonly (readonly [id: string, first: number])[];
  /** Of one that only takes orders off: exits that a person named of which nothing was left to be cancelled. They stay off all the same. Ids are those that the orders had first. */
  readonly off?: readonly string[];
}

/** An execution, as the ledger has to know it before its first intent. */
export interface RunRecord extends PlanName, RunSaid {
  /** The weight that it asks to keep for itself. */
  readonly reserve?: ReserveWanted;
  /** What it is about to do, as it was shown. */
  readonly announced?: readonly RunEvent[];
}

/** What the check before sending saw, as the journal keeps it; texts are decimals. Balances are never in it. */
export interface KeptCheck {
  /** In ms since 1970. */
  readonly atMs: number;
  readonly markets: readonly KeptMarket[];
  /** What was held of each symbol whose positions were read; nothing, of one that has none. */
  readonly held?: readonly (readonly [symbol: string, positions: readonly KeptPosition[]])[];
  /** What was warned of, in sentences. */
  readonly found?: readonly string[];
}

/** What a follower sends once one of these entries is filled. Ids are those that the orders had first. */
export interface KeptStop {
  readonly entries: readonly string[];
  readonly stops: readonly string[];
  /** A decimal: the worst price at which the first of them still closes. */
  readonly at: string;
}

/** Entries, and the exits that close what is filled of them. Ids are those that the orders had first. */
export interface KeptGroup {
  readonly entries: readonly string[];
  readonly exits: readonly KeptExit[];
}

/** `late`: the formulas of its prices that wait for a fill. */
export type KeptExit = readonly [id: string, kind: ExitKind, late?: string];

/** Where the market of a symbol was. */
export type KeptMarket = readonly [symbol: string, low: string, high: string];

/** How an execution ended, as `run-finished` says it. */
export type RunEnding = Omit<
  Extract<PublicEvent, { event: 'run-finished' }>,
  'event' | 'journalHead' | 'notBack' | 'refusal'
>;
