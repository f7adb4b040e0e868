/**
 * The canonical layout of a plan, which `ordo fmt` writes (docs/contract.md#commands).
 *
 * 1. UTF-8 without a byte order mark, lines end with LF, no spaces at their ends, one line end at the end of the file.
 * 2. Two spaces of indentation for each level, dashes of a list included; one space after `:` and `-`. No `---`, no `...`.
 * 3. Keys stand in the order of the plan language; keys that it does not know come after them, in their own order, and so
 *    do names of the author's choosing. The entries of a list keep their order.
 * 4. What is written between brackets on one line stays so, `{ a: 1, b: 2 }` and `[1, 2]`, however long the line. Between
 *    brackets over several lines it is written without them, a line for each entry. Nothing is aligned in columns.
 * 5. Quotes are dropped where the text reads the same without them. Else they are double, or single around a text with `"`
 *    or `\` in it. No character of a text or a number changes.
 * 6. Text over several lines is put on one, but block text, which becomes `>-` with the lines that it has; where these do
 *    not fold to the same text, it is put on one line too.
 * 7. A comment keeps its words. On a line with content it stays with it, two spaces behind. On a line of its own it moves
 *    with what is below it; behind the last entry of a mapping or list it stays there, if it is indented as the entry or
 *    further. What is above the first key of the file stays on top, and what is above the first key of an entry of a list
 *    stands above the dash. Where lines become one, the last of their comments stays on it and the others stand above.
 * 8. Of several blank lines one is kept, with what is below it; none at the start and end of the file, nor between a key
 *    or dash and the first entry below it.
 *
 * To read it again gives the same content with the same comments (checked each time), and to format it again the same text.
 */
import { isDeepStrictEqual } from 'node:util';
import { err, ok, type Result } from '../../model/result.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { SourceFile } from '../../source/source-file.ts';
import { commentsOf } from './comments.ts';
import { TreeReader, type Block, type Entry } from './entries.ts';
import { parseYaml, type YamlTree } from '../../document/parse-yaml.ts';

function* entryLines({ above, key, value, comment }: Entry, pad: string): Generator<string> {
  for (const line of above) yield pad + line;
  const head = key === undefined ? `${pad}-` : `${pad}${key}:`;
  const behind = comment === undefined ? '' : `  ${comment}`;
  if (value.kind === 'inline') yield `${head} ${value.text}`.trimEnd() + behind;
  else if (value.kind === 'folded') {
    yield `${head} >-${behind}`;
    for (const line of value.lines) yield `${pad}  ${line}`;
  } else if (key !== undefined) {
    yield head + behind;
    yield* blockLines(value, `${pad}  `);
  } else {
    const [first = '', ...others] = blockLines(value, `${pad}  `);
    yield `${head} ${first.trimStart()}`;
    yield* others;
  }
}

function* blockLines({ entries, tail }: Block, pad: string): Generator<string> {
  for (const entry of entries) yield* entryLines(entry, pad);
  for (const line of tail) yield pad + line;
}

function write({ root }: YamlTree, text: string): string {
  const { above, value, comment, tail } = new TreeReader(text, root).read(root);
  const behind = comment === undefined ? '' : `  ${comment}`;
  // Block text is a key's, so what is no block is a line.
  const whole = value.kind === 'block' ? blockLines(value, '') : [value.kind === 'inline' ? value.text + behind : ''];
  const lines = [...above, ...whole, ...tail];
  const written = lines.map((line) => line.trimEnd()).join('\n');
  return `${written
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()}\n`;
}

const sortedComments = ({ root }: YamlTree, text: string): string[] => commentsOf(text, root).toSorted();

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
    !isDeepStrictEqual(again.content, tree.content) ||
    !isDeepStrictEqual(sortedComments(again, text), sortedComments(tree, source.text))
  ) {
    throw new Error(`the canonical layout of ${source.path} would not say the same as the file`);
  }
  return ok(text);
}
