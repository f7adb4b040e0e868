/**
 * What a simulation came to: one value, plain data, from which every form of output is written. It may be sent to and from a worker.
 *
 * Numbers are texts: exact decimals without trailing zeros, but an order's own as the plan writes them; money in quote coin, sizes in
 * base coin. A time (`at`) is the opening of
 * the candle, in milliseconds since 1970, or in a path the number of the step, where 0 is the placing.
 */
import type { FollowCancelReason } from './followed.ts';
import type { MarginMode, Side } from './order.ts';

/** A figure at either end of the range of `result`. They are the same where there is one answer. */
export type Ends<T> = readonly [pessimistic: T, optimistic: T];

export interface Simulated {
  readonly plan: { readonly name: string; readonly generation: number };
  /** Candles give a range; a path gives one answer, and then both of each pair are the same. */
  readonly answer: 'range' | 'exact';
  /** Whether no course of prices can do worse or better than the ends. */
  readonly bound: boolean;
  /** From which candle on the range is no bound; absent where it is one. */
  readonly noBoundFrom?: number;
  /** What is realised after fees, and what is open at the last close. */
  readonly result: Ends<string>;
  /** After fees; rounded to 8 decimals where its digits do not end. */
  readonly realised: Ends<string>;
  /** `result` less `realised`. */
  readonly open: Ends<string>;
  readonly fees: Ends<string>;
  /** The lowest that `result` ever was, never above 0: a range of its own. */
  readonly deepest: Ends<string>;
  /** When it was that deep; absent where it never was below 0. */
  readonly deepestAt: Ends<number | undefined>;
  /** How long more was held than waiting stops would close: a range of its own. Absent of a path, which has no time. */
  readonly bareMs?: Ends<number>;
  /** Where it began, in the pessimistic case; absent where it is never bare. */
  readonly bareFrom?: BareFrom;
  /** What is held in the end. */
  readonly positions: Ends<readonly SimulatedPosition[]>;
  /** Every order of the plan, in its order. */
  readonly orders: readonly SimulatedOrder[];
  /** Every fill, by time. One that only one course has says so. */
  readonly fills: readonly SimulatedFill[];
  /** Where the two courses part, the largest first. All `apart` together are what the ends of `result` differ by. */
  readonly deciding: readonly DecidingSpan[];
  /** Orders that are larger than a tenth of what their candle traded, where that is known. */
  readonly large: readonly LargeOrder[];
  /** Symbols whose prices begin so far from the plan's that they may be those of another. */
  readonly far: readonly FarPrices[];
  readonly expected: readonly JudgedExpectation[];
  /** Absent of a path. */
  readonly candles?: UsedCandles;
  /** Absent of candles. */
  readonly path?: readonly UsedPath[];
  readonly settings: SimulatedSettings;
  /** That of the dry run: what was simulated is what would be sent. */
  readonly digest: string;
  /** How long the sending takes at least, in ms: where it is longer than a candle, that is worth saying. */
  readonly forecastMs: number;
  /** Each end as a path that gives it to the digit, for each symbol. */
  readonly courses: Ends<readonly Course[]>;
}

export interface BareFrom {
  readonly at: number;
  readonly symbol: string;
  /** The order whose fill has no stop; absent of a position that was held before. */
  readonly id?: string;
}

export interface SimulatedPosition {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly marginMode: MarginMode;
  readonly size: string;
  /** The average entry; rounded to 8 decimals where its digits do not end. */
  readonly average: string;
  /** The last price. */
  readonly last: string;
}

export interface SimulatedOrder {
  readonly id: string;
  readonly ladder?: string;
  readonly symbol: string;
  readonly side: Side;
  readonly size: string;
  /** `market`, or the limit. */
  readonly price: string;
  readonly trigger?: string;
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly fate: Ends<OrderFate>;
}

/** What became of an order. A price that was never filled says how near the last price came. */
export type OrderFate =
  | {
      readonly kind: 'filled';
      readonly at: number;
      /** Less than it asked for where a close found less to close. */
      readonly size: string;
      readonly price: string;
      /** What closed it, in whole: its own stop or target, or the order after which nothing of its position was held. */
      readonly closed?: { readonly at: number; readonly by: 'stop' | 'target' | 'order'; readonly id: string };
    }
  | { readonly kind: 'waiting'; readonly for: 'trigger' | 'limit'; readonly near: Near }
  | { readonly kind: 'cancelled'; readonly at: number; readonly why: CancelReason }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'withheld'; readonly reason: string; readonly message?: string };

/** Post-only that would take, fok or ioc that would not, a close whose position was gone, a trigger that found nothing to close. */
export type CancelReason =
  | 'post-only'
  | 'fok'
  | 'ioc'
  | 'position-gone'
  | 'nothing-to-close'
  /** By whoever follows the plan. */
  | FollowCancelReason;

/** How near the last price came to what an order waits for, and when first. `touched`: it was there, and did not pass. */
export interface Near {
  readonly touched: boolean;
  /** The lowest price where the order waits below, the highest where it waits above. */
  readonly extreme: 'lowest' | 'highest';
  readonly price: string;
  readonly at: number;
}

export interface SimulatedFill {
  readonly course: 'both' | 'pessimistic' | 'optimistic';
  readonly at: number;
  /** The order of the plan whose fill it is, or whose preset. */
  readonly id: string;
  readonly clientOid: string;
  readonly symbol: string;
  readonly side: Side;
  readonly size: string;
  readonly price: string;
  readonly why: 'market' | 'limit' | 'trigger' | 'take-profit' | 'stop-loss';
  readonly role: 'maker' | 'taker';
  /** Negative where it is a rebate. */
  readonly fee: string;
}

/** A stretch in which the two courses are not in the same state. */
export interface DecidingSpan {
  readonly symbol: string;
  /** The opening of the first candle, and the end of the last. */
  readonly from: number;
  readonly to: number;
  /** What the optimistic course gained on the other. Negative where a later one makes more than good for it. */
  readonly apart: string;
  /** Orders whose fills differ, with what filled at either end. */
  readonly orders: readonly { readonly id: string; readonly fills: Ends<readonly SimulatedFill[]> }[];
}

export interface LargeOrder {
  readonly id: string;
  readonly at: number;
  readonly size: string;
  /** What was traded in that candle, in base coin. */
  readonly traded: number;
}

export interface FarPrices {
  readonly symbol: string;
  /** At the placing. */
  readonly first: string;
  /** The middle of the plan’s orders. */
  readonly middle: string;
}

/** An expectation: both ends have to meet it. */
export interface Expectation {
  readonly figure: 'result' | 'deepest' | 'bare';
  readonly is: '>=' | '<=';
  /** Money as a text; of `bare` milliseconds. */
  readonly value: string;
  /** As it was written. */
  readonly text: string;
}

export interface JudgedExpectation extends Expectation {
  /** `undecidable`: the range is no bound, or there is no time. */
  readonly met: 'met' | 'not-met' | 'undecidable';
  readonly ends: Ends<string> | undefined;
}

export interface UsedCandles {
  /** SHA-256 over the candles that were used. */
  readonly digest: string;
  /** By name. */
  readonly symbols: readonly {
    readonly symbol: string;
    readonly count: number;
    /** The length of the shortest candle. */
    readonly lengthMs: number;
    readonly from: number;
    readonly to: number;
    /** What its files have before and after that, left out because another symbol has nothing there. */
    readonly leftOut: number;
  }[];
}

export interface UsedPath {
  readonly symbol: string;
  /** Prices as texts; a jump is one that begins with `gap:`. */
  readonly steps: readonly string[];
}

export interface Course {
  readonly symbol: string;
  readonly path: TickPath;
}

/** What the last price does, in whole ticks. */
export interface TickPath {
  /** Where it is at the placing. */
  readonly from: number;
  /** `gap`: it jumps there. Otherwise it passes every tick between. */
  readonly steps: readonly { readonly to: number; readonly gap: boolean }[];
}

export interface SimulatedSettings {
  readonly fees: { readonly maker: string; readonly taker: string; readonly assumed: boolean };
  readonly fills: 'through' | 'touch';
  readonly hold: readonly HeldAtStart[];
}

/** A position from before the first order. */
export interface HeldAtStart {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly marginMode: MarginMode;
  readonly size: string;
  readonly price: string;
}
