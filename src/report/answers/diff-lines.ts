/** What `ordo fmt --diff` shows: a unified diff, as `diff -u` and `git diff` write it. */
import { safe, safeText, safeWhole, type Safe } from '../../model/safe-text.ts';
import { painter, type Drawn, type Tone } from '../text/tones.ts';
import { lineDiff, type Edit } from './line-diff.ts';

/** Unchanged lines around a change. */
const CONTEXT = 3;

const TONES: Readonly<Record<'-' | '+', Tone>> = { '-': 'removed', '+': 'added' };

interface Hunk {
  readonly edits: readonly Edit[];
  /** Lines above it in the old and in the new text. */
  readonly before: number;
  readonly after: number;
}

function changeFrom(edits: readonly Edit[], from: number): number {
  let at = from;
  while (edits[at]?.mark === ' ') at += 1;
  return at;
}

/** Changes with their context; those whose contexts touch are one hunk. */
function hunksOf(edits: readonly Edit[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [before, after] = [0, 0];
  let counted = 0;
  const countTo = (end: number): void => {
    for (; counted < end; counted += 1) {
      const { mark } = edits[counted] as Edit;
      if (mark !== '+') before += 1;
      if (mark !== '-') after += 1;
    }
  };
  for (let at = changeFrom(edits, 0); at < edits.length;) {
    const start = Math.max(0, at - CONTEXT);
    let last = at;
    for (let ahead = at; ahead < edits.length && ahead - last <= 2 * CONTEXT + 1; ahead += 1) {
      if (edits[ahead]?.mark !== ' ') last = ahead;
    }
    countTo(start);
    hunks.push({ edits: edits.slice(start, last + 1 + CONTEXT), before, after });
    at = changeFrom(edits, last + 1);
  }
  return hunks;
}

/** First line and number of lines, as a hunk's head has them. */
function rangeOf(above: number, count: number): Safe {
  if (count === 1) return safe`${above + 1}`;
  return safe`${count === 0 ? above : above + 1},${count}`;
}

/** The changes from one text to the other, each line with its end; nothing where they are the same. */
export function renderDiff(
  path: string,
  texts: { was: string; wouldBe: string },
  { color }: { color: boolean },
): string {
  const paint = painter(color);
  const hunks = hunksOf(lineDiff(texts.was, texts.wouldBe));
  if (hunks.length === 0) return '';
  const name = safeText(path.replace(/^\/+/, ''));
  const lines: Drawn[] = [paint('heading', safe`--- a/${name}`), paint('heading', safe`+++ b/${name}`)];
  for (const { edits, before, after } of hunks) {
    const [old, now] = [edits.filter(({ mark }) => mark !== '+'), edits.filter(({ mark }) => mark !== '-')];
    lines.push(paint('command', safe`@@ -${rangeOf(before, old.length)} +${rangeOf(after, now.length)} @@`));
    for (const { mark, text } of edits) {
      const line = safe`${mark}${safeWhole(text.replace(/\n$/, ''))}`;
      lines.push(mark === ' ' ? line : paint(TONES[mark], line));
      if (!text.endsWith('\n')) lines.push(safe`\\ No newline at end of file`);
    }
  }
  return `${lines.join('\n')}\n`;
}
