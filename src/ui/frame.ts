import { awaiting } from '../report/run/run-lines.ts';
import type { RunView } from '../report/view/run-view.ts';
import { line, widthOfPieces, type Paint, type Piece } from '../report/text/tones.ts';
import { verdict } from '../report/run/summary.ts';
import { causeOf, count, seconds } from '../report/text/phrases.ts';
import { countsRow, gaugeRows, progressRow } from './gauges.ts';
import { columnsOf, orderRow, titleRow } from './order-row.ts';
import { topOf, type Extent, type Scroll } from './scroll.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What the person at the terminal did, and when it is: all of a frame that no event says. */
export interface Viewing {
  readonly nowMs: number;
  readonly scroll: Scroll;
  /** Ctrl-C was pressed. */
  readonly interrupted: boolean;
  /** Whether keys are heard. */
  readonly keys: boolean;
}

interface Around {
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** The screen as lines: never more than the terminal has, the last left free, and never wider. */
export function frameLines(view: RunView, size: Size, viewing: Viewing, paint: Paint): string[] {
  const { columns } = size;
  const extent = extentOf(view, size);
  const { above, below } = around(view, size, viewing, paint);
  const top = topOf(viewing.scroll, extent);
  const shape = columnsOf(view.orders.widths, columns);
  const rows: string[] = [];
  for (let at = top; at < top + extent.height; at++) {
    const order = view.orders.at(at);
    if (order !== undefined) rows.push(line(paint, orderRow(order, shape, view.orders.widths, columns), columns));
  }
  return [...above, ...rows, ...below].slice(-Math.max(1, size.rows - 1));
}

/** How many rows of orders the terminal holds, and of how many. */
export function extentOf(view: RunView, { rows }: Size): Extent {
  const { length: total, frontier } = view.orders;
  const room = rows - 1 - linesAround(rows);
  return { total, frontier, height: Math.max(0, Math.min(total, room)) };
}

/** Screens of up to SHORT rows hide the gauges, and those below ROOMY rows the blank line. */
const SHORT = 18;
const ROOMY = 30;
const linesAround = (rows: number): number => (rows <= SHORT ? 5 : rows < ROOMY ? 11 : 12);

function around(view: RunView, size: Size, viewing: Viewing, paint: Paint): Around {
  const { columns } = size;
  const head = headRows(view, viewing, paint, columns);
  const [progress, counts] = [progressRow(view, paint, columns), countsRow(view, paint, columns)];
  const told = line(paint, notice(view, viewing), columns);
  if (size.rows <= SHORT) return { above: head, below: [told, progress, counts] };
  const titles = line(paint, [['quiet', titleRow(columnsOf(view.orders.widths, columns))]], columns);
  const keys = spread(paint, [['quiet', hint(view, size, viewing)]], range(view, size, viewing), columns);
  return {
    above: [...head, ...(size.rows < ROOMY ? [] : ['']), ...gaugeRows(view, viewing.nowMs, paint, columns), '', titles],
    below: [told, progress, counts, keys],
  };
}

/** Both ends of a line; the left one is cut where they would meet. */
function spread(paint: Paint, left: readonly Piece[], right: readonly Piece[], columns: number): string {
  const room = columns - widthOfPieces(right) - 2;
  if (room < 8) return line(paint, left, columns);
  const gap = ' '.repeat(columns - widthOfPieces(right) - Math.min(room, widthOfPieces(left)));
  return line(paint, left, room) + (right.length === 0 ? '' : gap + line(paint, right));
}

function headRows(view: RunView, { nowMs }: Viewing, paint: Paint, columns: number): string[] {
  const { plan, run, calls, orders, finished } = view;
  const elapsed = seconds(finished?.elapsedMs ?? nowMs - (view.startedAtMs ?? nowMs));
  const title: Piece[] = [['plan', plan?.name ?? ''], plan === undefined ? '' : `  generation ${plan.generation}`];
  const target: Piece[] =
    run === undefined ? [] : [run.target === 'live' ? ['live', ' LIVE '] : ['paper', 'PAPER'], `  ${run.exchange}`];
  return [
    spread(paint, title, [['quiet', 'elapsed '], elapsed], columns),
    spread(
      paint,
      target,
      [['quiet', `${count(orders.length, 'order')}, call ${calls.sent} of ${calls.planned}`]],
      columns,
    ),
  ];
}

function range(view: RunView, size: Size, { scroll }: Viewing): Piece[] {
  const extent = extentOf(view, size);
  if (extent.height >= extent.total) return [];
  const top = topOf(scroll, extent);
  return [['quiet', `${top + 1}–${top + extent.height} of ${extent.total}${scroll.follow ? ', following' : ''}`]];
}

/** The one thing to know now: how it ended, that it stops, that it pauses, or the last that was noted. */
function notice(view: RunView, { nowMs, interrupted }: Viewing): Piece[] {
  const { finished, stopping, pause, notes, warnings } = view;
  if (finished !== undefined) return verdict(view).flatMap((piece) => [piece, ' ']);
  if (stopping !== undefined || interrupted) {
    const inFlight = [...view.calls.inFlight].length;
    return [['notice', '■ stopping…'], `  ${stopping?.why ?? 'asked by Ctrl-C'}; ${awaiting(inFlight)}`];
  }
  if (pause !== undefined && pause.untilMs > nowMs) {
    const again = `sending resumes in ${seconds(pause.untilMs - nowMs)}`;
    return [['notice', '‖ paused'], `  ${causeOf(pause)}; ${again}: ${pause.message}`];
  }
  const note = notes.at(-1);
  if (note !== undefined) return [['notice', '» note'], `  ${note}`];
  return warnings === 0
    ? []
    : [['notice', `» ${count(warnings, 'warning')}`], `  ${view.diagnostics.at(-1)?.message ?? ''}`];
}

function hint(view: RunView, size: Size, { keys, interrupted }: Viewing): string {
  if (view.finished !== undefined) return '';
  const { height, total } = extentOf(view, size);
  const stop = interrupted ? [] : ['Ctrl-C stop'];
  return [...(keys && height < total ? ['↑ ↓ PgUp PgDn scroll', 'f follow'] : []), ...stop].join('   ');
}
