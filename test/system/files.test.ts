/** Files that are none: each is refused in words and at once, whatever it is given as. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entryAt, readFile } from '../../src/system/files.ts';
import { afterTest } from '../support/live.ts';
import { here } from '../support/here.ts';
import { bids, place } from '../../proofs/support/ordo.ts';

type Make = (file: string) => void;
const link =
  (to: string): Make =>
  (file) =>
    symlinkSync(to, file);

const rows: [name: string, make: Make, said: string][] = [
  ['nothing', () => {}, 'there is no such file'],
  ['a pipe that nobody writes to', (file) => void execFileSync('mkfifo', [file]), 'it is not a regular file'],
  ['a link to a device without end', link('/dev/zero'), 'it is not a regular file'],
  ['a link to a terminal', link('/dev/tty'), 'it is not a regular file'],
  ['a folder', (file) => mkdirSync(file), 'it is a folder'],
  ['a link to nothing', link('gone'), 'it is a link to nothing'],
  ['a link through a file', link('plain/x'), 'it is a link to nothing'],
  ['a link to itself', link('file'), 'its links lead in a circle'],
  [
    'a file of 65 MiB',
    (file) => {
      writeFileSync(file, '');
      truncateSync(file, 65 * 1024 * 1024);
    },
    'it has more than 64 MiB',
  ],
  ['a file of the system that has no size and no end', link('/proc/self/pagemap'), 'it has more than 64 MiB'],
];

describe.each(rows)('%s', (_, make, said) => {
  test('is not read', () => {
    const at = place();
    afterTest(() => at.remove());
    at.write('plain', '');
    make(join(at.folder, 'file'));
    expect(readFile(join(at.folder, 'file'))).toEqual({ ok: false, error: said });
  });

  test('is refused as a plan, a config and a list', async () => {
    const at = place();
    afterTest(() => at.remove());
    at.write('plain', '');
    make(join(at.folder, 'file'));
    at.write('plan.yaml', bids('a', 1));
    at.write('c.yaml', 'version: 1\ninstruments: file\n');
    const validate = ['validate', 'plan.yaml', '--config'];
    // For validate a folder is the plans in it.
    for (const args of [
      ['run', 'file'],
      [...validate, 'file'],
      [...validate, 'c.yaml'],
    ]) {
      const { code, stdout, stderr } = await here(args, at);
      // A list that the config names and that is not there is shown where the config names it.
      const isShown = stdout.includes('--> c.yaml:2:14');
      expect([args, code, isShown ? stderr : stdout]).toEqual([args, 2, '']);
      expect([args, isShown ? stdout : stderr]).toEqual([args, expect.stringContaining(said) as string]);
    }
  });
});

test('what is there is told with its real path, its owner and its mode', () => {
  const at = place();
  afterTest(() => at.remove());
  const file = at.write('file', 'text');
  chmodSync(file, 0o640);
  symlinkSync('file', join(at.folder, 'link'));
  const owner = process.geteuid?.();
  const entry = { kind: 'file', realPath: realpathSync(file), access: { owner, mode: 0o640 } };
  expect(entryAt(file)).toEqual(entry);
  expect(entryAt(join(at.folder, 'link'))).toEqual({ ...entry, linkOwner: owner });
  expect(entryAt(at.folder)).toMatchObject({ kind: 'folder' });
  expect(entryAt(join(file, 'x'))).toEqual({ kind: 'nothing' });
  expect(readFile(file)).toEqual({ ok: true, value: Buffer.from('text') });
});

test('below a file there is no plan, and no config either', async () => {
  const at = place();
  afterTest(() => at.remove());
  at.write('file', '');
  const { code, stderr } = await here(['validate', 'file/plan.yaml'], at);
  expect([code, stderr]).toEqual([
    2,
    'ordo: the plan file/plan.yaml cannot be read: a part of its path is not a folder\n',
  ]);
});

test('a file of the system that has an end is read whole', () => {
  expect(readFile('/proc/self/status')).toMatchObject({ ok: true });
});
