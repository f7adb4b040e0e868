import type { FailedRead, RateRefused } from './listing.ts';
import type { Decimal } from './decimal.ts';

/** Precision and size limits of one symbol; prices in quote coin, sizes in base coin. */
export interface Instrument {
  readonly symbol: string;
  /** Prices are multiples of it. */
  readonly tick: Decimal;
  /** Sizes are multiples of it; not simply 10^-n (docs/exchange.md#step). */
  readonly step: Decimal;
  readonly minSize: Decimal;
  readonly maxSize?: Decimal;
}

/** A list of instruments with where and when it was read, so that an error can say so. */
export interface InstrumentList {
  readonly source: string;
  readonly asOf: string;
  readonly bySymbol: ReadonlyMap<string, Instrument>;
}

/** A contract that cannot be read exactly; `symbol` is its place in the list if it names none. */
export interface LeftOut {
  readonly symbol: string;
  readonly why: string;
}

export type ContractList =
  /** In the exchange's spelling, sorted by symbol, as the exchange promises no order. */
  | {
      readonly kind: 'list';
      readonly instruments: readonly Instrument[];
      readonly leftOut: readonly LeftOut[];
    }
  | RateRefused
  | FailedRead;
