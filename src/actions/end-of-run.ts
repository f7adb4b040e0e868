import { headText, type Head } from '../journal/records/head.ts';
import type { KnownAccount } from '../journal/records/known-account.ts';
import { JournalError } from '../journal/records/journal-error.ts';
import { closesNotBack, type Wanted } from '../journal/history/order-state-events.ts';
import type { RunEnding } from '../journal/records/run-record.ts';
import { defined } from '../model/defined.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { PlanName } from '../journal/records/scope.ts';
import { inPlanNames } from '../model/plan-names.ts';
import type { Clock, EventSink } from '../ports.ts';
import { protectionEvent } from '../protection/protection-event.ts';
import type { Protection } from '../protection/protection.ts';
import { statedOf } from '../protection/words.ts';
import type { Session } from '../session/session.ts';
import type { Tally } from '../session/place/tally.ts';
import type { PreparedRun } from './prepare/prepared-run.ts';

/** What ends the work early. */
export interface StopRequest {
  /** Once it is aborted, no new call starts. */
  readonly signal: AbortSignal;
  /** What the cause of the abort says. */
  readonly exitCode: ExitCode | undefined;
}

/** A signal that a program aborts is an interruption. */
export const stopOf = (signal: AbortSignal): StopRequest => ({
  signal,
  get exitCode() {
    return signal.aborted ? EXIT.interrupted : undefined;
  },
});

interface EndedRun {
  readonly session: Pick<Session, 'finish'>;
  readonly tally: Pick<Tally, 'exitCode' | 'journalFailed'> & Partial<Pick<Tally, 'notBack' | 'remains'>>;
  readonly ending: RunEnding;
  /** The exit code of the signal that cut it short. */
  readonly signalled: ExitCode | undefined;
}

/** Which closing orders were cancelled to be placed again, and are not back. That decides the exit code too. */
export async function lookForNotBack(
  session: Pick<Session, 'state'>,
  tally: Tally,
  { plan, minSizeOf }: Pick<PreparedRun, 'plan' | 'minSizeOf'>,
): Promise<void> {
  const known = await session.state({ plan: plan.name, generation: plan.generation });
  const wanted = plan.orders.map(({ id, size, symbol }): [string, Wanted] => [
    id,
    { size: size.canonical(), ...defined({ least: minSizeOf?.(symbol) }) },
  ]);
  tally.notBack = closesNotBack(inPlanNames(known, plan.orders), new Map(wanted));
}

interface Telling {
  readonly session: Pick<Session, 'account'>;
  readonly emit: EventSink;
  readonly clock: Clock;
  /** Whose orders are told of beside it. */
  readonly plan: PlanName;
}

/** Tells what is left covered, naked and not known; `judge` gets what the journal knows now, and nothing where it cannot be read. */
export async function tellProtection(
  { session, emit, clock, plan }: Telling,
  judge: (account: KnownAccount | undefined) => Protection,
): Promise<Protection> {
  const protection = judge(await readable(() => session.account()));
  emit(statedOf(protection, clock.wallMs(), { plan }));
  emit(protectionEvent(protection));
  return protection;
}

/** Nothing, of a journal that fails: a run says so by itself. */
export async function readable<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return undefined;
  }
}

/** Records how a run ended and emits `run-finished`, with the journal's head where the journal outlives the run. */
export async function endRun(emit: EventSink, { session, tally, ending, signalled }: EndedRun): Promise<ExitCode> {
  const head = await recorded(() => session.finish(ending), tally, emit);
  const exitCode = tally.exitCode(signalled);
  const named = ending.target === 'live' ? defined({ journalHead: head }) : {};
  const { notBack = [], remains } = tally;
  const left = { ...(notBack.length > 0 && { notBack: [...notBack] }), ...defined({ remains }) };
  emit({ event: 'run-finished', ...ending, exitCode, ...left, ...named });
  return exitCode;
}

/** The journal's head after that; where it cannot be written, all that was sent is on record all the same. */
async function recorded(
  finish: () => Promise<Head>,
  tally: EndedRun['tally'],
  emit: EventSink,
): Promise<string | undefined> {
  try {
    return headText(await finish());
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    tally.journalFailed = true;
    emit({ event: 'note', message: `the end of the run is not in the journal: ${error.message}` });
    return undefined;
  }
}
