/** `ordo status`: what the journal knows of each order of a plan, or of all that stands; no key, no socket, nothing written. */
import { historyOf, standingOf, stateOf, type KnownAccount } from '../../ledger/known-account.ts';
import type { Holder } from '../../ledger/ledger.ts';
import type { AccountName, PlanName } from '../../ledger/scope.ts';
import { knownStates, orderStates, standingStates } from '../../ledger/order-state-events.ts';
import { outcomeEvent } from '../../ledger/outcome-event.ts';
import type { KnownOrder } from '../../ledger/state.ts';
import { defined } from '../../model/defined.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { orderContent } from '../../model/order.ts';
import { safeText } from '../../model/safe-text.ts';
import { ndjsonSink } from '../../report/formats/ndjson.ts';
import { renderElsewhere, renderStanding } from '../../report/answers/standing-lines.ts';
import { renderStatus, type StatusOptions } from '../../report/answers/status-lines.ts';
import { VAR_OPTION } from '../command-line/var-option.ts';
import { readArguments, type Arguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind } from '../command-line/output-kind.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { configOption, journalOption, OUTPUT_OPTION } from '../command-line/shared-options.ts';
import { readAccountInUse } from '../live/journal-place.ts';
import { journalWords, noteOtherFile } from '../live/live-facts.ts';
import { configAlone, loadOnePlan, NAME_OPTION, type OnePlan } from '../inputs/one-plan.ts';
import { accountOf, journalPath, needsExchange } from '../live/live-target.ts';
import { planMeant, unreadWords } from '../live/plan-meant.ts';
import type { Config } from '../../model/config.ts';
import type { World } from '../world.ts';

export const STATUS_OPTIONS: OptionSpecs = {
  name: NAME_OPTION,
  config: configOption(),
  var: VAR_OPTION,
  journal: journalOption(),
  output: OUTPUT_OPTION,
};

export const STATUS_HELP: CommandHelp = {
  usage: 'ordo status [<plan>]',
  brief: 'what the journal knows of each order',
  summary: 'What the journal knows of each order of a plan; without a plan, all that stands of the account.',
  more: `The plan's file may be broken, forbidden or gone: the journal needs only the plan's name. An
order stands where it was accepted or its outcome is unknown; the journal does not know fills.`,
  options: STATUS_OPTIONS,
  examples: [
    ['ordo status plan.yaml', 'accepted, rejected, unknown or never sent, with order ids'],
    ['ordo status --name btc-breakout', 'the same by the plan’s name, without its file'],
    ['ordo status', 'what stands of all plans and generations'],
  ],
};

/** An account, and all that its journal knows. */
interface Memory {
  readonly file: string;
  readonly account: AccountName;
  readonly known: KnownAccount;
  /** The run that holds the account now. */
  readonly holder?: Holder;
}

const WHO = 'status finds the account by its exchange, and';

export async function status(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('status', args, STATUS_OPTIONS);
  if (given.positionals.length === 0 && !given.has('name')) return statusOfAccount(world, given);
  const one = await loadOnePlan(world, 'status', given, needsExchange(world, WHO));
  return typeof one === 'number' ? one : statusOfPlan(world, one, await memoryOf(world, one.setup.config, given));
}

async function memoryOf(world: World, config: Config, given: Arguments): Promise<Memory> {
  const account = accountOf(world, config, WHO);
  const place = { file: await journalPath(world, given.value('journal')), account };
  const { all: known, holder } = await readAccountInUse(world, place);
  return { ...place, known, ...defined({ holder }) };
}

function statusOfPlan(world: World, one: OnePlan, memory: Memory): ExitCode {
  const { known: account, holder } = memory;
  const asked = planMeant(world, one, account);
  const { plan } = one.setup;
  const known = inPlanNames(stateOf(account, asked), plan?.orders ?? []);
  const orders = plan?.orders.map((order) => ({ id: order.id, content: orderContent(order) }));
  const notes = notesOn(world, one, asked, account);
  if (one.output === 'ndjson') {
    // Lines are for events: what a person should know goes beside them.
    for (const note of notes) world.stderr.write(`ordo: ${safeText(note)}\n`);
    const emit = ndjsonSink((text) => world.stdout.write(text));
    for (const event of orders === undefined ? knownStates(known) : orderStates(orders, known)) emit(event);
    for (const order of known.values()) {
      const event = isAwaited(order, holder) ? undefined : outcomeEvent(order);
      if (event !== undefined) emit(event);
    }
  } else {
    const options = optionsOf(world, holder);
    writeHead(world, [
      `${asked.plan}, generation ${asked.generation}, ${accountWords(memory)}`,
      journalOf(memory),
      ...notes,
    ]);
    const elsewhere = renderElsewhere(account, asked, options);
    world.stdout.write(`${renderStatus(known, orders, options)}${elsewhere === '' ? '' : `\n${elsewhere}`}`);
  }
  return exitCodeOf(known.values(), holder);
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
  return exitCodeOf(
    standing.map(({ order }) => order),
    holder,
  );
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

const journalOf = ({ file, known }: Memory): string => `journal ${journalWords(file, historyOf(known, ''))}`;

const writeHead = (world: World, lines: readonly string[]): void =>
  world.stdout.write(`${lines.map((line) => `${safeText(line)}\n`).join('')}\n`);

const optionsOf = ({ stdout: { color, width } }: World, holder: Holder | undefined): StatusOptions => ({
  color,
  width,
  ...defined({ holder }),
});

/** The run that holds the account may have the answer in a moment. */
const isAwaited = ({ state }: KnownOrder, holder: Holder | undefined): boolean =>
  state === 'in-flight' && holder !== undefined;

function exitCodeOf(orders: Iterable<KnownOrder>, holder: Holder | undefined): ExitCode {
  for (const order of orders) {
    if (order.state === 'unknown' || (order.state === 'in-flight' && !isAwaited(order, holder))) return EXIT.unknown;
  }
  return EXIT.done;
}
