/** A short form of `npm run protection`; another part of the whole at each run, and a failure names the seed that shows it again. */
import { expect, test } from 'vitest';
import { drawScene } from '../../proofs/protection/draw.ts';
import { tryOverHttp } from '../../proofs/protection/over-http.ts';
import { tryScene } from '../../proofs/protection/try-scene.ts';

const from = Math.floor(Date.now() / 1000) % 1_000_000;
const SCENES = 2000;
const OVER_HTTP = 10;

const noted = new Map<string, number>();
const note = (figure: string): void => void noted.set(figure, (noted.get(figure) ?? 0) + 1);
const times = (figure: string): number => noted.get(figure) ?? 0;

test('what is said to be naked is what the way out leaves open, on the book of the paper exchange', () => {
  for (let seed = from; seed < from + SCENES; seed++)
    expect({ seed, wrong: tryScene(drawScene(seed), note) }).toEqual({ seed, wrong: undefined });
  expect(times('exact to the step')).toBeGreaterThan(SCENES / 4);
  expect(times('exact to the last digit of the loss')).toBeGreaterThan(0);
});

/** A close whose limit is better than its trigger: the walk turned back to it. */
const KEPT = [900_220];

test('the same over real HTTP, with a journal', async () => {
  for (const seed of KEPT) expect({ seed, wrong: await tryOverHttp(seed, note) }).toEqual({ seed, wrong: undefined });
  for (let seed = from; times('plans over HTTP') < OVER_HTTP; seed++)
    expect({ seed, wrong: await tryOverHttp(seed, note) }).toEqual({ seed, wrong: undefined });
});
