import { distance } from 'fastest-levenshtein';

/** A word without case and punctuation: `take_profit`, `Take-Profit` and `takeProfit` come out alike. */
export const flat = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A longer word is not a typing mistake, and a hostile file could make comparing it expensive. */
const MOST_LETTERS = 64;

/** Letters that are wrong; two that changed places are one mistake. */
function wrongLetters(one: string, other: string): number {
  if (one.length !== other.length) return distance(one, other);
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
  return isSwapped ? 1 : distance(one, other);
}

/** Fewer letters shorten too many words. */
const FEWEST_LETTERS = 2;

/** The one known word that has these letters in their order, and begins with the first: `brk` for `breakout`. */
export function shortFor(word: string, known: readonly string[]): string | undefined {
  const letters = flat(word);
  if (letters.length < FEWEST_LETTERS || letters.length > MOST_LETTERS) return undefined;
  const [one, ...more] = known.filter((whole) => isShortFor(letters, flat(whole)));
  return more.length === 0 ? one : undefined;
}

function isShortFor(letters: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === letters[at]) at += 1;
  return whole[0] === letters[0] && at === letters.length;
}

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
    .map((one) => ({ one, wrong: wrongLetters(letters, flat(one)) }))
    .filter(({ one, wrong }) => wrong <= Math.floor(Math.max(letters.length, flat(one).length) / 3))
    .toSorted((a, b) => a.wrong - b.wrong);
  return best?.one;
}
