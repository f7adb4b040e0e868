/** Keys from the environment or from a command: exact, bounded, and in no error. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keysOf } from '../../src/exchange/keys/keys.ts';
import type { ProgramLine } from '../../src/model/config.ts';
import { err, ok } from '../../src/model/result.ts';

const KEYS = { key: 'a-key', secret: 'Canary&Secret=2?', passphrase: 'a phrase' };
const VARIABLES = { ORDO_API_KEY: KEYS.key, ORDO_API_SECRET: KEYS.secret, ORDO_API_PASSPHRASE: KEYS.passphrase };
const PRINTED = JSON.stringify(KEYS);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ordo-keys-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A program that runs these lines of a shell. */
function program(...lines: string[]): ProgramLine {
  const file = join(folder(), 'keys');
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o700);
  return [file];
}

/** A program that prints this text. */
function printing(text: string | Uint8Array): ProgramLine {
  const file = join(folder(), 'printed');
  writeFileSync(file, text);
  return ['cat', file];
}

const path = process.env['PATH'];
const fromCommand = (command: ProgramLine, limitMs = 10_000): ReturnType<typeof keysOf> =>
  keysOf({ PATH: path }, () => ok(command), { limitMs, mostBytes: 4096 });

describe('keys', () => {
  it('of the environment are taken out of it, and go over the command', async () => {
    const variables: Record<string, string | undefined> = { ...VARIABLES, PATH: path };
    const marker = join(folder(), 'ran');
    expect(await keysOf(variables, () => ok(program(`touch ${marker}`)))).toEqual({ ok: true, value: KEYS });
    expect(Object.keys(variables)).toEqual(['PATH']);
    expect(existsSync(marker)).toBe(false);
  });

  it.each(Object.keys(VARIABLES))('without %s are said to be missing, by name', async (name) => {
    const missing = await keysOf({ ...VARIABLES, [name]: '' }, undefined);
    expect(missing).toEqual({ ok: false, error: expect.stringContaining(name) as string });
    expect(JSON.stringify(missing)).not.toContain('Canary');
  });

  it('of the command are taken where a variable is missing', async () => {
    const variables = { ...VARIABLES, ORDO_API_KEY: 'another', ORDO_API_SECRET: '', PATH: path };
    expect(await keysOf(variables, () => ok(printing(PRINTED)))).toEqual({ ok: true, value: KEYS });
    expect(Object.keys(variables)).toEqual(['PATH']);
  });
});

describe('the command', () => {
  it('gets PATH and HOME and nothing else, its arguments as they are, and no input', async () => {
    const seen = join(folder(), 'seen');
    const [file] = program(
      `env > ${seen}`,
      `printf '%s\\n' "$@" >> ${seen}`,
      'read line && exit 1',
      `echo '${PRINTED}'`,
    );
    const variables = { PATH: path, HOME: '/home/somebody', ORDO_JOURNAL: 'x', SECRET_THING: 'x' };
    expect(await keysOf(variables, () => ok([file, '$HOME; touch x', '*']))).toMatchObject({ ok: true });
    const lines = readFileSync(seen, 'utf8').split('\n');
    // A shell adds some of its own.
    expect(lines.filter((line) => /ORDO|SECRET/.test(line))).toEqual([]);
    expect(lines).toEqual(expect.arrayContaining(['HOME=/home/somebody', '$HOME; touch x', '*']));
  });

  it.each<[string, () => ProgramLine]>([
    ['that is not there', () => ['/nowhere/keys']],
    ['that is no program', () => [tmpdir()]],
    ['that fails, whatever it prints', () => program(`echo '${PRINTED}'`, 'exit 3')],
    ['that is killed', () => program(`echo '${PRINTED}'`, 'kill -9 $$')],
    ['that prints nothing', () => printing('')],
    ['that prints something else', () => printing(KEYS.secret)],
    ['that prints broken JSON', () => printing(`${PRINTED}}`)],
    ['that prints a list', () => printing(JSON.stringify(Object.values(KEYS)))],
    ['that leaves one out', () => printing(JSON.stringify({ ...KEYS, passphrase: undefined }))],
    ['that leaves one empty', () => printing(JSON.stringify({ ...KEYS, passphrase: '' }))],
    ['that gives a number', () => printing(JSON.stringify({ ...KEYS, passphrase: 1234 }))],
    [
      'that prints no UTF-8',
      () => printing(Buffer.from(`{"key":"\u00e9","secret":"Canary","passphrase":"x"}`, 'latin1')),
    ],
    ['that prints too much', () => printing(PRINTED + ' '.repeat(4096))],
    ['that prints without end', () => program(`yes '${KEYS.secret}'`)],
  ])('%s is refused, and what it printed is not shown', async (_, command) => {
    const keys = await fromCommand(command());
    expect(keys).toMatchObject({ ok: false, error: expect.stringContaining('keysCommand') as string });
    expect(JSON.stringify(keys)).not.toContain('Canary');
  });

  it('that does not end is given up, though what it started holds its output open', async () => {
    const startedMs = performance.now();
    expect(await fromCommand(program('sleep 5 & sleep 5'), 150)).toMatchObject({ ok: false });
    expect(performance.now() - startedMs).toBeLessThan(2000);
  });

  // It would be given up after 10 s, and the test with it.
  it.each<[string, string[]]>([
    ['before it prints', ['sleep 60 &', `echo '${PRINTED}'`]],
    ['after it has printed', [`echo '${PRINTED}'`, 'sleep 60 &']],
    ['that prints itself', [`echo '${PRINTED}'`, '(trap "" PIPE; while sleep 0.01; do echo " "; done) 2>&- &']],
    ['that is deaf to every signal', [`echo '${PRINTED}'`, '(trap "" TERM HUP INT; sleep 60) &']],
  ])('may leave an agent running that holds its output open, started %s', async (_, lines) => {
    const pids = join(folder(), 'pids');
    onTestFinished(() => {
      for (const pid of readFileSync(pids, 'utf8').split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
    });
    const startedMs = performance.now();
    expect(await fromCommand(program(...lines, `echo $! > ${pids}`))).toEqual({ ok: true, value: KEYS });
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });

  it('whose keys its agent would print later is refused at once', async () => {
    const startedMs = performance.now();
    expect(await fromCommand(program(`(sleep 3; echo '${PRINTED}') &`))).toMatchObject({ ok: false });
    expect(performance.now() - startedMs).toBeLessThan(2500);
  });

  it('prints as much as it may right before its end, and all of it is read', async () => {
    const keys = { ...KEYS, secret: 'x'.repeat(4000) };
    const file = join(folder(), 'printed');
    writeFileSync(file, JSON.stringify(keys));
    for (let times = 0; times < 20; times += 1)
      expect(await fromCommand(program('sleep 5 &', `exec cat ${file}`))).toEqual({ ok: true, value: keys });
  });

  it('that cannot be had is refused in the words of why', async () =>
    expect(await keysOf({ PATH: path }, () => err('no such thing'))).toEqual(err('no such thing')));

  it('may say its errors on stderr: nobody sees them', async () =>
    expect(await fromCommand(program(`yes | head -c 100000 >&2`, `echo '${PRINTED}'`))).toMatchObject({ ok: true }));
});

describe('a key that cannot be a header', () => {
  it.each([
    ['a newline at its end', 'key\n'],
    ['a newline within', 'k\r\nHost: x'],
    ['a NUL', 'k\u0000'],
    ['a delete', 'k\u007f'],
    ['a blank at its end', 'key '],
    ['a blank at its beginning', '\u00a0key'],
    ['a letter beyond Latin-1', 'kеy'],
    ['an emoji', 'k🔑'],
  ])('with %s is refused, wherever it comes from, and not shown', async (_, key) => {
    const fromVariables = await keysOf({ ...VARIABLES, ORDO_API_KEY: key }, undefined);
    expect(fromVariables).toMatchObject({ ok: false, error: expect.stringContaining('ORDO_API_KEY') as string });
    const printed = await fromCommand(printing(JSON.stringify({ ...KEYS, passphrase: key })));
    expect(printed).toMatchObject({ ok: false, error: expect.stringContaining('passphrase') as string });
    expect(JSON.stringify([fromVariables, printed])).not.toContain(JSON.stringify(key).slice(1, -1));
  });

  it('is no matter for the secret, which is no header, but for control characters', async () => {
    expect(await keysOf({ ...VARIABLES, ORDO_API_SECRET: 'sécret-🔑' }, undefined)).toMatchObject({ ok: true });
    expect(await keysOf({ ...VARIABLES, ORDO_API_SECRET: 'secret\n' }, undefined)).toMatchObject({ ok: false });
  });

  it('may be of Latin-1', async () =>
    expect(await keysOf({ ...VARIABLES, ORDO_API_PASSPHRASE: 'café au lait' }, undefined)).toMatchObject({ ok: true }));
});
