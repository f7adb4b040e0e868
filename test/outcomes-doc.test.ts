/** docs/outcomes.md is what the table of classification says now, and names every rule that there is. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OTHER_RULES, OUTCOMES_PAGE, outcomesPage } from '../scripts/docs/outcomes-doc.ts';
import { CANCEL_ENTRY_RULES } from '../src/exchange/answers/cancel-entries.ts';
import { CANCEL_ROWS } from '../src/exchange/answers/classify-cancel.ts';
import { ENTRY_RULES } from '../src/exchange/answers/classify-batch.ts';
import { TABLE } from '../src/exchange/answers/classify.ts';

const src = new URL('../src/', import.meta.url);

/** Every rule that the sources write into a verdict or a settlement. */
function rulesInSources(): Set<string> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const text = files.map((name) => readFileSync(new URL(name, src), 'utf8')).join('\n');
  const written =
    /(?:\brule: |\b(?:noAnswer|answer)\(\s*|\b(?:unknown|unknownCancel|lost)\(\s*(?:call, )?)'([a-z-]+)'/g;
  // The tables that only describe rules name none.
  const deciding = text.replace(/export const (CANCEL_)?ENTRY_RULES[^]*?\n\];/g, '');
  return new Set([...deciding.matchAll(written)].map((match) => match[1] as string));
}

describe('docs/outcomes.md', () => {
  test('is what `npm run docs` makes now', () => {
    expect(readFileSync(OUTCOMES_PAGE, 'utf8')).toBe(outcomesPage());
  });

  test('names every rule once, and no other', () => {
    const named = [...TABLE, ...ENTRY_RULES, ...CANCEL_ROWS, ...CANCEL_ENTRY_RULES, ...OTHER_RULES].map(
      ({ rule }) => rule,
    );
    expect(named.toSorted()).toEqual([...rulesInSources()].toSorted());
  });
});
