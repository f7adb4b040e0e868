/** Cancels of one plan: shown, or approved, sent and followed to their ends. */
import { resolve } from 'node:path';
import { stateOf } from '../../journal/records/known-account.ts';
import type { Holder } from '../../journal/records/ledger.ts';
import type { JournalPlace } from '../../journal/records/scope.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { defined } from '../../model/defined.ts';
import type { EventSink } from '../../ports.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import { refuse } from '../../refusal.ts';
import { cancel, cancelsAnnounced } from '../../actions/cancel.ts';
import type { CancelView } from '../../report/view/run-view.ts';
import type { Session } from '../../session/session.ts';
import { cancelledSheet, cancelSheet } from '../../views/cancel.ts';
import { writeSheet } from '../command-line/output-kind.ts';
import { finished, type Finish, type Reporter } from '../command-line/reporting.ts';
import { isFollower } from '../../actions/asked-followers.ts';
import { readAccountInUse } from '../live/journal-place.ts';
import { onceFree } from '../live/once-free.ts';
import { withNotices } from '../live/notices.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { planMeant, unreadWords } from '../live/plan-meant.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import { Steering } from '../run/steering.ts';
import type { World } from '../world.ts';
import { admit, approvedBeside, type ApprovedBeside } from './approve-cancel.ts';
import { refuseUnknownPlan } from './known-plan.ts';
import { prepareCancel, type AccountBefore, type CancelAsked, type PreparedCancel } from './prepared-cancel.ts';

export async function cancelPlan(world: World, task: CancelAsked, finish: Finish, told: Reporter): Promise<ExitCode> {
  const { options, setup } = task;
  const { config } = setup;
  if (options.execute) {
    checkSafeToRunLive(world, (message) => told.emit({ event: 'note', message }));
    refuseOthersFiles(world.files, setup);
  }
  const account = accountOf(world, config, 'cancel');
  const store = { journal: await journalAt(world, options.journalPath, config), account };
  const { all, awaiting, objection, look, halt } = await readAccountInUse(world, store);
  if (objection !== undefined) refuse('journal/unfit', objection.message, objection.hint);
  const name = planMeant(world.files, task, all);
  const { unread } = task;
  if (unread !== undefined) {
    const isCompared = options.removed && task.forbidden !== undefined;
    const message = isCompared
      ? `${unread.why}, and --removed cancels what it no longer has`
      : unreadWords(unread, name, all, 'cancelled');
    told.emit({ event: 'note', message });
  }
  const place = { ...store, ...name };
  const ledger = await world.journals.open(store.journal.url);
  // One that has sent nothing yet follows it, too.
  const holder = awaiting(name.plan) ?? (await ledger.holder(account, name.plan));
  const follower = isFollower(holder) ? holder : undefined;
  if (follower === undefined) await refuseUnknownPlan(world, task, { place, all });
  const seen = { all, look, halt, state: stateOf(all, name), nowMs: world.clock.wallMs(), follower };
  if (!options.execute)
    return dryRun(world, { task, prepared: prepareCancel(task, place, seen), finish, told, holder });
  const about = { account: account.name, plan: place.plan };
  return withNotices(world, { setup, about }, told, (heard) => executed(world, { task, place, seen, told: heard }));
}

interface Seen {
  readonly task: CancelAsked;
  readonly place: JournalPlace;
  /** What was read without the plan's lock. */
  readonly seen: AccountBefore;
  readonly told: Reporter;
}

/** Where the plan is followed, the follower is asked to end once the cancel is approved. */
async function executed(world: World, { task, place, seen, told }: Seen): Promise<ExitCode> {
  const { setup } = task;
  const ends: CancelView[] = [];
  const emit: EventSink = (event) => {
    if (event.event === 'cancel-outcome') ends.push(event);
    told.emit(event);
  };
  const { follower } = seen;
  const prepared = follower && prepareCancel(task, place, seen);
  const beside = prepared && (await approvedBeside(world, { task, prepared }));
  const waiting = { place, config: setup.config, emit, waits: beside !== undefined, command: 'cancel' };
  try {
    return await onceFree(world, waiting, async (session) => {
      const now = prepareCancel(task, place, {
        ...seen,
        // What the follower sent meanwhile is known by now.
        all: beside === undefined ? seen.all : await session.account(),
        follower: undefined,
        halt: await session.halted(),
        state: await session.state(place),
        nowMs: world.clock.wallMs(),
      });
      return execute(world, { task, prepared: now, session, told, ends, ...defined({ beside }) });
    });
  } finally {
    await beside?.shared.close();
  }
}

/** What came to what, before anything was sent. */
export const NO_CANCELS = { cancelled: 0, filled: 0, fired: 0, refused: 0, unknown: 0 };

interface Shown {
  readonly task: CancelAsked;
  readonly prepared: PreparedCancel;
  readonly told: Reporter;
}

async function dryRun(
  world: World,
  { task, prepared, finish, told, holder }: Shown & { readonly finish: Finish; readonly holder: Holder | undefined },
): Promise<ExitCode> {
  for (const event of cancelsAnnounced(prepared.place, prepared.cancels, prepared.approval.code)) told.emit(event);
  for (const message of prepared.elsewhere) told.emit({ event: 'note', message });
  if (task.output !== 'ndjson')
    await writeSheet(world.terminal, task.output, cancelSheet({ ...prepared.shown, ...defined({ holder }) }));
  told.emit(protectionEvent(prepared.protection));
  told.emit(finished(world, finish, EXIT.done));
  return EXIT.done;
}

interface Executed extends Shown {
  readonly session: Session;
  /** What it comes to, as it is told. */
  readonly ends: readonly CancelView[];
  /** What was approved while the plan was followed. */
  readonly beside?: ApprovedBeside;
}

async function execute(world: World, what: Executed): Promise<ExitCode> {
  const { task, prepared, session, told, ends, beside } = what;
  const {
    place,
    cancels,
    elsewhere,
    approval: { code },
    known,
  } = prepared;
  // One that no call names is looked up all the same.
  if (cancels.resting.length > 0) await admit(world, { task, prepared, session, ...defined({ beside }) });
  const { emit } = told;
  const stop = new Steering(world, emit, true);
  const unsubscribe = world.process.onInterruption(stop.interrupt);
  try {
    const planFile = resolve(world.files.folder, task.planPath ?? place.plan);
    const { tally, exitCode, elapsedMs, presets, protection } = await cancel(
      { session, clock: world.clock, emit, flush: () => world.terminal.flushOutput(), stop },
      {
        plan: place,
        cancels,
        elsewhere,
        planFile,
        approval: code,
        known,
        origin: place.account.origin,
        target: 'live',
      },
    );
    const { standsElsewhere } = tally;
    const isNowhere = (clientOid: string): boolean => tally.ends.get(clientOid)?.seen?.state === 'not-found';
    const nowhere = ends.flatMap(({ id, clientOid }) => (isNowhere(clientOid) ? [id] : []));
    const shown = { ...prepared.shown, protection, elapsedMs, standsElsewhere, nowhere, ...defined({ presets }) };
    if (task.output !== 'ndjson') await writeSheet(world.terminal, task.output, cancelledSheet(ends, shown));
    return exitCode;
  } finally {
    unsubscribe();
  }
}
