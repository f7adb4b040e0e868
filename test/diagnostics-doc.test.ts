/** The page about diagnostics is what the catalogue and the examples make of it now. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cataloguePage, codesWithoutExample } from '../scripts/docs/catalogue-page.ts';
import { headOf } from '../scripts/docs/examples.ts';
import { CATALOGUE_PAGE } from '../scripts/docs/diagnostics-doc.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { loadInstruments } from '../src/config/load-instruments.ts';
import { renderDiagnostics } from '../src/source/code-frame.ts';
import { catalogue } from '../src/source/catalogue.ts';
import type { Diagnostic } from '../src/source/diagnostic.ts';
import { readSource } from '../src/source/read-source.ts';

const FOLDER = 'examples/invalid/other/';
const root = new URL('../', import.meta.url);

const others = readdirSync(new URL(FOLDER, root)).filter((name) => !name.endsWith('.txt'));

/** Configs, lists of instruments, and files that cannot be read as text, each read as its name says. */
function judge(name: string): readonly Diagnostic[] {
  const read = readSource(FOLDER + name, readFileSync(new URL(FOLDER + name, root)));
  if (!read.ok) return [read.error];
  return (name.endsWith('.json') ? loadInstruments(read.value) : loadConfig(read.value)).diagnostics;
}

describe('an example that is no plan', () => {
  test.each(others)('%s gives the diagnostics beside it, the first as its name says', (name) => {
    const rendered = `${renderDiagnostics(judge(name))}\n`;
    const golden = new URL(FOLDER + name.replace(/\.\w+$/, '.expected.txt'), root);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, rendered);
    expect(existsSync(golden) ? readFileSync(golden, 'utf8') : 'no golden file').toBe(rendered);
    expect(name.startsWith(headOf(rendered).code.replace('/', '-'))).toBe(true);
  });
});

describe('docs/diagnostics.md', () => {
  const page = readFileSync(CATALOGUE_PAGE, 'utf8');

  test('is what `npm run docs` makes now', () => {
    expect(page).toBe(cataloguePage());
  });

  test('has an example of every code', () => {
    expect(codesWithoutExample()).toEqual([]);
  });

  test('leads from the table to every code, and marks what is only a warning', () => {
    for (const { code } of catalogue) {
      const anchor = code.replace('/', '-');
      expect(page).toContain(`| [\`${code}\`](#${anchor})`);
      expect(page.split(`<a id="${anchor}"></a>`)).toHaveLength(2);
    }
    const warnings = [...page.matchAll(/^\| \[`(.*?)`\]\(.*?\) +\| warning +\|/gm)].map(([, code]) => code);
    expect(warnings).toEqual(expect.arrayContaining(['order/default-not-applied', 'instrument/unlisted']));
    expect(warnings).not.toContain('order/off-tick');
  });

  test('links only to files that are there', () => {
    const links = [...page.matchAll(/\]\(\.\.\/(.*?)\)/g)].map(([, path]) => path as string);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });
});
