/** How the account is told: what it has, how old that is, and what goes wrong with an answer about it. */
import { createAccountDealer, type AccountFaultName, type AccountFaults } from './account-faults.ts';
import type { Book } from './book.ts';
import type { Hand } from './faults.ts';
import { Lag, type ToldBook } from './lag.ts';
import { bare, type Delivery } from './v2/order/refusals.ts';

export interface AccountTelling {
  /** Before the first order, in USDT. */
  readonly balance: string;
  /** Each order has a position of its own. */
  readonly isSeparated: boolean;
  /** Positions are told in the other margin mode. */
  readonly isOtherMode: boolean;
  readonly deal: () => Hand<AccountFaultName>;
  /** What the account tells of, by the monotonic clock. */
  readonly told: (nowMs: number) => ToldBook;
  /** Where what is told lags: keeps how the book is now. */
  readonly keep: (nowMs: number) => void;
}

interface TellingOptions {
  readonly balance: string;
  readonly faults: AccountFaults;
  readonly seed: number;
  /** How late orders show what changed, and trades; positions are told at once, unless a fault says otherwise. */
  readonly listLagMs: number;
  readonly tradesLagMs: number;
  /** Client order ids that begin so have no trades in the list. */
  readonly hidesTradesOf?: string | undefined;
}

export function tellingOf(book: Book, options: TellingOptions): AccountTelling {
  const telling = laggingOf(book, options);
  const { hidesTradesOf: hidden } = options;
  if (hidden === undefined) return telling;
  const told = (nowMs: number): ToldBook => {
    const of = telling.told(nowMs);
    const fills = of.fills.filter(({ order }) => !order.clientOid.startsWith(hidden));
    const { orders, contracts } = of;
    return { orders, contracts, fills, held: (symbol) => of.held(symbol), end: (order) => of.end(order) };
  };
  return { ...telling, told };
}

function laggingOf(book: Book, { balance, faults, seed, listLagMs, tradesLagMs }: TellingOptions): AccountTelling {
  const { lagMs = 0, isSeparated = false, isOtherMode = false } = faults;
  const deal = createAccountDealer(faults, seed);
  const telling = { balance, isSeparated, isOtherMode, deal };
  const longestMs = Math.max(lagMs, listLagMs, tradesLagMs);
  if (longestMs === 0) return { ...telling, told: () => book, keep: () => undefined };
  const lag = new Lag(book, longestMs);
  return {
    ...telling,
    told: (nowMs) => ({
      ...lag.asOf(nowMs),
      held: lag.heldAsOf(nowMs - lagMs),
      // A fault that makes all late leaves trades as late as the rest.
      fills: lag.fillsAsOf(nowMs - (lagMs > 0 ? longestMs : tradesLagMs)),
    }),
    keep: (nowMs) => lag.keep(nowMs),
  };
}

/** An answer about the account as these faults leave it; `hasRows`: one that lacks a row says less than there is. */
export function toldWith({ faults }: Hand<AccountFaultName>, value: unknown, hasRows: boolean): Delivery {
  if (faults.has('cut')) return { kind: 'cut' };
  const isShort = hasRows && faults.has('row-missing') && Array.isArray(value);
  const answer = bare(isShort ? value.slice(1) : value);
  return { kind: 'answer', answer: faults.has('garbage') ? { ...answer, body: 'upstream said: [{"' } : answer };
}
