/** The programs of examples/library, of docs/library.md and of docs/instead.md, as a user runs them: from files, by the package's name, on the build. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { place } from '../../proofs/support/ordo.ts';
import { afterTest } from '../support/live.ts';

const PROJECT = new URL('../../', import.meta.url).pathname;
const codeOf = (page: string): string =>
  [...readFileSync(join(PROJECT, 'docs', page), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)]
    .map((match) => match[1] as string)
    .join('\n');

const run = promisify(execFile);
const outputOf = async (file: string, cwd = PROJECT): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, [file], { cwd, env: { PATH: process.env['PATH'] } });

let told: Readonly<Record<'strategy' | 'own-ports' | 'stderr', string>>;
beforeAll(async () => {
  const [strategy, ports] = await Promise.all(
    ['strategy', 'own-ports'].map((name) => outputOf(join(PROJECT, 'examples', 'library', `${name}.ts`))),
  );
  told = {
    strategy: strategy?.stdout ?? '',
    'own-ports': ports?.stdout ?? '',
    stderr: `${strategy?.stderr}${ports?.stderr}`,
  };
});

test('the strategy shows its plan, and places it at most once', () => {
  expect(told.stderr).toBe('');
  expect(told.strategy).toContain('dip-buyer  generation 1  PAPER');
  expect(told.strategy.split('\n').slice(-4, -1)).toEqual([
    'first run: done, 3 accepted, 0 withheld',
    'second run: done, 0 accepted, 3 withheld',
    'the exchange has 3 orders',
  ]);
});

test('ports of one’s own are all that is used', () => {
  expect(told['own-ports'].trim().split('\n')).toEqual(['near: accepted', 'far: rejected', 'incomplete: 2 calls']);
});

/** And how many comments say what is printed, at least. */
const PAGES: readonly (readonly [page: string, comments: number])[] = [
  ['library.md', 6],
  ['instead.md', 4],
];

test.each(PAGES)('the code of %s runs, and prints what its comments say', async (page, comments) => {
  const code = codeOf(page);
  const at = place();
  afterTest(() => at.remove());
  mkdirSync(join(at.folder, 'node_modules'));
  symlinkSync(PROJECT, join(at.folder, 'node_modules', 'ordo'));
  const file = join(at.folder, 'page.mts');
  writeFileSync(file, code);
  const { stdout, stderr } = await outputOf(file, at.folder);
  expect(stderr).toBe('');
  const printed = stdout.replaceAll(/[[\]',]/g, '').replaceAll(/\s+/g, ' ');
  const said = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1] as string);
  expect(said.length).toBeGreaterThanOrEqual(comments);
  expect(said.filter((words) => !printed.includes(words.replaceAll(',', '').replace(/:.*$/, '')))).toEqual([]);
});
