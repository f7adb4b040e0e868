/** What an account is set to, where a version of the interface lets no order say it (docs/exchange-v3.md#account). */
import type { FailedRead } from './listing.ts';
import type { MarginMode } from './order.ts';

/** What the account has set for one symbol. */
export interface SymbolSettings {
  /** Undefined: a word that is not known. */
  readonly marginMode: MarginMode | undefined;
  /** Each order has a position of its own, so that a close has to name one. */
  readonly isSeparated: boolean;
}

export interface AccountSettings {
  readonly mayTrade: boolean;
  /** A symbol may be held long and short at once. */
  readonly isTwoSided: boolean;
}

/** Each is told, or why it was not. */
export type SettingTold<Value> = { readonly kind: 'told'; readonly value: Value } | FailedRead;

/** What was read of an account before anything is sent. */
export interface AccountRead {
  readonly account: AccountSettings;
  /** By symbol, in whatever spelling. */
  readonly symbols: ReadonlyMap<string, SymbolSettings>;
  /** Symbols that take orders of a program. */
  readonly tradable: ReadonlySet<string>;
}
