/** A plan and what its prices do, in whole numbers: prices in ticks, sizes in steps, fees in millionths. */

export interface Fees {
  readonly maker: number;
  readonly taker: number;
}

export interface SceneOrder {
  readonly id: string;
  readonly symbol: number;
  readonly isLong: boolean;
  readonly opens: boolean;
  readonly isolated: boolean;
  readonly size: number;
  /** At market where it has none. */
  readonly limit?: number;
  readonly trigger?: number;
  readonly takeProfit?: number;
  readonly stopLoss?: number;
  readonly must?: 'post-only' | 'fok' | 'ioc';
  /** Ids of those that must be accepted first. */
  readonly after?: readonly string[];
}

export interface SceneHold {
  readonly symbol: number;
  readonly isLong: boolean;
  readonly isolated: boolean;
  readonly size: number;
  /** In tenths of a tick. */
  readonly tenths: number;
}

export interface Move {
  readonly to: number;
  readonly gap: boolean;
}

export interface Scene {
  readonly spoken: 'v2' | 'v3';
  readonly fills: 'through' | 'touch';
  readonly fees: Fees;
  /** By their number: the tick and the step as decimals. */
  readonly symbols: readonly { readonly name: string; readonly tick: string; readonly step: string }[];
  readonly orders: readonly SceneOrder[];
  readonly hold: readonly SceneHold[];
  /** For each symbol where it is at the placing, and what it does then; as many moves each. */
  readonly starts: readonly number[];
  readonly moves: readonly (readonly Move[])[];
}
