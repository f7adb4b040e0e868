import type { Rate } from '../model/call.ts';
import type { Gauge } from '../model/event.ts';
import { widthOf } from '../report/text/columns.ts';
import type { ShownState } from '../report/view/order-list.ts';
import type { RunView } from '../report/view/run-view.ts';
import { line, widthOfPieces, type Paint, type Piece, type Tone } from '../report/text/tones.ts';
import { seconds, STATE_LABELS } from '../report/text/phrases.ts';

const idle = (rate: Rate | undefined): Gauge => ({ used: 0, limit: rate?.amount ?? 0 });

const LABEL = 11;

/** What of each window is used and when it frees, and the calls that are under way. */
export function gaugeRows(view: RunView, nowMs: number, paint: Paint, columns: number): string[] {
  const { run, budget } = view;
  const since = budget === undefined ? 0 : nowMs - budget.atMs;
  const ip = gaugeRow('IP weight', budget?.ip ?? idle(run?.limits.ip), run?.limits.ip, since, columns);
  const uid = gaugeRow('UID weight', budget?.uid ?? idle(run?.limits.uid), run?.limits.uid, since, columns);
  return [line(paint, ip, columns), line(paint, uid, columns), line(paint, inFlightRow(view, nowMs), columns)];
}

function gaugeRow(
  name: string,
  { used, limit, freesInMs }: Gauge,
  rate: Rate | undefined,
  sinceMs: number,
  columns: number,
): Piece[] {
  const width = Math.max(6, Math.min(40, columns - 52));
  const filled = limit === 0 ? 0 : Math.min(width, Math.ceil((used * width) / limit));
  const window = rate === undefined ? '' : ` per ${rate.windowMs / 1000} s`;
  const frees = freesInMs === undefined || used === 0 ? '' : `   frees in ${seconds(freesInMs - sinceMs)}`;
  return [
    ['quiet', name.padEnd(LABEL)],
    ...bar([['gauge', filled]], width),
    `  ${String(used).padStart(String(limit).length)} of ${limit}${window}`,
    ['quiet', frees],
  ];
}

function inFlightRow(view: RunView, nowMs: number): Piece[] {
  const calls = [...view.calls.inFlight];
  const most = view.run === undefined ? '' : ` of ${view.run.limits.inFlight}`;
  const under = calls.map(
    ({ number, kind, orders, sentAtMs }) =>
      `call ${number} ${kind}${orders === 1 ? '' : ` of ${orders}`} ${seconds(nowMs - sentAtMs)}`,
  );
  return [
    ['quiet', 'in flight'.padEnd(LABEL)],
    `${calls.length}${most}`,
    calls.length === 0 ? '' : `   ${under.join(' · ')}`,
  ];
}

/** Filled cells of each tone, then the rest as a thin line. */
function bar(parts: readonly (readonly [Tone, number])[], width: number): Piece[] {
  const used = parts.reduce((sum, [, cells]) => sum + cells, 0);
  const filled: Piece[] = parts.map(([tone, cells]) => [tone, '━'.repeat(cells)]);
  return [...filled, ['quiet', '─'.repeat(Math.max(0, width - used))]];
}

const PROGRESS = ['accepted', 'rejected', 'unknown', 'withheld', 'sending'] as const satisfies readonly ShownState[];
const OUTCOMES = ['accepted', 'rejected', 'unknown', 'withheld'] as const satisfies readonly ShownState[];

/** How far the run is, and what is still under way. */
export function progressRow(view: RunView, paint: Paint, columns: number): string {
  const { counts, length: total } = view.orders;
  const done = total - counts.waiting - counts.sending;
  const digits = String(total).length;
  const words = `  ${String(done).padStart(digits)} of ${total}`;
  const open: Piece[] = [
    ['sending', `   → ${String(counts.sending).padStart(digits)} sending`],
    ['quiet', `   · ${String(counts.waiting).padStart(digits)} waiting`],
  ];
  const width = Math.max(6, columns - widthOf(words) - widthOfPieces(open));
  return line(paint, [...bar(shares(view, width), width), words, ...open], columns);
}

/** Cells of the bar for each state. Whatever there is any of gets one, so that one unknown among thousands is seen. */
function shares({ orders: { counts, length: total } }: RunView, width: number): [Tone, number][] {
  const cells = PROGRESS.map((state): [Tone, number] => [
    state === 'unknown' ? 'rejected' : state,
    counts[state] === 0 ? 0 : Math.max(1, Math.floor((counts[state] * width) / total)),
  ]);
  const over = cells.reduce((sum, [, amount]) => sum + amount, 0) - width;
  const largest = cells.reduce((most, cell) => (cell[1] > most[1] ? cell : most));
  largest[1] -= Math.max(0, over);
  return cells;
}

/** Below this the counts stand closer. */
const NARROW = 72;

/**
 * The outcomes so far; none is left out, so that nothing moves when the first of its kind comes. On a narrow screen only
 * `unknown` keeps its word; the rows above explain the other signs.
 */
export function countsRow(view: RunView, paint: Paint, columns: number): string {
  const gap = columns < NARROW ? '  ' : '   ';
  const inWords = countPieces(view, gap, OUTCOMES);
  return line(paint, widthOfPieces(inWords) <= columns ? inWords : countPieces(view, gap, ['unknown']), columns);
}

function countPieces(
  { orders: { counts, length: total } }: RunView,
  gap: string,
  named: readonly ShownState[],
): Piece[] {
  const digits = String(total).length;
  return OUTCOMES.flatMap((state, at): Piece[] => {
    const [sign, word] = [STATE_LABELS[state].slice(0, 2), STATE_LABELS[state].slice(1)];
    const text = `${sign}${String(counts[state]).padStart(digits)}${named.includes(state) ? word : ''}`;
    const cell: Piece = [counts[state] === 0 ? 'quiet' : state, text];
    return at === 0 ? [cell] : [gap, cell];
  });
}
