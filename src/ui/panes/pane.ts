/** What is between head and foot. */
import type { Drawn } from '../../report/text/tones.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import type { RowPage } from '../frame/row.tsx';
import { listOf, type Viewing } from '../keys/viewing.ts';
import { callRows } from './calls.tsx';
import { orderRows } from './order-list.tsx';
import { pictureView } from './picture.ts';
import { problemLines } from './problems.ts';
import { approvalLines, detailLines, helpLines } from './texts.ts';
import { textRows, type PaneRows } from './window.tsx';

interface Room {
  readonly height: number;
  /** On the clock of the events. */
  readonly nowMs: number;
}

/** The rows of what is open. The first column of the page is for the mark of the selected row. */
export function paneRows(page: RowPage, watch: WatchView, viewing: Viewing, { height, nowMs }: Room): PaneRows {
  const inner = { ...page, width: page.width - 1 };
  const text = (lines: readonly Drawn[]): PaneRows => textRows(page, lines, height);
  if (viewing.typing?.kind === 'approval') return text(approvalLines(inner, watch));
  switch (listOf(viewing)) {
    case 'orders':
      return orderRows(page, watch, viewing.filter, height);
    case 'calls':
      return callRows(page, watch.run, height, nowMs);
    case 'picture':
      return text(pictureView(inner, watch, height));
    case 'problems':
      return text(problemLines(inner, watch));
    case 'help':
      return text(helpLines(inner, watch));
    case 'detail':
      return text(detailLines(inner, watch, viewing, nowMs));
  }
}
