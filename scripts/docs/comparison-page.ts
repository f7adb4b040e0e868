/**
 * Keeps ordo's own words in `docs/diagnostics-compared.md` true. The page is written by hand; after each marker
 *
 *   <!-- ordo: key/unknown: take_profit -->
 *
 * stands the first diagnostic of the examples with that code, and with the text after the code in its first line.
 */
import { headOf, readExamples } from './examples.ts';

const MARKED = /(<!-- ordo: ([\w/-]+)(?:: (.*?))? -->)(?:\n\n```text\n[\s\S]*?\n```)?/g;

function blockOf(blocks: readonly string[], code: string, words: string): string | undefined {
  return blocks.find((block) => headOf(block).code === code && (block.split('\n')[0] as string).includes(words));
}

const allBlocks = (): string[] => readExamples().flatMap(({ blocks }) => blocks);

/** The markers that no example answers. */
export function unanswered(page: string): string[] {
  const blocks = allBlocks();
  return [...page.matchAll(MARKED)]
    .filter(([, , code = '', words = '']) => blockOf(blocks, code, words) === undefined)
    .map(([, marker = '']) => marker);
}

/** The page with ordo's words as they are now; a marker that no example answers stands alone. */
export function comparisonPage(page: string): string {
  const blocks = allBlocks();
  return page.replaceAll(MARKED, (_, marker: string, code: string, words: string | undefined) => {
    const block = blockOf(blocks, code, words ?? '');
    return block === undefined ? marker : [marker, '', '```text', block, '```'].join('\n');
  });
}
