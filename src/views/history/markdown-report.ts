/**
 * Past runs in GitHub’s Markdown, for the summary of a workflow: bounded, whatever the number of orders. Every text that is not
 * ours stands in a code span.
 */
import { safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { Story } from '../../model/story.ts';
import { priceOf } from '../../report/run/column-widths.ts';
import { CANCEL_ENDS, CANCEL_ORDER, cancelWords } from '../../report/run/cancel-lines.ts';
import { isLive } from '../../report/run/commands.ts';
import { wordsOf } from '../../report/run/outcome-lines.ts';
import { verdict } from '../../report/run/summary.ts';
import { code as codeOf } from '../../report/text/markdown.ts';
import { amountOf, grouped } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import {
  againWords,
  commitWords,
  ENDS,
  exitWords,
  instantOf,
  laterWords,
  toldRun,
  whoWords,
  type ToldRun,
} from './told-run.ts';

/** Rows of a run’s table; the loudest outcomes come first. */
const MOST_ORDERS = 50;

/** Runs that are told; of more only the newest. */
const MOST_RUNS = 10;

/** Characters of one text. */
const MOST_TEXT = 200;

const LOUDEST_FIRST = ['unknown', 'rejected', 'withheld', 'sending', 'waiting', 'accepted'] as const;

/** A text that may be missing, as a code span. */
const code = (text: string | undefined): Safe => (text === undefined ? safe`` : codeOf(safeText(text, MOST_TEXT)));

/** The newest runs, each with its head, its orders that matter most, and what became of them. */
export function markdownReport(stories: readonly Story[]): string {
  const shown = stories.slice(-MOST_RUNS);
  const left = stories.length - shown.length;
  const before = left === 0 ? [] : [`_${amountOf(left, 'earlier run')} left out._`];
  return `${[...before, ...shown.map((story) => runOf(toldRun(story)))].join('\n\n')}\n`;
}

function runOf(told: ToldRun): string {
  const { story, view } = told;
  const target = isLive(view) ? '**LIVE**' : 'paper';
  return [
    `## ${code(story.plan)} generation ${story.generation}, run ${story.run}`,
    `${target} · ${code(story.account.origin)} ${code(story.account.name)} · ${instantOf(story.startedAtMs)}`,
    ...(story.end === 'finished' ? [] : [`**This run is ${ENDS[story.end]}.**`]),
    `**${verdict(view)
      .map((piece) => (typeof piece === 'string' ? piece : piece[1]))
      .join(' ')}**`,
    ...offOf(told),
    ordersOf(told),
    factsOf(told),
  ].join('\n\n');
}

/** Orders that were to go off, the loudest first. */
function offOf({ view: { cancels } }: ToldRun): string[] {
  if (cancels.length === 0) return [];
  const ranked = CANCEL_ORDER.toReversed().flatMap((end) => cancels.filter(({ outcome }) => outcome === end));
  const rows = ranked
    .slice(0, MOST_ORDERS)
    .map((end) => `| ${CANCEL_ENDS[end.outcome].label} | ${code(end.id)} | ${code(cancelWords(end))} |`);
  const left = ranked.length - rows.length;
  return [
    ['| To go off | Order | Order id, and what came of it |', '|---|---|---|', ...rows].join('\n'),
    ...(left === 0 ? [] : [`… and ${grouped(left)} more`]),
  ];
}

function ordersOf({ story, view }: ToldRun): string {
  const ranked = LOUDEST_FIRST.flatMap((state) => [...view.orders].filter((order) => order.state === state));
  const rest = ranked.slice(MOST_ORDERS);
  const rows = ranked.slice(0, MOST_ORDERS).map((order) => rowOf(order, story));
  const counts = LOUDEST_FIRST.flatMap((state) => {
    const amount = rest.filter((order) => order.state === state).length;
    return amount === 0 ? [] : [`${amount} ${STATES[state].word}`];
  });
  const table = [
    '| Outcome | Order | Symbol | Side | Size | Price | Order id, or why not |',
    '|---|---|---|---|--:|--:|---|',
    ...rows,
  ];
  return [
    table.join('\n'),
    ...(rest.length === 0 ? [] : [`… and ${grouped(rest.length)} more: ${counts.join(', ')}`]),
  ].join('\n\n');
}

function rowOf(order: OrderView, story: Story): string {
  const { id, state, headline } = order;
  const later = story.since.get(id);
  const since = later === undefined ? '' : ` since then: ${code(laterWords(later))}`;
  const cells = [
    STATES[state].label,
    code(id),
    code(headline?.symbol),
    code(headline?.side),
    code(headline?.size),
    code(headline && priceOf(headline)),
  ];
  return `| ${[...cells, `${code(wordsOf(order))}${since}`].join(' | ')} |`;
}

/** One fact a line; what is not known is left out. */
function factsOf({ story, view }: ToldRun): string {
  const { by } = story;
  const known: readonly (readonly [name: string, value: string | undefined])[] = [
    ['By', whoWords(story)],
    ['Plan file', by.planFile],
    ['Commit', commitWords(story)],
    ['Approval', by.approval],
    ['Digest', by.digest],
    ['ordo', by.tool],
    ['Exit code', exitWords(view)],
    ['The same again', againOf(story)],
  ];
  return known.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${code(value)}`])).join('\n');
}

const againOf = (story: Story): Safe => againWords(story, safe`${story.run}`, safe`md`);
