/** A log is judged by its bytes alone: wherever they lie in memory, whichever way its maker summed them, and without a change to them. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isLogDamaged } from '../../src/journal/sqlite/log-end.ts';
import { newFile } from '../support/journal-files.ts';

const [HEADER, FRAME] = [32, 24 + 4096];

/** A log of some commits, still open. */
function aLog(): Buffer {
  const file = newFile();
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; create table one (n integer)');
  for (let n = 0; n < 6; n++) database.exec(`insert into one values (${n})`);
  const log = readFileSync(`${file}-wal`);
  database.close();
  return log;
}

/** The same bytes where no word begins. */
function unaligned(log: Buffer): Buffer {
  const held = Buffer.alloc(log.length + 1);
  log.copy(held, 1);
  return held.subarray(1);
}

/** The same log as a machine writes it that sums the other way. */
function ofOtherKind(log: Buffer): Buffer {
  const other = Buffer.from(log);
  other.writeUInt32BE(0x377f0683, 0);
  let [a, b] = [0, 0];
  const sum = (from: number, to: number): void => {
    for (let at = from; at < to; at += 8) {
      a = (a + other.readUInt32BE(at) + b) >>> 0;
      b = (b + other.readUInt32BE(at + 4) + a) >>> 0;
    }
  };
  const write = (at: number): void => {
    other.writeUInt32BE(a, at);
    other.writeUInt32BE(b, at + 4);
  };
  sum(0, 24);
  write(24);
  for (let at = HEADER; at + FRAME <= other.length; at += FRAME) {
    sum(at, at + 8);
    sum(at + 24, at + FRAME);
    write(at + 16);
  }
  return other;
}

/** With one byte of its second frame changed. */
function damaged(log: Buffer): Buffer {
  const other = Buffer.from(log);
  const at = HEADER + FRAME + 100;
  other[at] = (other[at] as number) ^ 1;
  return other;
}

test.each([
  ['as it was read', (log: Buffer) => log],
  ['where no word begins', unaligned],
  ['of a machine of the other kind', ofOtherKind],
  ['of a machine of the other kind, where no word begins', (log: Buffer) => unaligned(ofOtherKind(log))],
])('%s: whole, and damaged', (_, made) => {
  const log = aLog();
  for (const [bytes, isDamaged] of [
    [made(log), false],
    [unaligned(damaged(made(log))), true],
    [damaged(made(log)), true],
  ] as const) {
    const before = Buffer.from(bytes);
    expect(isLogDamaged(bytes)).toBe(isDamaged);
    expect(bytes.equals(before)).toBe(true);
  }
});
