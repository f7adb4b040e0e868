/** Every command on the pages for users is run as it stands there. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consoleSteps, runPage } from './support/console-page.ts';

const docs = new URL('../docs/', import.meta.url).pathname;

test.each(['quickstart', 'operating', 'mcp', 'reports'])('docs/%s.md', (name) => runPage(`${docs}${name}.md`));

test('docs/simulate.md, beside the files of its example', () =>
  runPage(`${docs}simulate.md`, undefined, new URL('../examples/simulate', import.meta.url).pathname));

test('a command that prints something else, or ends otherwise, is noticed', async () => {
  const steps = consoleSteps('```console\n$ ordo --version\nordo 0.0.1\n\n$ false  # exit 1\n```\n$ not this\n');
  expect(steps).toEqual([
    { line: 2, command: 'ordo --version', exitCode: 0, shown: ['ordo 0.0.1'] },
    { line: 5, command: 'false', exitCode: 1, shown: [] },
  ]);
});

test('no command stands on them outside of these blocks', () => {
  for (const name of ['quickstart', 'operating', 'mcp', 'reports']) {
    const page = readFileSync(`${docs}${name}.md`, 'utf8').replaceAll(/^```console\n.*?^```/gms, '');
    expect(page.match(/^(?:\$ )?ordo .*/gm) ?? []).toEqual([]);
  }
});
