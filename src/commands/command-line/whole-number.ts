import type { Arguments } from './arguments.ts';
import { refuse } from '../../refusal.ts';

/** Most that a seed may be: what the generators of random numbers take. */
export const MOST_SEED = 2 ** 32 - 1;

/** A whole number from 0 up to `most`; undefined where the option is not given. */
export function wholeNumber(given: Arguments, name: string, most: number): number | undefined {
  const text = given.value(name);
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,10}$/.test(text) || Number(text) > most)
    refuse('option/value', `--${name} ${text} is not a whole number up to ${most}`);
  return Number(text);
}
