import { isQuiet } from '../model/outcome.ts';
import { safe, safeText } from '../model/safe-text.ts';
import type { Page } from '../report/text/page.ts';
import { latency } from '../report/text/phrases.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { RunView } from '../report/view/run-view.ts';
import { own, table, type Block, type SheetColumn } from '../show/sheet.ts';
import { sheetLines } from '../show/terminal.ts';
import { headBlocks } from '../views/run/head.ts';
import { orderColumns, type ShownOrder } from '../views/order-columns.ts';
import { diagnosticBlock } from '../views/run/diagnostic.ts';
import { shownOrder } from '../views/run/outcome-words.ts';
import { summaryBlocks } from '../views/run/summary.ts';

/** Most problem orders of a kind that the end of a screen lists; the rest is counted. */
const MOST = 20;

/** Columns of a page that has room for what an order is, besides what became of it. */
const ROOMY = 80;

const TOOK: SheetColumn<ShownOrder> = {
  title: safe`took`,
  kind: 'number',
  of: ({ tookMs }) => (tookMs === undefined ? safe`` : own(['quiet', latency(tookMs)])),
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
      ...table(columns, rows, { isPlain: true }),
      ...view.diagnostics.map(diagnosticBlock),
      { is: 'group', blocks: notes },
      ...summaryBlocks(view, MOST),
    ],
  });
}
