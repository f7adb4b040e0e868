/** A short form of `npm run due`; another part of the whole at each run, and a failure names the seed that shows it again. */
import { expect, it } from 'vitest';
import { tryScene } from '../../proofs/due/try-scene.ts';

const SCENES = 1500;

it('what is due keeps the invariants of a follower, over a book of its own', () => {
  const first = (Math.floor(Date.now() / 60_000) % 100_000) * SCENES;
  const figures = new Map<string, number>();
  for (let seed = first; seed < first + SCENES; seed++)
    expect([seed, tryScene(seed, (figure) => figures.set(figure, 1 + (figures.get(figure) ?? 0)))]).toEqual([
      seed,
      undefined,
    ]);
  expect(figures.get('groups')).toBe(SCENES);
  expect(figures.get('judged when quiet')).toBeGreaterThan(SCENES);
});
