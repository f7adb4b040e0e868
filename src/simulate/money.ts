/**
 * Money as whole numbers of one small unit, so that adding it up is exact and fast. The unit is so small that every price times every
 * size times every fee of the simulation is a whole number of it.
 */
import { Decimal, tenTo } from '../model/decimal.ts';
import type { Fees } from '../model/fees.ts';

/** How money and sizes of one symbol are counted. */
export interface Coin {
  /** Decimals of the money's unit. */
  readonly scale: number;
  readonly tick: Decimal;
  /** A size so that a price in ticks times it is money. */
  sized(size: Decimal): bigint;
  /** What a size is worth at a price that need not be on the tick. */
  worth(size: Decimal, price: Decimal): bigint;
  /** What a fill costs, of a size as `sized` has it. */
  fee(ticks: number, sized: bigint, role: 'maker' | 'taker'): bigint;
}

const atScale = ({ coefficient, scale }: Decimal, to: number): bigint => coefficient * tenTo(to - scale);

interface Measured {
  readonly tick: Decimal;
  readonly sizes: readonly Decimal[];
  /** Prices that need not be on the tick: of what is held before. */
  readonly prices: readonly Decimal[];
}

const most = (all: readonly Decimal[]): number => Math.max(0, ...all.map(({ scale }) => scale));

/** Decimals of a unit that fits all symbols, and fees. */
export const scaleFor = (symbols: readonly Measured[], { maker, taker }: Fees): number =>
  most([maker, taker]) +
  Math.max(0, ...symbols.map(({ tick, sizes, prices }) => most(sizes) + most([tick, ...prices])));

export function coinOf(tick: Decimal, scale: number, { maker, taker }: Fees): Coin {
  const feeScale = most([maker, taker]);
  const rates = { maker: atScale(maker, feeScale), taker: atScale(taker, feeScale) };
  const parts = tenTo(feeScale);
  return {
    scale,
    tick,
    worth: (size, price) => atScale(size.times(price), scale),
    sized: (size) => atScale(size.times(tick), scale),
    fee: (ticks, sized, role) => (BigInt(ticks) * sized * rates[role]) / parts,
  };
}

/** Money of the unit as a decimal, without trailing zeros. */
export const moneyOf = (units: bigint, scale: number): Decimal => Decimal.ofDigits(units, scale);
