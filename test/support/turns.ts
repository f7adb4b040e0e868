/** What is tried in turns: another part of the whole at each run of the tests, and all of it by `npm run turns`. */

export const isWhole = process.env['TURNS'] === 'all';

/** Seconds, so that each run of the tests has another one. */
export const turn = Math.floor(Date.now() / 1000);

/** Every n-th of them; where there are fewer, one. */
export const inTurns = <T>(all: readonly T[], parts: number): T[] =>
  isWhole ? [...all] : all.filter((_, at) => (turn + at) % Math.min(parts, all.length) === 0);
