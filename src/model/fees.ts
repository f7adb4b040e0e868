/** Fees as they are written: `0.02%/0.08%`, the maker's first; a rebate is negative. */
import { Decimal } from './decimal.ts';
import { err, ok, type Result } from './result.ts';

/** Each as a part of what is traded: 0.0002 is 0.02 %. Negative is a rebate. */
export interface Fees {
  readonly maker: Decimal;
  readonly taker: Decimal;
}

const FORM = /^(-?)([0-9]{1,2}(?:\.[0-9]{1,8})?)%\/(-?)([0-9]{1,2}(?:\.[0-9]{1,8})?)%$/;

export function readFees(text: string): Result<Fees, string> {
  const [, makerSign, maker, takerSign, taker] = FORM.exec(text) ?? [];
  if (maker === undefined || taker === undefined) return err('fees are the maker’s and the taker’s: 0.02%/0.08%');
  return ok({ maker: part(makerSign, maker), taker: part(takerSign, taker) });
}

/** So many per cent as a part. */
function part(sign: string | undefined, percent: string): Decimal {
  const { coefficient, scale } = Decimal.of(percent);
  return Decimal.ofDigits(sign === '-' ? -coefficient : coefficient, scale + 2);
}
