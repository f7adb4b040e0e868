/** Cancels of one plan: shown, or approved, sent and followed to their ends. */
import { resolve } from 'node:path';
import { JournalError } from '../../journal/records/journal-error.ts';
import { stateOf } from '../../journal/records/known-account.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { Holder } from '../../journal/records/ledger.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { defined } from '../../model/defined.ts';
import type { EventSink } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { renderCancelPlan } from '../../report/answers/cancel-plan-lines.ts';
import { renderCancelled } from '../../report/answers/cancelled-lines.ts';
import type { CancelView } from '../../report/view/run-view.ts';
import { checkKey } from '../../actions/prepare/account-checks.ts';
import { troubleLine } from '../../actions/trouble-line.ts';
import { endRun } from '../../actions/end-of-run.ts';
import type { CancelTally } from '../../session/cancel/cancel-tally.ts';
import type { Session } from '../../session/session.ts';
import { presetTold } from '../live/preset-told.ts';
import type { PresetOrder, PresetsRead } from '../../session/lists/preset-look.ts';
import { endOf, finished, type Finish, type Reporter } from '../command-line/reporting.ts';
import { connectLive } from '../live/connect-live.ts';
import { readAccountInUse } from '../live/journal-place.ts';
import { withLiveSession } from '../live/live-session.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { planMeant, unreadWords } from '../live/plan-meant.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import { Steering } from '../run/steering.ts';
import type { World } from '../world.ts';
import { checkCancelsApproved, recordCancels } from './approve-cancels.ts';
import { refuseUnknownPlan } from './known-plan.ts';
import { announced, prepareCancel, type CancelAsked, type PreparedCancel } from './prepared-cancel.ts';

export async function cancelPlan(world: World, task: CancelAsked, finish: Finish, told: Reporter): Promise<ExitCode> {
  const { options, setup } = task;
  const { config } = setup;
  if (options.execute) {
    checkSafeToRunLive(world, (message) => told.emit({ event: 'note', message }));
    refuseOthersFiles(world, setup);
  }
  const account = accountOf(world, config, 'cancel');
  const store = { journal: await journalAt(world, options.journalPath, config), account };
  const { all, holder, objection } = await readAccountInUse(world, store);
  if (objection !== undefined) refuse(EXIT.usage, objection.message, objection.hint);
  const name = planMeant(world, task, all);
  if (task.unread !== undefined)
    told.emit({ event: 'note', message: unreadWords(task.unread, name, all, 'cancelled') });
  const place = { ...store, ...name };
  await refuseUnknownPlan(world, task, { place, all });
  if (!options.execute) {
    const prepared = prepareCancel(task, place, { all, state: stateOf(all, name), nowMs: world.clock.wallMs() });
    return dryRun(world, { task, prepared, finish, told, holder });
  }
  const ends: CancelView[] = [];
  const emit: EventSink = (event) => {
    if (event.event === 'cancel-outcome') ends.push(event);
    told.emit(event);
  };
  return withLiveSession(world, { place, config, emit }, async (session) => {
    const prepared = prepareCancel(task, place, { all, state: await session.state(name), nowMs: world.clock.wallMs() });
    return execute(world, { task, prepared, session, told, ends });
  });
}

/** What came to what, before anything was sent. */
export const NO_CANCELS = { cancelled: 0, filled: 0, fired: 0, refused: 0, unknown: 0 };

interface Shown {
  readonly task: CancelAsked;
  readonly prepared: PreparedCancel;
  readonly told: Reporter;
}

function dryRun(
  world: World,
  { task, prepared, finish, told, holder }: Shown & { readonly finish: Finish; readonly holder: Holder | undefined },
): ExitCode {
  for (const event of announced(prepared, true)) told.emit(event);
  for (const message of prepared.elsewhere) told.emit({ event: 'note', message });
  if (task.output !== 'ndjson')
    world.stdout.write(renderCancelPlan({ ...prepared.shown, ...defined({ holder }) }, world.stdout));
  told.emit(finished(world, finish, EXIT.done));
  return EXIT.done;
}

interface Executed extends Shown {
  readonly session: Session;
  /** What it comes to, as it is told. */
  readonly ends: readonly CancelView[];
}

async function execute(world: World, what: Executed): Promise<ExitCode> {
  const { task, prepared, session, told, ends } = what;
  const { planPath, output } = task;
  const { place, calls, asked, resting, digest, code } = prepared;
  // One that no call names is looked up all the same.
  if (resting.length > 0) await admit(world, what);
  const finish = { mode: 'execute', target: 'live', startedMs: world.clock.monotonicMs() } as const;
  for (const event of announced(prepared, false)) told.emit(event);
  for (const message of prepared.elsewhere) told.emit({ event: 'note', message });
  await world.flushOutput();
  const steering = new Steering(world, told.emit, true);
  const unsubscribe = world.onInterruption(steering.interrupt);
  try {
    const tally = await session.cancel({
      plan: place.plan,
      generation: place.generation,
      planFile: resolve(world.folder, planPath ?? place.plan),
      digest,
      approval: code,
      orders: asked,
      calls,
      signal: steering.signal,
    });
    tally.standsElsewhere = prepared.elsewhere.length > 0;
    const signalled = steering.exitCode;
    const message = troubleLine(session, place.account.origin);
    if (message !== undefined) told.emit({ event: 'note', message });
    const presets = calls.length === 0 ? undefined : await presetsLeft(what, tally, steering.signal);
    const ending = { ...endOf(world, finish, tally.exitCode(signalled)), counts: tally.counts };
    if (output !== 'ndjson')
      world.stdout.write(
        renderCancelled(
          ends,
          {
            ...prepared.shown,
            elapsedMs: ending.elapsedMs,
            standsElsewhere: tally.standsElsewhere,
            nowhere: ends.flatMap(({ id, clientOid }) =>
              tally.ends.get(clientOid)?.seen?.state === 'not-found' ? [id] : [],
            ),
            ...defined({ presets }),
          },
          world.stdout,
        ),
      );
    return await endRun(told.emit, { session, tally, ending, signalled });
  } finally {
    unsubscribe();
  }
}

/** Approved, and connected with the account's key. */
async function admit(world: World, { task: { options, setup }, prepared, session }: Executed): Promise<void> {
  const { place } = prepared;
  if (!setup.config.exchange.queries) {
    refuse(
      EXIT.usage,
      'exchange.queries is off in the config, and ordo needs the order lists to see that a cancel worked',
      'set it to true, or cancel on the exchange itself',
    );
  }
  // What no call names is only looked up.
  const sends = prepared.calls.length > 0;
  if (sends) await checkCancelsApproved(world, prepared, options, session);
  checkKey(await session.connect(() => connectLive(world, setup, place.account.origin), options.rebind), place);
  if (sends) await recordCancels(prepared, session);
}

/** Where an order stands after its cancel. */
const STATES = {
  cancelled: 'cancelled',
  filled: 'filled',
  fired: 'accepted',
  refused: 'accepted',
  unknown: 'cancel-unknown',
} as const;

/** A journal that fails leaves them unknown, and the cancels as they were told. */
async function presetsOf(
  session: Session,
  asked: readonly KnownOrder[],
  { tally, signal }: { readonly tally: CancelTally; readonly signal: AbortSignal },
): Promise<PresetsRead> {
  if (tally.journalFailed) return { orders: [], unread: ['the journal failed'] };
  try {
    return await session.presets(asked, signal);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    tally.journalFailed = true;
    return { orders: [], unread: [error.message] };
  }
}

/** What the exchange made of the presets of these orders and still rests: told, and left as it is. */
async function presetsLeft(
  { prepared: { asked }, session, told, ends }: Executed,
  tally: CancelTally,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly PresetOrder[]>> {
  const { orders, unread } = await presetsOf(session, asked, { tally, signal });
  for (const why of unread)
    told.emit({ event: 'note', message: `what the exchange made of presets is not known: ${why}` });
  const left = Map.groupBy(orders, ({ clientOid }) => clientOid);
  for (const { id, clientOid, outcome } of ends) {
    const presets = left.get(clientOid)?.map(presetTold);
    if (presets !== undefined) told.emit({ event: 'order-state', id, clientOid, state: STATES[outcome], presets });
  }
  return left;
}
