/**
 * What a plan says that only a follower acts on: exits and their groups, conditions, ends, slices. `compile/follow` judges it, and
 * `due` there says what follows from it.
 */
import type { Decimal } from './decimal.ts';
import type { Rational } from './rational.ts';

/** Milliseconds since 1970, by the exchange's clock, and the text as written. */
export interface Instant {
  readonly ms: number;
  readonly text: string;
}

/** What an order may say besides its fields. Wherever it names orders, a ladder stands as its rungs, in the plan's order. */
export interface Conditions {
  /** Makes a closing order an exit. Its `size` is then the most that it can come to. */
  readonly exit?: ExitOf;
  /** Orders that must be filled whole before this one is sent. `after` of the order has those that must be accepted. */
  readonly afterFilled?: readonly string[];
  /** It is not sent before this. */
  readonly afterAt?: Instant;
  readonly until?: Until;
  /** Its place in an `over`. Its `ladder` names the slices that belong together. */
  readonly slice?: Slice;
  /** Prices that hold an `average( )`. Until one is known, the order's fields have what it comes to at the planned prices. */
  readonly late?: LatePrices;
}

export interface ExitOf {
  /** Whose fills it closes: opening orders. */
  readonly filled: readonly string[];
  /** `share` as written, times a rung's part of its ladder: above 0, at most 1. Absent where nothing was written, and for all but targets. */
  readonly share?: Rational;
}

/** What is left of the order is cancelled at whichever comes first. At least one is there. */
export interface Until {
  /** From its sending. */
  readonly forMs?: number;
  readonly at?: Instant;
  /** At the first fill of any of these, or once its trigger fires. */
  readonly filled?: readonly string[];
}

export interface Slice {
  /** From 1. */
  readonly number: number;
  readonly steps: number;
  /** (number - 1) * for / steps, cut down to a millisecond: counted from `from`. */
  readonly offsetMs: number;
  /** for / steps, cut down. */
  readonly everyMs: number;
  /** Absent: it begins at the approval. */
  readonly from?: Instant;
}

export type LatePrices = Readonly<Partial<Record<'trigger' | 'price', LatePrice>>>;

/** An expression whose only unknowns are average prices. Names and constants are numbers here; `round` puts it on a tick. */
export type LatePrice =
  | { readonly kind: 'number'; readonly value: Rational }
  /** The average price of all that was filled of these orders. */
  | { readonly kind: 'average'; readonly of: readonly string[] }
  | { readonly kind: 'negative' | 'abs'; readonly of: LatePrice }
  | {
      readonly kind: 'binary';
      readonly sign: '+' | '-' | '*' | '/';
      readonly left: LatePrice;
      readonly right: LatePrice;
    }
  | { readonly kind: 'min' | 'max'; readonly of: readonly LatePrice[] }
  | {
      readonly kind: 'round';
      readonly way: 'nearest' | 'above' | 'below';
      readonly unit: Decimal;
      readonly of: LatePrice;
    };

const EXIT_KINDS = ['stop', 'close-out', 'target'] as const;
/** Which one an exit is follows from the plan alone. */
export type ExitKind = (typeof EXIT_KINDS)[number];

/** Entries and the exits that close what is filled of them. Ids are in the plan's order. */
export interface ExitGroup {
  /** The ids of its entries, with spaces between: no other group of the plan has this name. */
  readonly name: string;
  readonly symbol: string;
  readonly isLong: boolean;
  readonly entries: readonly string[];
  readonly exits: readonly GroupExit[];
  /** An entry has a `stopLoss`: the group's first stop, which the exchange keeps. */
  readonly hasPreset: boolean;
}

export interface GroupExit {
  readonly id: string;
  readonly kind: ExitKind;
  /** For a target: its part of what was filled. 1 where the plan says nothing. */
  readonly share?: Rational;
}

/** What is wrong with the exits of a plan; the language finds the words. `id` is the order to be marked. */
export type ExitFault =
  /** `filled` on an order that opens. */
  | { readonly fault: 'opens'; readonly id: string }
  /** `entry` is of the other side or symbol, or does not open. */
  | { readonly fault: 'other-side' | 'other-symbol' | 'no-entry'; readonly id: string; readonly entry: string }
  /** `other` shares an entry with it and does not name the same. */
  | { readonly fault: 'groups'; readonly id: string; readonly other: string }
  /** An ordinary close that is sent at once: at market without an `after`, or at a price the wrong side of `of`. */
  | { readonly fault: 'sells-at-once'; readonly id: string; readonly of?: PriceOf }
  /** Its trigger is neither beyond all of these prices nor before all: neither a stop nor a target. */
  | { readonly fault: 'side'; readonly id: string; readonly of: readonly PriceOf[] }
  /** The price that it waits for is not known: `entry` is at market, without a `reference`. */
  | { readonly fault: 'side-unknown'; readonly id: string; readonly entry: string }
  /** The targets of its group close more than all. */
  | { readonly fault: 'shares'; readonly id: string; readonly sum: Rational }
  /** A stop or close-out with a share. */
  | { readonly fault: 'share-of-all'; readonly id: string; readonly kind: ExitKind }
  /** It waits until all of its group is closed; `waits` are the orders that close it. */
  | { readonly fault: 'nothing-left'; readonly id: string; readonly waits: readonly string[] }
  | { readonly fault: 'stop-until'; readonly id: string }
  /** Its `until` names itself. */
  | { readonly fault: 'until-itself'; readonly id: string };

export interface PriceOf {
  readonly id: string;
  readonly price: Decimal;
}

/** Why a follower places an order. */
export type PlaceReason =
  /** The first fill; a further one; the entries are over. */
  | 'first-fill'
  | 'growth'
  | 'entries-over'
  /** A stop of many parts, after a minute without a fill. */
  | 'minute'
  /** It takes the place of a part that is larger than what is held. */
  | 'resize'
  /** What it waits for has come about. */
  | 'conditions'
  /** What fired closed too little, or the market has passed one that works. */
  | 'rest'
  | 'was-refused'
  /** Somebody else cancelled the one before. */
  | 'was-cancelled'
  /** The one before is unknown for too long. */
  | 'is-unknown'
  /** A person took up an edit of the stop that works. */
  | 'edited'
  | 'slice'
  /** Another journal placed it, and a person took it in: why is not on record here. */
  | 'taken-in';
