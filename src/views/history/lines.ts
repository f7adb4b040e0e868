/** Past runs as text. Lines are what was written while a run ran, what came of its orders later, and who ran it. */
import { safe } from '../../model/safe-text.ts';
import type { Story } from '../../model/story.ts';
import { linesSink } from '../../report/run/run-lines.ts';
import { amountOf } from '../../report/text/phrases.ts';
import { markdown } from '../../show/markdown.ts';
import { own } from '../../show/sheet.ts';
import { terminalText } from '../../show/terminal.ts';
import { runFacts, runSheet } from './run-sheet.ts';
import { sinceThen } from './run-tables.ts';
import { toldEvents } from './told-events.ts';
import { toldRun } from './told-run.ts';

interface StoryPage {
  readonly color: boolean;
  readonly width: number;
}

/** Whole lines, the last with its newline. */
export const linesReport = (stories: readonly Story[], how: StoryPage): string =>
  stories.map((story) => storyText(story, how)).join('\n');

function storyText(story: Story, how: StoryPage): string {
  let text = '';
  const sink = linesSink({ write: (lines) => void (text += lines), ...how, isPipe: true });
  for (const { event } of toldEvents(story)) sink(event);
  const below = terminalText({ blocks: [...sinceThen(story), { is: 'facts', facts: runFacts(toldRun(story)) }] }, how);
  return `${text}\n${below}`;
}

/** Runs that a summary has; of more only the newest. */
const MOST_RUNS = 10;

/** For the summary of a workflow: bounded, whatever the number of orders and runs. */
export function markdownReport(stories: readonly Story[]): string {
  const shown = stories.slice(-MOST_RUNS);
  const left = stories.length - shown.length;
  const blocks = shown.flatMap((story) => runSheet(toldRun(story), 'md').blocks);
  const earlier = own(safe`${amountOf(left, 'earlier run')} left out.`);
  return markdown({ blocks: left === 0 ? blocks : [{ is: 'words', text: earlier }, ...blocks] });
}
