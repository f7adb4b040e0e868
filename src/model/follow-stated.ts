/** How a plan that is followed stands, for the screen and the lines: told after each look, with the orders of which something is new. */
import type { FollowCancelReason, PartEnd } from './followed.ts';
import type { ExitKind } from './follow.ts';
import type { SentNumbers } from './order-changes.ts';

/** Prices, sizes and sums are decimals. */
export type FollowStated = {
  readonly event: 'follow-stated';
  /** By the exchange's clock, in ms since 1970. */
  readonly atMs: number;
  /** How long before that the last full look began; absent before the first. */
  readonly lookedAgoMs?: number;
  /** When the last look began that found the one line as it was told: in ms since 1970, by the clock that dates what is sent. */
  readonly lineAsOfMs?: number;
  readonly orders: readonly FollowedTold[];
  readonly groups: readonly GroupStated[];
};

/** No look was read for long: what is shown is as of the last one. It holds until a look is told that began later. */
export type BlindStated = {
  readonly event: 'blind-stated';
  /** When the last look ended that was read: by the exchange's clock, in ms since 1970, and how long ago that was. */
  readonly sinceMs: number;
  readonly forMs: number;
};

/** One order of the plan, over everything that was placed of it. */
export type FollowedTold = {
  readonly id: string;
  readonly kind?: ExitKind;
  /** `waits`: nothing of it is placed, or nothing that is not proved to be gone. `gone`: taken off, or ended by the exchange. */
  readonly is: 'waits' | 'works' | 'unknown' | 'rejected' | 'filled' | 'gone';
  /** What was filled of it and what is open; of one that is not open, all that the exchange took, or may have taken. */
  readonly size: string;
  /** What is left open of that. */
  readonly open: string;
  readonly openParts: number;
  readonly filled: string;
  readonly average?: string;
  /** Of an exit, as sent last: `market` or a number. `trigger` is absent then where it went without one. */
  readonly price?: string;
  readonly trigger?: string;
  /** What was sent of it last, whatever became of that. */
  readonly last?: SentNumbers;
  /** The trigger that the market had passed as that was sent: it went at market, or at its limit, and has not fired. */
  readonly passed?: string;
  /** Nothing more of it is placed. */
  readonly isLetGo?: true;
  /** Its parts that an earlier run left without an answer, and that this one has found. */
  readonly found?: readonly FoundPart[];
  /** Its parts whose trigger fired, and which order each became is not known: `target`, `target/2`. */
  readonly lost?: readonly string[];
  readonly ended?: PartEnded;
};

/** `stop/2`; what is open of it, and what was filled. */
export type FoundPart = { readonly name: string; readonly open: string; readonly filled: string };

/** Who ended it and why; `by` names the exit that took its place. */
export type PartEnded = { readonly who: PartEnd; readonly because?: FollowCancelReason; readonly by?: string };

export type GroupStated = {
  readonly entries: readonly string[];
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly held: string;
  readonly average?: string;
  readonly naked: string;
  readonly unknown: string;
  /** The stop that works. */
  readonly stop?: { readonly id: string; readonly trigger?: string };
  /** What the targets that work come to, against the average. Without fees, as what was closed. */
  readonly atTargets?: string;
  readonly closed?: { readonly size: string; readonly profit: string };
  /** So much more was closed than was held: it was somebody else's. */
  readonly tooMuch?: string;
  /** Nothing of its entries can be filled any more. */
  readonly isEntered: boolean;
  /** Since when some of what is held has been without its stop, by the exchange's clock. */
  readonly bareMs?: number;
  /** By the client order id of each part of its stops: when the oldest fill was that it is the first to cover, by the same clock. */
  readonly coveredFirst?: ReadonlyMap<string, number>;
  /** So long, or for so bad a reason, that a person is to hear of it. */
  readonly isBare?: true;
};
