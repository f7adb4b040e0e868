/** Cancels of one plan: shown, or approved, sent and followed to their ends. */
import { resolve } from 'node:path';
import { stateOf } from '../../journal/records/known-account.ts';
import type { Holder } from '../../journal/records/ledger.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { defined } from '../../model/defined.ts';
import type { EventSink } from '../../ports.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import { refuse } from '../../refusal.ts';
import type { CancelView } from '../../report/view/run-view.ts';
import { cancel, cancelsAnnounced, checkCanCancel } from '../../actions/cancel.ts';
import type { Session } from '../../session/session.ts';
import { cancelledSheet, cancelSheet } from '../../views/cancel.ts';
import { writeSheet } from '../command-line/output-kind.ts';
import { finished, type Finish, type Reporter } from '../command-line/reporting.ts';
import { connectKnown } from '../live/connect-live.ts';
import { readAccountInUse } from '../live/journal-place.ts';
import { withNotices } from '../live/notices.ts';
import { withLiveSession } from '../live/live-session.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { planMeant, unreadWords } from '../live/plan-meant.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import { Steering } from '../run/steering.ts';
import type { World, Terminal } from '../world.ts';
import { refuseUnknownPlan } from './known-plan.ts';
import { prepareCancel, type CancelAsked, type PreparedCancel, type CancelChosen } from './prepared-cancel.ts';
import { itOrThem, someOf } from '../../model/count.ts';
import { safeText } from '../../model/safe-text.ts';
import { haltText } from '../../journal/records/halt.ts';
import { amountOf, DIGEST_SHOWN, haltWords, weightWords } from '../../report/text/phrases.ts';
import { checkApproved, otherInterface } from '../../actions/approval.ts';
import { blockLines } from '../../show/terminal.ts';
import { protectionBlocks } from '../../views/protection/line.ts';
import { confirmed, questionPage, TYPED } from '../run/approval-question.ts';

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
  await refuseUnknownPlan(world, task, { place, all });
  if (!options.execute) {
    const prepared = prepareCancel(task, place, {
      all,
      look,
      halt,
      state: stateOf(all, name),
      nowMs: world.clock.wallMs(),
    });
    return dryRun(world, { task, prepared, finish, told, holder: awaiting(name.plan) });
  }
  const about = { account: account.name, plan: place.plan };
  return withNotices(world, { setup, about }, told, (heard) => {
    const ends: CancelView[] = [];
    const emit: EventSink = (event) => {
      if (event.event === 'cancel-outcome') ends.push(event);
      heard.emit(event);
    };
    return withLiveSession(world, { place, config, emit }, async (session) => {
      const prepared = prepareCancel(task, place, {
        all,
        look,
        halt: await session.halted(),
        state: await session.state(name),
        nowMs: world.clock.wallMs(),
      });
      return execute(world, { task, prepared, session, told: heard, ends });
    });
  });
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
}

async function execute(world: World, what: Executed): Promise<ExitCode> {
  const { task, prepared, session, told, ends } = what;
  const {
    place,
    cancels,
    elsewhere,
    approval: { code },
    known,
  } = prepared;
  // One that no call names is looked up all the same.
  if (cancels.resting.length > 0) await admit(world, what);
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

/** Approved, and connected with the account's key. */
async function admit(world: World, { task: { options, setup }, prepared, session }: Executed): Promise<void> {
  const { place, cancels } = prepared;
  checkCanCancel(cancels, setup.config);
  // What no call names is only looked up.
  const sends = cancels.calls.length > 0;
  if (sends) await checkCancelsApproved(world.terminal, prepared, options, session);
  await connectKnown(world, { setup, session, place, rebind: options.rebind });
  if (sends) await recordCancels(prepared, session);
}

const CHANGED = 'other orders are open now, or a setting has changed';
const LOOK_AGAIN = 'look at ordo cancel again, and approve its code';

/** Returns only if these cancels were approved; otherwise refuses (exit 5, 9 or 2). */
async function checkCancelsApproved(
  terminal: Terminal,
  prepared: PreparedCancel,
  { approve, yes }: CancelChosen,
  session: Session,
): Promise<void> {
  if (approve !== undefined) {
    const { place: plan, approval, approvals } = prepared;
    const known = await session.state(plan);
    await checkApproved(approve, approval, {
      session,
      plan,
      known,
      done: 'cancelled',
      mend: (earlier) => `${otherInterface(approve, earlier, approvals) ?? CHANGED}: ${LOOK_AGAIN}`,
    });
  } else if (!yes) await ask(terminal, prepared);
}

/** For a later command to go on from; once nothing stands between it and the first byte. */
const recordCancels = (prepared: PreparedCancel, session: Session): Promise<void> =>
  session.approve(prepared.place, prepared.approval);

function ask(
  terminal: Terminal,
  { approval: { code }, place, cancels: { resting, calls, weight }, shown }: PreparedCancel,
): Promise<void> {
  const question = [
    '',
    `LIVE  ${place.account.origin}`,
    ...(shown.halt === undefined ? [] : [haltWords(haltText(shown.halt))]),
    `  account ${safeText(place.account.name)}`,
    `  ${place.plan}, generation ${place.generation}: cancels ${amountOf(resting.length, 'order')} in ${amountOf(calls.length, 'call')}, weight ${weightWords(weight, shown.limits)}`,
    `  ${safeText(someOf(resting.map(({ id }) => id)))}`,
    `  approval ${code.slice(0, DIGEST_SHOWN)}`,
    '',
    ...protectionBlocks(shown.protection).flatMap((block) => blockLines(questionPage(terminal), block)),
    `Type ${code.slice(0, TYPED)} to cancel ${itOrThem(resting.length)}; anything else declines: `,
  ].join('\n');
  return confirmed(terminal, question, { code, what: 'cancel' });
}
