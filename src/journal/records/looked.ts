/** A look at an account as the journal keeps it, as small as it can be. Texts are decimals. A list that did not answer is absent. */
import type { MarginMode, Side } from '../../model/order.ts';

export interface KeptLook {
  /** When its last answer came, in ms since 1970. */
  readonly atMs: number;
  readonly symbols: readonly KeptSymbol[];
}

export interface KeptSymbol {
  readonly symbol: string;
  readonly market?: readonly [low: string, high: string];
  readonly mark?: string;
  readonly positions?: readonly KeptPosition[];
  readonly orders?: readonly KeptRow[];
  readonly triggers?: readonly KeptRow[];
}

export interface KeptPosition {
  readonly side: 'long' | 'short';
  readonly marginMode: MarginMode;
  readonly size: string;
  readonly average?: string;
}

/** For an order that the journal has, only that it is there; `clientOid` if the journal knows it by that alone. */
export interface KeptRow {
  readonly orderId: string;
  readonly clientOid?: string;
  readonly filled?: string;
  /** It is being cancelled, or in a state that nobody knows. */
  readonly isUnsure?: true;
  /** What is told of somebody else's order. */
  readonly says?: KeptSaying;
}

interface KeptSaying {
  readonly side: Side;
  readonly marginMode: MarginMode;
  /** Its record did not say it, and it may be of either. */
  readonly isModeUnsure?: true;
  readonly size: string;
  /** `market`, or a limit. */
  readonly price: string;
  readonly trigger?: string;
  readonly stopLoss?: string;
  /** It carries none. */
  readonly lacksStop?: true;
}
