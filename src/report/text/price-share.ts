import { safe, safeText, type Safe } from '../../model/safe-text.ts';

/** `+0.16 %`: how far a price moved. Empty where one of both is not a number. For the eye only, so floats will do. */
export function priceShare(before: string | null | undefined, after: string | null | undefined): Safe {
  const [from, to] = [Number(before ?? Number.NaN), Number(after ?? Number.NaN)];
  if (!Number.isFinite(from) || !Number.isFinite(to) || from === 0) return safe``;
  const percent = ((to - from) / from) * 100;
  return safeText(`${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(2)} %`);
}
