import { distance } from 'fastest-levenshtein';

/** A word without case and punctuation: `take_profit`, `Take-Profit` and `takeProfit` come out alike. */
export const flat = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A longer word is not a typing mistake, and a hostile file could make comparing it expensive. */
const MOST_LETTERS = 64;

/**
 * The known word that was most likely meant: the same but for case and punctuation, a synonym (flat word to known word),
 * or one with at most a third of its letters wrong.
 */
export function didYouMean(
  word: string,
  known: readonly string[],
  synonyms: Readonly<Record<string, string>> = {},
): string | undefined {
  const letters = flat(word);
  if (letters === '' || letters.length > MOST_LETTERS) return undefined;
  const same = known.find((one) => flat(one) === letters);
  if (same !== undefined) return same;
  if (Object.hasOwn(synonyms, letters)) return synonyms[letters];
  const [best] = known
    .map((one) => ({ one, wrong: distance(letters, flat(one)) }))
    .filter(({ one, wrong }) => wrong <= Math.floor(Math.max(letters.length, flat(one).length) / 3))
    .toSorted((a, b) => a.wrong - b.wrong);
  return best?.one;
}
