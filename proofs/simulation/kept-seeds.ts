import { readFileSync } from 'node:fs';

const LINE = /^(?<seed>\d+)(?<away> away,)? /;

/** Every seed that ever failed: with the journal at hand, or away. */
export const keptSeeds = (where: 'at hand' | 'away' = 'at hand'): number[] =>
  readFileSync(new URL('seeds.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const { seed, away } = LINE.exec(line)?.groups ?? {};
      return seed === undefined || (away !== undefined) !== (where === 'away') ? [] : [Number(seed)];
    });
