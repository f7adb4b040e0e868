/** `ordo simulate` opens no socket, journal or key, and writes nothing but `--out`. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CLI, EXAMPLES, ordo, place, type Place } from '../../proofs/support/ordo.ts';

const FILES = ['scalp.yaml', 'btc-1h.csv', 'instruments.json', 'ordo.config.yaml'];
const ON_CANDLES = ['simulate', 'scalp.yaml', '--candles', 'btc-1h.csv'];

let at: ReturnType<typeof place>;
beforeEach(() => {
  at = place();
  onTestFinished(() => at.remove());
  for (const name of FILES) cpSync(join(EXAMPLES, 'simulate', name), join(at.folder, name));
  at.write(
    'ordo.config.yaml',
    `version: 1
exchange: { baseUrl: http://127.0.0.1:9, keysCommand: [/bin/sh, -c, echo > asked] }
simulate: { candles: { cmt_btcusdt: btc-1h.csv } }
`,
  );
  Object.assign(at.env, { ORDO_JOURNAL: join(at.folder, 'journal.db'), NODE_DISABLE_COMPILE_CACHE: '1' });
});

/** The command with `before` in front of it, and what it may do by Node's own permissions. */
function under(before: readonly string[], flags: readonly string[], args: readonly string[], { folder, env }: Place) {
  const [file = '', ...words] = [...before, process.execPath, ...flags, CLI, ...args];
  return spawnSync(file, words, { cwd: folder, env, encoding: 'utf8' });
}

/** It may read. A socket, a write or a program is an error. */
const READS = ['--permission', '--allow-fs-read=*'];

describe('with the right to read alone', () => {
  test.each([
    [ON_CANDLES],
    [[...ON_CANDLES, '--output', 'json']],
    [[...ON_CANDLES, '--output', 'ndjson']],
    [[...ON_CANDLES, '--var', 'stop=63600', '--var', 'stop=63500']],
    [['simulate', 'scalp.yaml', '--path', '64000,63500,64500']],
  ])('%j writes the same', async (args) => {
    const { status, stdout, stderr } = under([], READS, args, at);
    const plain = await ordo(args, at);
    expect({ code: status, stdout, stderr }).toEqual({ code: 0, stdout: plain.stdout, stderr: plain.stderr });
    expect(readdirSync(at.folder).toSorted()).toEqual([...FILES].toSorted());
  });

  test.each([[['run', 'scalp.yaml', '--execute']], [['candles', 'cmt_btcusdt', '1h']]])(
    'what opens more fails: %j',
    (args) => {
      expect(under([], READS, args, at).status).not.toBe(0);
    },
  );
});

test('it writes its file and no other', async () => {
  const args = [...ON_CANDLES, '--output', 'html', '--out', 'page.html'];
  expect(under([], READS, args, at).status).toBe(2);
  expect((await ordo(args, at)).code).toBe(0);
  expect(readdirSync(at.folder).toSorted()).toEqual([...FILES, 'page.html'].toSorted());
  expect(readFileSync(join(at.folder, 'page.html'), 'utf8')).toContain('<!doctype html>');
});

const STRACE = '/usr/bin/strace';

test.skipIf(!existsSync(STRACE))('of the files there it opens plan, config, list and candles, and no socket', () => {
  const { status, stderr } = under([STRACE, '-f', '-qq', '-e', 'trace=openat,socket'], [], ON_CANDLES, at);
  expect(status).toBe(0);
  // The system’s own look-up of a user may try a socket of this machine.
  expect(stderr.match(/AF_INET6?\b.*/g)).toBeNull();
  const opened = [...stderr.matchAll(/openat\(\w+, "([^"]+)", [^)]*\)\s+= \d/g)].map(([, path = '']) => path);
  const here = opened.filter((path) => path.startsWith(at.folder) || !path.startsWith('/'));
  expect([...new Set(here)].toSorted()).toEqual(FILES.map((name) => join(at.folder, name)).toSorted());
});
