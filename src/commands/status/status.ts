/** `ordo status`: what the journal knows about each order of a plan, or of all that stands; no key, no socket, nothing written. */
import { historyOf, knownOf, type KnownAccount } from '../../journal/records/known-account.ts';
import type { Halt } from '../../journal/records/halt.ts';
import type { Awaiting } from '../../journal/records/ledger.ts';
import type { Objection } from '../../journal/records/objection.ts';
import type { AccountName, JournalAddress, PlanName } from '../../journal/records/scope.ts';
import { withGroups } from '../../actions/prepare/groups-told.ts';
import { accountStatus, onwardNow, planStatus, type PlanStatus } from '../../actions/status.ts';
import type { Refreshed } from '../../actions/refresh.ts';
import { defined } from '../../model/defined.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Plan } from '../../model/order.ts';
import { lostWords } from '../../model/lost-words.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import { ndjsonSink } from '../../report/formats/ndjson.ts';
import { standingSheet } from '../../views/standing.ts';
import type { ToldPlace } from '../../views/answer.ts';
import { dueWords, followedByWords, isWaiting, smallerWords, waitingWords } from '../../views/not-followed.ts';
import { statusSheet } from '../../views/status.ts';
import { readArguments, type Arguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind, writeSheet } from '../command-line/output-kind.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { readAccountInUse } from '../live/journal-place.ts';
import { journalWords, noteOtherFile } from '../live/live-facts.ts';
import { configAlone, loadOnePlan, LOOKING_OPTIONS, type OnePlan } from '../inputs/one-plan.ts';
import { journalAt } from '../live/journal-address.ts';
import { accountOf, needsExchange } from '../live/live-target.ts';
import { planMeant, unreadWords } from '../live/plan-meant.ts';
import { givenPlace, placeWords, runAgain, sameAgain, type GivenPlace } from '../live/same-again.ts';
import { refuse } from '../../refusal.ts';
import type { Config } from '../../model/config.ts';
import type { Files, Terminal, World } from '../world.ts';
import { waitingOf } from './waiting.ts';

const STATUS_OPTIONS: OptionSpecs = {
  refresh: { help: 'ask the exchange for the state of each order; reads the keys' },
  ...LOOKING_OPTIONS,
};

export const STATUS_HELP: CommandHelp = {
  usage: 'ordo status [<plan>]',
  brief: 'what the journal knows about each order',
  summary: 'What the journal knows about each order of a plan; without a plan, every open order.',
  more: `The plan's file may be broken, forbidden or gone: the journal needs only the plan's name. An
order is open if it was accepted or its outcome is unknown, until it is seen to be over. The journal does not know fills:
--refresh asks the exchange for them, and a later status shows what it said and how old that is.`,
  options: STATUS_OPTIONS,
  examples: [
    ['ordo status plan.yaml', 'accepted, rejected, unknown or never sent, with order ids'],
    ['ordo status plan.yaml --refresh', 'with its state on the exchange: open, filled, cancelled'],
    ['ordo status --name btc-breakout', 'the same by the plan’s name, without its file'],
    ['ordo status', 'the open orders of all plans and generations'],
  ],
};

/** An account, and all that its journal knows. */
interface Memory {
  readonly journal: JournalAddress;
  readonly account: AccountName;
  readonly known: KnownAccount;
  readonly awaiting: Awaiting;
  readonly look?: AccountLook;
  /** The same, however old. */
  readonly newest?: AccountLook;
  readonly halt?: Halt;
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
  const { all: known, ...more } = await readAccountInUse(world, place);
  return { ...place, known, ...more };
}

async function statusOfPlan(
  world: World,
  one: OnePlan,
  memory: Memory,
  { place, refreshed }: { readonly place: GivenPlace; readonly refreshed: Refreshed | undefined },
): Promise<ExitCode> {
  const { known: account, awaiting } = memory;
  // One that nothing answered is kept nowhere: what an older one saw says nothing of now.
  const look = (refreshed?.signalled === undefined ? refreshed?.look : undefined) ?? memory.look;
  const { planPath, output } = one;
  const asked = planMeant(world.files, one, account);
  const { config, plan, instruments } = one.setup;
  const answer = planStatus({
    account,
    asked,
    config,
    awaiting,
    nowMs: world.clock.wallMs(),
    ...defined({ plan, look, newest: memory.newest, refreshed }),
    ...(instruments !== undefined && { instrumentOf: (symbol) => instruments.bySymbol.get(symbol) }),
  });
  const notes = [
    ...notesOn(world.files, one, asked, account),
    ...(refreshed?.notes ?? []),
    ...(answer.unrecorded === undefined ? [] : [answer.unrecorded]),
    ...followWords(answer, { plan, planPath, place }),
  ];
  if (output === 'ndjson') {
    tellBeside(world.terminal, notes);
    tellPrograms(world.terminal, [
      ...answer.states,
      ...answer.outcomes,
      withGroups(protectionEvent(answer.protection, memory.halt), asked.plan, answer.groups),
    ]);
  } else {
    const again = sameAgain({ ...place, ...defined({ planPath }) }, asked.plan);
    const run = planPath === undefined ? undefined : runAgain(planPath, place);
    const told = { ...placeOf(memory), notes, again, nowMs: world.clock.wallMs(), ...defined({ run }) };
    await writeSheet(world.terminal, output, statusSheet(answer, told));
  }
  checkUnobjected(memory);
  return answer.exitCode;
}

/** Lines are for events: what a person should know goes next to them. */
function tellBeside(terminal: Terminal, notes: readonly string[]): void {
  for (const note of notes) terminal.stderr.write(`ordo: ${safeText(note)}\n`);
}

function tellPrograms(terminal: Terminal, events: readonly RunEvent[]): void {
  const emit = ndjsonSink((text) => terminal.stdout.write(text));
  for (const event of events) emit(event);
}

async function statusOfAccount(world: World, given: Arguments): Promise<ExitCode> {
  const output = outputKind(given.value('output') ?? 'lines', world);
  const { config, diagnostics, exitCode } = await configAlone(world.files, undefined, given.value('config'));
  if (exitCode !== EXIT.done) {
    await reportDiagnostics(world.terminal, output, diagnostics);
    return exitCode;
  }
  const memory = await memoryOf(world, config, given);
  const { notes, unfollowed } = await waitingOf(world, given, memory);
  const answer = accountStatus({
    unfollowed,
    account: memory.known,
    config,
    awaiting: memory.awaiting,
    ...defined({ look: memory.look }),
  });
  if (output === 'ndjson') {
    tellBeside(world.terminal, notes);
    tellPrograms(world.terminal, [...answer.states, protectionEvent(answer.protection, memory.halt)]);
  } else {
    const told = { ...placeOf(memory), notes, nowMs: world.clock.wallMs() };
    await writeSheet(world.terminal, output, standingSheet(answer, told));
  }
  checkUnobjected(memory);
  return answer.exitCode;
}

/** Once all is shown: it may not be all that there was. */
function checkUnobjected({ objection }: Memory): void {
  if (objection !== undefined) refuse('journal/doubtful', objection.message, objection.hint);
}

interface Followed {
  /** Where it can be read. */
  readonly plan: Plan | undefined;
  readonly planPath: string | undefined;
  readonly place: GivenPlace;
}

/** Who follows the plan; or what is due of it, and that nobody does. */
function followWords(answer: PlanStatus, { plan, planPath, place: given }: Followed): string[] {
  const { unfollowed, followedMs, lost, awaiting, asked, account, isOver, short } = answer;
  const holder = awaiting?.(asked.plan);
  if (holder?.isFollow === true) return [followedByWords(holder)];
  const known = knownOf(account, asked);
  const place = placeWords(given);
  const planFile = planPath ?? known?.planFile;
  const onward = plan && planFile !== undefined ? onwardNow({ plan, planFile, place }, account) : undefined;
  // Where nothing is due yet it waits, and nobody does what it waits for.
  const waits =
    unfollowed.length > 0 || known === undefined || isOver
      ? dueWords(unfollowed, followedMs, { planFile, place, onward })
      : isWaiting(known, awaiting)
        ? waitingWords({ ...known, ...defined({ planFile }) }, { place, onward })
        : [];
  const smaller = short === undefined ? [] : smallerWords(short);
  return [...waits, ...smaller, ...(lost.length === 0 ? [] : [lostWords(lost)])];
}

/** Why the plan is not compared, and where else it was sent from. */
function notesOn(files: Files, one: OnePlan, asked: PlanName, account: KnownAccount): string[] {
  const notes: string[] = [];
  const { planPath, unread } = one;
  if (planPath !== undefined) {
    noteOtherFile(files, planPath, historyOf(account, asked.plan), (event) => {
      if (event.event === 'note') notes.push(event.message);
    });
  }
  return unread === undefined ? notes : [...notes, unreadWords(unread, asked, account, 'shown')];
}

const placeOf = ({ account, journal, known, halt }: Memory): ToldPlace => ({
  account,
  ...defined({ halt }),
  journal: journalWords(journal, historyOf(known, '')),
});
