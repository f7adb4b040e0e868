import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Gauge } from '../../model/event.ts';
import type { ShownState } from '../../model/outcome.ts';
import { repeated, safe, type Safe } from '../../model/safe-text.ts';
import { padEnd, padStart, widthOf } from '../../report/text/columns.ts';
import { widthOfPieces, type Piece } from '../../report/text/page.ts';
import { accountWindow, seconds } from '../../report/text/phrases.ts';
import { STATES } from '../../report/text/states.ts';
import type { Tone } from '../../report/text/tones.ts';
import type { RunView } from '../../report/view/run-view.ts';
import type { WatchView } from '../../report/view/watch-view.ts';
import { Row, type PartProps } from './row.tsx';

/** Both windows next to each other on a line of this width or more, or where there is room for one line only. */
const WIDE = 118;
const BETWEEN = 3;

/** Lines the gauges use, up to `most`. */
export const gaugeLines = (width: number, most: number): number => (width < WIDE ? most : Math.min(1, most));

/** How much of each weight window is used, how much is free, and when the oldest part comes back. */
export function Gauges({ page, watch, now, lines }: PartProps & { readonly lines: number }): ReactNode {
  if (lines === 0) return null;
  if (watch.run.following !== undefined) return <Row page={page} text={followRow(watch, now.nowMs, page.width)} />;
  const width = lines > 1 ? page.width : Math.floor((page.width - BETWEEN) / 2);
  return (
    <Box flexDirection={lines > 1 ? 'column' : 'row'} columnGap={BETWEEN}>
      {(['ip', 'uid'] as const).map((name) => (
        <Box key={name} width={width}>
          <Row page={{ ...page, width }} text={gaugeRow(gaugeOf(watch, name, now.nowMs), width)} />
        </Box>
      ))}
    </Box>
  );
}

interface Shown {
  readonly name: Safe;
  readonly used: number;
  readonly limit: number;
  readonly freesInMs: number | undefined;
}

/** What was spent is free again once its window has passed, though no event says so. */
function gaugeOf({ budget, run }: WatchView, name: 'ip' | 'uid', nowMs: number): Shown {
  const limits = run.run?.limits;
  const rate = limits?.[name];
  const title = name === 'ip' ? safe`IP` : accountWindow(limits);
  if (budget === undefined) return { name: title, used: 0, limit: rate?.amount ?? 0, freesInMs: undefined };
  const gauge: Gauge = budget[name];
  const sinceMs = nowMs - budget.atMs;
  const isOver =
    budget.inFlight === 0 && rate !== undefined && sinceMs > rate.windowMs && sinceMs > (gauge.freesInMs ?? 0);
  const left = gauge.freesInMs === undefined ? undefined : Math.max(0, gauge.freesInMs - sinceMs);
  return {
    name: title,
    used: isOver ? 0 : gauge.used,
    limit: gauge.limit,
    freesInMs: isOver || gauge.used === 0 ? undefined : left,
  };
}

/** Both windows, and how old the last look is: `IP  ━━───── 25 of 500   UID  ━━───── 30 of 500   looked 1 s ago`. */
function followRow(watch: WatchView, nowMs: number, width: number): Piece[] {
  const looked = lookedWords(watch.run, nowMs);
  const gauges = (['ip', 'uid'] as const).map((name) => gaugeOf(watch, name, nowMs));
  const numbers = gauges.map(({ used, limit }) => safe`${padStart(safe`${used}`, String(limit).length)} of ${limit}`);
  const rest = gauges.reduce(
    (sum, { name }, at) => sum + widthOf(name) + 3 + widthOf(numbers[at] as Safe) + BETWEEN,
    0,
  );
  const bar = Math.min(MOST_BAR / 2, Math.floor((width - rest - widthOf(looked)) / gauges.length));
  const shown: Piece[] = [];
  for (const [at, { name, used, limit }] of gauges.entries()) {
    shown.push(['quiet', safe`${name}  `]);
    if (bar >= LEAST_BAR) shown.push(...filledBar([['gauge', cells(used, limit, bar)]], bar), safe` `);
    shown.push(safe`${numbers[at] as Safe}   `);
  }
  return [...shown, ['quiet', looked]];
}

function lookedWords({ following, finished }: RunView, nowMs: number): Safe {
  if (following?.lookedAtMs === undefined || finished !== undefined) return safe``;
  return safe`looked ${Math.max(0, Math.round((nowMs - following.lookedAtMs) / 1000))} s ago`;
}

const MOST_BAR = 40;
const LEAST_BAR = 6;
/** Below this only the numbers have room. */
const NARROW = 22;

function gaugeRow({ name, used, limit, freesInMs }: Shown, width: number): Piece[] {
  if (limit === 0) return [['quiet', name]];
  const digits = String(limit).length;
  const of = width < NARROW ? safe`/` : safe` of `;
  const amount = safe`${padStart(safe`${used}`, digits)}${of}${limit}`;
  const free = safe`  ${padStart(safe`${limit - used}`, digits)} free`;
  const frees = freesInMs === undefined ? safe`` : safe`all free in ${seconds(freesInMs)}`;
  const brief = freesInMs === undefined ? safe`` : seconds(freesInMs);
  const least = 4 + widthOf(amount) + 2;
  const long = widthOf(safe`all free in 59.9 s`);
  const hasFree = width >= least + LEAST_BAR + 2 + widthOf(free) + long + 2;
  const words = width >= least + LEAST_BAR + 2 + long ? frees : brief;
  const wordsWidth = words === frees ? long : widthOf(safe`59.9 s`);
  const bar = Math.min(MOST_BAR, width - least - wordsWidth - 2 - (hasFree ? widthOf(free) : 0));
  return [
    ['quiet', padEnd(name, 4)],
    ...(bar < LEAST_BAR ? [] : [...filledBar([['gauge', cells(used, limit, bar)]], bar), safe`  `]),
    amount,
    ...(hasFree ? [['quiet', free] as const] : []),
    ['quiet', safe`${width < NARROW ? ' ' : '  '}${words}`],
  ];
}

const cells = (used: number, limit: number, width: number): number =>
  limit === 0 ? 0 : Math.max(0, Math.min(width, Math.ceil((used * width) / limit)));

/** Filled cells of each tone, then the rest as a thin line. */
function filledBar(parts: readonly (readonly [Tone, number])[], width: number): Piece[] {
  const used = parts.reduce((sum, [, amount]) => sum + amount, 0);
  const filled = parts.map(([tone, amount]): Piece => [tone, repeated(safe`━`, amount)]);
  return [...filled, ['quiet', repeated(safe`─`, width - used)]];
}

const PROGRESS = ['accepted', 'rejected', 'unknown', 'sending'] as const satisfies readonly ShownState[];
const OUTCOMES = ['accepted', 'rejected', 'unknown', 'withheld'] as const satisfies readonly ShownState[];

/** What is withheld is no progress: neither what was accepted before, nor what an interrupted run leaves. */
const toSend = ({ orders }: RunView): number => orders.planned || orders.length;

/**
 * How far the run is, and the outcomes so far; none is left out, so that nothing moves when the first of its kind comes. The
 * bar has what the counts leave; on a narrow screen only `unknown` keeps its word.
 */
export function progressRow(width: number, run: RunView): readonly Piece[] {
  const { counts } = run.orders;
  const total = toSend(run);
  const done = counts.accepted + counts.rejected + counts.unknown;
  const digits = String(total).length;
  const how = safe`  ${padStart(safe`${done}`, digits)} of ${total}   `;
  const { sending } = STATES;
  const under: Piece[] = [
    [
      counts.sending === 0 ? 'quiet' : 'sending',
      safe`${sending.sign} ${padStart(safe`${counts.sending}`, digits)} ${sending.word}   `,
    ],
  ];
  const inWords = countPieces(run, safe`   `, OUTCOMES);
  const inSigns = countPieces(run, safe`  `, ['unknown']);
  for (const pieces of [[...under, ...inWords], [...under, ...inSigns], inSigns]) {
    const bar = Math.min(MOST_BAR, width - widthOf(how) - widthOfPieces(pieces));
    if (bar >= LEAST_BAR) return [...filledBar(shares(run, bar), bar), how, ...pieces];
  }
  return inSigns;
}

/** Cells of the bar for each state. A state that any order is in gets at least one, so that one unknown among thousands is seen. */
function shares(run: RunView, width: number): [Tone, number][] {
  const { counts } = run.orders;
  const total = toSend(run);
  const parts = PROGRESS.map((state): [Tone, number] => [
    state === 'unknown' ? 'rejected' : state,
    counts[state] === 0 ? 0 : Math.max(1, Math.floor((counts[state] * width) / total)),
  ]);
  const over = parts.reduce((sum, [, amount]) => sum + amount, 0) - width;
  const largest = parts.reduce((most, cell) => (cell[1] > most[1] ? cell : most));
  largest[1] -= Math.max(0, over);
  return parts;
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
