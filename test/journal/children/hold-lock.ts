/**
 * Takes the lock at the moment and of the journal it is told, says `got` or `refused`, and lets go when told. Or it passes by a
 * lock file as a start does that will be refused: looks into it for so many ms. Ends with its stdin.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { lockRun, type RunLock } from '../../../src/journal/files/run-lock.ts';

let held: RunLock | undefined;

function take(file: string, atMs: number, plan: string | undefined): string {
  const self = { pid: process.pid, user: 'holder', host: 'here', since: '2026-11-21T08:00:00.000Z' };
  while (Date.now() < atMs);
  const lock = lockRun(
    file,
    {
      account: { origin: 'http://127.0.0.1:1', name: 'main' },
      ...(plan !== undefined && { plan: { plan, generation: 1 } }),
    },
    self,
  );
  if (!lock.ok) return 'refused';
  held = lock.value;
  return 'got';
}

function passBy(lockFile: string, ms: number): void {
  const database = new DatabaseSync(lockFile);
  database.exec('begin; select * from sqlite_schema;');
  setTimeout(() => database.close(), ms);
  writeSync(1, 'passing\n');
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, file = '', ms = '0', plan] = line.split('\t');
  if (word === 'pass') return passBy(file, Number(ms));
  if (word === 'take') {
    // Most of the wait is slept, so that as many as possible are awake for the moment itself.
    setTimeout(() => writeSync(1, `${take(file, Number(ms), plan)}\n`), Math.max(0, Number(ms) - Date.now() - 5));
    return;
  }
  held?.release();
  held = undefined;
  writeSync(1, 'released\n');
});
writeSync(1, 'ready\n');
