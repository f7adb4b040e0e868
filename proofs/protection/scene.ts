/** A story about a few positions: which orders are placed where the market is, and what happens to them. Whole numbers only. */
import type { MarginMode, Side } from '../../src/model/order.ts';

/** How the placing of an order ends. `unsure`: nobody knows, and it is `there` or `gone`. */
export type Fate =
  | 'placed'
  | 'rejected'
  | 'withheld'
  | 'not-selected'
  | 'absent'
  | 'unsure-there'
  | 'unsure-gone'
  /** Accepted, and a list lacks it although it rests. */
  | 'unlisted';

/** Prices in ticks, the size in steps. */
export interface SceneOrder {
  readonly id: string;
  /** Absent of an order that is not ours. */
  readonly plan?: string;
  readonly symbol: string;
  readonly marginMode: MarginMode;
  readonly side: Side;
  readonly size: number;
  /** At market where it is absent. */
  readonly limit?: number;
  readonly trigger?: number;
  readonly stopLoss?: number;
  readonly takeProfit?: number;
  readonly fate: Fate;
  /** It says where the market is. */
  readonly says: boolean;
}

export type Happening =
  | { readonly kind: 'move'; readonly symbol: string; readonly to: number }
  /** A resting limit order is filled in part, or whole, with the market near it. */
  | { readonly kind: 'fill'; readonly id: string; readonly size: number; readonly symbol: string; readonly to: number }
  | { readonly kind: 'cancel'; readonly id: string; readonly ends: 'seen' | 'unsure-there' | 'unsure-gone' };

/** Who says where the market is: the whole account is told, each order was told when it was placed, the plan says it, or nobody. */
export type MarketBy = 'all' | 'order' | 'plan' | 'nobody';

export interface Scene {
  readonly symbols: readonly string[];
  /** Where each market is at first. */
  readonly markets: ReadonlyMap<string, number>;
  readonly first: readonly SceneOrder[];
  readonly happenings: readonly Happening[];
  /** Placed after what happened. */
  readonly second: readonly SceneOrder[];
  /** Nobody looks at what is placed by a plan alone. */
  readonly look?: SceneLook;
  readonly marketBy: MarketBy;
}

export interface SceneLook {
  /** When the second orders are placed: before the look, after it, or by the run that is judged. */
  readonly second: 'before' | 'since' | 'planned';
  /** Ids of orders of which the journal has no more than that they were accepted. */
  readonly lags: ReadonlySet<string>;
  /** A look that comes late enough takes a preset that no list has for gone. */
  readonly isLate: boolean;
}

export const isLongSide = (side: Side): boolean => side === 'open-long' || side === 'close-long';
export const opens = ({ side }: Pick<SceneOrder, 'side'>): boolean => side === 'open-long' || side === 'open-short';

/** Names the position of an order. */
export const positionOf = ({ symbol, side, marginMode }: Pick<SceneOrder, 'symbol' | 'side' | 'marginMode'>): string =>
  `${symbol} ${isLongSide(side) ? 'long' : 'short'} ${marginMode}`;
