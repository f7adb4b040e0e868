import type { RunEnding } from '../../journal/records/run-record.ts';
import { type RunEvent } from '../../model/event.ts';
import { isOfWatch } from '../../model/watch-event.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import type { OutcomeName } from '../../model/outcome.ts';
import type { Clock, EventSink } from '../../ports.ts';
import { linesSink } from '../../report/run/run-lines.ts';
import { ndjsonSink } from '../../report/formats/ndjson.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { framed, reportDiagnostics } from './report-diagnostics.ts';
import { exitCodeOf } from './interruption.ts';
import { isDocument, type OutputKind } from './output-kind.ts';
import { refusalOf, refusalText, reportRefusal, type Refusal } from '../../refusal.ts';
import type { Terminal, World } from '../world.ts';

/** How a run reports: events to a sink, and diagnostics, with code frames where a person reads them. */
export interface Reporter {
  readonly emit: EventSink;
  readonly diagnostics: (list: readonly Diagnostic[]) => Promise<void>;
  /** Warnings of a plan that runs: part of the end of a dry run where a person reads it. */
  readonly warnings: (list: readonly Diagnostic[]) => Promise<void>;
  /** A refusal: on stderr, or where the screen shows what is wrong. */
  readonly refused: (refusal: Refusal) => void;
  /** Sends the events to a screen from now on; without an argument, to its own sink again. */
  readonly tellTo: (screen?: EventSink) => void;
  /** Its output is lost: from now on a run that is told in lines there says the rest on stderr, and so does one for programs. */
  readonly lose: () => void;
  /** Starts over for the next run of the same command: forgets how the last one ended, and takes a fresh sink of its own. */
  readonly begin: () => void;
  /** The exit code of run-finished, if that was the last event. */
  readonly ended: () => ExitCode | undefined;
  /** Whether run-finished is due even if the run never started. */
  readonly isForPrograms: boolean;
}

interface Hearing {
  /** Selects the events that reach the sink. */
  readonly isWanted?: (event: RunEvent) => boolean;
  /** Hears all of them. */
  readonly beside?: EventSink;
  /** What lines of a run that follows its plan take their time from. */
  readonly clock?: Clock;
  /** What such a run leaves is said on stderr where its output is lost. */
  readonly isFollow?: boolean;
}

/** Of a command that answers: a person reads the whole at the end, the verdict first, and until then only what cannot wait. */
export const answerReporter = (terminal: Terminal, output: OutputKind): Reporter =>
  reporter(terminal, output, { isWanted: ({ event }) => output === 'ndjson' || event === 'note' });

export function reporter(
  terminal: Terminal,
  output: OutputKind,
  { isWanted = () => true, beside, clock, isFollow = false }: Hearing = {},
): Reporter {
  let isLost = false;
  const ownSink = (): EventSink => sinkOf(terminal, output, { isFollow, isLost: () => isLost, ...defined({ clock }) });
  let own = ownSink();
  let screen: EventSink | undefined;
  let ended: ExitCode | undefined;
  const emit: EventSink = (event) => {
    if (event.event === 'run-finished') ended = event.exitCode as ExitCode;
    else if (!isOfWatch(event)) ended = undefined;
    if (isWanted(event)) (screen ?? own)(event);
    beside?.(event);
  };
  const problems = async (list: readonly Diagnostic[]): Promise<void> => {
    const errors = list.filter(({ severity }) => severity === 'error').length;
    const text = list.length === 0 ? '' : await framed(terminal, list, false);
    emit({ event: 'problems-framed', errors, warnings: list.length - errors, text });
  };
  return {
    emit,
    diagnostics: (list) => (screen === undefined ? reportDiagnostics(terminal, output, list) : problems(list)),
    warnings: async (list) => {
      if (output === 'ndjson') return reportDiagnostics(terminal, output, list);
      if (screen !== undefined) await problems(list);
      if (list.length > 0)
        emit({ event: 'warnings-framed', amount: list.length, text: await framed(terminal, list, false) });
    },
    refused: (refusal) => {
      if (screen === undefined) reportRefusal(terminal.stderr, refusal);
      else emit({ event: 'problems-framed', errors: 1, warnings: 0, text: refusalText(refusal) });
    },
    tellTo: (sink) => {
      screen = sink;
    },
    lose: () => {
      isLost = isFollow;
    },
    begin: () => {
      own = ownSink();
      ended = undefined;
    },
    ended: () => ended,
    isForPrograms: output === 'ndjson',
  };
}

const both =
  (one: EventSink, other: EventSink): EventSink =>
  (event) => {
    one(event);
    other(event);
  };

interface SinkHow extends Pick<Hearing, 'clock' | 'isFollow'> {
  readonly isLost: () => boolean;
}

function sinkOf(terminal: Terminal, output: OutputKind, { clock, isFollow, isLost }: SinkHow): EventSink {
  const { stdout, stderr } = terminal;
  const { color, width, isTerminal } = stdout;
  const write = (text: string): void => stdout.write(text);
  const lines = (to: (text: string) => void): EventSink =>
    linesSink({ write: to, color, width, isPipe: !isTerminal, ...defined({ wallMs: clock?.wallMs }) });
  // Lines are for events, and a document comes at the end: what a person should know goes to stderr.
  if (isDocument(output)) return noteSink(terminal);
  if (output !== 'ndjson') return lines((text) => (isLost() ? stderr : stdout).write(text));
  const own = both(ndjsonSink(write), noteSink(terminal));
  if (isFollow !== true) return own;
  const left = lines((text) => {
    if (isLost()) stderr.write(text);
  });
  return eitherOf(own, left, isLost);
}

/** The second hears all, to know how the run stands once only it is read. */
const eitherOf =
  (one: EventSink, other: EventSink, isOther: () => boolean): EventSink =>
  (event) => {
    if (!isOther()) one(event);
    other(event);
  };

const noteSink =
  ({ stderr }: Terminal): EventSink =>
  (event) => {
    if (event.event === 'note') stderr.write(`ordo: ${safeText(event.message)}\n`);
  };

export interface Finish {
  readonly mode: RunEnding['mode'];
  readonly target: 'paper' | 'live';
  readonly startedMs: number;
  /** What is counted, before any of it happened; by default the outcomes of orders. */
  readonly nothing?: RunEnding['counts'];
}

const NOTHING: Readonly<Record<OutcomeName, number>> = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };

function endOf(
  world: World,
  finish: Finish,
  exitCode: ExitCode,
  counts: RunEnding['counts'] = finish.nothing ?? NOTHING,
): RunEnding {
  const { mode, target, startedMs } = finish;
  // The same inputs of a simulation give the same bytes.
  const elapsedMs = mode === 'simulate' ? 0 : Math.round(world.clock.monotonicMs() - startedMs);
  return { mode, target, counts: { ...counts }, exitCode, elapsedMs };
}

/** The last event of a run, whatever happened; by a refusal, it says which. */
export function finished(
  world: World,
  finish: Finish,
  end: ExitCode | Refusal,
  counts?: RunEnding['counts'],
): RunEvent {
  if (typeof end === 'number') return { event: 'run-finished', ...endOf(world, finish, end, counts) };
  const { code, exitCode, message, hint } = end;
  const refusal = { code, message, ...defined({ hint }) };
  return { event: 'run-finished', ...endOf(world, finish, exitCode, counts), refusal };
}

/**
 * Runs `body`, which emits run-finished before it returns. On every other way out this function emits it: on a refusal,
 * which it also reports; on a bug; on a signal that no inner listener takes; and when the process ends while `body` waits.
 * Nested calls share one reporter, so that the end is emitted once.
 */
export async function concluding(
  world: World,
  { emit, ended, refused, isForPrograms }: Reporter,
  finish: Finish,
  body: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const end = (why: ExitCode | Refusal): ExitCode => {
    if (ended() === undefined) emit(finished(world, finish, why));
    return ended() ?? (typeof why === 'number' ? why : why.exitCode);
  };
  const unsubscribe = world.process.onInterruption((interruption) => {
    // Nothing is in flight here. A lost output is reported when the command ends.
    if (typeof interruption === 'string') world.process.endNow(end(exitCodeOf(interruption)));
  });
  const forget = world.process.onExit(() => end(EXIT.bug));
  try {
    return await body();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) refused(refusal);
    if (refusal === undefined || isForPrograms || finish.mode === 'execute') end(refusal ?? EXIT.bug);
    if (refusal !== undefined) return refusal.exitCode;
    throw error;
  } finally {
    forget();
    unsubscribe();
  }
}
