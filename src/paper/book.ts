/**
 * What a book of orders is: every accepted order, what became of it, and what can still be done with it.
 * `market/paper-book.ts` is the one that there is.
 *
 * 1. A client order id does not protect (docs/exchange.md#repeated-client-order-id): an order that repeats one is a second
 *    order. Only a trigger order that repeats a resting order's is refused (docs/exchange.md#client-order-id).
 * 2. A cancel that is taken on is not the end: until then the order may be filled (docs/exchange.md#cancel-is-no-end).
 */
import type { Decimal } from '../model/decimal.ts';
import type { Fees } from '../model/fees.ts';
import type { Result } from '../model/result.ts';
import type { Refusal } from './v2/order/refusals.ts';
import type { Contract } from './v2/order/instruments.ts';
import { decimalOf, type OrderRequest } from './v2/order/rules.ts';

/** The words of docs/exchange.md#order-states, and `triggered` for a trigger order that became an order. */
export type OrderStatus = 'open' | 'filled' | 'canceling' | 'canceled' | 'untriggered' | 'triggered';

export interface PaperOrder extends OrderRequest {
  /** 18 digits, above 2^53, so a reader that loses digits confuses two orders. */
  readonly orderId: string;
  readonly status: OrderStatus;
  /** The price that it was filled at, on average; undefined if it was not filled. */
  readonly averagePrice?: string;
  /** How much of it was filled, where that is not told by its status. */
  readonly filledSize?: string;
  /** What a close gained, in quote coin. */
  readonly profit?: string;
  /** By the wall clock. */
  readonly acceptedAtMs: number;
  readonly triggeredAtMs?: number;
  /** For a preset: the order id of the order that it came with. */
  readonly presetOf?: string;
  /** For a trigger order that fired: the order id of the order that it became. */
  readonly became?: string;
  /** When its cancel is over, by the monotonic clock; undefined if none was taken on, or was over at once. */
  readonly cancelsAtMs?: number;
}

export interface PaperFill {
  /** 18 digits, as an order id. */
  readonly tradeId: string;
  readonly order: PaperOrder;
  readonly size: string;
  readonly price: string;
  /** Size × price, in quote coin. */
  readonly value: string;
  /** What a close gained, in quote coin; 0 of an opening. */
  readonly profit: string;
  /** What it cost, in quote coin; below zero where it was paid for. */
  readonly fee: string;
  /** Whether it waited for its price, or took what faced it. */
  readonly role: 'maker' | 'taker';
  /** By the wall clock. */
  readonly filledAtMs: number;
}

/** What is held on one side of a symbol, in one margin mode. */
export interface HeldSide {
  readonly side: 'long' | 'short';
  /** Cross, or isolated. */
  readonly marginMode: 1 | 3;
  readonly size: string;
  /** What it was opened for, in quote coin. */
  readonly value: string;
}

/** A position from before the first order, in one margin mode. */
export interface HeldBefore {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly marginMode: 1 | 3;
  readonly size: Decimal;
  /** At which it was opened, on average. */
  readonly price: Decimal;
}

/** What becomes of a close that is larger than what is held, in the words of the help. */
export const CLOSES_MEANINGS = {
  cut: 'it fills by what is held; a close of nothing is refused',
  refuse: 'it is refused, and so is what a trigger becomes',
  reserve: 'as well refused if working triggers hold its size',
} as const;
/** Which order a fired trigger became. */
export const FIRED_MEANINGS = {
  'same-id': 'one with its client order id; no record names it',
  'own-id': 'one with an id of the exchange; no record names it',
  named: 'one with an id of the exchange; version 3 names it',
} as const;
/** What becomes of a closing trigger that the market has passed when it arrives. */
export const PASSED_MEANINGS = {
  waits: 'it waits until the market comes back to it',
  fires: 'it fires at once',
  refuses: 'it is refused',
} as const;
export type ClosesAs = keyof typeof CLOSES_MEANINGS;
export type FiredAs = keyof typeof FIRED_MEANINGS;
type PassedAs = keyof typeof PASSED_MEANINGS;
export const CLOSES_WORDS = Object.keys(CLOSES_MEANINGS) as readonly ClosesAs[];
export const FIRED_WORDS = Object.keys(FIRED_MEANINGS) as readonly FiredAs[];
export const PASSED_WORDS = Object.keys(PASSED_MEANINGS) as readonly PassedAs[];

/** How a book behaves where the documents leave it open. */
export interface BookOptions {
  /** From a cancel that is taken on to the end of its order; 0: the order ends at once. */
  readonly cancelDelayMs: number;
  /** Whether presets become trigger orders where prices stand still; where they move, they always do. */
  readonly presets: boolean;
  /** Whether only its own firing, or a cancel, ends a preset (docs/exchange.md#presets). */
  readonly orphans: boolean;
  /** By default a close is refused that asks for more than is held where prices move, and a fired one is cut. */
  readonly closes?: ClosesAs;
  /** By default the one with its client order id, which version 3 names as well. */
  readonly fired?: FiredAs;
  /** Default: it waits. */
  readonly passed?: PassedAs;
  /** The most that an order fills from one step of a moving market to the next; default: all of it. */
  readonly depth?: Decimal;
  readonly clock: { wallMs(): number; monotonicMs(): number };
  /** Contracts besides the usual ones. */
  readonly more?: readonly Contract[];
  /** Contracts in place of the usual ones, each with its last price. */
  readonly contracts?: readonly Contract[];
  /** Prices move where they are told to; a limit fills once the price is a tick beyond it, or once it is there. */
  readonly moves?: 'through' | 'touch';
  /** What a fill costs, as a part of its value; by default nothing. */
  readonly fees?: Fees;
  /** What is held before the first order. */
  readonly held?: readonly HeldBefore[];
}

/** Orders with the prices that they trade at. */
export interface Book {
  /** In order of acceptance. Cancels that are over by now are decided when this is read. */
  readonly orders: readonly PaperOrder[];
  /** In the order in which they happened. */
  readonly fills: readonly PaperFill[];
  /** Every contract by its symbol, with its prices of now. */
  readonly contracts: ReadonlyMap<string, Contract>;
  /** Accepts an order that has passed the rules of its contract. */
  accept(request: OrderRequest, wallMs: number): Result<PaperOrder, Refusal>;
  cancel(order: PaperOrder): void;
  /** Cancels an order that rests at once, as the exchange itself does. */
  end(order: PaperOrder): void;
  /** Fills an ordinary order that rests by so much, at most by what is left of it. */
  fill(order: PaperOrder, size: Decimal, price: Decimal): void;
  /** Fires a trigger order that waits, wherever the market is. */
  fire(trigger: PaperOrder): void;
  /** Long, then short: of either side one row at least, empty where nothing is held. */
  held(symbol: string): readonly HeldSide[];
}

export type Fate = Pick<PaperOrder, 'status' | 'averagePrice'>;

/** Whether it may still be filled or fire, a cancel on its way or not. */
export const rests = ({ status }: Fate): boolean =>
  status === 'open' || status === 'untriggered' || status === 'canceling';

export const isTrigger = ({ kind }: OrderRequest): boolean => kind === 'trigger';

/** What is not filled of an ordinary order that rests. */
export const remainingOf = ({ size, filledSize }: PaperOrder): Decimal =>
  filledSize === undefined ? decimalOf(size) : decimalOf(size).minus(decimalOf(filledSize));

/** Whether the order buys: to open long or to close short. */
export const buys = (order: OrderRequest): boolean => order.type === '1' || order.type === '4';
