/** The licences of what is bundled, from real bundles of real folders. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { thirdPartyText, type KeptText } from '../scripts/third-party.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ordo-licences-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** A library in `folder`, with these files beside its code. */
function library(
  folder: string,
  told: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>>,
): void {
  write(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', license: 'MIT', main: 'index.js', ...told }));
  write(join(folder, 'index.js'), `export const from = ${JSON.stringify(folder)};`);
  for (const [name, text] of Object.entries(files)) write(join(folder, name), text);
}

async function bundleOf(code: string): Promise<Metafile> {
  const entry = write('entry.js', code);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    outfile: 'out.js',
    logLevel: 'silent',
  });
  return metafile;
}

const USES_A = "import { from } from 'a'; console.log(from);";

async function textOf(code: string, kept: readonly KeptText[] = []): Promise<string | readonly string[]> {
  const result = thirdPartyText([await bundleOf(code)], root, kept);
  return result.ok ? result.value : result.error;
}

test('every library with code in the bundle: name, version, licence, its text and its notice', async () => {
  library('node_modules/a', { name: 'a' }, { LICENSE: 'MIT of a', NOTICE: 'Parts are of z', 'license.js': 'no text' });
  library('node_modules/@s/b', { name: '@s/b', license: 'ISC' }, { 'LICENCE.md': 'ISC of b\r\nline 2' });
  library('node_modules/a/node_modules/c', { name: 'c' }, { 'license-mit.txt': 'MIT of c' });
  library('node_modules/unused', { name: 'unused' }, {});
  library('node_modules/shaken', { name: 'shaken', sideEffects: false }, {});
  write('node_modules/a/index.js', "export { from } from 'c'; export const own = 1;");
  const text = await textOf(
    "import { from, own } from 'a'; import { from as b } from '@s/b'; import 'shaken'; console.log(from, own, b);",
  );
  expect(text).toContain('a 1.2.3 (MIT)');
  expect(text).toContain('\nMIT of a\n\nParts are of z\n');
  expect(text).toContain('@s/b 1.2.3 (ISC)');
  expect(text).toContain('\nISC of b\nline 2\n');
  expect(text).toContain('c 1.2.3 (MIT)');
  expect(text).toContain('\nMIT of c\n');
  for (const absent of ['no text', 'unused', 'shaken', '\r']) expect(text).not.toContain(absent);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['no file', {}],
  ['an empty file', { LICENSE: ' \n' }],
  ['a notice alone', { NOTICE: 'Parts are of z' }],
  ['a program of that name', { 'license.js': 'export {}' }],
])('a library without a licence text fails: %s', async (_name, files) => {
  library('node_modules/a', { name: 'a' }, files);
  expect(await textOf(USES_A)).toEqual([expect.stringContaining('a 1.2.3 has no licence file')]);
});

test('a library whose package.json names no licence fails', async () => {
  library('node_modules/a', { name: 'a', license: undefined }, { LICENSE: 'MIT of a' });
  expect(await textOf(USES_A)).toEqual([expect.stringContaining('a 1.2.3 names no licence')]);
});

test('a kept text stands for its library and versions, and fails where it is not needed', async () => {
  const file = write('kept.txt', 'MIT, kept');
  const keptFor = (name: string, version: RegExp): readonly KeptText[] => [{ name, version, file }];
  library('node_modules/a', { name: 'a' }, {});
  expect(await textOf(USES_A, keptFor('a', /^1\./))).toContain('a 1.2.3 (MIT)');
  expect(await textOf(USES_A, keptFor('a', /^1\./))).toContain('\nMIT, kept\n');
  const unneeded = expect.stringContaining('kept.txt is not needed') as string;
  const missing = expect.stringContaining('a 1.2.3 has no licence file') as string;
  expect(await textOf(USES_A, keptFor('a', /^2\./))).toEqual([missing, unneeded]);
  expect(await textOf(USES_A, keptFor('b', /^1\./))).toEqual([missing, unneeded]);
  library('node_modules/a', { name: 'a' }, { LICENSE: 'MIT of a' });
  expect(await textOf(USES_A, keptFor('a', /^1\./))).toEqual([unneeded]);
});
