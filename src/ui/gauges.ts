import type { Rate } from '../model/call.ts';
import type { Gauge } from '../model/event.ts';
import type { ShownState } from '../model/outcome.ts';
import { joined, repeated, safe, type Safe } from '../model/safe-text.ts';
import { padEnd, padStart, widthOf } from '../report/text/columns.ts';
import { line, widthOfPieces, type Page, type Piece } from '../report/text/page.ts';
import { seconds } from '../report/text/phrases.ts';
import { STATES } from '../report/text/states.ts';
import type { Drawn, Tone } from '../report/text/tones.ts';
import type { RunView } from '../report/view/run-view.ts';

const LABEL = 11;

/** How much of each window is used and when it frees, and the calls that are under way. */
export function gaugeRows({ paint, width }: Page, view: RunView, nowMs: number): Drawn[] {
  const { limits } = view.run ?? {};
  const sinceMs = view.budget === undefined ? 0 : nowMs - view.budget.atMs;
  const ip = { name: safe`IP weight`, gauge: view.budget?.ip, rate: limits?.ip, sinceMs };
  const uid = { name: safe`UID weight`, gauge: view.budget?.uid, rate: limits?.uid, sinceMs };
  return [gaugeRow(ip, width), gaugeRow(uid, width), inFlightRow(view, nowMs)].map((row) => line(paint, row, width));
}

interface GaugeRow {
  readonly name: Safe;
  /** Absent before the first call. */
  readonly gauge: Gauge | undefined;
  readonly rate: Rate | undefined;
  /** How old the gauge is. */
  readonly sinceMs: number;
}

function gaugeRow({ name, gauge, rate, sinceMs }: GaugeRow, columns: number): Piece[] {
  const { used, limit, freesInMs }: Gauge = gauge ?? { used: 0, limit: rate?.amount ?? 0 };
  const width = Math.max(6, Math.min(40, columns - 52));
  const filled = limit === 0 ? 0 : Math.min(width, Math.ceil((used * width) / limit));
  const window = rate === undefined ? '' : safe` per ${rate.windowMs / 1000} s`;
  const frees = freesInMs === undefined || used === 0 ? safe`` : safe`   frees in ${seconds(freesInMs - sinceMs)}`;
  return [
    ['quiet', padEnd(name, LABEL)],
    ...bar([['gauge', filled]], width),
    safe`  ${padStart(safe`${used}`, String(limit).length)} of ${limit}${window}`,
    ['quiet', frees],
  ];
}

function inFlightRow({ calls, run }: RunView, nowMs: number): Piece[] {
  const under = Array.from(calls.inFlight, ({ number, kind, orders, sentAtMs }) => {
    const size = orders === 1 ? '' : safe` of ${orders}`;
    return safe`call ${number} ${kind}${size} ${seconds(nowMs - sentAtMs)}`;
  });
  return [
    ['quiet', padEnd(safe`in flight`, LABEL)],
    safe`${under.length}${run === undefined ? '' : safe` of ${run.limits.inFlight}`}`,
    under.length === 0 ? safe`` : safe`   ${joined(under, safe` · `)}`,
  ];
}

/** Filled cells of each tone, then the rest as a thin line. */
function bar(parts: readonly (readonly [Tone, number])[], width: number): Piece[] {
  const used = parts.reduce((sum, [, cells]) => sum + cells, 0);
  const filled = parts.map(([tone, cells]): Piece => [tone, repeated(safe`━`, cells)]);
  return [...filled, ['quiet', repeated(safe`─`, width - used)]];
}

const PROGRESS = ['accepted', 'rejected', 'unknown', 'sending'] as const satisfies readonly ShownState[];
const OUTCOMES = ['accepted', 'rejected', 'unknown', 'withheld'] as const satisfies readonly ShownState[];

/** What is withheld is no progress: neither what was accepted before, nor what an interrupted run leaves. */
const toSend = ({ orders }: RunView): number => orders.planned || orders.length;

/** How far the run is, and what is still under way. */
export function progressRow({ paint, width: columns }: Page, view: RunView): Drawn {
  const { counts } = view.orders;
  const total = toSend(view);
  const digits = String(total).length;
  const number = (amount: number): Safe => padStart(safe`${amount}`, digits);
  const done = counts.accepted + counts.rejected + counts.unknown;
  const words = safe`  ${number(done)} of ${total}`;
  const open: Piece[] = (['sending', 'waiting'] as const).map((state) => [
    state === 'sending' ? 'sending' : 'quiet',
    safe`   ${STATES[state].sign} ${number(counts[state])} ${STATES[state].word}`,
  ]);
  const width = Math.max(6, columns - widthOf(words) - widthOfPieces(open));
  return line(paint, [...bar(shares(view, width), width), words, ...open], columns);
}

/** Cells of the bar for each state. A state that any order is in gets at least one, so that one unknown among thousands is seen. */
function shares(view: RunView, width: number): [Tone, number][] {
  const { counts } = view.orders;
  const total = toSend(view);
  const cells = PROGRESS.map((state): [Tone, number] => [
    state === 'unknown' ? 'rejected' : state,
    counts[state] === 0 ? 0 : Math.max(1, Math.floor((counts[state] * width) / total)),
  ]);
  const over = cells.reduce((sum, [, amount]) => sum + amount, 0) - width;
  const largest = cells.reduce((most, cell) => (cell[1] > most[1] ? cell : most));
  largest[1] -= Math.max(0, over);
  return cells;
}

/** Below this the counts are closer to each other. */
const NARROW = 72;

/**
 * The outcomes so far; none is left out, so that nothing moves when the first of its kind comes. On a narrow screen only
 * `unknown` keeps its word; the rows above explain the other signs.
 */
export function countsRow({ paint, width }: Page, view: RunView): Drawn {
  const gap = width < NARROW ? safe`  ` : safe`   `;
  const inWords = countPieces(view, gap, OUTCOMES);
  return line(paint, widthOfPieces(inWords) <= width ? inWords : countPieces(view, gap, ['unknown']), width);
}

function countPieces({ orders: { counts, length: total } }: RunView, gap: Safe, named: readonly ShownState[]): Piece[] {
  const digits = String(total).length;
  return OUTCOMES.flatMap((state, at): Piece[] => {
    const { sign, word } = STATES[state];
    const amount = padStart(safe`${counts[state]}`, digits);
    const text = safe`${sign} ${amount}${named.includes(state) ? safe` ${word}` : ''}`;
    const cell: Piece = [counts[state] === 0 ? 'quiet' : state, text];
    return at === 0 ? [cell] : [gap, cell];
  });
}
