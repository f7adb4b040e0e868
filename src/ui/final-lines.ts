/** What stays below the earlier text of the terminal once a screen has ended: a run whole, a watch in two lines. */
import { isQuiet } from '../model/outcome.ts';
import { joined, safe, safeText, type Safe } from '../model/safe-text.ts';
import { dotted } from '../report/text/columns.ts';
import { line, type Page } from '../report/text/page.ts';
import { amountOf, grouped, latency } from '../report/text/phrases.ts';
import type { Drawn } from '../report/text/tones.ts';
import { priceOfOrder } from '../report/run/column-widths.ts';
import type { OrderView } from '../report/view/order-list.ts';
import type { RunView } from '../report/view/run-view.ts';
import type { WatchView } from '../report/view/watch-view.ts';
import { own, table, type Block, type SheetColumn } from '../show/sheet.ts';
import { sheetLines } from '../show/terminal.ts';
import { closingOf } from '../views/run/closing-line.ts';
import { headBlocks } from '../views/run/head.ts';
import { orderColumns, type ShownOrder } from '../views/order-columns.ts';
import { diagnosticBlock } from '../views/run/diagnostic.ts';
import { isFollowEnd } from '../views/run/follow-end.ts';
import { followedWords } from '../views/run/followed-words.ts';
import { shownOrder } from '../views/run/outcome-words.ts';
import { summaryBlocks } from '../views/run/summary.ts';
import { problemCounts } from './frame/plan-figures.ts';
import { standingOf, type RowState } from './panes/standing.ts';

/** Most problem orders of a kind that the end of a screen lists; the rest is counted. */
const MOST = 20;

/** Columns of a page that has room for what an order is, besides what became of it. */
const ROOMY = 80;

const TOOK: SheetColumn<ShownOrder> = {
  title: safe`took`,
  kind: 'number',
  of: ({ order }) => (order?.latencyMs === undefined ? safe`` : own(['quiet', latency(order.latencyMs)])),
};

/**
 * What stays in the scrollback: head, every order with its outcome and its order id, warnings, notes, and the summary. It is
 * as long as the orders need, as nothing else keeps those of a paper run.
 */
export function finalLines(page: Page, view: RunView): Drawn[] {
  // What was accepted before, or is not selected, is a count of the summary.
  const rows = [...view.orders].filter(({ reason }) => reason === undefined || !isQuiet(reason)).map(shownOrder);
  const symbols = new Set(rows.map(({ symbol }) => symbol)).size > 1 ? (['symbol'] as const) : [];
  const figures = page.width < ROOMY ? [] : [...orderColumns(...symbols, 'side', 'size', 'at'), TOOK];
  const columns = [...orderColumns('outcome', 'id'), ...figures, ...orderColumns('words')];
  const notes = view.notes.map((note): Block => ({ is: 'notice', text: safeText(note) }));
  return sheetLines(page, {
    blocks: [
      ...headBlocks(view),
      ...(isFollowEnd(view) ? followedTable(view) : table(columns, rows, { isPlain: true })),
      ...view.diagnostics.map(diagnosticBlock),
      { is: 'group', blocks: notes },
      ...summaryBlocks(view, MOST),
    ],
  });
}

/** What became of each order; what a follower leaves is told by what works, and what will not happen any more. */
const followedTable = (view: RunView): Block[] =>
  view.stopping !== undefined
    ? []
    : table(
        [
          { title: safe`order`, kind: 'name', of: ({ id }) => safeText(id) },
          { title: safe`side`, of: ({ headline }) => safeText(headline?.side ?? '') },
          {
            title: safe`price`,
            of: (order) => (order.headline === undefined ? safe`` : priceOfOrder(order, order.headline)),
          },
          {
            title: safe`words`,
            kind: 'words',
            of: (order) => followedWords(order, view) ?? shownOrder(order).words ?? safe``,
          },
        ] satisfies SheetColumn<OrderView>[],
        [...view.orders],
        { isPlain: true },
      );

/** The last plan in one line, how its orders stand, and whether the newest save was broken. */
export function watchSummary(page: Page, watch: WatchView): Drawn[] {
  const { run } = watch;
  if (run.plan === undefined) return [];
  const { errors, warnings } = problemCounts(watch);
  const closing = dotted(closingOf(run, warnings), page.width);
  return [
    ...closing,
    ...dotted(stands(watch), page.width),
    ...(errors === 0 ? [] : [line(page.paint, [['rejected', safe`the newest save has ${amountOf(errors, 'error')}`]])]),
  ];
}

const STANDING = ['accepted', 'unknown', 'edited', 'removed'] as const satisfies readonly RowState[];
const NOT_THERE = ['rejected', 'absent'] as const satisfies readonly RowState[];
type Told = (typeof STANDING | typeof NOT_THERE)[number];

/** `11 accepted · 1 UNKNOWN`; nothing where the journal knows of none. */
function stands({ run }: WatchView): Safe[] {
  const amounts = new Map<RowState, number>();
  for (const order of [...run.orders, ...run.orders.removed]) {
    const standing = standingOf(order, run);
    amounts.set(standing, (amounts.get(standing) ?? 0) + 1);
  }
  const words: Readonly<Record<Told, Safe>> = {
    accepted: safe`accepted`,
    unknown: safe`UNKNOWN (ordo settle)`,
    rejected: safe`rejected`,
    edited: safe`edited after send`,
    removed: safe`removed and still live`,
    absent: safe`settled as absent`,
  };
  const told = (title: Safe, names: readonly Told[]): Safe[] => {
    const parts = names.flatMap((name) => {
      const amount = amounts.get(name) ?? 0;
      return amount === 0 ? [] : [safe`${grouped(amount)} ${words[name]}`];
    });
    return parts.length === 0 ? [] : [safe`${title}: ${joined(parts, safe`, `)}`];
  };
  return [...told(safe`open`, STANDING), ...told(safe`not there`, NOT_THERE)];
}
