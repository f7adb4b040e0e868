/** What stands between head and foot: a list or a text, of which only the rows in view are drawn. */
import { safe, joined, safeText, type Safe } from '../../model/safe-text.ts';
import { line, type Page, section, stack } from '../../report/text/page.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { callDetail, callRow } from './calls.tsx';
import { orderDetail } from './order-detail.ts';
import { pictureView } from './picture.ts';
import { problemLines, problemCounts } from './problems.ts';
import { rowIndexOf } from './row-index.ts';
import { screenRow, shapeOf } from './order-cells.ts';
import type { Extent } from '../keys/scroll.ts';
import { listOf, type Viewing } from '../keys/viewing.ts';
import { atStakeLines } from '../../report/dry-run/at-stake-lines.ts';
import { amountOf } from '../../report/text/phrases.ts';
import { padEnd, wrap } from '../../report/text/columns.ts';
import { lookOf } from './standing.ts';

const KEYS: readonly (readonly [Safe, Safe])[] = [
  [safe`1 2 3 4  Tab`, safe`orders, picture, calls, problems; the next of them`],
  [safe`↑ ↓  j k`, safe`select an order or a call, move a text`],
  [safe`PgUp PgDn`, safe`a page; Home, End to the first and the last`],
  [safe`f`, safe`follow what happens`],
  [safe`/`, safe`filter by id, symbol, side and state: every word must match; Esc ends it`],
  [safe`Enter`, safe`one order or one call whole; Enter or Esc goes back`],
  [safe`p`, safe`place what is shown: only what is new goes out`],
  [safe`Space`, safe`pause the sending, and go on`],
  [safe`q  Ctrl-C`, safe`stop after what is in flight`],
];

const SIGNS = [
  ['unknown', safe`may be on the exchange: look it up, ordo never sends it again by itself`],
  ['rejected', safe`the exchange proved that it did not take it`],
  ['sending', safe`sent, and not answered yet`],
  ['accepted', safe`on the exchange`],
  ['new', safe`would be placed, or placed again`],
  ['edited', safe`it stands as it was sent: an edit does not reach it`],
  ['removed', safe`no longer in the plan, and still on the exchange`],
  ['withheld', safe`not sent, for the reason beside it`],
] as const;

function helpLines(page: Page, { run, market }: WatchView): Drawn[] {
  const signs = SIGNS.map(([name, words]) => [lookOf(name).sign, words] as const);
  const isPaper = run.run?.target !== 'live' || market !== undefined;
  return stack([
    section(
      page,
      safe`Keys`,
      KEYS.flatMap(([keys, words]) => described(page, keys, words, 13)),
    ),
    section(
      page,
      safe`Signs`,
      signs.flatMap(([sign, words]) => described(page, sign, words, 1)),
    ),
    isPaper ? [safe`  Paper is a rehearsal of mechanics. It predicts nothing.`] : [],
  ]);
}

const described = ({ paint, width }: Page, name: Safe, words: Safe, column: number): Drawn[] =>
  wrap(words, Math.max(20, width - column - 4)).map((text, at) =>
    line(paint, [safe`  `, ['command', padEnd(at === 0 ? name : safe``, column)], safe`  ${text}`], width),
  );

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

/** The selected row, or that it is gone. */
function detailLines(page: Page, watch: WatchView, { tab, places }: Viewing, nowMs: number): Drawn[] {
  const { selected = '' } = places[tab];
  const { run } = watch;
  const call = tab === 'calls' ? run.calls.byNumber(Number(selected)) : undefined;
  if (call !== undefined) return callDetail(page, run, call, nowMs);
  const order = run.orders.byId(selected) ?? run.orders.removed.find(({ id }) => id === selected);
  if (tab === 'orders' && order !== undefined) return orderDetail(page, order, watch);
  return [page.paint('quiet', safe`  no longer in the plan`)];
}

/** What a person approves: what, where, for whom, and what is at stake. The code is typed below, on a line of its own. */
function approvalLines(page: Page, watch: WatchView): Drawn[] {
  const { plan, run, orders, calls, compiled } = watch.run;
  if (plan === undefined || run === undefined) return [];
  const { ip, uid } = compiled?.weight ?? { ip: 0, uid: 0 };
  const where = [
    safeText(run.exchange),
    ...(run.live === undefined ? [] : [safe`account ${safeText(run.live.account)}`]),
  ];
  const amount = safe`${amountOf(orders.planned, 'order')} in ${amountOf(calls.planned, 'call')}, ${ip} IP, ${uid} UID`;
  return [
    line(page.paint, [safe`Place  `, ['plan', safeText(plan.name)], safe`  generation ${plan.generation}`], page.width),
    line(page.paint, [safe`  ${amount}`], page.width),
    line(page.paint, [safe`  ${joined(where, safe`  `)}`], page.width),
    safe``,
    ...atStakeLines(page, watch.run, problemCounts(watch).warnings),
  ];
}
