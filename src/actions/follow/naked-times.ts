/** For how long what entries filled had no stop, each time: from the fill to the answer that a stop works. */
import type { GroupStated } from '../../model/follow-stated.ts';

const MOST_NAMED = 20;
const isZero = (size: string): boolean => /^[0.]*$/.test(size);
const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** `2.1 s, 0.9 s`, as far as these are over. */
export function tookWords(tookMs: readonly number[]): readonly string[] {
  const over = tookMs.slice(0, MOST_NAMED).map(secondsOf);
  const rest = tookMs.slice(MOST_NAMED);
  return rest.length === 0 ? over : [...over, `${rest.length} more times, ${secondsOf(Math.max(...rest))} at most`];
}

export class NakedTimes {
  /** By the names of its entries, since when a group is naked, by the exchange's clock. */
  readonly #since = new Map<string, number>();
  readonly #tookMs: number[] = [];

  /** `coveredMs`: when all that a group holds came to have a stop, where that is known. What is told of it may wait for another answer. */
  take(
    groups: readonly GroupStated[],
    atMs: number,
    coveredMs: (entries: readonly string[]) => number | undefined = () => undefined,
  ): void {
    for (const { entries, naked, bareMs } of groups) {
      const name = entries.join(' ');
      const since = this.#since.get(name);
      if (!isZero(naked)) this.#since.set(name, since ?? bareMs ?? atMs);
      else if (since !== undefined) {
        this.#since.delete(name);
        const until = Math.min(atMs, coveredMs(entries) ?? atMs);
        this.#tookMs.push(Math.max(0, until - since));
      }
    }
  }

  /** `naked for 2.1 s, 0.9 s`; undefined where nothing was. */
  words(atMs: number): string | undefined {
    const still = [...this.#since.values()].map((since) => `${secondsOf(Math.max(0, atMs - since))} and still`);
    const all = [...tookWords(this.#tookMs), ...still];
    return all.length === 0 ? undefined : `naked for ${all.join(', ')}`;
  }
}
