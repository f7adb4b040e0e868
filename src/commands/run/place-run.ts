/** Sends a prepared run, shown live. */
import { resolve } from 'node:path';
import type { SpooledVerdict } from '../../ledger/ledger.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import type { Session } from '../../session/session.ts';
import type { Interruption } from '../world.ts';
import { exitCodeOf, tellLoss } from '../command-line/interruption.ts';
import { finished, type Finish, type Reporter } from '../command-line/reporting.ts';
import type { Screen, World } from '../world.ts';
import { announce } from './announce.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { RunOptions } from './run-options.ts';

export const finishOf = ({ live, startedMs }: RunOptions): Finish => ({
  mode: 'execute',
  target: live ? 'live' : 'paper',
  startedMs,
});

/** What an interruption asks for: nothing more is sent, and what is in flight is awaited. */
class Stopping {
  readonly #controller = new AbortController();
  first: Interruption | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  by(interruption: Interruption): void {
    this.first ??= interruption;
    this.#controller.abort(whyOf(interruption));
  }
}

/** Verdicts that are not in the ledger: a line each on stderr, whatever the output, as it may be the only record of an order id. */
class Unrecorded {
  readonly #lines: string[] = [];
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  add(verdicts: readonly SpooledVerdict[], { schedule }: PreparedRun): void {
    for (const { clientOid, verdict } of verdicts) {
      const id = schedule.pending.get(clientOid)?.id ?? '?';
      const words = verdict.outcome === 'accepted' ? `order id ${verdict.orderId}` : safeText(verdict.message);
      this.#lines.push(`ordo: not in the journal: ${id} ${clientOid} ${verdict.outcome} ${words}\n`);
    }
  }

  tell(): void {
    for (const line of this.#lines.splice(0)) this.#write(line);
  }
}

/** Sends the schedule; an interruption stops the sending and waits for what is in flight. */
export async function placeRun(
  world: World,
  { options, run, session }: { readonly options: RunOptions; readonly run: PreparedRun; readonly session: Session },
  { emit, tellTo }: Reporter,
): Promise<ExitCode> {
  // A person may have taken their time to approve.
  const finish = { ...finishOf(options), startedMs: world.clock.monotonicMs() };
  const noMore = `nothing more is sent${options.live ? '; what was is in the journal: ordo status' : ''}`;
  const stopping = new Stopping();
  const interrupt = (interruption: Interruption): void => {
    if (typeof interruption !== 'string') tellLoss(world.stderr, interruption, noMore);
    stopping.by(interruption);
  };
  const screen: Screen | undefined =
    options.output === 'tui'
      ? await world.mountScreen({ stays: false, canPlace: false, onWish: () => interrupt('SIGINT') })
      : undefined;
  tellTo(screen?.sink);
  const unsubscribe = world.onInterruption(interrupt);
  const unrecorded = new Unrecorded((line) => world.stderr.write(line));
  const { plan } = run;
  try {
    announce(emit, run);
    // Nothing is sent that nobody could be told of.
    await world.flushOutput();
    const tally = await session.place({
      schedule: run.schedule,
      plan: plan.name,
      generation: plan.generation,
      planFile: resolve(world.folder, run.planFile),
      signal: stopping.signal,
      onUnrecorded: (verdicts) => {
        unrecorded.add(verdicts, run);
        if (screen === undefined || !world.stderr.isTerminal) unrecorded.tell();
      },
      ...(plan.validUntil !== undefined && { validUntilMs: plan.validUntil.ms }),
      ...(run.earlier !== undefined && { earlier: run.earlier }),
    });
    const { first } = stopping;
    const exitCode = tally.exitCode(first === undefined ? undefined : exitCodeOf(first));
    emit(finished(world, finish, exitCode, tally.counts));
    return exitCode;
  } finally {
    unsubscribe();
    await screen?.finish();
    tellTo();
    // A terminal that the screen draws on gets them when it is free again.
    unrecorded.tell();
  }
}

function whyOf(interruption: Interruption): string {
  if (typeof interruption !== 'string') return `the output cannot be written: ${interruption.why}`;
  return interruption === 'SIGINT' ? 'interrupted' : 'asked to end';
}
