import { readFileSync } from 'node:fs';

/** Every seed that ever failed. */
export const keptSeeds = (): number[] =>
  readFileSync(new URL('seeds.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => Number.parseInt(line, 10));
