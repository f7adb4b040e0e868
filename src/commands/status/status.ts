/** `ordo status`: what the journal knows about each order of a plan, or of all that stands; no key, no socket, nothing written. */
import { historyOf, standingOf, stateOf, type KnownAccount } from '../../journal/records/known-account.ts';
import type { Holder } from '../../journal/records/ledger.ts';
import type { Objection } from '../../journal/records/objection.ts';
import type { AccountName, JournalAddress, PlanName } from '../../journal/records/scope.ts';
import {
  heldStates,
  knownStates,
  orderStates,
  standingStates,
  type OrderStateEvent,
} from '../../journal/history/order-state-events.ts';
import { outcomeEvent } from '../../journal/history/outcome-event.ts';
import type { JournalState, KnownOrder } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { orderContent } from '../../model/order.ts';
import { safeText } from '../../model/safe-text.ts';
import { ndjsonSink } from '../../report/formats/ndjson.ts';
import { renderElsewhere, renderStanding } from '../../report/answers/standing-lines.ts';
import type { StatusOrder } from '../../report/answers/order-row.ts';
import { presetTold } from '../../actions/preset-told.ts';
import { renderStatus, type StatusOptions } from '../../report/answers/status-lines.ts';
import { VAR_OPTION } from '../command-line/var-option.ts';
import { readArguments, type Arguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind } from '../command-line/output-kind.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { configOption, journalOption, OUTPUT_OPTION, REBIND_OPTION } from '../command-line/shared-options.ts';
import { readAccountInUse } from '../live/journal-place.ts';
import { journalWords, noteOtherFile } from '../live/live-facts.ts';
import { configAlone, GENERATION_OPTION, loadOnePlan, NAME_OPTION, type OnePlan } from '../inputs/one-plan.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, needsExchange } from '../live/live-target.ts';
import { planMeant, unreadWords } from '../live/plan-meant.ts';
import { givenPlace, runAgain, sameAgain, type GivenPlace } from '../live/same-again.ts';
import { refuse } from '../../refusal.ts';
import type { Refreshed } from './refresh.ts';
import type { Config } from '../../model/config.ts';
import type { World } from '../world.ts';

export const STATUS_OPTIONS: OptionSpecs = {
  refresh: { help: 'ask the exchange for the state of each order; reads the keys' },
  name: NAME_OPTION,
  generation: GENERATION_OPTION,
  rebind: REBIND_OPTION,
  config: configOption(),
  var: VAR_OPTION,
  journal: journalOption(),
  output: OUTPUT_OPTION,
};

export const STATUS_HELP: CommandHelp = {
  usage: 'ordo status [<plan>]',
  brief: 'what the journal knows about each order',
  summary: 'What the journal knows about each order of a plan; without a plan, all that stands of the account.',
  more: `The plan's file may be broken, forbidden or gone: the journal needs only the plan's name. An
order stands where it was accepted or its outcome is unknown. The journal does not know fills:
--refresh asks the exchange for them, and a later status shows what it said and how old that is.`,
  options: STATUS_OPTIONS,
  examples: [
    ['ordo status plan.yaml', 'accepted, rejected, unknown or never sent, with order ids'],
    ['ordo status plan.yaml --refresh', 'with its state on the exchange: open, filled, cancelled'],
    ['ordo status --name btc-breakout', 'the same by the plan’s name, without its file'],
    ['ordo status', 'what stands of all plans and generations'],
  ],
};

/** An account, and all that its journal knows. */
interface Memory {
  readonly journal: JournalAddress;
  readonly account: AccountName;
  readonly known: KnownAccount;
  /** The run that holds the account now. */
  readonly holder?: Holder;
  /** Why no run goes by the journal as it stands. */
  readonly objection?: Objection;
}

const WHO = 'status finds the account by its exchange, and';

export async function status(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('status', args, STATUS_OPTIONS);
  const isOfAccount = given.positionals.length === 0 && !given.has('name');
  if (given.has('rebind') && !given.has('refresh'))
    refuse('option/needs-another', '--rebind is for --refresh, which takes the keys', 'leave it out');
  if (isOfAccount && given.has('refresh'))
    refuse('option/needs-another', '--refresh asks for one plan', 'write ordo status <plan> --refresh');
  if (isOfAccount) return statusOfAccount(world, given);
  const one = await loadOnePlan(world, 'status', given, needsExchange(world, WHO));
  if (typeof one === 'number') return one;
  const refreshed = given.has('refresh')
    ? await (
        await import('./refresh.ts')
      ).refresh(world, {
        one,
        journalPath: given.value('journal'),
        rebind: given.has('rebind'),
      })
    : undefined;
  return statusOfPlan(world, one, await memoryOf(world, one.setup.config, given), {
    place: givenPlace(given),
    refreshed,
  });
}

async function memoryOf(world: World, config: Config, given: Arguments): Promise<Memory> {
  const account = accountOf(world, config, WHO);
  const place = { journal: await journalAt(world, given.value('journal'), config), account };
  const { all: known, holder, objection } = await readAccountInUse(world, place);
  return { ...place, known, ...defined({ holder, objection }) };
}

function statusOfPlan(
  world: World,
  one: OnePlan,
  memory: Memory,
  { place, refreshed }: { readonly place: GivenPlace; readonly refreshed: Refreshed | undefined },
): ExitCode {
  const { known: account, holder } = memory;
  const asked = planMeant(world, one, account);
  const { plan } = one.setup;
  const known = inPlanNames(stateOf(account, asked), plan?.orders ?? []);
  const orders = plan?.orders.map((order) => ({ id: order.id, content: orderContent(order) }));
  const notes = [...notesOn(world, one, asked, account), ...(refreshed?.notes ?? [])];
  const presets = refreshed?.presets;
  if (one.output === 'ndjson') tellPrograms(world, { known, orders, notes, presets, holder });
  else {
    const again = sameAgain({ ...place, ...defined({ planPath: one.planPath }) }, asked.plan);
    const run = one.planPath === undefined ? undefined : runAgain(one.planPath, place);
    const options = { ...optionsOf(world, holder), again, ...defined({ presets, run }) };
    writeHead(world, [
      `${asked.plan}, generation ${asked.generation}, ${accountWords(memory)}`,
      journalOf(memory),
      ...notes,
    ]);
    const elsewhere = renderElsewhere(account, asked, options);
    world.stdout.write(`${renderStatus(known, orders, options)}${elsewhere === '' ? '' : `\n${elsewhere}`}`);
  }
  checkUnobjected(memory);
  return exitCodeOf(known.values(), holder, refreshed);
}

interface Told {
  readonly known: JournalState;
  /** Of the plan; undefined where it cannot be read. */
  readonly orders: readonly StatusOrder[] | undefined;
  readonly notes: readonly string[];
  readonly presets: Refreshed['presets'] | undefined;
  readonly holder: Holder | undefined;
}

function tellPrograms(world: World, { known, orders, notes, presets, holder }: Told): void {
  // Lines are for events: what a person should know goes beside them.
  for (const note of notes) world.stderr.write(`ordo: ${safeText(note)}\n`);
  const emit = ndjsonSink((text) => world.stdout.write(text));
  for (const event of orders === undefined ? knownStates(known) : statesOf(orders, known))
    emit(withPresets(event, presets));
  for (const order of known.values()) {
    const event = isAwaited(order, holder) ? undefined : outcomeEvent(order);
    if (event !== undefined) emit(event);
  }
}

const statesOf = (orders: readonly StatusOrder[], known: JournalState): OrderStateEvent[] => [
  ...orderStates(orders, known),
  ...heldStates(
    orders.map(({ id }) => id),
    known,
  ),
];

/** With what the exchange made of its presets. */
function withPresets(event: OrderStateEvent, presets: Refreshed['presets'] | undefined): OrderStateEvent {
  const made = presets?.get(event.clientOid ?? '');
  return made === undefined ? event : { ...event, presets: made.map(presetTold) };
}

async function statusOfAccount(world: World, given: Arguments): Promise<ExitCode> {
  const output = outputKind(given.value('output') ?? 'lines', world);
  const { config, diagnostics, exitCode } = await configAlone(world, undefined, given.value('config'));
  if (exitCode !== EXIT.done) {
    await reportDiagnostics(world, output, diagnostics);
    return exitCode;
  }
  const memory = await memoryOf(world, config, given);
  const { known, holder } = memory;
  const standing = standingOf(known);
  if (output === 'ndjson') {
    const emit = ndjsonSink((text) => world.stdout.write(text));
    for (const event of standingStates(standing)) emit(event);
  } else {
    writeHead(world, [accountWords(memory), journalOf(memory)]);
    world.stdout.write(renderStanding(known, optionsOf(world, holder)));
  }
  const orders = standing.map(({ order }) => order);
  checkUnobjected(memory);
  return exitCodeOf(orders, holder);
}

/** Once all is shown: it may not be all that there was. */
function checkUnobjected({ objection }: Memory): void {
  if (objection !== undefined) refuse('journal/doubtful', objection.message, objection.hint);
}

/** Why the plan is not compared, and where else it was sent from. */
function notesOn(world: World, one: OnePlan, asked: PlanName, account: KnownAccount): string[] {
  const notes: string[] = [];
  const { planPath, unread } = one;
  if (planPath !== undefined) {
    noteOtherFile(world, planPath, historyOf(account, asked.plan), (event) => {
      if (event.event === 'note') notes.push(event.message);
    });
  }
  return unread === undefined ? notes : [...notes, unreadWords(unread, asked, account, 'shown')];
}

const accountWords = ({ account: { name, origin } }: Memory): string => `account ${name} at ${origin}`;

const journalOf = ({ journal, known }: Memory): string => `journal ${journalWords(journal, historyOf(known, ''))}`;

const writeHead = (world: World, lines: readonly string[]): void =>
  world.stdout.write(`${lines.map((line) => `${safeText(line)}\n`).join('')}\n`);

const optionsOf = ({ stdout: { color, width }, clock }: World, holder: Holder | undefined): StatusOptions => ({
  color,
  width,
  nowMs: clock.wallMs(),
  ...defined({ holder }),
});

/** The run that holds the account may have the answer in a moment. */
const isAwaited = ({ state }: KnownOrder, holder: Holder | undefined): boolean =>
  state === 'in-flight' && holder !== undefined;

function exitCodeOf(
  orders: Iterable<KnownOrder>,
  holder: Holder | undefined,
  { signalled, isUnseen = false }: Partial<Refreshed> = {},
): ExitCode {
  for (const order of orders) if (isUnknown(order, holder)) return EXIT.unknown;
  return signalled ?? (isUnseen ? EXIT.unknown : EXIT.done);
}

const UNKNOWN: ReadonlySet<KnownOrder['state']> = new Set(['unknown', 'cancel-unknown']);

/** While a run holds the account, what it has sent or is cancelling is on its way. */
const isUnknown = (order: KnownOrder, holder: Holder | undefined): boolean =>
  UNKNOWN.has(order.state) ||
  (order.state === 'in-flight' && !isAwaited(order, holder)) ||
  (order.state === 'cancelling' && holder === undefined);
