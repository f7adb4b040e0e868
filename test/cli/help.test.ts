import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commandHelp, overview } from '../../src/commands/command-line/help.ts';
import { allHelp } from '../../src/commands/main.ts';

const HELP = await allHelp();

const pages: [string, string][] = [
  ['ordo', overview('1.2.3', HELP)],
  ...[...HELP].map(([name, page]): [string, string] => [name, commandHelp(page)]),
];

describe.each(pages)('the page of %s', (name, page) => {
  test('fits 80 columns', () => {
    expect(page.split('\n').filter((line) => Array.from(line).length > 80)).toEqual([]);
  });

  test('has two examples at least', () => {
    if (name !== 'ordo') expect(HELP.get(name)?.examples.length).toBeGreaterThanOrEqual(2);
  });

  test('says every word of its options and examples', () => {
    const { options = {}, examples = [] } = HELP.get(name) ?? {};
    const text = page.replaceAll(/\s+/g, ' ');
    for (const flag of Object.keys(options)) expect(text).toContain(`--${flag}`);
    for (const words of [...Object.values(options).map(({ help }) => help), ...examples.flat()]) {
      expect(text).toContain(words.replaceAll(/\s+/g, ' '));
    }
  });
});

describe('the table of commands in docs/contract.md', () => {
  const contract = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');
  const rows = contract.split('\n').filter((line) => line.startsWith('| `ordo '));
  /** What means the same in every command, and what the page says elsewhere of each that answers. */
  const shared = new Set(['config', 'journal', 'var', 'output', 'format']);
  const flags = (all: Iterable<string>): string[] => [...new Set(all)].filter((flag) => !shared.has(flag)).toSorted();

  test.each([...HELP])('has every flag of ordo %s, and no other', (name, { options }) => {
    const own = rows.filter((row) => new RegExp(`^\\| \`ordo ${name}\\b`).test(row)).join('\n');
    const named = [...own.matchAll(/`--([a-z-]+)/g)].map(([, flag]) => flag as string);
    expect(own).not.toBe('');
    expect(flags(named)).toEqual(flags(Object.keys(options)));
  });
});
