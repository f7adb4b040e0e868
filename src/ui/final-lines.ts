import { headLines } from '../report/dry-run-lines.ts';
import { stack, wrap } from '../report/layout.ts';
import { diagnosticLines } from '../report/lines.ts';
import type { RunView } from '../report/run-view.ts';
import { line, type Paint } from '../report/style.ts';
import { summaryLines } from '../report/summary.ts';
import type { Size } from './frame.ts';
import { columnsOf, orderRow } from './order-row.ts';

/** Problem orders that the end of a screen lists before it says how many more there are. */
const MOST = 20;

/**
 * What stays in the scrollback: head, orders, warnings, notes, and the summary. The orders are left out where they
 * are more than a screen of rows, unless a note says that the order ids shown are the only record.
 */
export function finalLines(view: RunView, { columns, rows }: Size, paint: Paint): string[] {
  const { orders, diagnostics, notes } = view;
  const shape = columnsOf(orders.widths, columns);
  const listed = orders.length <= rows || view.orderIdsAreTheRecord ? [...orders] : [];
  return stack([
    headLines(view, paint, columns),
    listed.map((order) => line(paint, orderRow(order, shape, orders.widths, columns), columns)),
    diagnostics.flatMap((found) => diagnosticLines(found, paint, columns)),
    notes.flatMap((note) => wrap(`» ${note}`, columns).map((text) => paint('notice', text))),
    summaryLines(view, { paint, width: columns, most: MOST }),
  ]);
}
