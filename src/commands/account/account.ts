/** `ordo account`: money, positions and the day's trades, asked of the live exchange. It sends nothing. */
import { readAccount, type AccountRequest, type AccountTold } from '../../actions/account/account.ts';
import { checkCanAsk } from '../../actions/prepare/account-checks.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { defined } from '../../model/defined.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { ASK_PLAN } from '../../model/own-plans.ts';
import { safeText } from '../../model/safe-text.ts';
import type { EventSink } from '../../ports.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import { ndjsonSink } from '../../report/formats/ndjson.ts';
import { accountSheet } from '../../views/account/sheet.ts';
import { readArguments, type Arguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind, writeSheet, type OutputKind } from '../command-line/output-kind.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { configAlone, loadOnePlan, LOOKING_OPTIONS, type OnePlan } from '../inputs/one-plan.ts';
import type { Setup } from '../inputs/setup.ts';
import { connectKnown } from '../live/connect-live.ts';
import { journalAt } from '../live/journal-address.ts';
import { readAccountInUse } from '../live/journal-place.ts';
import { withLiveSession } from '../live/live-session.ts';
import { accountOf, checkSafeToRunLive, needsExchange } from '../live/live-target.ts';
import { planMeant, unreadWords } from '../live/plan-meant.ts';
import { refuseOthersFiles } from '../live/whose-files.ts';
import { Steering } from '../run/steering.ts';
import type { World, Files } from '../world.ts';
import { resolve } from 'node:path';
import { accountText, loadAccount } from '../../config/load-account.ts';
import { readSource } from '../../source/read-source.ts';
import { refuse } from '../../refusal.ts';
import { checkReplaceable } from '../inputs/replaceable.ts';

const ACCOUNT_OPTIONS: OptionSpecs = {
  out: { value: '<file>', help: 'write the equity to an account file, for sizes with of: equity' },
  ...LOOKING_OPTIONS,
};

export const ACCOUNT_HELP: CommandHelp = {
  usage: 'ordo account [<plan>]',
  brief: 'money, positions and trades of the account',
  summary: 'Ask the exchange what the account is worth, what it holds, and what its trades came to.',
  more: `It always asks the live exchange, and sends nothing. The journal keeps what it saw of the account,
but not the money. It lists the trades since midnight UTC, by plan, and those that no order of the
journal made; with a plan, the trades of its orders since each was sent. A trade belongs to the
order whose order id it has. A symbol with more than 20 pages of trades has no sums.`,
  options: ACCOUNT_OPTIONS,
  examples: [
    ['ordo account', 'equity, positions with their stops, and the day by plan'],
    ['ordo account plan.yaml', 'the same, with the trades of each order of the plan'],
    ['ordo account --out account.json', 'the equity for sizes such as { risk: 1%, of: equity }'],
  ],
};

/** What is asked about: the account, or a plan of it. */
interface Subject {
  readonly setup: Setup;
  readonly one?: OnePlan;
  readonly output: OutputKind;
}

export async function account(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('account', args, ACCOUNT_OPTIONS);
  const subject = await subjectOf(world, given);
  if (typeof subject === 'number') return subject;
  const { setup, one, output } = subject;
  const { config } = setup;
  checkCanAsk(config, 'set it to true');
  const out = given.value('out');
  if (out !== undefined) checkAccountOut(world.files, out);
  const name = accountOf(world, config);
  const store = { journal: await journalAt(world, given.value('journal'), config), account: name };
  const { all, halt } = await readAccountInUse(world, store);
  const plan = one === undefined ? undefined : planMeant(world.files, one, all);
  const { told, notes } = await ask(world, { setup, given, store, plan });
  if (out !== undefined) await writeAccount(world.files, out, told);
  const { limits } = config.exchange;
  const unread = one?.unread === undefined || plan === undefined ? [] : [unreadWords(one.unread, plan, all, 'shown')];
  const shown = { ...told, notes: [...unread, ...notes, ...told.notes] };
  if (output === 'ndjson') tellPrograms(world, shown);
  else {
    const words = { limits, nowMs: world.clock.wallMs(), ...defined({ halt, out }) };
    await writeSheet(world.terminal, output, accountSheet(shown, words));
  }
  return told.exitCode;
}

/** The config alone, or with a plan; the exit code where the config has mistakes. */
async function subjectOf(world: World, given: Arguments): Promise<Subject | ExitCode> {
  const check = needsExchange(world, 'account always asks the live exchange, and');
  if (given.positionals.length > 0 || given.has('name')) {
    const one = await loadOnePlan(world, 'account', given, check);
    return typeof one === 'number' ? one : { setup: one.setup, one, output: one.output };
  }
  const output = outputKind(given.value('output') ?? 'lines', world);
  const setup = await configAlone(world.files, undefined, given.value('config'));
  if (setup.diagnostics.length > 0) {
    await reportDiagnostics(world.terminal, output, setup.diagnostics);
    return setup.exitCode;
  }
  check(setup.config);
  return { setup, output };
}

interface Asked {
  readonly setup: Setup;
  readonly given: Arguments;
  readonly store: Parameters<typeof withLiveSession>[1]['place'];
  readonly plan: PlanName | undefined;
}

/** Runs, followers and watches go on beside it. Refuses (exit 10) where another has locked all of the account. */
async function ask(
  world: World,
  { setup, given, store, plan }: Asked,
): Promise<{ readonly told: AccountTold; readonly notes: readonly string[] }> {
  const notes: string[] = [];
  const emit: EventSink = (event) => {
    if (event.event === 'note') notes.push(event.message);
  };
  checkSafeToRunLive(world, (message) => notes.push(message));
  refuseOthersFiles(world.files, setup);
  const { config } = setup;
  const told = await withLiveSession(world, { place: { ...store, ...ASK_PLAN }, config, emit }, async (session) => {
    await connectKnown(world, { setup, session, place: store, rebind: given.has('rebind') });
    const stop = new Steering(world, () => {}, true);
    const unsubscribe = world.process.onInterruption(stop.interrupt);
    const request: AccountRequest = {
      config,
      account: store.account,
      stop,
      nowMs: world.clock.wallMs(),
      ...defined({ plan }),
    };
    try {
      return await readAccount(session, request);
    } finally {
      unsubscribe();
    }
  });
  return { told, notes };
}

/** Lines are for events: what a person should know goes next to them. */
function tellPrograms({ terminal }: World, { notes, protection }: AccountTold): void {
  for (const note of notes) terminal.stderr.write(`ordo: ${safeText(note)}\n`);
  ndjsonSink((text) => terminal.stdout.write(text))(protectionEvent(protection));
}

const PRIVATE = 0o600;

/** `--out` is a new file or takes the place of an account file, never of anything else (exit 2); before anything is asked. */
function checkAccountOut(files: Files, out: string): void {
  if (!out.endsWith('.json'))
    refuse('option/value', `--out ${out} is not a .json file`, 'write the account as account.json');
  const isOne = (bytes: Uint8Array): boolean => {
    const source = readSource(out, bytes);
    return source.ok && loadAccount(source.value).account !== undefined;
  };
  checkReplaceable(files, out, { what: 'an account file', isOne });
}

/** For the user's own eyes, whole or not at all. Refuses (exit 2) an equity that no size can be a share of. */
async function writeAccount(
  files: Files,
  shown: string,
  { money, account: { name, origin }, atMs }: AccountTold,
): Promise<void> {
  const { equity, asset } = money;
  if (equity.coefficient <= 0n)
    refuse(
      'output/unwritable',
      `the equity is ${equity.toString()}, so no size can be a share of it`,
      'nothing was written',
    );
  const asOf = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
  const text = accountText({ asOf, origin, account: name, asset, equity });
  const written = await files.replace(resolve(files.folder, shown), text, PRIVATE);
  if (written.ok) return;
  refuse('output/unwritable', `the account file ${shown} cannot be written: ${written.error}`, 'nothing was written');
}
