/** How much of a position is closed: a part of it, a size, or all. */
import { Decimal } from '../../model/decimal.ts';
import { Rational } from '../../model/rational.ts';

export type CloseShare =
  | { readonly kind: 'all' }
  | { readonly kind: 'percent'; readonly percent: Decimal }
  | { readonly kind: 'size'; readonly size: Decimal };

export const ALL: CloseShare = { kind: 'all' };

const HUNDRED = Decimal.of('100');

/** `50%`, `0.02` or `all`; undefined for anything else, and for nothing or more than all. */
export function parseShare(text: string): CloseShare | undefined {
  if (text === 'all') return ALL;
  const isPercent = text.endsWith('%');
  const value = Decimal.parse(isPercent ? text.slice(0, -1) : text);
  if (value === undefined || value.isZero) return undefined;
  if (!isPercent) return { kind: 'size', size: value };
  return value.compare(HUNDRED) > 0 ? undefined : { kind: 'percent', percent: value };
}

/** As it is written in a command; nothing where all is meant. */
export function shareText(share: CloseShare): string | undefined {
  if (share.kind === 'all') return undefined;
  return share.kind === 'percent' ? `${share.percent.toString()}%` : share.size.toString();
}

/** So much of what is held, cut down to the step. */
export function sizeOf(share: CloseShare, held: Decimal, step: Decimal): Decimal {
  if (share.kind !== 'percent') return Rational.of(share.kind === 'all' ? held : share.size).below(step);
  return Rational.of(held.times(share.percent)).dividedBy(Rational.of(HUNDRED)).below(step);
}
