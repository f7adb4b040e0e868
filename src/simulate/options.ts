/** What a simulation is asked, and why it cannot be answered. */
import type { Call } from '../model/call.ts';
import type { Interface } from '../model/interfaces.ts';
import type { Decimal } from '../model/decimal.ts';
import type { Fees } from '../model/fees.ts';
import type { InstrumentList } from '../model/instrument.ts';
import type { MarginMode, Order, Plan } from '../model/order.ts';
import type { FollowWords } from './follow/setup.ts';
import type { Candles } from './candles/candles.ts';
import type { StateLimits } from './range/candle.ts';
import type { Expectation, TickPath } from '../model/simulated.ts';

/** What an account pays that nothing is known of. */
export const ASSUMED_FEES = '0.02%/0.08%';

/** A compiled plan: the very bodies that would be sent. */
export interface ToSimulate {
  readonly plan: Plan;
  /** In order of sending. */
  readonly calls: readonly Call[];
  /** The orders behind the calls, by client order id. */
  readonly pending: ReadonlyMap<string, Order>;
  readonly withheld: readonly {
    readonly order: { readonly id: string };
    readonly outcome: { readonly reason: string; readonly message?: string };
  }[];
  readonly digest: string;
  readonly forecastMs: number;
  readonly instruments: InstrumentList;
  readonly interface: Interface;
  /** Present where a plan says more than what is sent at once. */
  readonly follow?: FollowWords;
}

export interface SimulationOptions {
  /** For every symbol of the plan, and no other. */
  readonly prices:
    | { readonly candles: readonly Candles[] }
    /** By symbol. */
    | { readonly path: ReadonlyMap<string, TickPath> };
  /** Parts of what is traded: 0.0002 is 0.02 %. */
  readonly fees: Fees & { readonly assumed: boolean };
  /** Default `through`. */
  readonly fills?: 'through' | 'touch';
  readonly hold?: readonly HoldAsked[];
  /** The orders are placed at the first candle that opens at or after it; no candle is used that closes after `to`. In ms. */
  readonly from?: number;
  readonly to?: number;
  readonly expect?: readonly Expectation[];
  /** How many states are followed; for tests. */
  readonly limits?: StateLimits;
}

export interface HoldAsked {
  /** May be left out where the plan has only one. */
  readonly symbol?: string;
  readonly side: 'long' | 'short';
  /** By default that of the plan's orders on its side. */
  readonly marginMode?: MarginMode;
  readonly size: Decimal;
  readonly price: Decimal;
}

export interface SimulationFault {
  readonly code:
    | 'no-orders'
    | 'no-prices'
    | 'other-symbol'
    | 'no-tick'
    | 'no-span'
    | 'steps-differ'
    | 'hold'
    | 'symbols-wait';
  readonly symbol?: string;
  readonly message: string;
}
