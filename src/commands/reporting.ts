import type { RunEvent } from '../model/event.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { OutcomeName } from '../model/outcome.ts';
import type { EventSink } from '../ports.ts';
import { linesSink } from '../report/lines.ts';
import { ndjsonSink } from '../report/ndjson.ts';
import type { Diagnostic } from '../source/diagnostic.ts';
import { tellDiagnostics } from './diagnostics.ts';
import type { OutputKind } from './output.ts';
import { refusalOf, tellRefusal } from './refusal.ts';
import type { World } from './world.ts';

/** How a run tells of itself: the stream of events, and the diagnostics with their code frames where a person reads. */
export interface Reporter {
  readonly emit: EventSink;
  readonly diagnostics: (list: readonly Diagnostic[]) => Promise<void>;
}

export function reporter(world: World, output: OutputKind): Reporter {
  const write = (text: string): void => world.stdout.write(text);
  const { color, width } = world.stdout;
  return {
    emit: output === 'ndjson' ? ndjsonSink(write) : linesSink({ write, color, width }),
    diagnostics: (list) => tellDiagnostics(world, output, list),
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

/** Runs `body`; a refusal is told, and even then the stream ends with run-finished. */
export async function concluding(
  world: World,
  emit: EventSink,
  finish: Finish,
  body: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await body();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) tellRefusal(world.stderr, refusal);
    emit(finished(world, finish, refusal?.exitCode ?? EXIT.bug));
    if (refusal !== undefined) return refusal.exitCode;
    throw error;
  }
}
