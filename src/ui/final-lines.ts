import { headLines } from '../report/dry-run/call-lines.ts';
import { cut, stack, widthOf, wrap } from '../report/text/columns.ts';
import { diagnosticLines } from '../report/run/run-lines.ts';
import { ID_ROOM, labelledLines, LEAST_WORDS } from '../report/run/outcome-lines.ts';
import type { OrderView } from '../report/view/order-list.ts';
import type { RunView } from '../report/view/run-view.ts';
import { line, type Paint } from '../report/text/tones.ts';
import { summaryLines } from '../report/run/summary.ts';
import { reasonOf, STATE_LABELS, STATE_WIDTH } from '../report/text/phrases.ts';
import type { Size } from './frame.ts';
import { columnsOf, leastWords, orderRow, saysAll } from './order-row.ts';

/** Problem orders that the end of a screen tells in full before it says how many more there are. */
const MOST = 20;

/**
 * What stays in the scrollback: head, every order with its outcome and its order id, warnings, notes, and the summary. It is
 * as long as the orders need, as nothing else keeps those of a paper run.
 */
export function finalLines(view: RunView, { columns }: Size, paint: Paint): string[] {
  const { diagnostics, notes } = view;
  return stack([
    headLines(view, paint, columns),
    outcomeLines(view, columns, paint),
    diagnostics.flatMap((found) => diagnosticLines(found, paint, columns)),
    notes.flatMap((note) => wrap(`» ${note}`, columns).map((text) => paint('notice', text))),
    summaryLines(view, { paint, width: columns, most: MOST }),
  ]);
}

/** Rows as on the screen; if one has no room for its id or order id, all go without side, size and price. */
function outcomeLines({ orders }: RunView, columns: number, paint: Paint): string[] {
  const all = [...orders];
  const shape = columnsOf(orders.widths, columns);
  if (all.every((order) => saysAll(order, shape, orders.widths, columns)))
    return all.map((order) => line(paint, orderRow(order, shape, orders.widths, columns), columns));
  const idWidth = Math.min(ID_ROOM, orders.widths.id);
  return all.flatMap((order) => briefLines(order, idWidth, columns, paint));
}

/** One line; a second one only where id and order id do not fit on one. The summary says the rest about problems. */
function briefLines(order: OrderView, idWidth: number, width: number, paint: Paint): string[] {
  const { id, state } = order;
  const words = state === 'accepted' ? (order.orderId ?? '') : reasonOf(order);
  const room = Math.max(LEAST_WORDS, width - STATE_WIDTH - 4 - idWidth);
  const shown = widthOf(leastWords(order)) <= room ? cut(words, room) : leastWords(order);
  return labelledLines({ label: STATE_LABELS[state], tone: state, id, words: shown }, { idWidth, paint, width });
}
