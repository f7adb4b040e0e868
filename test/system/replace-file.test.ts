import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from '../../src/system/replace-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ordo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('makes a file where there is none', () => {
  const file = join(folder, 'a');
  replaceFile(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['a']);
});

test('is another file under the same name: whoever has the old one open reads the old text to its end', () => {
  const file = join(folder, 'a');
  writeFileSync(file, 'old', { mode: 0o600 });
  const { ino } = statSync(file);
  replaceFile(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).ino).not.toBe(ino);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('leaves nothing behind where it cannot take the name', () => {
  const taken = join(folder, 'taken');
  mkdirSync(taken);
  expect(() => replaceFile(taken, 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(readdirSync(folder)).toEqual(['taken']);
});

test('does not write on what bears the name it would use beside the file', () => {
  const file = join(folder, 'a');
  const beside = `${file}.${process.pid}.tmp`;
  writeFileSync(file, 'old');
  writeFileSync(beside, 'another’s');
  expect(() => replaceFile(file, 'new')).toThrow('EEXIST');
  expect(readFileSync(beside, 'utf8')).toBe('another’s');
  expect(readFileSync(file, 'utf8')).toBe('old');
});
