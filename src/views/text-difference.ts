/** What `ordo fmt --diff` shows: a unified diff, as `diff -u` and `git diff` write it. Loaded only there. */
import { structuredPatch, type StructuredPatchHunk } from 'diff';
import { safe, safeText, safeWhole, type Safe } from '../model/safe-text.ts';
import { painter, type Drawn, type Tone } from '../report/text/tones.ts';

/** Unchanged lines around a change. */
const CONTEXT = 3;

/** The most changed lines that are looked for: the time grows with their square. Beyond that, every line is shown as replaced. */
const MOST_CHANGES = 3000;

const TONES: Readonly<Record<string, Tone>> = { '-': 'removed', '+': 'added' };

const NO_LINE_END = String.raw`\ No newline at end of file`;

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Changes with their context; those whose contexts touch are one hunk. */
function hunksOf(was: string, wouldBe: string): readonly StructuredPatchHunk[] {
  const options = { context: CONTEXT, maxEditLength: MOST_CHANGES };
  const patch = structuredPatch('', '', was, wouldBe, undefined, undefined, options);
  if (patch !== undefined) return patch.hunks;
  const marked = (mark: string, text: string): string[] =>
    linesOf(text).flatMap((line) => (line.endsWith('\n') ? mark + line.slice(0, -1) : [mark + line, NO_LINE_END]));
  const [before, after] = [linesOf(was).length, linesOf(wouldBe).length];
  const lines = [...marked('-', was), ...marked('+', wouldBe)];
  return [{ oldStart: 1, oldLines: before, newStart: 1, newLines: after, lines }];
}

/** First line and number of lines, as a hunk's head has them. */
const rangeOf = (start: number, count: number): Safe =>
  count === 1 ? safe`${start}` : safe`${count === 0 ? start - 1 : start},${count}`;

/** The changes from one text to the other, each line with its end; nothing where they are the same. */
export function renderDiff(
  path: string,
  texts: { was: string; wouldBe: string },
  { color }: { color: boolean },
): string {
  const paint = painter(color);
  const hunks = hunksOf(texts.was, texts.wouldBe);
  if (hunks.length === 0) return '';
  const name = safeText(path.replace(/^\/+/, ''));
  const lines: Drawn[] = [paint('heading', safe`--- a/${name}`), paint('heading', safe`+++ b/${name}`)];
  for (const { oldStart, oldLines, newStart, newLines, lines: edits } of hunks) {
    lines.push(paint('command', safe`@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`));
    for (const edit of edits) {
      const tone = TONES[edit[0] ?? ''];
      lines.push(tone === undefined ? safeWhole(edit) : paint(tone, safeWhole(edit)));
    }
  }
  return `${lines.join('\n')}\n`;
}
