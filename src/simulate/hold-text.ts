/** A position from before the first order as it is written: `long 0.1 at 63000`, `cmt_ethusdt short 2 at 3100`. */
import { Decimal } from '../model/decimal.ts';
import { err, ok, type Result } from '../model/result.ts';
import type { HoldAsked } from './options.ts';

const FORM = /^(?:([A-Za-z0-9_]{1,64}) +)?(long|short) +(\S+) +at +(\S+)$/;

export function readHold(text: string): Result<HoldAsked, string> {
  const [, symbol, side, sizeText = '', priceText = ''] = FORM.exec(text.trim()) ?? [];
  if (side === undefined) return err('a position is written as long 0.1 at 63000');
  const [size, price] = [Decimal.parse(sizeText), Decimal.parse(priceText)];
  if (size === undefined || size.isZero) return err(`${sizeText} is not a size`);
  if (price === undefined || price.isZero) return err(`${priceText} is not a price`);
  return ok({ ...(symbol !== undefined && { symbol }), side: side as HoldAsked['side'], size, price });
}
