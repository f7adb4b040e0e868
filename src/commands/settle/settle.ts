/** `ordo settle`: ends unknowns, by finding the orders on the exchange or by a person's decision. */
import { resolve } from 'node:path';
import { historyOf, stateOf } from '../../journal/records/known-account.ts';
import type { JournalPlace } from '../../journal/records/scope.ts';
import { emptyJournal, isCancelOpen } from '../../journal/records/state.ts';
import type { Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import type { ExitCode } from '../../model/exit-code.ts';
import { isOwnPlan } from '../../model/own-plans.ts';
import type { EventSink } from '../../ports.ts';
import { settle as settleOrders } from '../../actions/settle.ts';
import { refuseTwice, type Decisions, type GivenDecision } from '../../actions/settling/decisions.ts';
import { protectionEvent } from '../../protection/protection-event.ts';
import { refuse } from '../../refusal.ts';
import { VAR_OPTION } from '../command-line/var-option.ts';
import { readArguments, type Arguments, type OptionSpecs } from '../command-line/arguments.ts';
import { checkVariables } from '../command-line/environment-variables.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { outputKind, writeSheet } from '../command-line/output-kind.ts';
import { answerReporter, concluding, finished, type Finish } from '../command-line/reporting.ts';
import { configOption, journalOption, OUTPUT_OPTION, REBIND_OPTION } from '../command-line/shared-options.ts';
import { GENERATION_OPTION, loadOnePlan, NAME_OPTION, type OnePlan } from '../inputs/one-plan.ts';
import { isFollower } from '../../actions/asked-followers.ts';
import { connectKnown } from '../live/connect-live.ts';
import { journalAt } from '../live/journal-address.ts';
import { readAccount } from '../live/journal-place.ts';
import { onceFree } from '../live/once-free.ts';
import { accountOf, checkSafeToRunLive, needsExchange } from '../live/live-target.ts';
import { planMeant, unreadWords } from '../live/plan-meant.ts';
import { givenPlace, runAgain, sameAgain, type GivenPlace } from '../live/same-again.ts';
import { Steering } from '../run/steering.ts';
import type { World } from '../world.ts';
import { closesOf } from './closes-of.ts';

const SETTLE_OPTIONS: OptionSpecs = {
  placed: { value: '<id>=<order id>', many: true, help: 'decide: the order was placed, with the exchange’s order id' },
  unseen: {
    value: '<id>[=<order id>]',
    many: true,
    help: 'repeat a --placed or --closed that the exchange’s lists do not show',
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
  more: `An order is accepted if the exchange's lists have it once, as it was sent. One that is there
twice is an alarm. One that differs, or is in no list, proves nothing. These stay unknown until
a person decides; who, when and why go into the journal. The plan's file may be broken,
forbidden or gone: what is settled is what the journal has under its name.`,
  options: SETTLE_OPTIONS,
  examples: [
    ['ordo settle plan.yaml', 'look every unknown order up'],
    ['ordo settle plan.yaml --placed entry=5964710646', 'decide: it was placed'],
    ['ordo settle plan.yaml --absent entry --why "not in the history at 14:05"', 'decide: it does not exist'],
    ['ordo run plan.yaml --execute --live --again entry', 'and place it again'],
    ['ordo settle plan.yaml --closed entry', 'decide: it is over, and counts toward no cap'],
    ['ordo settle --name btc-breakout', 'by the plan’s name, if its file is gone'],
  ],
};

/** An order's id, or that of a part of an exit, and an order id as the exchange gives them: at least one of its characters is a digit other than 0. */
const PLACED = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63}(?:\/[1-9][0-9]?)?)=((?=.*[1-9])[A-Za-z0-9][A-Za-z0-9_-]{0,63})$/;

/** `--placed`, `--unseen`, `--absent`, `--closed` and `--why`. */
function decisionsOf(given: Arguments): Decisions {
  const why = given.value('why')?.trim() ?? '';
  const unseen = given.values('unseen');
  const placed = given.values('placed').map((text): GivenDecision => {
    const match = PLACED.exec(text);
    if (match === null)
      return refuse(
        'option/value',
        `--placed ${text} is not a decision`,
        'write --placed <id>=<the exchange’s order id>',
      );
    const [id, orderId] = [match[1] as string, match[2] as string];
    return unseen.includes(text) ? { id, orderId, isUnseen: true } : { id, orderId };
  });
  const absent = given.values('absent').map((id): GivenDecision => ({ id }));
  if (absent.length > 0 && why === '') {
    refuse(
      'settle/no-reason',
      '--absent needs --why',
      'give the reason for the decision: an order settled as absent may be placed again',
    );
  }
  const closed = given.values('closed').map((id): GivenDecision => {
    return unseen.includes(id) ? { id, isClosed: true, isUnseen: true } : { id, isClosed: true };
  });
  if (placed.length + absent.length + closed.length === 0 && given.value('why') !== undefined) {
    refuse('option/needs-another', '--why goes with --placed, --absent or --closed', 'name the order it is about');
  }
  const said = new Set([...given.values('placed'), ...given.values('closed')]);
  const alone = unseen.find((text) => !said.has(text));
  if (alone !== undefined)
    refuse(
      'option/needs-another',
      `--unseen ${alone} repeats no --placed or --closed`,
      alone.includes('=') ? `write --placed ${alone} --unseen ${alone}` : `write --closed ${alone} --unseen ${alone}`,
    );
  const orders = [...placed, ...absent, ...closed];
  refuseTwice(orders);
  return { orders, ...(why !== '' && { why }) };
}

export async function settle(world: World, args: readonly string[]): Promise<ExitCode> {
  const startedMs = world.clock.monotonicMs();
  const given = readArguments('settle', args, SETTLE_OPTIONS);
  const output = outputKind(given.value('output') ?? 'lines', world);
  const told = answerReporter(world.terminal, output);
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
  const { decisions, setup, output, unread } = task;
  const { config, plan } = setup;
  const looksUp = decisions.orders.length === 0;
  const checkSafe = (): void => checkSafeToRunLive(world, (message) => emit({ event: 'note', message }));
  if (looksUp) checkSafe();
  const account = accountOf(world, config);
  const store = { journal: await journalAt(world, task.journalPath, config), account };
  const all = plan === undefined ? await readAccount(world.journals, store) : [];
  const name = planMeant(world.files, task, all);
  const place = { ...store, ...name };
  // By its name alone: the file that it was sent from.
  const planPath = task.planPath ?? historyOf(all, name.plan).planFile ?? name.plan;
  if (unread !== undefined) emit({ event: 'note', message: unreadWords(unread, name, all, 'settled') });
  const again = sameAgain(task, name.plan);
  const waiting = await besideFollower(world, place, decisions);
  return onceFree(world, { place, config, emit, ...waiting }, async (session) => {
    const stop = new Steering(world, () => {}, true, 'nothing more is looked up');
    let unsubscribe: (() => void) | undefined;
    const connect = async (): Promise<void> => {
      if (!looksUp) checkSafe();
      await connectKnown(world, { setup, session, place, rebind: task.rebind });
      if (looksUp) unsubscribe = world.process.onInterruption(stop.interrupt);
    };
    const {
      clock,
      process: { self },
    } = world;
    const held = { session, config, clock, emit, stop, connect, cannotAsk: () => withoutKeys(world, config) };
    const settled = await settleOrders(held, {
      name,
      again,
      decisions,
      planPath,
      planFile: resolve(world.files.folder, planPath),
      by: `${self.user} on ${self.host}`,
      origin: account.origin,
      ...defined({ plan }),
    }).finally(() => unsubscribe?.());
    if (output !== 'ndjson') {
      const { settleSheet } = await import('../../views/settle.ts');
      await writeSheet(
        world.terminal,
        output,
        settleSheet(name, settled, {
          again,
          run: runAgain(planPath, task),
          nowMs: clock.wallMs(),
          ...(isOwnPlan(name.plan) && { closes: closesOf(await session.state(name), task) }),
        }),
      );
    }
    if (settled.failure !== undefined) throw settled.failure.thrown;
    emit(protectionEvent(settled.protection));
    emit(finished(world, finish, settled.exitCode, settled.counts));
    return settled.exitCode;
  });
}

/** What is given is its approval: a follower of the plan is asked to end, where there is something to settle. */
async function besideFollower(
  world: World,
  { journal, account, ...name }: JournalPlace,
  { orders }: Decisions,
): Promise<{ readonly waits: boolean; readonly command?: string }> {
  const ledger = await world.journals.open(journal.url);
  const isFollowed = isFollower(await ledger.holder(account, name.plan));
  const known = isFollowed ? stateOf(await ledger.account(account), name) : emptyJournal;
  const isOpen = [...known.values()].some((order) => order.state === 'unknown' || isCancelOpen(order));
  const isMeant = orders.length === 0 ? isOpen : orders.every(({ id }) => known.has(id));
  return isMeant ? { waits: true, command: 'settle' } : { waits: false };
}

const KEYS = ['ORDO_API_KEY', 'ORDO_API_SECRET', 'ORDO_API_PASSPHRASE'];

const withoutKeys = ({ variables }: World, { exchange }: Config): string | undefined =>
  KEYS.every((name) => (variables[name] ?? '') !== '') || exchange.keysCommand !== undefined ? undefined : 'no keys';
