/**
 * What protection is computed from: orders with how each stands, what a look saw held, and where the market is or was.
 *
 * The room's functions, all pure:
 *   protectionOf (protection.ts)   orders, held positions and markets to what is covered, naked and not known
 *   warningsOf (warnings.ts)       what to warn of in a plan
 *   lineOf, rowsOf (line.ts)       the parts of the one line, and the rows of reasons below it
 *   statedText, rowText (words.ts) the same as plain text
 *   moneyText, moneyColumn (money.ts)  computed money with at most two digits behind the point
 *   protectionEvent (protection-event.ts)  the event of the public stream
 *   ordersOfPlan (of-plan.ts), ordersOfJournal (journal/of-journal.ts), withLook (journal/look.ts)  make the input
 */
import type { Decimal } from '../model/decimal.ts';
import type { PresetSight } from '../model/followed.ts';
import type { MarginMode, Price, Side } from '../model/order.ts';

/** From the lowest to the highest price of a symbol that one command was told: last, bid, ask and mark. */
export interface MarketRange {
  /** It was so before the order was sent, and may have moved: it shows which stops are passed, and proves of none that it is not. */
  readonly isOld?: true;
  readonly low: Decimal;
  readonly high: Decimal;
}

export type { PresetSight };

export type PositionSide = 'long' | 'short';

/** How an order stands, by a plan, the journal or a look. */
export type OrderStanding =
  /** This run places it. */
  | 'new'
  /** Accepted, or seen open. */
  | 'open'
  /** In flight, unknown, or with a cancel whose end nobody saw. */
  | 'unsure'
  /** Accepted, and in no list of a look. Lists lag. */
  | 'in-no-list'
  | 'filled'
  /** A trigger that fired: it is over, or it rests as the order that it became. */
  | 'fired'
  | 'cancelled'
  /** A person said that its position is gone. */
  | 'closed'
  | 'rejected'
  | 'absent'
  | 'withheld'
  | 'not-selected';

/** What an opening order may still fill, and whether what it filled is held. */
type OpeningIs = 'working' | 'held' | 'nothing';
/** Whether a closing trigger may still fire. */
export type StopIs = 'live' | 'not-known' | 'gone';

interface Means {
  readonly opening: OpeningIs;
  readonly stop: StopIs;
}

/** What each standing means. A `working` order has what was filled of it held. */
export const MEANING: Readonly<Record<OrderStanding, Means>> = {
  new: { opening: 'working', stop: 'live' },
  open: { opening: 'working', stop: 'live' },
  unsure: { opening: 'working', stop: 'not-known' },
  'in-no-list': { opening: 'working', stop: 'not-known' },
  filled: { opening: 'held', stop: 'gone' },
  fired: { opening: 'working', stop: 'gone' },
  cancelled: { opening: 'held', stop: 'gone' },
  closed: { opening: 'nothing', stop: 'gone' },
  rejected: { opening: 'nothing', stop: 'gone' },
  absent: { opening: 'nothing', stop: 'gone' },
  withheld: { opening: 'nothing', stop: 'gone' },
  'not-selected': { opening: 'nothing', stop: 'gone' },
};

/** An order as protection sees it. Sizes in base coin, prices in quote coin. */
export interface GuardedOrder {
  /** Absent of an order that is not ours. */
  readonly plan?: string;
  readonly generation?: number;
  readonly id?: string;
  /** Absent of what was never sent. */
  readonly clientOid?: string;
  readonly symbol: string;
  readonly marginMode: MarginMode;
  /** It may as well be of the other margin mode: as a stop it is not known, and what it opens has no stop for certain but its own. */
  readonly isModeUnsure?: true | undefined;
  /** It may be what the `stopLoss` of an order of ours became, which counts as that already: as another stop it is not known. */
  readonly isPresetMaybe?: true;
  readonly side: Side;
  /** As it was sent, what was filled of it included. */
  readonly size: Decimal;
  readonly price: Price;
  readonly trigger?: Decimal | undefined;
  readonly stopLoss?: Decimal | undefined;
  /** It is not ours, and no list says whether it carries a `stopLoss`. */
  readonly isStopUntold?: true;
  /** That is no preset: a follower sends it with the first fill. */
  readonly isStopFollowed?: true;
  /** Where its author thinks the market is. */
  readonly reference?: Decimal | undefined;
  /** Where its plan said that the market is, in the run that placed it. It goes before what its plan says by now. */
  readonly said?: MarketRange | undefined;
  readonly standing: OrderStanding;
  /** A look saw it, and no record says that it was taken: it covers, and stays unknown until it is settled. */
  readonly isUnsettled?: true;
  /** Of a plan that is or was followed: the entries of its group, which its stop is for and no others. */
  readonly group?: string | undefined;
  /** A follower took it off, as another worked in its place or nothing was held: nothing lacks it. */
  readonly isNotNeeded?: true;
  /** When what is known of it was learned, where that is on record. */
  readonly toldAtMs?: number;
  /** It closes no more than its plan opened without a stop, or was to open; of what came to nothing there is no order here. */
  readonly closesOwn?: true;
  /** It stands until what is asked is done, which takes it off. */
  readonly isTakenOff?: true;
  /** Absent: nothing is known to be filled; of a filled order all of it is. */
  readonly filled?: Filled;
  /** The market when it was placed, where that is on record. */
  readonly market?: MarketRange | undefined;
  /** It was sent after the look, or is yet to be: the market that the look saw says nothing of where it was placed. */
  readonly isSinceLook?: true;
  /**
   * What the exchange made of the preset of what was filled. Absent: not seen. Of an order that has not filled: missing, where its record
   * says that it has none.
   */
  readonly preset?: PresetSight;
  /** For a rejected order: the exchange's code. */
  readonly code?: string | undefined;
  /** Ids of the orders of its plan that it waits for. */
  readonly after?: readonly string[] | undefined;
}

export interface Filled {
  readonly size: Decimal;
  readonly average?: Decimal | undefined;
  /** It was filled after the look was taken, so what the look saw held lacks it. */
  readonly sinceLook?: boolean;
  /** So much of it the look saw filled already: it is in what the look saw held. */
  readonly atLook?: Decimal | undefined;
}

/** What a look saw held. */
export interface HeldPosition {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly marginMode: MarginMode;
  readonly size: Decimal;
  readonly average?: Decimal | undefined;
  /** The mark price, by which it is valued. */
  readonly mark?: Decimal | undefined;
}

/** A question of a look that was not answered. */
export interface NotRead {
  readonly symbol: string;
  readonly what: 'positions' | 'triggers' | 'orders';
}

/** On what a result rests: a plan as if it were placed, the account after this run, the journal, or a look. */
export type Basis = 'plan' | 'after-run' | 'journal' | 'look';

export interface Guarded {
  readonly basis: Basis;
  /** When the newest look was taken, in ms since 1970. Absent where nobody looked. */
  readonly lookedAtMs?: number | undefined;
  readonly orders: readonly GuardedOrder[];
  /** What a look saw held. Absent where nobody looked: then what the journal knows as filled is held. */
  readonly held?: readonly HeldPosition[] | undefined;
  /** Nobody has to look: the account is new, as a paper account is before its run. */
  readonly isNewAccount?: boolean;
  /** The market of now, by symbol: as the look saw it, or as this command was told. */
  readonly markets?: ReadonlyMap<string, MarketRange> | undefined;
  /** The symbols that the look asked for: of others nobody knows what is held. */
  readonly looked?: ReadonlySet<string>;
  /** What this command itself was told, where there is a look as well. */
  readonly marketsTold?: ReadonlyMap<string, MarketRange> | undefined;
  readonly notRead?: readonly NotRead[] | undefined;
}
