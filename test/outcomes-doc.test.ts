/** docs/outcomes.md is what the table of classification says now, and names every rule that there is. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENTRY_RULES, OTHER_RULES, OUTCOMES_PAGE, outcomesPage, rowRules } from '../scripts/docs/outcomes-doc.ts';
import { BATCH_CASES } from './exchange/batch-cases.ts';

const src = new URL('../src/', import.meta.url);

/** Every rule that the sources write into a verdict or a settlement. */
function rulesInSources(): Set<string> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const text = files.map((name) => readFileSync(new URL(name, src), 'utf8')).join('\n');
  const written = /(?:\brule: |\b(?:noAnswer|answer)\(\s*|\b(?:unknown|lost)\(\s*(?:call, )?)'([a-z-]+)'/g;
  return new Set([...text.matchAll(written)].map((match) => match[1] as string));
}

describe('docs/outcomes.md', () => {
  test('is what `npm run docs` makes now', () => {
    expect(readFileSync(OUTCOMES_PAGE, 'utf8')).toBe(outcomesPage());
  });

  test('names every rule once, and no other', () => {
    const named = [...rowRules(), ...ENTRY_RULES, ...OTHER_RULES].map(({ rule }) => rule);
    expect(named.toSorted()).toEqual([...rulesInSources()].toSorted());
  });

  test('says of the entries of a batch what they come to', () => {
    const met = new Map(BATCH_CASES.flatMap(({ want }) => want.map(([outcome, rule]) => [rule, outcome] as const)));
    const said = ENTRY_RULES.filter(({ rule }) => rule !== 'batch-without-entries');
    expect(said.map(({ rule, outcome }) => [rule, outcome])).toEqual(said.map(({ rule }) => [rule, met.get(rule)]));
  });
});
