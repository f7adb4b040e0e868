/** `ordo settle`: ends unknowns, by finding the orders on the exchange or by a person's decision. */
import { resolve } from 'node:path';
import { inPlanNames } from '../../model/plan-names.ts';
import { isCancelOpen, isNowhere, type JournalState, type KnownOrder } from '../../journal/records/state.ts';
import { historyOf } from '../../journal/records/known-account.ts';
import { defined } from '../../model/defined.ts';
import { onceAsked } from '../../model/once-asked.ts';
import type { Safe } from '../../model/safe-text.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { EventSink } from '../../ports.ts';
import { renderSettle } from '../../report/answers/settle-lines.ts';
import { VAR_OPTION } from '../command-line/var-option.ts';
import { readArguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { configOption, journalOption, OUTPUT_OPTION, REBIND_OPTION } from '../command-line/shared-options.ts';
import { Conclusions, type Ended } from '../../actions/settling/conclusions.ts';
import { checkKey } from '../../actions/prepare/account-checks.ts';
import { connectLive } from '../live/connect-live.ts';
import { readAccount } from '../live/journal-place.ts';
import { planMeant, unreadWords } from '../live/plan-meant.ts';
import { withLiveSession } from '../live/live-session.ts';
import { checkCanLookUp, lookUp } from '../../actions/look-up.ts';
import { exitCodeOf, tellLoss } from '../command-line/interruption.ts';
import type { Session } from '../../session/session.ts';
import type { JournalPlace } from '../../journal/records/scope.ts';
import { givenPlace, runAgain, sameAgain, type GivenPlace } from '../live/same-again.ts';
import { GENERATION_OPTION, loadOnePlan, NAME_OPTION, type OnePlan } from '../inputs/one-plan.ts';
import { outputKind } from '../command-line/output-kind.ts';
import { concluding, finished, reporter, type Finish } from '../command-line/reporting.ts';
import { decide } from '../../actions/settling/decide.ts';
import { decisionsOf } from './decisions.ts';
import type { Decisions } from '../../actions/settling/decisions.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, checkSafeToRunLive, needsExchange } from '../live/live-target.ts';
import { checkVariables } from '../command-line/environment-variables.ts';
import type { World } from '../world.ts';

export const SETTLE_OPTIONS: OptionSpecs = {
  placed: { value: '<id>=<order id>', many: true, help: 'decide: the order was placed, with the exchange’s order id' },
  unseen: {
    value: '<id>[=<order id>]',
    many: true,
    help: 'say a --placed or --closed again that the exchange’s lists do not show',
  },
  absent: { value: '<id>', many: true, help: 'decide: the order does not exist; needs --why' },
  closed: { value: '<id>', many: true, help: 'decide: its position is gone, and no part of it is open' },
  why: { value: '<text>', help: 'the reason for the decision; kept in the journal' },
  live: { help: 'settle always talks to the live exchange; accepted for symmetry with run' },
  name: NAME_OPTION,
  generation: GENERATION_OPTION,
  config: configOption(),
  rebind: REBIND_OPTION,
  var: VAR_OPTION,
  journal: journalOption(),
  output: OUTPUT_OPTION,
};

export const SETTLE_HELP: CommandHelp = {
  usage: 'ordo settle <plan>',
  brief: 'end unknowns: look them up, or decide',
  summary: 'Look unknown orders up on the exchange, or record a person’s decision.',
  more: `An order is accepted if the exchange's lists have it once, as it was sent. One that stands
twice is an alarm. One that differs, or is in no list, proves nothing. All of these stay unknown
until a person decides; who, when and why go into the journal. The plan's file may be broken,
forbidden or gone: what is settled is what the journal holds of its name.`,
  options: SETTLE_OPTIONS,
  examples: [
    ['ordo settle plan.yaml', 'look every unknown order up'],
    ['ordo settle plan.yaml --placed entry=5964710646', 'decide: it was placed'],
    ['ordo settle plan.yaml --absent entry --why "not in the history at 14:05"', 'decide: it does not exist'],
    ['ordo run plan.yaml --execute --live --again entry', 'and place it again'],
    ['ordo settle plan.yaml --closed entry', 'decide: it is over, and counts toward no cap'],
    ['ordo settle --name btc-breakout', 'by the plan’s name, where its file is gone'],
  ],
};

export async function settle(world: World, args: readonly string[]): Promise<ExitCode> {
  const startedMs = world.clock.monotonicMs();
  const given = readArguments('settle', args, SETTLE_OPTIONS);
  const output = outputKind(given.value('output') ?? 'lines', world);
  // A person reads the whole at the end, the verdict first; until then only what cannot wait.
  const told = reporter(world, output, ({ event }) => output === 'ndjson' || event === 'note');
  const finish = { mode: 'execute', target: 'live', startedMs } as const;
  return concluding(world, told, finish, async () => {
    checkVariables(world);
    const decisions = decisionsOf(given);
    const loaded = await loadOnePlan(world, 'settle', given, needsExchange(world, 'settle'));
    if (typeof loaded !== 'number') {
      return settlePlan(
        world,
        { ...loaded, ...givenPlace(given), decisions, rebind: given.has('rebind') },
        finish,
        told.emit,
      );
    }
    told.emit(finished(world, finish, loaded));
    return loaded;
  });
}

interface Task extends OnePlan, Omit<GivenPlace, 'planPath'> {
  readonly decisions: Decisions;
  readonly rebind: boolean;
}

async function settlePlan(world: World, task: Task, finish: Finish, emit: EventSink): Promise<ExitCode> {
  const { decisions, setup } = task;
  const { config, plan } = setup;
  if (decisions.orders.length === 0) checkSafeToRunLive(world, (message) => emit({ event: 'note', message }));
  const account = accountOf(world, config);
  const store = { journal: await journalAt(world, task.journalPath, config), account };
  const all = plan === undefined ? await readAccount(world, store) : [];
  const name = planMeant(world, task, all);
  const place = { ...store, ...name };
  // By its name alone: the file that it was sent from.
  const planPath = task.planPath ?? historyOf(all, name.plan).planFile ?? name.plan;
  const { unread } = task;
  if (unread !== undefined) emit({ event: 'note', message: unreadWords(unread, name, all, 'settled') });
  const again = sameAgain(task, name.plan);
  const tell = (known: JournalState, orders: readonly Ended[]): void =>
    tellPerson(world, { ...task, planPath, again }, known, orders);
  return withLiveSession(world, { place, config, emit }, async (session) => {
    const conclusions = new Conclusions(session, emit);
    const knownNow = async (): Promise<JournalState> => inPlanNames(await session.state(name), plan?.orders ?? []);
    let signalled: ExitCode | undefined;
    try {
      const known = await knownNow();
      const unknown = [...known.values()].filter(({ state }) => state === 'unknown');
      if (decisions.orders.length > 0)
        await decide({
          config,
          again,
          decisions,
          planPath,
          session,
          known,
          conclusions,
          emit,
          ...defined({ plan }),
          run: { ...name, planFile: resolve(world.folder, planPath) },
          by: `${world.self.user} on ${world.self.host}`,
          nowMs: world.clock.wallMs(),
          connect: onceAsked(() => connectToAsk(world, { ...task, place, session, emit })),
        });
      else if (unknown.length > 0) {
        signalled = await lookUpAll(world, { ...task, planPath, place, session, emit }, { conclusions, unknown });
      }
    } catch (error) {
      // What was concluded before stands, and is told before why it went no further.
      if (conclusions.orders.length > 0) tell(await knownNow(), conclusions.orders);
      throw error;
    }
    const known = await knownNow();
    const { orders } = conclusions;
    tell(known, orders);
    const unknown = unknownIn(known);
    const exitCode = unknown > 0 || cancelsOpenIn(known).length > 0 ? EXIT.unknown : (signalled ?? EXIT.done);
    const accepted = orders.filter(({ end }) => STANDS_OR_STOOD.has(end)).length;
    const withheld = orders.filter(({ end }) => end === 'absent').length;
    emit(finished(world, finish, exitCode, { accepted, rejected: 0, unknown, withheld }));
    return exitCode;
  });
}

/** With the session that holds the account. */
interface Asking extends Task {
  readonly planPath: string;
  readonly place: JournalPlace;
  readonly session: Session;
  readonly emit: EventSink;
}

/** Looks orders up on the live exchange, and concludes each. The exit code of a signal that ended it. */
async function lookUpAll(
  world: World,
  asking: Asking,
  { unknown, conclusions }: { readonly unknown: readonly KnownOrder[]; readonly conclusions: Conclusions },
): Promise<ExitCode | undefined> {
  const { setup, place, session, planPath, emit } = asking;
  checkCanLookUp(setup.config);
  await connectKey(world, asking);
  let signalled: ExitCode | undefined;
  const stopping = new AbortController();
  const unsubscribe = world.onInterruption((interruption) => {
    signalled ??= exitCodeOf(interruption);
    if (typeof interruption !== 'string') tellLoss(world.stderr, interruption, 'nothing more is looked up');
    stopping.abort('interrupted');
  });
  const planFile = resolve(world.folder, planPath);
  const request = { plan: place, planFile, unknown, origin: place.account.origin, signal: stopping.signal };
  try {
    await lookUp({ session, conclusions, emit }, request);
    return signalled;
  } finally {
    unsubscribe();
  }
}

const connectKey = async (world: World, { setup, session, place, rebind }: Omit<Asking, 'planPath'>): Promise<void> =>
  checkKey(await session.connect(() => connectLive(world, setup, place.account.origin), rebind), place);

/** Connects, unless the lists cannot be asked: then it says why. */
async function connectToAsk(world: World, asking: Omit<Asking, 'planPath'>): Promise<string | undefined> {
  const { setup, emit } = asking;
  if (!setup.config.exchange.queries) return 'exchange.queries is off';
  const hasKeys = KEYS.every((name) => (world.variables[name] ?? '') !== '');
  if (!hasKeys && setup.config.exchange.keysCommand === undefined) return 'no keys';
  checkSafeToRunLive(world, (message) => emit({ event: 'note', message }));
  await connectKey(world, asking);
  return undefined;
}

/** Ends of an order that was accepted. */
const STANDS_OR_STOOD: ReadonlySet<Ended['end']> = new Set([
  'found',
  'filled',
  'fired',
  'triggered',
  'cancelled',
  'placed',
]);

const KEYS = ['ORDO_API_KEY', 'ORDO_API_SECRET', 'ORDO_API_PASSPHRASE'];

const unknownIn = (known: JournalState): number =>
  [...known.values()].filter(({ state }) => state === 'unknown').length;

/** Accepted orders that were to go off, and nobody knows whether they did. */
const cancelsOpenIn = (known: JournalState): string[] =>
  [...known.values()].flatMap((order) => (isCancelOpen(order) ? [order.id] : []));

/** In the plan's order; where the plan cannot be read, in the journal's. */
function tellPerson(
  world: World,
  { output, planPath, again, setup, ...given }: Task & { readonly planPath: string; readonly again: Safe },
  known: JournalState,
  orders: readonly Ended[],
): void {
  if (output === 'ndjson') return;
  const { color, width } = world.stdout;
  const ids = setup.plan?.orders.map(({ id }) => id) ?? [...known.keys()];
  const place = new Map(ids.map((id, at) => [id, at]));
  const placeOf = ({ id }: Ended): number => place.get(id) ?? ids.length;
  const named = orders
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ id, end, evidence }) => ({ id, end, evidence, isRemoved: !place.has(id) }));
  const run = runAgain(planPath, given);
  const nowhere = [...known.values()].filter(isNowhere).map(({ id }) => id);
  const options = { again, run, cancels: cancelsOpenIn(known), nowhere, unknown: unknownIn(known), color, width };
  world.stdout.write(renderSettle(named, options));
}
