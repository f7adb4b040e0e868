/** A flatten: read and shown, or approved, and done step by step. */
import { resolve } from 'node:path';
import { flatten } from '../../actions/flatten/flatten.ts';
import {
  countsOfFlatten,
  remainsOfFlatten,
  withoutEnds,
  type FlattenWith,
} from '../../actions/flatten/flatten-with.ts';
import { sayingHalted, stillHalted } from '../../actions/flatten/saying-halted.ts';
import { prepareFlatten, type PreparedFlatten } from '../../actions/flatten/prepare-flatten.ts';
import { knownNow } from '../../actions/flatten/known-now.ts';
import { halt } from '../../actions/halt.ts';
import { historyOf } from '../../journal/records/known-account.ts';
import type { Halt } from '../../journal/records/halt.ts';
import type { AccountName, JournalAddress } from '../../journal/records/scope.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { CLOSE_PLAN, FLATTEN_NAME } from '../../model/own-plans.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import { haltNotice } from '../../report/formats/notices.ts';
import type { Session } from '../../session/session.ts';
import { flattenedSheet, flattenSheet, type FlattenWords } from '../../views/flatten/sheet.ts';
import { pointingToHalt } from '../close/pointing-to-halt.ts';
import { writeSheet } from '../command-line/output-kind.ts';
import { finished, type Reporter } from '../command-line/reporting.ts';
import type { AccountTask } from '../live/account-command.ts';
import type { GivenExecution } from '../command-line/approval-code.ts';
import { connectKnown, connectOnce, type SharedConnection } from '../live/connect-live.ts';
import { journalAt } from '../live/journal-address.ts';
import { liveFacts } from '../live/live-facts.ts';
import { accountOf, checkSafeToRunLive } from '../live/live-target.ts';
import { withNotices } from '../live/notices.ts';
import type { GivenPlace } from '../live/same-again.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import { Steering } from '../run/steering.ts';
import type { World } from '../world.ts';
import { approved, checkStillSo } from './approve-flatten.ts';
import { instrumentsOf } from './instruments-of.ts';
import { flattenWords } from './words-of.ts';
import { followersNow, askToEnd, type HoldingFollower } from '../../actions/asked-followers.ts';
import { withLiveSession } from '../live/live-session.ts';
import { onceFree } from '../live/once-free.ts';

export interface FlattenGiven extends GivenExecution, Omit<GivenPlace, 'planPath'> {
  readonly why: string;
  readonly all: boolean;
}

type FlattenTask = AccountTask<FlattenGiven>;

interface Flattening {
  readonly task: FlattenTask;
  readonly store: { readonly journal: JournalAddress; readonly account: AccountName };
  readonly told: Reporter;
  /** Halts the account, once. */
  readonly halted: () => Promise<void>;
  readonly isHalted: () => boolean;
  /** Who follows a plan of the account, while it does. */
  readonly asks?: readonly HoldingFollower[];
  /** What its sessions are connected with, where there are two. */
  readonly shared?: SharedConnection;
  /** What was approved before followers were asked to end. */
  readonly code?: string;
}

export async function flattenAccount(world: World, task: FlattenTask, told: Reporter): Promise<ExitCode> {
  const { asked, setup } = task;
  const { config } = setup;
  checkSafeToRunLive(world, (message) => told.emit({ event: 'note', message }));
  refuseOthersFiles(world.files, setup);
  const account = accountOf(world, config, 'flatten');
  const store = { journal: await journalAt(world, asked.journalPath, config), account };
  if (!asked.execute) return held(world, { task, store, told, halted: () => Promise.resolve(), isHalted: () => false });
  const about = { account: account.name, plan: FLATTEN_NAME };
  return withNotices(world, { setup, about }, told, async (heard, give) => {
    let isHalted = false;
    const halted = async (): Promise<void> => {
      if (isHalted) return;
      await halt(await world.journals.open(store.journal.url), account, { isOn: true, why: asked.why });
      isHalted = true;
      give(haltNotice(asked.why, account.name));
    };
    // Whoever holds the account lets go at a halt.
    if (asked.yes) await halted();
    return sayingHalted(
      async () => isHalted && (await stillHalted(await world.journals.open(store.journal.url), account)),
      () => held(world, { task, store, told: heard, halted, isHalted: () => isHalted }),
    );
  });
}

const held = (world: World, what: Flattening): Promise<ExitCode> =>
  pointingToHalt(() => heldBy(world, what), what.isHalted);

async function heldBy(world: World, what: Flattening): Promise<ExitCode> {
  const { task, store, told } = what;
  const { asked, setup } = task;
  const { account } = store;
  const asks = await followersNow(await world.journals.open(store.journal.url), account);
  const place = { place: store, config: setup.config, emit: told.emit };
  if (asks.length === 0) {
    const waiting = { ...place, waits: asked.execute };
    return onceFree(world, waiting, (session) => connected(world, what, session, (at) => read(world, what, at)));
  }
  // With --yes, too, nobody is asked to end for a flatten that has no keys.
  const shared = await connectOnce(world, setup, account.origin);
  try {
    return await besideFollowers(world, { ...what, asks, shared });
  } finally {
    await shared.close();
  }
}

/** Looks, shows and is approved without the plans' locks; they are asked to end once it is. */
async function besideFollowers(world: World, what: Flattening): Promise<ExitCode> {
  const { task, store, told, asks = [] } = what;
  const { account, journal } = store;
  const place = { place: store, config: task.setup.config, emit: told.emit };
  const beside = <Value>(body: (at: Held) => Promise<Value>): Promise<Value> =>
    withLiveSession(world, { ...place, place: { ...store, ...CLOSE_PLAN } }, (session) =>
      connected(world, what, session, body),
    );
  if (!task.asked.execute) return beside((at) => read(world, what, at));
  const code = await beside((at) => approvedBeside(world, what, at));
  await what.halted();
  const ledger = await world.journals.open(journal.url);
  await askToEnd({ ledger, account, command: 'flatten', emit: told.emit }, asks);
  const waiting = { ...place, waits: true, command: 'flatten', asked: asks };
  const ended = { ...what, asks: [], ...defined({ code }) };
  return onceFree(world, waiting, (session) => connected(world, ended, session, (at) => read(world, ended, at)));
}

interface Held {
  readonly session: Session;
  readonly stop: Steering;
}

async function connected<Value>(
  world: World,
  { task: { asked, setup }, store, told, shared }: Flattening,
  session: Session,
  body: (at: Held) => Promise<Value>,
): Promise<Value> {
  await connectKnown(world, { setup, session, place: store, rebind: asked.rebind, shared });
  const stop = new Steering(world, told.emit, true);
  const unsubscribe = world.process.onInterruption(stop.interrupt);
  try {
    return await body({ session, stop });
  } finally {
    unsubscribe();
  }
}

/** Of what is there while plans are followed; undefined where whatever is there goes. */
async function approvedBeside(world: World, what: Flattening, at: Held): Promise<string | undefined> {
  const { asked } = what.task;
  if (asked.yes) return undefined;
  const { session } = at;
  const { account } = what.store;
  const again = (): Promise<PreparedFlatten> => prepareFlatten(askedOf(world, what, at));
  const prepared = await again();
  await approved(world, { asked, account, session, prepared, again, asks: what.asks ?? [] });
  return prepared.approval.code;
}

const askedOf = (
  { clock }: World,
  { task: { asked, setup }, store: { account } }: Flattening,
  { session, stop }: Held,
): Parameters<typeof prepareFlatten>[0] => ({
  session,
  clock,
  config: setup.config,
  signal: stop.signal,
  account,
  all: asked.all,
});

async function read(world: World, what: Flattening, { session, stop }: Held): Promise<ExitCode> {
  const { task, store, told, halted, code, asks = [] } = what;
  const { asked, setup, output, finish } = task;
  const { account } = store;
  const { config } = setup;
  const { clock, terminal } = world;
  const again = (): Promise<PreparedFlatten> => prepareFlatten(askedOf(world, what, { session, stop }));
  const prepared = await again();
  let haltBefore: Halt | undefined;
  const words = async (): Promise<FlattenWords> =>
    flattenWords(asked, {
      place: store,
      limits: config.exchange.limits,
      ...(await knownNow(session, { account: prepared.looked.account, ...defined({ halt: haltBefore }) })),
      nowMs: clock.wallMs(),
      asks,
    });
  if (!asked.execute) {
    if (output !== 'ndjson') await writeSheet(terminal, output, flattenSheet(prepared, await words()));
    told.emit(protectionEvent(prepared.looked.protection, await session.halted()));
    told.emit(finished(world, finish, EXIT.done));
    return EXIT.done;
  }
  if (code !== undefined) checkStillSo(prepared, code);
  else await approved(world, { asked, account, session, prepared, again, asks });
  await halted();
  haltBefore = await session.halted();
  const startedMs = clock.monotonicMs();
  const done = await flatten(await flattenWith(world, what, { session, stop, prepared }));
  const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
  if (output !== 'ndjson') await writeSheet(terminal, output, flattenedSheet({ ...done, elapsedMs }, await words()));
  else for (const message of done.beside) told.emit({ event: 'note', message });
  if (done.protection !== undefined) told.emit(protectionEvent(done.protection, await session.halted()));
  const remains = remainsOfFlatten(done);
  told.emit({ ...finished(world, finish, done.exitCode, countsOfFlatten(done)), ...defined({ remains }) });
  return done.exitCode;
}

async function flattenWith(
  world: World,
  { task, store, told }: Flattening,
  { session, stop, prepared }: Held & { readonly prepared: PreparedFlatten },
): Promise<FlattenWith> {
  const { setup, asked } = task;
  const { clock, terminal, files } = world;
  const note = (message: string): void => told.emit({ event: 'note', message });
  const instruments = await instrumentsOf(world, setup, { ...store, note });
  return {
    session,
    clock,
    stop,
    config: setup.config,
    account: store.account,
    approval: prepared.approval,
    before: prepared.looked,
    all: asked.all,
    live: liveFacts({ ...store, ...CLOSE_PLAN }, setup, historyOf(await session.account(), CLOSE_PLAN.plan)),
    instrumentOf: (symbol) => instruments.get(symbol),
    planFile: resolve(files.folder, CLOSE_PLAN.plan),
    emit: withoutEnds(told.emit),
    flush: () => terminal.flushOutput(),
    onUnrecorded: (verdicts) => {
      for (const { clientOid, verdict } of verdicts)
        terminal.stderr.write(`ordo: not in the journal: ${clientOid} ${verdict.outcome}\n`);
    },
  };
}
