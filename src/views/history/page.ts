/** Past runs of a plan as one page, with pictures. Loaded for that only: what draws them is large. */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Story } from '../../model/story.ts';
import { amountOf } from '../../report/text/phrases.ts';
import { htmlPage } from '../../show/html.ts';
import type { Draw } from '../../show/page/figure.ts';
import { own, type Text } from '../../show/sheet.ts';
import { pictures } from './pictures.ts';
import { runSheet } from './run-sheet.ts';
import { againWords, toldRun } from './told-run.ts';

/** What the page says below the runs, where it is known. */
export interface Foot {
  /** Head of the journal’s chain when the page was made. */
  readonly journalHead?: string;
}

/** One page of all these runs, of one plan and in their order. */
export function htmlReport(stories: readonly Story[], draw: Draw, { journalHead }: Foot = {}): string {
  const [one] = stories;
  const heading = headOf(stories);
  const runs = stories.length === 1 ? safe`run ${one?.run ?? 1}` : amountOf(stories.length, 'run');
  const again = one && againWords(one, stories.length === 1 ? safe`${one.run}` : safe`all`, safe`html`);
  const foot: Text[] = [
    ...(again === undefined ? [] : [[own(safe`Told from the journal. The same again: `), again]]),
    ...(journalHead === undefined ? [] : [[own(safe`Journal head: `), safeText(journalHead)]]),
  ];
  const sections = stories.map((story) => ({
    id: safe`run-${story.run}`,
    name: safe`Run ${story.run}`,
    sheet: runSheet(toldRun(story), 'html', pictures),
  }));
  return htmlPage({ title: safe`${heading}: ${runs}`, heading, sections, foot }, draw);
}

/** The plan; the generation too, where all runs are of one. */
function headOf(stories: readonly Story[]): Safe {
  const [first] = stories;
  if (first === undefined) return safe`No run`;
  const isOne = stories.every(({ generation }) => generation === first.generation);
  return safe`${safeText(first.plan)}${isOne ? safe`, generation ${first.generation}` : safe``}`;
}
