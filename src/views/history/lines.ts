/** A past run as lines: what was written while it ran, who ran it, and what came of its orders later. */
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Story } from '../../model/story.ts';
import { linesSink } from '../../report/run/run-lines.ts';
import { dotted, widest } from '../../report/text/columns.ts';
import { ID_ROOM, labelledLines } from '../../report/text/labelled-lines.ts';
import { line, pageOf, section, type Page } from '../../report/text/page.ts';
import { digestShown } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { Drawn } from '../../report/text/tones.ts';

export interface StoryPage {
  readonly color: boolean;
  readonly width: number;
}

/** Whole lines, the last with its newline. */
export function linesReport(stories: readonly Story[], { color, width }: StoryPage): string {
  const page = pageOf({ color, width });
  return stories.map((story) => storyText(page, story, color)).join('\n');
}

function storyText(page: Page, story: Story, color: boolean): string {
  let text = '';
  const sink = linesSink({ write: (lines) => void (text += lines), color, width: page.width, isPipe: true });
  for (const { event } of story.events) sink(event);
  const below = [...sinceLines(page, story), ...byLines(page, story)];
  return `${text}\n${below.join('\n')}\n`;
}

/** `run 3 · ann on desk-7 · ordo 0.1.0 · commit 3f9c21d4aa01 and changes · approval 62a81732aa01` */
function byLines(page: Page, { run, by, end }: Story): Drawn[] {
  const { user, host, tool, commit, approval, digest } = by;
  const parts: Safe[] = [
    safe`run ${run}${end === 'open' ? safe`, which still goes on` : safe``}`,
    safe`${safeText(user)} on ${safeText(host)}`,
    ...(tool === '' ? [] : [safe`ordo ${safeText(tool)}`]),
    ...(commit === undefined
      ? []
      : [safe`commit ${digestShown(commit.id)}${commit.isDirty ? safe` and changes` : safe``}`]),
    approval === undefined ? safe`digest ${digestShown(digest)}` : safe`approval ${digestShown(approval)}`,
  ];
  return dotted(parts, page.width).map((words) => line(page.paint, [['quiet', words]]));
}

function sinceLines(page: Page, { since }: Story): Drawn[] {
  const ids = [...since.keys()].map((id) => safeText(id));
  const width = Math.min(ID_ROOM, widest(ids));
  const lines = [...since].flatMap(([id, { state, orderId, message = '' }]) => {
    const { label, tone } = STATES[state];
    const words = joined(
      [orderId, message].filter((one) => one !== undefined && one !== '').map((one) => safeText(one as string)),
      safe` `,
    );
    return labelledLines(page, { label, tone, id: safeText(id), words }, width);
  });
  return lines.length === 0 ? [] : [...section(page, safe`Since then`, lines), safe``];
}
