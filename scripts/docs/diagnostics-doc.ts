/** Writes `docs/diagnostics.md` (`npm run docs`). */
import { writeFileSync } from 'node:fs';
import { cataloguePage, codesWithoutExample } from './catalogue-page.ts';

export const CATALOGUE_PAGE = new URL('../../docs/diagnostics.md', import.meta.url);

if (import.meta.main) {
  writeFileSync(CATALOGUE_PAGE, cataloguePage());
  for (const code of codesWithoutExample()) console.log(`no example in examples/invalid gives ${code}`);
}
