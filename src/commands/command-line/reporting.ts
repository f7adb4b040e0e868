import type { RunEvent } from '../../model/event.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { OutcomeName } from '../../model/outcome.ts';
import type { EventSink } from '../../ports.ts';
import { linesSink } from '../../report/run/run-lines.ts';
import { ndjsonSink } from '../../report/formats/ndjson.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import { tellDiagnostics } from './tell-diagnostics.ts';
import { exitCodeOf } from './interruption.ts';
import type { OutputKind } from './output-kind.ts';
import { refusalOf, tellRefusal } from './refusal.ts';
import type { World } from '../world.ts';

/** How a run tells of itself: the stream of events, and the diagnostics with their code frames where a person reads. */
export interface Reporter {
  readonly emit: EventSink;
  readonly diagnostics: (list: readonly Diagnostic[]) => Promise<void>;
  /** From here on the events go to another sink, such as the screen; without one, to its own again. */
  readonly tellTo: (sink?: EventSink) => void;
  /** Starts over, for the next run that one command makes: the run before has no say in how this one ends or is drawn. */
  readonly begin: () => void;
  /** How the run ended, where that was the last event. */
  readonly ended: () => ExitCode | undefined;
  /** Whether even an end before the beginning is told. */
  readonly isForPrograms: boolean;
}

/** `isWanted`: which events it tells of. */
export function reporter(
  world: World,
  output: OutputKind,
  isWanted: (event: RunEvent) => boolean = () => true,
): Reporter {
  const write = (text: string): void => world.stdout.write(text);
  const { color, width } = world.stdout;
  const ownSink = (): EventSink => (output === 'ndjson' ? ndjsonSink(write) : linesSink({ write, color, width }));
  let own = ownSink();
  let sink = own;
  let ended: ExitCode | undefined;
  return {
    emit: (event) => {
      ended = event.event === 'run-finished' ? (event.exitCode as ExitCode) : undefined;
      if (isWanted(event)) sink(event);
    },
    diagnostics: (list) => tellDiagnostics(world, output, list),
    tellTo: (other = own) => {
      sink = other;
    },
    begin: () => {
      own = ownSink();
      sink = own;
      ended = undefined;
    },
    ended: () => ended,
    isForPrograms: output === 'ndjson',
  };
}

export interface Finish {
  readonly mode: 'dry-run' | 'execute';
  readonly target: 'paper' | 'live';
  readonly startedMs: number;
}

const NOTHING: Readonly<Record<OutcomeName, number>> = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };

/** The last event of a run, whatever happened. */
export function finished(world: World, finish: Finish, exitCode: ExitCode, counts = NOTHING): RunEvent {
  const { mode, target, startedMs } = finish;
  const elapsedMs = Math.round(world.clock.monotonicMs() - startedMs);
  return { event: 'run-finished', mode, target, counts: { ...counts }, exitCode, elapsedMs };
}

/**
 * Runs `body`, which emits run-finished where it returns. On every other way out it is the last event as well: a refusal,
 * which is told; a bug; a signal that nothing further in awaits; and a process that ends while `body` still waits. One
 * inside another shares its reporter, which knows that the end was told.
 */
export async function concluding(
  world: World,
  { emit, ended, isForPrograms }: Reporter,
  finish: Finish,
  body: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const end = (exitCode: ExitCode): ExitCode => {
    if (ended() === undefined) emit(finished(world, finish, exitCode));
    return ended() ?? exitCode;
  };
  const unsubscribe = world.onInterruption((interruption) => {
    // Nothing is in flight here, and an output that is lost is told when the command ends.
    if (typeof interruption === 'string') world.endNow(end(exitCodeOf(interruption)));
  });
  const forget = world.onExit(() => end(EXIT.bug));
  try {
    return await body();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) tellRefusal(world.stderr, refusal);
    if (refusal === undefined || isForPrograms || finish.mode === 'execute') end(refusal?.exitCode ?? EXIT.bug);
    if (refusal !== undefined) return refusal.exitCode;
    throw error;
  } finally {
    forget();
    unsubscribe();
  }
}
