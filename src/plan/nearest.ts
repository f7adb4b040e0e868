import type { Decimal } from '../model/decimal.ts';

/** The valid values around one that is not: multiples of `unit`, above zero, within the bounds. */
export function nearest(value: Decimal, unit: Decimal, least?: Decimal, most?: Decimal): string {
  const isAllowed = (one: Decimal): boolean =>
    !one.isZero && (least === undefined || one.compare(least) >= 0) && (most === undefined || one.compare(most) <= 0);
  return [value.floorTo(unit), value.ceilTo(unit)].filter(isAllowed).join(' or ');
}
