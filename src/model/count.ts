import { safe, safeText, type Safe } from './safe-text.ts';

/** `1 order`, `2 orders`. */
export const count = (amount: number, noun: string): Safe =>
  safe`${amount} ${safeText(noun)}${amount === 1 ? '' : 's'}`;

/** What `count` of them is called next. */
export const itOrThem = (amount: number): Safe => (amount === 1 ? safe`it` : safe`them`);

/** The verb of `count` of them. */
export const isOrAre = (amount: number): Safe => (amount === 1 ? safe`is` : safe`are`);

/** How many names are shown before the rest is counted. */
const MOST_NAMED = 6;

/** `a, b, c`, or for many names `a, b, c, d, e, f and 14 more`. */
export function someOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more <= 0 ? names.join(', ') : `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more`;
}
