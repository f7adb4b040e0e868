/**
 * Keeps heads in the state folder that it is told: one at a given moment, and says how that went; or one after the other until it is killed,
 * and notes in a file which it has kept.
 */
import { openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { witnessIn } from '../../../src/journal/files/kept-heads.ts';

const [name = ''] = process.argv.slice(2);
const seen = (record: number): { head: { record: number; sum: string }; acceptedMs: number } => ({
  head: { record, sum: 'ab' },
  acceptedMs: 0,
});

function keepOne(folder: string, atMs: number): string {
  while (Date.now() < atMs);
  try {
    witnessIn(folder)
      .open()
      .keep([name, 'shared'], seen(atMs % 1000));
    return 'kept';
  } catch (error) {
    return String(error);
  }
}

function keepForEver(folder: string, noteFile: string): void {
  const heads = witnessIn(folder).open();
  const note = openSync(noteFile, 'w');
  for (let record = 1; ; record++) {
    heads.keep([name, 'shared'], seen(record));
    writeSync(note, String(record).padStart(9, '0'), 0);
    if (record === 1) writeSync(1, 'keeping\n');
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, folder = '', last = ''] = line.split('\t');
  if (word === 'one') writeSync(1, `${keepOne(folder, Number(last))}\n`);
  else keepForEver(folder, last);
});
writeSync(1, 'ready\n');
