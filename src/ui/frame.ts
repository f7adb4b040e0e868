import { count } from '../model/count.ts';
import { joined, safe, safeText, spaces, type Safe } from '../model/safe-text.ts';
import { awaiting } from '../report/run/run-lines.ts';
import { verdict } from '../report/run/summary.ts';
import { beside, line, widthOfPieces, type Page, type Piece } from '../report/text/page.ts';
import { causeOf, seconds } from '../report/text/phrases.ts';
import type { Drawn } from '../report/text/tones.ts';
import type { RunView } from '../report/view/run-view.ts';
import { countsRow, gaugeRows, progressRow } from './gauges.ts';
import { orderRow, rowShape, titleRow } from './order-row.ts';
import { topOf, type Extent, type Scroll } from './scroll.ts';

/** The terminal's size and colours. */
export interface ScreenPage extends Page {
  readonly rows: number;
}

/** What a frame depends on besides the events: what the person at the terminal did, and the time. */
export interface Viewing {
  readonly nowMs: number;
  readonly scroll: Scroll;
  /** Ctrl-C was pressed. */
  readonly interrupted: boolean;
  /** Whether keys are heard. */
  readonly keys: boolean;
}

interface Around {
  readonly above: readonly Drawn[];
  readonly below: readonly Drawn[];
}

/** The screen as lines: never more than the terminal has, the last left free, and never wider. */
export function frameLines(screen: ScreenPage, view: RunView, viewing: Viewing): Drawn[] {
  const extent = extentOf(screen, view);
  const { above, below } = around(screen, view, viewing);
  const top = topOf(viewing.scroll, extent);
  const shape = rowShape(view.orders, screen.width);
  const rows: Drawn[] = [];
  for (let at = top; at < top + extent.height; at++) {
    const order = view.orders.at(at);
    if (order !== undefined) rows.push(line(screen.paint, orderRow(order, shape), screen.width));
  }
  return [...above, ...rows, ...below].slice(-Math.max(1, screen.rows - 1));
}

/** How many rows of orders the terminal holds, and of how many. */
export function extentOf({ rows }: Pick<ScreenPage, 'rows'>, { orders }: RunView): Extent {
  const { length: total, frontier } = orders;
  const room = rows - 1 - linesAround(rows);
  return { total, frontier, height: Math.max(0, Math.min(total, room)) };
}

/** Screens of up to SHORT rows hide the gauges, and those below ROOMY rows the blank line. */
const SHORT = 18;
const ROOMY = 30;
const linesAround = (rows: number): number => (rows <= SHORT ? 5 : rows < ROOMY ? 11 : 12);

function around(screen: ScreenPage, view: RunView, viewing: Viewing): Around {
  const { paint, width, rows } = screen;
  const head = headRows(screen, view, viewing);
  const [progress, counts] = [progressRow(screen, view), countsRow(screen, view)];
  const news = line(paint, notice(view, viewing), width);
  if (rows <= SHORT) return { above: head, below: [news, progress, counts] };
  const titles = line(paint, [['quiet', titleRow(rowShape(view.orders, width))]], width);
  const keys = spread(screen, [['quiet', hint(screen, view, viewing)]], range(screen, view, viewing));
  const gauges = gaugeRows(screen, view, viewing.nowMs);
  return {
    above: [...head, ...(rows < ROOMY ? [] : [safe``]), ...gauges, safe``, titles],
    below: [news, progress, counts, keys],
  };
}

/** Both ends of a line; the left one is cut where they would meet. */
function spread({ paint, width }: Page, left: readonly Piece[], right: readonly Piece[]): Drawn {
  const room = width - widthOfPieces(right) - 2;
  if (room < 8) return line(paint, left, width);
  if (right.length === 0) return line(paint, left, room);
  const gap = spaces(width - widthOfPieces(right) - Math.min(room, widthOfPieces(left)));
  return beside(line(paint, left, room), gap, line(paint, right));
}

function headRows(page: Page, view: RunView, { nowMs }: Viewing): Drawn[] {
  const { plan, run, calls, orders, finished } = view;
  const elapsed = seconds(finished?.elapsedMs ?? nowMs - (view.startedAtMs ?? nowMs));
  const title: Piece[] =
    plan === undefined ? [] : [['plan', safeText(plan.name)], safe`  generation ${plan.generation}`];
  const place: Piece = run?.target === 'live' ? ['live', safe` LIVE `] : ['paper', safe`PAPER`];
  const target: Piece[] = run === undefined ? [] : [place, safe`  ${safeText(run.exchange)}`];
  const sent = safe`${count(orders.length, 'order')}, call ${calls.sent} of ${calls.planned}`;
  return [spread(page, title, [['quiet', safe`elapsed `], elapsed]), spread(page, target, [['quiet', sent]])];
}

function range(screen: ScreenPage, view: RunView, { scroll }: Viewing): Piece[] {
  const extent = extentOf(screen, view);
  if (extent.height >= extent.total) return [];
  const top = topOf(scroll, extent);
  const shown = safe`${top + 1}–${top + extent.height} of ${extent.total}`;
  return [['quiet', scroll.follow ? safe`${shown}, following` : shown]];
}

/** The one thing to know now: how it ended, that it stops, that it pauses, or the newest note. */
function notice(view: RunView, { nowMs, interrupted }: Viewing): Piece[] {
  const { finished, stopping, pause, notes, warnings } = view;
  if (finished !== undefined) return verdict(view).flatMap((piece) => [piece, safe` `]);
  if (stopping !== undefined || interrupted) {
    const inFlight = [...view.calls.inFlight].length;
    const why = stopping === undefined ? safe`asked by Ctrl-C` : safeText(stopping.why);
    return [['notice', safe`■ stopping…`], safe`  ${why}; ${awaiting(inFlight)}`];
  }
  if (pause !== undefined && pause.untilMs > nowMs) {
    const again = safe`sending resumes in ${seconds(pause.untilMs - nowMs)}`;
    return [['notice', safe`‖ paused`], safe`  ${causeOf(pause)}; ${again}: ${safeText(pause.message)}`];
  }
  const note = notes.at(-1);
  if (note !== undefined) return [['notice', safe`» note`], safe`  ${safeText(note)}`];
  if (warnings === 0) return [];
  const newest = safeText(view.diagnostics.at(-1)?.message ?? '');
  return [['notice', safe`» ${count(warnings, 'warning')}`], safe`  ${newest}`];
}

function hint(screen: ScreenPage, view: RunView, { keys, interrupted }: Viewing): Safe {
  if (view.finished !== undefined) return safe``;
  const { height, total } = extentOf(screen, view);
  const scroll = keys && height < total ? [safe`↑ ↓ PgUp PgDn scroll`, safe`f follow`] : [];
  return joined([...scroll, ...(interrupted ? [] : [safe`Ctrl-C stop`])], safe`   `);
}
