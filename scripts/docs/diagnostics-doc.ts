/** Writes `docs/diagnostics.md`, and ordo's words into `docs/diagnostics-compared.md` (`npm run docs`). */
import { readFileSync, writeFileSync } from 'node:fs';
import { cataloguePage, codesWithoutExample } from './catalogue-page.ts';
import { comparisonPage, unanswered } from './comparison-page.ts';

export const CATALOGUE_PAGE = new URL('../../docs/diagnostics.md', import.meta.url);
export const COMPARISON_PAGE = new URL('../../docs/diagnostics-compared.md', import.meta.url);

if (import.meta.main) {
  writeFileSync(CATALOGUE_PAGE, cataloguePage());
  const compared = readFileSync(COMPARISON_PAGE, 'utf8');
  writeFileSync(COMPARISON_PAGE, comparisonPage(compared));
  for (const code of codesWithoutExample()) console.log(`no example in examples/invalid gives ${code}`);
  for (const marker of unanswered(compared)) console.log(`no example answers ${marker}`);
}
