/** What is between head and foot: a list, or a text that is open in its place. */
import { noWeight } from '../../model/call.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import { blockLines } from '../../show/terminal.ts';
import { atStake } from '../../views/run/at-stake.ts';
import { padEnd, wrap } from '../../report/text/columns.ts';
import { line, section, stack, type Page } from '../../report/text/page.ts';
import { amountOf, costWords } from '../../report/text/phrases.ts';
import type { Drawn } from '../../report/text/tones.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { problemCounts } from '../frame/plan-figures.ts';
import type { RowPage } from '../frame/row.tsx';
import { listOf, type Viewing } from '../keys/viewing.ts';
import { callDetail, callRows } from './calls.tsx';
import { orderDetail } from './order-detail.ts';
import { orderRows } from './order-list.tsx';
import { pictureView } from './picture.ts';
import { problemLines } from './problems.ts';
import { simulationLines } from './simulation.ts';
import { lookOf } from './standing.ts';
import { textRows, type PaneRows } from './window.tsx';

interface Room {
  readonly height: number;
  /** On the clock of the events. */
  readonly nowMs: number;
  /** Since 1970. */
  readonly wallMs: number;
}

/** The rows of what is open. The first column of the page is for the mark of the selected row. */
export function paneRows(page: RowPage, watch: WatchView, viewing: Viewing, { height, nowMs, wallMs }: Room): PaneRows {
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
    case 'simulation':
      return text(simulationLines(inner, watch, wallMs));
    case 'help':
      return text(helpLines(inner, watch));
    case 'detail':
      return text(detailLines(inner, watch, viewing, nowMs));
  }
}

const VIEWS = [safe`1 2 3 4  Tab`, safe`orders, picture, calls, problems; the next of them`] as const;
const ALL_VIEWS = [safe`1 to 5  Tab`, safe`orders, picture, calls, problems, simulation; the next of them`] as const;

const KEYS: readonly (readonly [Safe, Safe])[] = [
  [safe`↑ ↓  j k`, safe`select an order or a call, move a text`],
  [safe`PgUp PgDn`, safe`a page; Home, End to the first and the last`],
  [safe`f`, safe`follow what happens`],
  [safe`/`, safe`filter by id, symbol, side and state: every word must match; Esc ends it`],
  [safe`Enter`, safe`one order or one call whole; Enter or Esc goes back`],
  [safe`p`, safe`place what is shown: only what is new goes out`],
  [safe`Space`, safe`pause the sending, or resume it`],
  [safe`r`, safe`look at the account: market, triggers, orders, positions`],
  [safe`q  Ctrl-C`, safe`stop after what is in flight`],
];

const SIGNS = [
  ['unknown', safe`may be on the exchange: look it up, ordo never sends it again by itself`],
  ['rejected', safe`the exchange proved that it did not take it`],
  ['sending', safe`sent, and not answered yet`],
  ['accepted', safe`on the exchange`],
  ['new', safe`would be placed, or placed again`],
  ['edited', safe`still as it was sent: the edit has not reached the exchange`],
  ['removed', safe`no longer in the plan, and still on the exchange`],
  ['withheld', safe`not sent, for the reason next to it`],
] as const;

function helpLines(page: Page, { run, market, simulation }: WatchView): Drawn[] {
  const signs = SIGNS.map(([name, words]) => [lookOf(name).sign, words] as const);
  const isPaper = run.run?.target !== 'live' || market !== undefined;
  return stack([
    section(
      page,
      safe`Keys`,
      [simulation === undefined ? VIEWS : ALL_VIEWS, ...KEYS].flatMap(([keys, words]) =>
        described(page, keys, words, 13),
      ),
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
  const where = [
    safeText(run.exchange),
    ...(run.live === undefined ? [] : [safe`account ${safeText(run.live.account)}`]),
  ];
  const amount = safe`${amountOf(orders.planned, 'order')} in ${amountOf(calls.planned, 'call')}, ${costWords(compiled ?? { weight: noWeight }, run.limits)}`;
  return [
    line(page.paint, [safe`Place  `, ['plan', safeText(plan.name)], safe`  generation ${plan.generation}`], page.width),
    line(page.paint, [safe`  ${amount}`], page.width),
    line(page.paint, [safe`  ${joined(where, safe`  `)}`], page.width),
    safe``,
    ...blockLines(page, atStake(watch.run, problemCounts(watch).warnings)),
  ];
}
