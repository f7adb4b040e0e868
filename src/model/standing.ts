/** How an order stands on the exchange, as its lists tell it (docs/exchange.md#order-states); what is held, and at which prices. */
import type { MarginMode, Side } from './order.ts';

/** A record's own word for its state, in one spelling; `triggered` of a trigger order that fired. */
export type RecordStatus = 'open' | 'cancelling' | 'filled' | 'cancelled' | 'triggered';

/** One trade of an order; texts are decimals (docs/exchange.md#fills). */
export interface Fill {
  /** The exchange's id of the trade. */
  readonly id: string;
  readonly orderId: string;
  /** In base coin. */
  readonly size: string;
  /** In quote coin: size × price. */
  readonly value: string;
  /** What it cost, in quote coin: below zero where it was paid for. Absent where the record does not tell it, or in another coin. */
  readonly fee?: string;
  /** What a close gained, in quote coin: below zero where it lost. Absent where the record does not tell it. */
  readonly realised?: string;
  /** What it did: absent where the record does not tell it in words that are known. */
  readonly side?: Side;
  /** Milliseconds since 1970. */
  readonly createdMs: number;
}

/** A page of trades, the newest first, of one symbol. */
export interface FillsQuery {
  readonly symbol: string;
  /** Times of trades in ms since 1970, both included. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** `unreadable` counts its records in which no trade could be recognised. */
export type FillsPage = { readonly kind: 'page'; readonly fills: readonly Fill[]; readonly unreadable: number };
export type FillsRead = FillsPage | { readonly kind: 'failed'; readonly message: string };

/** What the account holds of a symbol, in base coin; a side that it does not hold is '0'. `rows`: as they were told. */
export type PositionTold = {
  readonly kind: 'position';
  readonly long: string;
  readonly short: string;
  readonly rows: readonly PositionRow[];
};
export type PositionRead = PositionTold | { readonly kind: 'failed'; readonly message: string };

/** One row of a position; texts are decimals. */
export interface PositionRow {
  readonly side: 'long' | 'short';
  /** In base coin. */
  readonly size: string;
  /** Undefined where the row says none, or a word that is not known. */
  readonly marginMode?: MarginMode;
  /** What it was opened for, in quote coin: size × average entry. */
  readonly openValue?: string;
  /** Undefined where the row does not tell it. */
  readonly leverage?: string;
  /** Each order has a position of its own, so that a close has to name one. Undefined where the row does not tell it. */
  readonly isSeparated?: boolean;
}

/** A row of what the account holds of all symbols; the symbol is as the exchange spells it. */
export interface HeldRow extends PositionRow {
  readonly symbol: string;
}

/** What the account has of one coin. Texts are decimals, and what may be owed has a sign. */
export interface MoneyRow {
  readonly coin: string;
  /** What an order may still use. */
  readonly available: string;
  /** With the profit of what is open; absent where the version tells a balance in its place. */
  readonly equity?: string;
  /** Nobody says for sure whether it has the profit of what is open (docs/exchange-v3.md#money). */
  readonly balance?: string;
  /** The profit of what is open, where it is told. */
  readonly openProfit?: string;
}

/** Prices of a symbol at one moment, as far as one answer tells them; texts are decimals above 0. */
export interface Prices {
  readonly last?: string;
  readonly bid?: string;
  readonly ask?: string;
  readonly mark?: string;
}

export type MarketTold = { readonly kind: 'market'; readonly prices: Prices };
export type MarketRead = MarketTold | { readonly kind: 'failed'; readonly message: string };

/** How an order stood on the exchange when it was asked about (docs/contract.md#refresh). */
export type ExchangeState = 'open' | 'partly-filled' | 'filled' | 'cancelled' | 'triggered' | 'not-found';

export interface LastSeen {
  readonly state: ExchangeState;
  /** In base coin, by its trades; undefined where they do not tell it. */
  readonly filledSize?: string;
  /** In quote coin, of what was filled. */
  readonly averagePrice?: string;
  /** For a trigger that fired into a limit order: the order id of that order, which all other fields are about. */
  readonly firedAs?: string;
  /** When the exchange answered, in ms since 1970. */
  readonly atMs: number;
}

/** Whether its record showed it resting. */
export const restsBySight = ({ state }: Pick<LastSeen, 'state'>): boolean =>
  state === 'open' || state === 'partly-filled';
