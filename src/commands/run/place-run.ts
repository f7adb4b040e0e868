/** Sends a prepared run, shown live. */
import { resolve } from 'node:path';
import { afterCancels } from '../../compile/after-cancels.ts';
import { spoken } from '../../exchange/spoken.ts';
import type { Schedule } from '../../compile/compile-plan.ts';
import type { JournalState } from '../../journal/records/state.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import type { Replacing } from '../../session/place/placement.ts';
import type { SpooledVerdict } from '../../journal/records/ledger.ts';
import { defined } from '../../model/defined.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import type { Plan } from '../../model/order.ts';
import { safeText } from '../../model/safe-text.ts';
import type { EventSink } from '../../ports.ts';
import type { Session } from '../../session/session.ts';
import { endOf, type Finish, type Reporter } from '../command-line/reporting.ts';
import type { World } from '../world.ts';
import { announce } from '../../actions/prepare/announce.ts';
import { endRun, lookForNotBack } from '../../actions/end-of-run.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { reservationOf } from '../../actions/prepare/standing-cap.ts';
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
  readonly #stderr: World['stderr'];
  readonly #waits: boolean;

  constructor({ stderr }: Pick<World, 'stderr'>, hasScreen: boolean) {
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
      ? await world.mountScreen({ stays: false, canPlace: false, onWish: steering.take })
      : undefined;
  told.tellTo(screen?.sink);
  const unsubscribe = world.onInterruption(steering.interrupt);
  const unrecorded = new Unrecorded(world, screen !== undefined);
  try {
    return await placeRun(world, { ...what, steering, unrecorded }, told);
  } finally {
    unsubscribe();
    await screen?.finish();
    told.tellTo();
    unrecorded.tell();
  }
}

/** Past it nothing more is sent. */
const lastMomentOf = ({ validUntil }: Plan, { reviewed }: RunOptions): number | undefined =>
  reviewed === undefined ? validUntil?.ms : Math.min(reviewed.expiresMs, validUntil?.ms ?? Number.POSITIVE_INFINITY);

/** Sends the schedule; an interruption stops the sending and waits for what is in flight. */
export async function placeRun(
  world: World,
  what: Placeable & { readonly steering: Steering; readonly unrecorded: Unrecorded },
  { emit }: Reporter,
): Promise<ExitCode> {
  const { options, run, session, steering, unrecorded } = what;
  const { plan } = run;
  // A person may have taken their time to approve.
  const finish = { ...finishOf(options), startedMs: world.clock.monotonicMs() };
  const announced = announce(emit, run);
  // Nothing is sent that nobody could be told of.
  await world.flushOutput();
  const tally = await session.place({
    schedule: run.schedule,
    plan: plan.name,
    generation: plan.generation,
    planFile: resolve(world.folder, run.planFile),
    announced,
    ...defined({ approval: run.reviewed?.approval ?? run.approval?.code, commit: run.commit }),
    signal: steering.signal,
    hold: steering.hold,
    onUnrecorded: (verdicts) => unrecorded.add(verdicts, run),
    ...defined({ validUntilMs: lastMomentOf(plan, options) }),
    ...(run.earlier !== undefined && { earlier: run.earlier }),
    reservation: reservationOf(run),
    ...defined({ replacing: replacingOf(run, emit) }),
  });
  await lookForNotBack(session, tally, run);
  const { exitCode: signalled } = steering;
  const ending = {
    ...endOf(world, finish, tally.exitCode(signalled), tally.counts),
    ...defined({ cancels: tally.cancels }),
  };
  return endRun(emit, { session, tally, ending, signalled });
}

/** What goes off the exchange first. The rest of each is known once that has ended. */
function replacingOf({ plan, schedule, minSizeOf }: PreparedRun, emit: EventSink): Replacing | undefined {
  const { cancels } = schedule;
  if (cancels === undefined) return undefined;
  const rest = (known: JournalState, notOff: readonly string[]): Schedule => {
    const left = afterCancels(spoken.calls, schedule, inPlanNames(known, plan.orders), {
      notOff,
      ...defined({ minSizeOf }),
    });
    for (const { id, clientOid, size, carried } of left.pending.values()) {
      const shown = schedule.pending.get(clientOid)?.size;
      if (carried === undefined || shown?.compare(size) === 0) continue;
      const message = `${id}: ${carried.canonical()} was filled before, so ${size.canonical()} is placed`;
      emit({ event: 'note', message });
    }
    return left;
  };
  return { ...cancels, lastNumber: cancels.calls.length + schedule.calls.length, rest };
}
