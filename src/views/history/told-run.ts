/** A story folded to its end, with what a view forgets on the way: what the windows held when, and what held the sending up. */
import type { Gauge, RunEvent } from '../../model/event.ts';
import { joined, safe, safeText, type Safe } from '../../model/safe-text.ts';
import type { LaterState, Story } from '../../model/story.ts';
import { causeOf, shellWord } from '../../report/text/phrases.ts';
import { exitCodeWords } from '../run/exit-words.ts';
import { STATES } from '../../report/text/states.ts';
import { RunFold } from '../../report/view/run-fold.ts';
import type { RunView } from '../../report/view/run-view.ts';

/** What both windows held at a moment. Times are in milliseconds from the start of the run. */
interface GaugedAt {
  readonly atMs: number;
  readonly ip: Gauge;
  readonly uid: Gauge;
}

/** A stretch in which nothing was sent, or the moment from which on nothing more was. */
export type RunHalt =
  | { readonly kind: 'pause'; readonly atMs: number; readonly untilMs: number; readonly why: Safe }
  | { readonly kind: 'stop'; readonly atMs: number; readonly why: Safe };

export interface ToldRun {
  readonly story: Story;
  readonly view: RunView;
  readonly gauges: readonly GaugedAt[];
  readonly halts: readonly RunHalt[];
  /** From the start to the last event. */
  readonly lengthMs: number;
}

/** A pause is over with the next call, however long it was to be. */
const ENDS_PAUSE: ReadonlySet<RunEvent['event']> = new Set([
  'call-sent',
  'sending-paused',
  'run-stopping',
  'run-finished',
]);

export function toldRun(story: Story): ToldRun {
  const fold = new RunFold();
  const gauges: GaugedAt[] = [];
  const halts: RunHalt[] = [];
  let lengthMs = 0;
  let pause: Extract<RunHalt, { kind: 'pause' }> | undefined;
  const paused = (untilMs: number): void => {
    if (pause !== undefined) halts.push({ ...pause, untilMs: Math.min(pause.untilMs, untilMs) });
    pause = undefined;
  };
  for (const { atMs, event } of story.events) {
    fold.apply(event, atMs);
    lengthMs = Math.max(lengthMs, atMs);
    if (event.event === 'budget-changed') gauges.push({ atMs, ip: event.ip, uid: event.uid });
    if (ENDS_PAUSE.has(event.event)) paused(atMs);
    if (event.event === 'sending-paused')
      pause = {
        kind: 'pause',
        atMs,
        untilMs: atMs + event.forMs,
        why: safe`${causeOf(event)}: ${safeText(event.message)}`,
      };
    if (event.event === 'run-stopping') halts.push({ kind: 'stop', atMs, why: safeText(event.why) });
  }
  paused(lengthMs);
  return { story, view: fold.view, gauges, halts, lengthMs };
}

/** `2026-11-22 16:02:19 UTC`. */
export const instantOf = (ms: number): Safe =>
  safeText(`${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`);

/** What a run came to in a word or two, where its events alone would mislead. */
export const ENDS: Readonly<Record<Story['end'], Safe>> = {
  finished: safe``,
  cut: safe`cut off: it ended before it could say how`,
  open: safe`still running`,
};

const SETTLED: ReadonlySet<LaterState['state']> = new Set(['accepted', 'rejected', 'absent', 'closed']);

/** `settled as accepted, order 596471064624628001: found in the list of open orders`. */
export function laterWords({ state, orderId, message }: LaterState): Safe {
  const order = orderId === undefined ? safe`` : safe`, order ${safeText(orderId)}`;
  const said = message === undefined || message === '' ? safe`` : safe`: ${safeText(message)}`;
  return safe`${SETTLED.has(state) ? 'settled as' : 'now'} ${STATES[state].word}${order}${said}`;
}

/** The commit of the plan file, with what it does not hold. */
export const commitWords = ({ by: { commit } }: Story): Safe | undefined =>
  commit === undefined
    ? undefined
    : safe`${safeText(commit.id)}${commit.isDirty ? ', and the file had changes that are not in it' : ''}`;

/** `exit code 7, some outcome is unknown`. Whoever was killed gave none. */
export function exitWords({ story: { end }, view }: Pick<ToldRun, 'story' | 'view'>): Safe | undefined {
  const { finished } = view;
  if (end === 'cut') return safe`none: ${ENDS.cut}`;
  if (finished === undefined) return undefined;
  return safe`${finished.exitCode}: ${exitCodeWords(view, finished.exitCode)}`;
}

/** `mia@desk, process 4711`. */
export const whoWords = ({ by }: Story): Safe => safe`${safeText(by.user)}@${safeText(by.host)}, process ${by.pid}`;

/** What makes the same report again; `run` is its number, or `all`. */
export const againWords = ({ plan }: Story, run: Safe, form: Safe): Safe =>
  joined([safe`ordo report --name`, shellWord(safeText(plan)), safe`--run`, run, safe`--as`, form], safe` `);
