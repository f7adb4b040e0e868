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
