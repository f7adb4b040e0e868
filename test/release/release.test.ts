/** The release script refuses what nobody could make again, before it makes anything. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { objections } from '../../scripts/release/release.ts';

const PROJECT = new URL('../../', import.meta.url).pathname;
const FINE = { changes: '', tags: ['v1.2.3'], version: '1.2.3', changelog: '# Changelog\n\n## 1.2.3 (2026-12-01)\n' };

test('nothing is against a clean tree with its tag and its day', () => {
  expect(objections(FINE)).toEqual([]);
});

test('a dirty tree, a commit without its tag and a changelog without its day are refused, each with what mends it', () => {
  expect(objections({ ...FINE, changes: ' M src/cli.ts\n?? new.ts\n' })).toEqual([
    'the tree is not its commit: commit or remove what is changed\n     M src/cli.ts\n    ?? new.ts',
  ]);
  expect(objections({ ...FINE, tags: ['v1.2.2', ''] })).toEqual([
    'the commit has no tag v1.2.3: git tag --sign v1.2.3, or change the version of package.json',
  ]);
  expect(objections({ ...FINE, changelog: '## 1.2.3 (unreleased)\n' })).toEqual([
    'CHANGELOG.md calls 1.2.3 unreleased: write the day in its place',
  ]);
  expect(objections({ ...FINE, changelog: '## 11243 (2026-12-01)\n' })).toEqual(['CHANGELOG.md has no part 1.2.3']);
});

test('the script ends with 2 in a tree that is dirty, and makes nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ordo-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]): void => {
    const told = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });
    expect(told.status).toBe(0);
  };
  mkdirSync(join(folder, 'scripts', 'release'), { recursive: true });
  cpSync(join(PROJECT, 'scripts/release/release.ts'), join(folder, 'scripts/release/release.ts'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "version": "1.2.3" }');
  writeFileSync(join(folder, 'CHANGELOG.md'), FINE.changelog);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
  git('tag', 'v1.2.3');
  writeFileSync(join(folder, 'CHANGELOG.md'), `${readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')}more\n`);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release/release.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    2,
    'release: the tree is not its commit: commit or remove what is changed\n     M CHANGELOG.md\n'.replace(
      '     M',
      '    M',
    ),
  ]);
  expect(existsSync(join(folder, 'release'))).toBe(false);
});
