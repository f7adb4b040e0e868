/** Pairs that random plans trade. */
import { Decimal } from '../../src/model/decimal.ts';
import type { InstrumentList } from '../../src/model/instrument.ts';

export interface Pair {
  readonly symbol: string;
  readonly tick: string;
  readonly step: string;
}

/** Ticks and steps that are powers of ten, and such that are not. */
export const PAIRS: readonly Pair[] = [
  { symbol: 'cmt_btcusdt', tick: '0.5', step: '0.0001' },
  { symbol: 'cmt_ethusdt', tick: '0.01', step: '0.001' },
  { symbol: 'cmt_solusdt', tick: '0.25', step: '0.3' },
  { symbol: 'cmt_dogeusdt', tick: '0.00001', step: '100' },
];

export const INSTRUMENTS: InstrumentList = {
  asOf: '2026-11-21T08:00:00Z',
  source: 'a test',
  bySymbol: new Map(
    PAIRS.map(({ symbol, tick, step }) => [
      symbol,
      { symbol, tick: Decimal.of(tick), step: Decimal.of(step), minSize: Decimal.of(step) },
    ]),
  ),
};
