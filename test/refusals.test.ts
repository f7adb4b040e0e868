/** Every kind of refusal is thrown somewhere, and the page about them is what the catalogue says. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REFUSALS_PAGE, refusalsPage } from '../scripts/docs/refusals-doc.ts';
import { EXIT } from '../src/model/exit-code.ts';
import { REFUSALS } from '../src/model/refusals.ts';

test('docs/refusals.md is what `npm run docs` makes now', () => {
  expect(readFileSync(REFUSALS_PAGE, 'utf8')).toBe(refusalsPage());
});

test('each code stands once in the catalogue, and something is refused with it', () => {
  const root = new URL('../src/', import.meta.url);
  const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== 'model/refusals.ts' && !name.startsWith('generated'))
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .join('\n');
  const codes = Object.values(REFUSALS).flatMap((kinds) => Object.keys(kinds));
  expect(codes).toEqual([...new Set(codes)]);
  expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([]);
});

// That of docs/alerts.md is held to more by alerts.test.ts.
test.each(['docs/contract.md', 'docs/ci.md'])('the tables of %s name exit codes that there are', (page) => {
  const text = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
  const tables = text.split(/\n\n/).filter((part) => /^\| (Code|Exit) +\| (?!Meaning)/.test(part));
  const named = tables.flatMap((one) =>
    [...one.matchAll(/^\| ([\d, ]+?) +\|/gm)].flatMap(([, codes = '']) => codes.split(', ')),
  );
  const known = Object.values(EXIT).map(String);
  expect(named.filter((code) => !known.includes(code))).toEqual([]);
  expect(named.length).toBeGreaterThan(0);
  if (page === 'docs/contract.md') expect(named).toEqual(known);
});
