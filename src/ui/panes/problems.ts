/** What is wrong with the newest save, what it warns of, and what there is to note. */
import { joined, safe, safeText, safeTexts, type Safe } from '../../model/safe-text.ts';
import { standingWarnings } from '../../views/run/standing.ts';
import { dryRunLive, isLive } from '../../views/run/commands.ts';
import { diagnosticBlock } from '../../views/run/diagnostic.ts';
import { reasonRows } from '../../views/protection/line.ts';
import { blockLines } from '../../show/terminal.ts';
import { cut, widthOf } from '../../report/text/columns.ts';
import { paragraph, stack, type Page } from '../../report/text/page.ts';
import { amountOf, haltWords } from '../../report/text/phrases.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { WatchView } from '../../report/view/watch-view.ts';

export function problemLines(page: Page, watch: WatchView): Drawn[] {
  const { problems, run } = watch;
  const framed = problems === undefined ? run.framed : [problems.text];
  const own =
    problems === undefined ? run.diagnostics.flatMap((found) => blockLines(page, diagnosticBlock(found))) : [];
  const halted = run.run?.halted;
  const notes = [
    ...(halted === undefined ? [] : [haltWords(halted)]),
    ...standingWarnings(run),
    ...marketDiffers(run),
    ...safeTexts([...(run.run?.obstacles ?? []), ...run.notes]),
    ...(run.protection === undefined
      ? []
      : reasonRows(run.protection, { hasWarnings: framed.length + own.length > 0 })),
  ];
  const lines = stack([
    framed.flatMap((text) => framedLines(page, text)),
    own,
    notes.flatMap((text) => paragraph(page, safe`» ${text}`, 0, 'notice')),
  ]);
  return lines.length === 0 ? [page.paint('quiet', safe`  no problems`)] : lines;
}

/** Orders that the file no longer says are open all the same: a watch cancels nothing. */
function marketDiffers(run: RunView): Safe[] {
  const edited = run.states.filter(({ state }) => state === 'edited').length;
  const removed = run.states.filter(({ state, stands }) => state === 'removed' && stands === 'accepted').length;
  const those = [
    ...(edited > 0 ? [safe`${amountOf(edited, 'edited order')}`] : []),
    ...(removed > 0 ? [safe`${amountOf(removed, 'removed order')}`] : []),
  ];
  if (those.length === 0) return [];
  const open = safe`${edited + removed === 1 ? 'is' : 'are'} open as sent: the file and the market differ`;
  const off = [...(edited > 0 ? [safe`--replace edited`] : []), ...(removed > 0 ? [safe`--removed`] : [])];
  const mend =
    isLive(run) && run.run?.followed === undefined
      ? safe`; end the watch, then: ${dryRunLive(run, joined(off, safe` `))}`
      : safe``;
  return [safe`${joined(those, safe` and `)} ${open}${mend}`];
}

// eslint-disable-next-line no-control-regex -- the colours and weights that a text was framed with, and no others
const STYLE = /\u001b\[(?:[0127]|2[27]|3[0-79])m/gu;

/**
 * A text that was framed for another width, perhaps in colour: what is too wide is cut, and every character that is no colour
 * of ours is made safe again.
 */
export function framedLines({ paint, width }: Page, text: string): readonly Drawn[] {
  const isColoured = paint('heading', safe`x`) !== 'x';
  const isKnown = newest.text === text && newest.width === width && newest.isColoured === isColoured;
  if (!isKnown) newest = { text, width, isColoured, lines: fitted(text, width, isColoured) };
  return newest.lines;
}

/** The text of a save is asked for with each frame, and may be long. */
let newest: { text: string; width: number; isColoured: boolean; lines: readonly Drawn[] } = {
  text: '',
  width: 0,
  isColoured: false,
  lines: [],
};

const fitted = (text: string, width: number, isColoured: boolean): Drawn[] =>
  (text === '' ? [] : text.replace(/\n+$/u, '').split('\n')).map((one) => {
    const bare = one.replaceAll(STYLE, '');
    const plain = safeText(bare);
    return !isColoured || bare === one || widthOf(plain) > width ? cut(plain, width) : (restyled(one) as Drawn);
  });

const restyled = (text: string): string => {
  const styles = text.match(STYLE) ?? [];
  const parts: Safe[] = safeTexts(text.split(STYLE));
  return parts.map((part, at) => `${part}${styles[at] ?? ''}`).join('');
};
