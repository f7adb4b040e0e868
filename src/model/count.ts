import { safe, safeText, type Safe } from './safe-text.ts';

/** `1 order`, `2 orders`. */
export const count = (amount: number, noun: string): Safe =>
  safe`${amount} ${safeText(noun)}${amount === 1 ? '' : 's'}`;
