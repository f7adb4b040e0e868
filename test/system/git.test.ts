/** Reading a repository that somebody else wrote: nothing that it names runs, and nothing of ours reaches git. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitOf } from '../../src/commands/run/run-request.ts';
import type { World } from '../../src/commands/world.ts';
import { entryAt } from '../../src/system/files.ts';
import { gitWith } from '../../src/system/git.ts';
import { repository, type Repository } from '../support/repository.ts';
import type { WorldParts } from '../support/world-parts.ts';

const worldOf = ({ folder, env }: Repository): World => {
  const own: WorldParts = {
    files: { folder, git: gitWith(env), entryAt },
  };
  return own as World;
};

/** A program that leaves a file behind, the text of its environment, and then prints. */
function witness(at: Repository, name: string, prints = ''): { readonly path: string; readonly left: string } {
  const path = join(at.folder, name);
  const left = `${path}.ran`;
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\nenv > '${left}'\nprintf '%s' '${prints}'\n`);
  chmodSync(path, 0o755);
  return { path, left };
}

test.each(['sha1', 'sha256'])('a file is of the commit that is checked out (%s)', (format) => {
  const at = repository(undefined, `--object-format=${format}`);
  const id = at.commit({ 'plans/a.yaml': 'a\n', 'plans/[b]*.yaml': 'b\n' });
  const ofFile = (name: string, bytes: string): unknown =>
    commitOf(worldOf(at).files, join(at.folder, name), Buffer.from(bytes));
  expect(ofFile('plans/a.yaml', 'a\n')).toEqual({ id, isDirty: false });
  expect(ofFile('plans/a.yaml', 'a\r\n')).toEqual({ id, isDirty: false });
  expect(ofFile('plans/a.yaml', 'a\r')).toEqual({ id, isDirty: true });
  expect(ofFile('plans/a.yaml', 'A\n')).toEqual({ id, isDirty: true });
  expect(ofFile('plans/[b]*.yaml', 'b\n')).toEqual({ id, isDirty: false });
  // In no commit.
  expect(ofFile('plans/c.yaml', 'a\n')).toEqual({ id, isDirty: true });
  expect(ofFile('plans', 'a\n')).toEqual({ id, isDirty: true });
});

test('a file outside of a repository, or before its first commit, is of none', () => {
  const at = repository();
  at.write({ 'a.yaml': 'a' });
  const file = join(at.folder, 'a.yaml');
  expect(commitOf(worldOf(at).files, file, Buffer.from('a'))).toBeUndefined();
  expect(commitOf(worldOf(at).files, '/dev/null', Buffer.from(''))).toBeUndefined();
  at.commit();
  expect(commitOf(worldOf({ ...at, env: { PATH: '/nowhere' } }).files, file, Buffer.from('a'))).toBeUndefined();
});

/** Settings that name a program. */
const PROGRAM_KEYS = [
  'core.fsmonitor core.pager core.editor core.sshCommand core.askPass core.alternateRefsCommand',
  'diff.external diff.evil.textconv diff.evil.command filter.evil.smudge filter.evil.clean filter.evil.process',
  'credential.helper gpg.program pager.ls-tree pager.cat-file alias.ls-tree',
].flatMap((keys) => keys.split(' '));

test('no program that a repository names is run', () => {
  const at = repository();
  at.write({ '.gitattributes': '*.yaml diff=evil filter=evil\n' });
  at.commit({ 'a.yaml': 'a\n' });
  const evil = witness(at, 'evil');
  for (const hook of ['post-checkout', 'post-index-change', 'pre-commit', 'reference-transaction'])
    writeFileSync(join(at.folder, '.git/hooks', hook), readFileSync(evil.path), { mode: 0o755 });
  for (const key of PROGRAM_KEYS) at.git('config', key, evil.path);
  const world = worldOf(at);
  for (const args of [
    ['rev-parse', '--show-prefix', 'HEAD'],
    ['rev-parse', '--verify', 'HEAD^{commit}'],
    ['ls-tree', '-z', 'HEAD', '--', 'a.yaml'],
    ['ls-tree', '-z', '--full-tree', 'HEAD'],
    ['cat-file', 'blob', 'HEAD:a.yaml'],
  ])
    expect(world.files.git(at.folder, args)).toMatchObject({ ok: true });
  expect(commitOf(world.files, join(at.folder, 'a.yaml'), Buffer.from('a\n'))).toMatchObject({ isDirty: false });
  expect(existsSync(evil.left)).toBe(false);
});

test('an object that is missing is not fetched by the repository’s own program', () => {
  const at = repository();
  at.commit({ 'a.yaml': 'a\n' });
  const evil = witness(at, 'evil');
  const clone = join(at.folder, 'clone');
  at.git('config', 'uploadpack.allowFilter', 'true');
  at.git('clone', '--quiet', '--filter=blob:none', '--no-checkout', `file://${at.folder}`, clone);
  at.git('-C', clone, 'config', 'remote.origin.uploadpack', evil.path);
  at.git('-C', clone, 'config', 'protocol.file.allow', 'always');
  const read = gitWith(at.env)(clone, ['cat-file', 'blob', 'HEAD:a.yaml']);
  expect(read).toMatchObject({ ok: false, error: expect.stringContaining('git says: ') as string });
  expect(existsSync(evil.left)).toBe(false);
});

test('a ref that replaces a commit’s file is not followed', () => {
  const at = repository();
  at.commit({ 'a.yaml': 'a\n', 'b.yaml': 'b\n' });
  at.git('replace', at.git('rev-parse', 'HEAD:a.yaml'), at.git('rev-parse', 'HEAD:b.yaml'));
  expect(at.git('cat-file', 'blob', 'HEAD:a.yaml')).toBe('b');
  const read = worldOf(at).files.git(at.folder, ['cat-file', 'blob', 'HEAD:a.yaml']);
  expect(read.ok && Buffer.from(read.value).toString()).toBe('a\n');
});

test('git has a short environment, and is not taken from the working folder', () => {
  const at = repository();
  const fake = witness(at, 'bin/git', 'said');
  const own = witness(at, 'git', 'not this one');
  const variables = {
    PATH: ['.', '', 'bin', join(at.folder, 'bin'), '/usr/bin', '/bin'].join(':'),
    HOME: at.folder,
    ORDO_API_SECRET: 'hush',
    GIT_DIR: '/elsewhere',
    GIT_SSH_COMMAND: 'x',
    NODE_OPTIONS: '--inspect',
  };
  const printed = gitWith(variables)(at.folder, ['rev-parse']);
  expect(printed.ok && Buffer.from(printed.value).toString()).toBe('said');
  expect(existsSync(own.left)).toBe(false);
  const names = readFileSync(fake.left, 'utf8').matchAll(/^(\w+)=/gm);
  const known = new Set(['PATH', 'HOME', 'LC_ALL', 'GIT_NO_LAZY_FETCH', 'GIT_ALLOW_PROTOCOL', 'GIT_TERMINAL_PROMPT']);
  const OF_THE_SHELL = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);
  expect([...names].map(([, name = '']) => name).filter((name) => !known.has(name) && !OF_THE_SHELL.has(name))).toEqual(
    [],
  );
});

test('a git that hangs, floods or fails is an error in words', () => {
  const at = repository();
  const bin = join(at.folder, 'bin');
  const told = (script: string, withinMs = 30_000): unknown => {
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return gitWith({ PATH: `${bin}:/usr/bin:/bin` }, withinMs)(at.folder, ['rev-parse']);
  };
  expect(told('sleep 60 & exec sleep 60', 200)).toEqual({ ok: false, error: 'git did not end within 0.2 s' });
  expect(told('exec head -c 70000000 /dev/zero')).toEqual({ ok: false, error: 'git printed more than 64 MiB' });
  expect(told('echo "fatal: no\nadvice" >&2; exit 3')).toEqual({ ok: false, error: 'git says: no' });
  expect(told('exit 3')).toEqual({ ok: false, error: 'git ended with 3' });
});
