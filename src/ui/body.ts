/** What stands between head and foot: a list or a text, of which only the rows in view are drawn. */
import { safe } from '../model/safe-text.ts';
import { line, type Page } from '../report/text/page.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { RunView } from '../report/view/run-view.ts';
import type { WatchView } from '../report/view/watch-view.ts';
import { approvalLines } from './approval-view.ts';
import { callDetail, callRow } from './calls-view.ts';
import { helpLines } from './help-view.ts';
import { orderDetail } from './order-detail.ts';
import { pictureView } from './picture-view.ts';
import { problemLines } from './problems-view.ts';
import { rowIndexOf } from './row-index.ts';
import { screenRow, shapeOf } from './screen-row.ts';
import type { Extent } from './scroll.ts';
import { listOf, type Viewing } from './viewing.ts';

export interface ScreenBody extends Extent {
  row(position: number): Drawn;
}

/** `nowMs` is on the clock of the events. */
export function bodyOf(
  page: Page,
  watch: WatchView,
  viewing: Viewing,
  room: { height: number; nowMs: number },
): ScreenBody {
  const { height, nowMs } = room;
  if (viewing.typing?.kind === 'approval') return text(approvalLines(page, watch), height);
  switch (listOf(viewing)) {
    case 'orders':
      return orderRows(page, watch, viewing.filter, height);
    case 'calls':
      return callRows(page, watch.run, height, nowMs);
    case 'picture':
      return text(pictureView(page, watch, height), height);
    case 'problems':
      return text(problemLines(page, watch), height);
    case 'help':
      return text(helpLines(page, watch), height);
    case 'detail':
      return text(detailLines(page, watch, viewing, nowMs), height);
  }
}

const text = (lines: readonly Drawn[], height: number): ScreenBody => ({
  length: lines.length,
  height,
  keyAt: () => undefined,
  positionOf: () => -1,
  row: (position) => lines[position] ?? safe``,
});

function orderRows(page: Page, watch: WatchView, filter: string, height: number): ScreenBody {
  const { run } = watch;
  const index = rowIndexOf(run, filter);
  const shape = shapeOf(watch, page.width);
  const { frontier } = run.orders;
  const { problems, moving } = index;
  const at = frontier < 0 ? firstChanged(watch) : frontier;
  const news = at < 0 ? undefined : { problems, moving, at: problems + moving + index.restBefore(at) };
  return {
    length: index.length,
    height,
    keyAt: (position) => index.at(position)?.id,
    positionOf: (id) => index.positionOf(id),
    row(position) {
      const order = index.at(position);
      return order === undefined ? safe`` : line(page.paint, screenRow(order, watch, shape), page.width);
    },
    ...(news !== undefined && { news }),
  };
}

/** The first order that the newest save added or changed; -1 for none. */
function firstChanged({ save, run }: WatchView): number {
  if (save === undefined) return -1;
  const [first] = save.change.changed;
  const id = first?.id ?? save.change.added[0];
  return (id === undefined ? undefined : run.orders.placeOf(id)) ?? -1;
}

function callRows(page: Page, run: RunView, height: number, nowMs: number): ScreenBody {
  const { calls } = run;
  const at = (position: number): string | undefined => {
    const call = calls.at(position);
    return call === undefined ? undefined : String(call.number);
  };
  return {
    length: calls.planned,
    height,
    keyAt: at,
    positionOf: (number) => calls.byNumber(Number(number))?.place ?? -1,
    row(position) {
      const call = calls.at(position);
      return call === undefined ? safe`` : callRow(page, run, call, nowMs);
    },
    ...(calls.frontier >= 0 && { news: { problems: 0, moving: 0, at: calls.frontier } }),
  };
}

/** Of what is selected; where that is gone, it says so. */
function detailLines(page: Page, watch: WatchView, { tab, places }: Viewing, nowMs: number): Drawn[] {
  const { selected = '' } = places[tab];
  const { run } = watch;
  const call = tab === 'calls' ? run.calls.byNumber(Number(selected)) : undefined;
  if (call !== undefined) return callDetail(page, run, call, nowMs);
  const order = run.orders.byId(selected) ?? run.orders.removed.find(({ id }) => id === selected);
  if (tab === 'orders' && order !== undefined) return orderDetail(page, order, watch);
  return [page.paint('quiet', safe`  no longer in the plan`)];
}
