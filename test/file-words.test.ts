import { readFileSync, readlinkSync, symlinkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { expect, test } from 'vitest';
import { fileWords } from '../src/system/files.ts';

/** What a call throws. */
function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test.each([...getSystemErrorMap()].map(([errno, [code]]) => [code, errno] as const))(
  '%s is told in words',
  (code, errno) => {
    const words = fileWords(Object.assign(new Error(`${code}: x, open 'y'`), { code, errno }));
    expect(words).toMatch(/^[a-z][^:]*[a-z0-9)/]$/i);
    expect(words).not.toContain(code);
  },
);

test('what a real file system says is told in words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-words-'));
  symlinkSync('loop', join(folder, 'loop'));
  expect(fileWords(thrown(() => readFileSync(join(folder, 'loop'))))).toBe('its links lead in a circle');
  expect(fileWords(thrown(() => readlinkSync(folder)))).toMatch(/^invalid argument$/);
  rmSync(folder, { recursive: true });
});
