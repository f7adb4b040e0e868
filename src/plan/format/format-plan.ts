/**
 * The canonical layout of a plan, which `ordo fmt` writes (docs/contract.md#commands), printed by Prettier. A plan that Prettier has
 * formatted is in this layout, and Prettier leaves this layout as it is, but for rule 4.
 *
 * 1. UTF-8 without a byte order mark, lines end with LF, no spaces at their ends, one line end at the end of the file.
 * 2. Two spaces of indentation for each level, dashes of a list included; one space after `:`, `-` and `,`, inside of braces
 *    and before a comment. Nothing is aligned in columns.
 * 3. The order of keys and entries is the author's. So are the marks `---` and `...`.
 * 4. Brackets stay brackets. On one line they stay on one line if they are too long for it; here Prettier folds at 80 columns. Else they
 *    are on one line if that has at most 80 columns and no comment is in the way, or each entry has a line.
 * 5. Quotes stay, double ones if possible. No character of a text or a number changes.
 * 6. A text over several lines keeps its lines; those of block text keep spaces at their ends, which are its characters.
 * 7. A comment keeps its words and its place: on a line with content behind it, else above what is below it, and no further in.
 *    Between brackets, one behind a key goes above it, and one behind an entry over several lines may.
 * 8. Of several blank lines one is kept; none at the start and end of the file, nor between a key or dash and what is below it.
 *
 * To read it again gives the same content with the same comments (checked each time), and to format it again the same text.
 */
import { err, ok, type Result } from '../../model/result.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { SourceFile } from '../../source/source-file.ts';
import { widthOf } from '../../source/text-width.ts';
import { commentsOf, parseYaml } from '../../document/parse-yaml.ts';
import { PrettierInput, WIDTH } from './prettier-input.ts';

/** Each row is printed alone. It goes among the rest if it fits in its place, and keeps its line if it does not. */
async function write(text: string): Promise<string> {
  const { printed } = await import('./prettier.ts');
  const input = new PrettierInput(text);
  const list = input.rows.map((row) => `- ${row.text}\n`).join('');
  const rows = list === '' ? [] : (await printed(list, Infinity)).split('\n').map((line) => line.slice(2));
  const fits = (row: number): boolean => widthOf(rows[row] ?? '') <= (input.rows[row]?.room ?? 0);
  const laid = await printed(input.filled(input.text, rows, fits), WIDTH);
  const whole = input.filled(laid, rows, () => true);
  return `${whole.replaceAll(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}

/** Prettier may move a comment once more when it meets it in its new place. */
const ROUNDS = 4;

async function settledText(text: string, round = 1): Promise<string> {
  const written = await write(text);
  const isStable = round === ROUNDS || written === text || !written.includes('#');
  return isStable ? written : settledText(written, round + 1);
}

/**
 * The text of a plan in the canonical layout, or what keeps it from being read. It need not be a valid plan, only readable
 * YAML with no key twice. Throws where the layout would not say the same: that is our bug.
 */
export async function formatPlan(source: SourceFile): Promise<Result<string, readonly Diagnostic[]>> {
  const { tree, diagnostics } = parseYaml(source);
  if (tree === undefined || diagnostics.length > 0) return err(diagnostics);
  const text = await settledText(source.text);
  const said = JSON.stringify([tree.content, commentsOf(source.text)]);
  const again = parseYaml(new SourceFile(source.path, text));
  if (JSON.stringify([again.tree?.content, commentsOf(text)]) !== said || again.diagnostics.length > 0)
    throw new Error(`the canonical layout of ${source.path} would not say the same as the file`);
  return ok(text);
}
