/** What a follower knows of its plan, by the journal and the exchange's lists, and the steps that follow from it. Times are the exchange's. */
import { Decimal } from './decimal.ts';
import type { PlaceReason } from './follow.ts';
import type { PlannedOrder } from './order.ts';
import { symbolKey } from './symbol.ts';

/**
 * How one placed order stands. `absent`: proved to have never been taken. `accepted`: the exchange took it, and no look has seen it
 * since; `works`: a look saw it open. `over`: its record says so and its trades agree.
 */
export type PartState = 'intended' | 'unknown' | 'absent' | 'rejected' | 'accepted' | 'works' | 'over';

/** Who ended an order: a fill, this plan's follower, a person with ordo, or anybody else. */
export type PartEnd = 'filled' | 'follower' | 'person' | 'other';

/** One order as it was placed: a part of an exit, or a lineage of any other. */
export interface PlacedPart {
  readonly clientOid: string;
  /** The exchange's; absent while that is not known. */
  readonly orderId?: string;
  /** From 1: `stop` is 1, `stop/2` is 2. Of an order that is no exit: its lineage and 1. */
  readonly number: number;
  readonly size: Decimal;
  /** As sent; absent where it went at market, or at its limit, because the market had passed it. */
  readonly trigger?: Decimal;
  /** Its limit as sent; absent where that was the market. */
  readonly price?: Decimal;
  readonly state: PartState;
  /** The signed timestamp of its request. */
  readonly sentMs: number;
  /** When its answer came; absent while none has. */
  readonly answeredMs?: number;
  /** Why it was placed. */
  readonly because?: PlaceReason;
  /** By trade id, under its own order id or that of the order it became. */
  readonly trades: ReadonlyMap<string, PartTrade>;
  /** What its record says was filled of it. It counts only where its trades come to more than its size. */
  readonly recordedSize?: Decimal;
  readonly firedMs?: number;
  /** What it became is not found: nothing follows for its group. */
  readonly isFrozen?: true;
  /** No list has it, for more than a look: nothing follows, and nobody knows whether it works. */
  readonly isMissing?: true;
  /** Its record says that it is over, and its trades do not come to what that says yet: nothing of it can be cancelled. */
  readonly isEnded?: true;
  readonly end?: PartEnd;
  /** Of one that is over: when its cancel was asked for, or else when its end was seen. */
  readonly endedMs?: number;
  readonly cancel?: PartCancel;
  /** Full looks that lack it, all begun after its request was dead. Counted of an unknown one only. */
  readonly lackedBy?: number;
  /**
   * For a trigger that works: how many looks asked for the price, and in how many in a row the market had passed it. The second counts
   * only once no late list can be why it still shows.
   */
  readonly priceLooks?: { readonly asked: number; readonly passed: number };
}

/** On the exchange, as far as is known. */
export const isSurePart = ({ state }: PlacedPart): boolean => state === 'accepted' || state === 'works';

/** Nobody knows whether the exchange took it. */
export const isUnsurePart = ({ state }: PlacedPart): boolean => state === 'unknown' || state === 'intended';

/** Nobody knows whether the exchange took it, or what it became. */
export const isUnknownPart = (part: PlacedPart): boolean => isUnsurePart(part) || part.isFrozen === true;

/** What its trades come to. A trade has an id, so it counts once however often it was read. */
export function tradedSize({ trades }: Pick<PlacedPart, 'trades'>): Decimal {
  let size = Decimal.zero;
  for (const one of trades.values()) size = size.plus(one.size);
  return size;
}

const least = (one: Decimal, other: Decimal): Decimal => (one.compare(other) < 0 ? one : other);

/** Its trades come to more than its size. */
export const isContradicted = (part: PlacedPart): boolean =>
  part.trades.size > 0 && tradedSize(part).compare(part.size) > 0;

/** What was filled of it. Where its trades contradict it, what its record says, and no more than its size: that they do is told. */
export function surelyFilled(part: PlacedPart): Decimal {
  if (part.trades.size === 0) return Decimal.zero;
  const traded = tradedSize(part);
  return traded.compare(part.size) > 0 ? least(part.size, part.recordedSize ?? part.size) : traded;
}

/** Its trades come to all of it: nothing more of it can fill, whatever a late record says. */
export const isWhole = (part: PlacedPart): boolean => surelyFilled(part).compare(part.size) >= 0;

export interface PartTrade {
  readonly size: Decimal;
  readonly price: Decimal;
  readonly ms: number;
}

/** The last request to cancel it. */
export interface PartCancel {
  readonly by: 'follower' | 'person';
  /** `asked`: no answer yet. */
  readonly answer: 'asked' | 'taken' | 'refused' | 'unknown';
  readonly ms: number;
  readonly tries: number;
}

/**
 * The trigger that an opening order's `stopLoss` becomes once it fills: seen resting; not looked for since, or not for long enough;
 * or missing in a look that came late enough after the fill.
 */
export type PresetSight = 'resting' | 'not-seen' | 'missing';

export interface FollowKnown {
  /** Slices without a `from` count from it. */
  readonly approvedMs: number;
  /** When this run began. An order without conditions is due from then. */
  readonly startedMs: number;
  /** When the last full look began; absent before the first, and nothing is due until then. */
  readonly lookedMs?: number;
  /** By id, with everything that was placed of it, in the order of their numbers. */
  readonly placed: ReadonlyMap<string, readonly PlacedPart[]>;
  /** By group: what was closed of it by other hands, and trades prove. */
  readonly closedElsewhere: ReadonlyMap<string, Decimal>;
  /** By symbol and side, as `positionName` has it: what the last look saw open, without what other plans count as theirs. */
  readonly positions: ReadonlyMap<string, Decimal>;
  /** Those of which the last look saw nothing at all, whoever may count some as theirs. */
  readonly emptyPositions?: ReadonlySet<string>;
  /** By client order id, how looks saw the `stopLoss` of what was filled of an entry; one that is not in it was not looked for yet. */
  readonly presets?: ReadonlyMap<string, PresetSight>;
  /** By symbol. */
  readonly prices: ReadonlyMap<string, { readonly price: Decimal; readonly ms: number }>;
  /**
   * Orders that a person allowed again: what was placed before counts neither as a try nor as cancelled. By the ids that they
   * had first, the first number that counts.
   */
  readonly again?: ReadonlyMap<string, number>;
  /**
   * Stops whose edit a person took up: what was placed before is cancelled once what takes its place works. By the ids that they had
   * first, the number of the first part after it.
   */
  readonly edited?: ReadonlyMap<string, number>;
  /** Exits that a person cancelled when nothing of them was left: nothing more is placed of them. By the ids that they had first. */
  readonly off?: ReadonlySet<string>;
  /** By id: orders of which the journal says already that they are not sent. */
  readonly withheld?: ReadonlyMap<string, FollowWithheld>;
}

/** The same for every spelling of the symbol: plans of one account may each have their own. */
export const positionName = (symbol: string, isLong: boolean): string =>
  `${symbolKey(symbol)} ${isLong ? 'long' : 'short'}`;

/** The names of positions of which nothing is left. */
export const emptyOf = (positions: FollowKnown['positions']): ReadonlySet<string> =>
  new Set([...positions].flatMap(([name, size]) => (size.isZero ? [name] : [])));

/** `not-needed`: what it waits for cannot come about any more, or its `until` has before it was sent. */
export type FollowWithheld = 'missed' | 'let-go' | 'not-needed';

export type FollowCancelReason =
  | 'until-for'
  | 'until-at'
  | 'until-filled'
  /** Nothing is held, and the entries are over. */
  | 'nothing-held'
  /** More than is held. */
  | 'excess'
  /** Another part, or another stop, works in its place. */
  | 'replaced'
  | 'stop-fired'
  /** The market has passed the stop before that was sent: it goes, or went, at market. */
  | 'stop-passed'
  /** A close-out, or a close at market, comes next. */
  | 'close-out'
  /** The market has passed it, and it did not fire: its close goes at market. */
  | 'passed';

/** Ask for the last price of the symbol, and then again what is due. */
export interface AskPrice {
  readonly does: 'ask-price';
  readonly symbol: string;
  readonly id: string;
}

export interface CancelPart {
  readonly does: 'cancel';
  readonly id: string;
  readonly part: number;
  readonly clientOid: string;
  readonly because: FollowCancelReason;
  /** The orders whose fills or ends made it due. */
  readonly of: readonly string[];
}

/** The steps of one answer hold while each is taken and nothing else is learned; otherwise `due` is asked again. */
export type FollowStep =
  | AskPrice
  | {
      readonly does: 'place';
      readonly id: string;
      readonly part: number;
      /** From which its client order id is derived: `stop`, `stop/2`. Of an order that is no exit: its id. */
      readonly name: string;
      /** As it is sent: size, trigger and price are exact. */
      readonly order: PlannedOrder;
      /** The market has passed its trigger: it is sent as what that would have become. */
      readonly isPassed: boolean;
      readonly because: PlaceReason;
      /** The orders whose fills or ends made it due. */
      readonly of: readonly string[];
    }
  | CancelPart
  /** It will not be sent: to be written down. */
  | { readonly does: 'withhold'; readonly id: string; readonly reason: FollowWithheld; readonly lateMs?: number };

/** A step that a follower would take now. */
export interface UnfollowedStep {
  readonly does: 'place' | 'cancel';
  readonly id: string;
  readonly because: PlaceReason | FollowCancelReason;
  /** The orders whose fills or ends made it due. */
  readonly of: readonly string[];
  /** When the last of them was filled, by the exchange's clock. */
  readonly atMs?: number;
  /** Those of them that fired. */
  readonly firedIds: readonly string[];
}
