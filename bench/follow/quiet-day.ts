/** What a day without news adds to the journal, reckoned from ten seconds of it. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { until, type Desk } from './desk.ts';

/** A look every 2 s, as the config has it where it says nothing. */
const LOOKS_A_DAY = 86_400 / 2;
const QUIET_MS = 10_000;
/** After so many looks in a row that add nothing, all that came before is written. */
const STILL_LOOKS = 5;
/** A journal that is not still by then grows in each look. That is for the figure to say. */
const MOST_LOOKS = 60;

/** In kB. */
export async function quietDay(desk: Desk, lookEveryMs: number): Promise<number> {
  await still(desk);
  const [before, asked] = [bytesOf(desk.journal), desk.looks];
  await sleep(QUIET_MS);
  desk.check();
  const looks = desk.looks - asked;
  if (looks < QUIET_MS / lookEveryMs / 3) throw new Error(`${looks} looks`);
  return ((bytesOf(desk.journal) - before) * LOOKS_A_DAY) / looks / 1000;
}

/** What was placed before is seen first, its history read, and what was kept of windows given back. */
async function still(desk: Desk): Promise<void> {
  let [bytes, quiet] = [-1, 0];
  for (let look = 0; look < MOST_LOOKS && quiet < STILL_LOOKS; look++) {
    const asked = desk.looks;
    await until(() => desk.looks > asked);
    const now = bytesOf(desk.journal);
    quiet = now === bytes ? quiet + 1 : 0;
    bytes = now;
  }
}

/** All that its pages hold. Its files do not tell: what is written next may take the place of what was moved, or wait in the other file. */
function bytesOf(journal: string): number {
  const database = new DatabaseSync(journal, { readOnly: true });
  try {
    const { bytes } = database.prepare('select sum(pgsize - unused) as bytes from dbstat').get() ?? {};
    if (typeof bytes !== 'number') throw new Error('no journal');
    return bytes;
  } finally {
    database.close();
  }
}
