/** Paths as Windows writes them: one with a drive is absolute, and stays what it is. */
import type * as Path from 'node:path';
import { expect, test, vi } from 'vitest';
import { instrumentsFile, isBelow, shown } from '../src/commands/inputs/input-files.ts';
import { trustedProgram } from '../src/commands/live/trusted-program.ts';
import { journalFile } from '../src/commands/live/journal-address.ts';
import type { World } from '../src/commands/world.ts';
import { defaultConfig } from '../src/model/config.ts';
import type { WorldParts } from './support/world-parts.ts';

vi.mock('node:path', async (load) => {
  const { win32 } = await load<typeof Path>();
  return { ...win32, default: win32 };
});

const world = (variables: Record<string, string> = {}, files: readonly string[] = []): World => {
  const own: WorldParts = {
    files: {
      folder: 'C:\\desk',
      userId: undefined,
      entryAt: (path) => (files.includes(path) ? { kind: 'file', realPath: path } : { kind: 'nothing' }),
    },
    home: 'C:\\Users\\me',
    variables,
  };
  return own as World;
};

test.each([
  ['D:\\state\\journal.db', 'D:\\state\\journal.db'],
  ['D:/state/journal.db', 'D:\\state\\journal.db'],
  ['journal.db', 'C:\\desk\\journal.db'],
])('a journal named %s', (named, file) => {
  expect(journalFile(world(), named)).toBe(file);
});

test('ORDO_JOURNAL is a whole path with a drive', () => {
  expect(journalFile(world({ ORDO_JOURNAL: 'D:\\state\\journal.db' }), undefined)).toBe('D:\\state\\journal.db');
  expect(() => journalFile(world({ ORDO_JOURNAL: 'journal.db' }), undefined)).toThrow('absolute');
});

test('a state folder with a drive is taken', () => {
  expect(journalFile(world({ XDG_STATE_HOME: 'D:\\state' }), undefined)).toBe('D:\\state\\ordo\\journal.db');
  expect(journalFile(world({ XDG_STATE_HOME: 'state' }), undefined)).toBe(
    'C:\\Users\\me\\.local\\state\\ordo\\journal.db',
  );
});

const fileOf = (instruments?: string): string =>
  instrumentsFile({ ...defaultConfig, ...(instruments !== undefined && { instruments }) }, 'C:\\desk\\c.yaml');

test('a list of instruments stands beside the config, or where its whole path says', () => {
  expect(fileOf()).toBe('C:\\desk\\instruments.json');
  expect(fileOf('lists/x.json')).toBe('C:\\desk\\lists\\x.json');
  expect(fileOf('D:\\lists\\x.json')).toBe('D:\\lists\\x.json');
});

test('another drive is not below a folder', () => {
  expect(isBelow('C:\\desk', 'D:\\desk\\plan.yaml')).toBe(false);
  expect(isBelow('C:\\desk', 'C:\\desk\\..plan.yaml')).toBe(true);
  expect(shown(world().files, 'C:\\desk\\plans\\plan.yaml')).toBe('plans\\plan.yaml');
  expect(shown(world().files, 'D:\\plan.yaml')).toBe('D:\\plan.yaml');
});

test('the program of the keys is found by its name without .exe, and beside the config', () => {
  const at = world({ PATH: 'tools;C:\\tools' }, ['C:\\desk\\keys.exe', 'C:\\tools\\pass.exe', 'C:\\conf\\keys.exe']);
  const found = (program: string): string | undefined => {
    const command = trustedProgram(at, 'exchange.keysCommand', [program, 'show'], 'C:\\conf\\ordo.config.yaml');
    return command.ok ? command.value[0] : undefined;
  };
  expect(found('pass')).toBe('C:\\tools\\pass.exe');
  expect(found('.\\keys.exe')).toBe('C:\\conf\\keys.exe');
  expect(found('keys')).toBeUndefined();
});
