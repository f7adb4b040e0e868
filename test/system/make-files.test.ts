import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFiles } from '../../src/system/make-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ordo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = (...names: string[]): Map<string, string> => new Map(names.map((name) => [join(folder, name), name]));

test('makes files and the folders above them, for their owner alone to write', () => {
  const before = process.umask(0);
  try {
    expect(makeFiles(files('a', 'b/c/d', 'b/e')).ok).toBe(true);
  } finally {
    process.umask(before);
  }
  expect(readFileSync(join(folder, 'b/c/d'), 'utf8')).toBe('b/c/d');
  for (const name of ['a', 'b', 'b/c', 'b/c/d', 'b/e']) expect(statSync(join(folder, name)).mode & 0o022).toBe(0);
});

test.each([
  ['a file', (path: string) => writeFileSync(path, 'another’s')],
  ['a folder', (path: string) => mkdirSync(path)],
  ['a link to nothing', (path: string) => symlinkSync(join(folder, 'nowhere'), path)],
])('leaves %s as it is, and nothing of its own', (_, put) => {
  mkdirSync(join(folder, 'b'));
  const taken = join(folder, 'b', 'taken');
  put(taken);
  expect(makeFiles(files('a', 'new/c', 'b/d', 'b/taken', 'e'))).toEqual({
    ok: false,
    error: { path: taken, why: 'it is there already' },
  });
  expect(readdirSync(folder)).toEqual(['b']);
  expect(readdirSync(join(folder, 'b'))).toEqual(['taken']);
  if (existsSync(taken) && statSync(taken).isFile()) expect(readFileSync(taken, 'utf8')).toBe('another’s');
});

test('takes the folders that it made away again too', () => {
  writeFileSync(join(folder, 'no-folder'), '');
  const made = makeFiles(
    new Map([
      [join(folder, 'new', 'a'), 'text'],
      [join(folder, 'no-folder', 'b'), 'text'],
    ]),
  );
  expect(made).toMatchObject({ ok: false, error: { why: 'a part of its path is not a folder' } });
  expect(readdirSync(folder)).toEqual(['no-folder']);
});
