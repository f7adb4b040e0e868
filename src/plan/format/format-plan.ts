/**
 * The canonical layout of a plan, which `ordo fmt` writes (docs/contract.md#commands). Nothing changes its place. A plan that
 * Prettier has formatted is in this layout, and Prettier leaves this layout as it is, but for rule 4.
 *
 * 1. UTF-8 without a byte order mark, lines end with LF, no spaces at their ends, one line end at the end of the file.
 * 2. Two spaces of indentation for each level, dashes of a list included; one space after `:`, `-` and `,`, inside of braces
 *    and before a comment. Nothing is aligned in columns.
 * 3. The order of keys and entries is the author's. So are the marks `---` and `...`.
 * 4. Brackets stay brackets. On one line they stay on one line, however long; here Prettier folds at 80 columns. Over several
 *    lines they are put on one if that has at most 80 columns and no comment is in the way, else each entry has a line.
 * 5. Quotes stay, double ones if possible. No character of a text or a number changes.
 * 6. A text over several lines keeps its lines. Where those of block text would fold to another text once they are trimmed, it
 *    is put on one line.
 * 7. A comment keeps its words and its place: on a line with content behind it, else above what is below it. Behind the last
 *    entry of a mapping or list it stays there, if it is indented as the entry or further.
 * 8. Of several blank lines one is kept; none at the start and end of the file, nor between a key or dash and what is below it.
 *
 * To read it again gives the same content with the same comments (checked each time), and to format it again the same text.
 */
import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '../../model/result.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { SourceFile } from '../../source/source-file.ts';
import { commentsOf } from './comments.ts';
import { TreeReader } from './entries.ts';
import { documentLines } from './entry-lines.ts';
import type { YamlTree } from '../../document/locate.ts';
import { parseYaml } from '../../document/parse-yaml.ts';

const END = '...';

function write({ root }: YamlTree, text: string): string {
  const { above, tail, ...document } = new TreeReader(text, root).read(root);
  const end = tail.includes(END) ? [...tail.filter((line) => line !== END), END] : tail;
  const written = [...above, ...documentLines(document), ...end].join('\n');
  return `${written
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .replace(/(?<=^---\n)\n+/m, '')
    .trimEnd()}\n`;
}

/**
 * The text of a plan in the canonical layout, or what keeps it from being read. It need not be a valid plan, only readable
 * YAML with no key twice. Throws where the layout would not say the same: that is our bug.
 */
export function formatPlan(source: SourceFile): Result<string, readonly Diagnostic[]> {
  const { tree, diagnostics } = parseYaml(source);
  if (tree === undefined || diagnostics.length > 0) return err(diagnostics);
  const text = write(tree, source.text);
  const again = parseYaml(new SourceFile(source.path, text)).tree;
  if (
    again === undefined ||
    JSON.stringify(again.content) !== JSON.stringify(tree.content) ||
    !isDeepStrictEqual(commentsOf(text, again.root), commentsOf(source.text, tree.root))
  ) {
    throw new Error(`the canonical layout of ${source.path} would not say the same as the file`);
  }
  return ok(text);
}
