/** Sends a prepared run, shown live. */
import { resolve } from 'node:path';
import { place } from '../../actions/place.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import type { SpooledVerdict } from '../../journal/records/ledger.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import type { EventSink } from '../../ports.ts';
import type { Session } from '../../session/session.ts';
import type { Finish, Reporter } from '../command-line/reporting.ts';
import type { Output, World } from '../world.ts';
import { tellingEdits } from './edited-told.ts';
import type { RunOptions } from './run-options.ts';
import { Steering } from './steering.ts';

export const finishOf = ({ live, startedMs }: RunOptions): Finish => ({
  mode: 'execute',
  target: live ? 'live' : 'paper',
  startedMs,
});

/**
 * Verdicts that are not in the ledger: a line each on stderr, whatever the output, as it may be the only record of an order id.
 * Where a screen draws on the same terminal, they wait until it is free again.
 */
export class Unrecorded {
  readonly #lines: string[] = [];
  readonly #stderr: Output;
  readonly #waits: boolean;

  constructor(stderr: Output, hasScreen: boolean) {
    this.#stderr = stderr;
    this.#waits = hasScreen && stderr.isTerminal;
  }

  add(verdicts: readonly SpooledVerdict[], { schedule }: PreparedRun): void {
    for (const { clientOid, verdict } of verdicts) {
      const id = schedule.pending.get(clientOid)?.id ?? '?';
      const words = verdict.outcome === 'accepted' ? `order id ${verdict.orderId}` : safeText(verdict.message);
      this.#lines.push(`ordo: not in the journal: ${id} ${clientOid} ${verdict.outcome} ${words}\n`);
    }
    if (!this.#waits) this.tell();
  }

  tell(): void {
    for (const line of this.#lines.splice(0)) this.#stderr.write(line);
  }
}

interface Placeable {
  readonly options: RunOptions;
  readonly run: PreparedRun;
  readonly session: Session;
}

/** Places a run, on a screen of its own where one is wanted. */
export async function placeOnScreen(world: World, what: Placeable, told: Reporter): Promise<ExitCode> {
  const { options } = what;
  const steering = new Steering(world, told.emit, options.live);
  const screen =
    options.output === 'tui'
      ? await world.terminal.mountScreen({ stays: false, canPlace: false, onWish: steering.take })
      : undefined;
  told.tellTo(screen?.sink);
  const unsubscribe = world.process.onInterruption((interruption) => {
    steering.interrupt(interruption);
    if (typeof interruption !== 'string') told.lose();
  });
  const unrecorded = new Unrecorded(world.terminal.stderr, screen !== undefined);
  try {
    return await placeRun(world, { ...what, steering, unrecorded }, told);
  } finally {
    unsubscribe();
    await screen?.finish();
    told.tellTo();
    unrecorded.tell();
  }
}

/** On a terminal, a first Ctrl-C of a run that holds something says what ending would leave. A pipe and SIGTERM end at once. */
function askingFirst({ terminal }: World, { options, steering }: Steered, emit: EventSink): EventSink {
  const isAsked = options.output === 'tui' || (options.output === 'lines' && terminal.stdout.isTerminal);
  if (!isAsked) return emit;
  return (event) => {
    if (event.event === 'follow-stated') steering.asksFirst = event.groups.some(({ held }) => held !== '0');
    emit(event);
  };
}

interface Steered extends Placeable {
  readonly steering: Steering;
  readonly unrecorded: Unrecorded;
}

/** Sends the schedule; an interruption stops the sending and waits for what is in flight. */
export async function placeRun(world: World, what: Steered, { emit }: Reporter): Promise<ExitCode> {
  const { run, session, steering, unrecorded } = what;
  const planFile = resolve(world.files.folder, run.planFile);
  const onUnrecorded = (verdicts: readonly SpooledVerdict[]): void => unrecorded.add(verdicts, run);
  const { clock } = world;
  const flush = (): Promise<unknown> => world.terminal.flushOutput();
  const how = { session, clock, emit, flush, stop: steering, hold: steering.hold, planFile, onUnrecorded };
  if (run.follows === true) {
    const { followRun } = await import('../../actions/follow/follow.ts');
    // A stop that is due is sent whether or not anybody reads.
    world.terminal.waitForNobody?.();
    const { planBytes: bytes } = run;
    const told = bytes === undefined ? emit : tellingEdits(world, { name: run.planFile, path: planFile, bytes }, emit);
    return (await followRun({ ...how, emit: askingFirst(world, what, told) }, run)).exitCode;
  }
  return (await place(how, run)).exitCode;
}
