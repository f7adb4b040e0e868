import { chmodSync, existsSync, lstatSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { besideJournal, lockRun } from '../../src/journal/files/run-lock.ts';
import { asideFile, keepAside } from '../../src/journal/files/spool.ts';
import { JournalError } from '../../src/journal/records/journal-error.ts';
import { makePrivate } from '../../src/journal/files/private-file.ts';
import { newFile, openJournal, taken } from '../support/journal-files.ts';

const modeOf = (file: string): number => statSync(file).mode & 0o777;

/** Files made by the test are made as wide as the code lets them be. */
function withoutMask(): void {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
}

describe('a private file', () => {
  it('is made for its owner alone, and left as it is where it stands', () => {
    withoutMask();
    const file = newFile();
    makePrivate(file);
    expect(modeOf(file)).toBe(0o600);
    writeFileSync(file, 'kept');
    chmodSync(file, 0o644);
    makePrivate(file);
    expect([modeOf(file), statSync(file).size]).toEqual([0o644, 4]);
  });

  it.each([0o602, 0o620, 0o666])('that others may write (%o) is refused, and not changed', (mode) => {
    const file = newFile();
    writeFileSync(file, '');
    chmodSync(file, mode);
    expect(() => makePrivate(file)).toThrow(JournalError);
    expect(modeOf(file)).toBe(mode);
  });

  it('is not made through a link to nowhere', () => {
    const file = newFile();
    symlinkSync(join(dirname(file), 'elsewhere'), file);
    expect(() => makePrivate(file)).toThrow(/ENOENT/);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(existsSync(join(dirname(file), 'elsewhere'))).toBe(false);
  });

  it('is every file of a journal', async () => {
    withoutMask();
    const file = newFile();
    const lock = lockRun(
      file,
      { account: { origin: 'http://127.0.0.1:1', name: 'main' } },
      { pid: 1, user: 'u', host: 'h', since: 'now' },
    );
    onTestFinished(() => (lock.ok ? lock.value.release() : undefined));
    await openJournal(file);
    const beside = besideJournal(file, 'http://127.0.0.1:1', 'main');
    keepAside(beside, [{ clientOid: 'a', verdict: taken }]);
    const files = [
      file,
      `${file}-wal`,
      `${file}-shm`,
      `${beside}.account`,
      `${beside}.account.json`,
      asideFile(beside),
    ];
    expect(files.map((one) => [one, modeOf(one)])).toEqual(files.map((one) => [one, 0o600]));
  });
});

it('what stands beside a journal is each account’s own', () => {
  const names = [
    besideJournal('j', 'https://a', 'main'),
    besideJournal('j', 'https://a', 'other'),
    besideJournal('j', 'https://b', 'main'),
    besideJournal('k', 'https://a', 'main'),
  ];
  expect(new Set(names).size).toBe(names.length);
});
