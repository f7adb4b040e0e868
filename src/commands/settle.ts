/** `ordo settle`: ends unknowns, by finding the orders on the exchange or by a person's decision. */
import { Settler, type Finding, type Sought } from '../execute/settler.ts';
import type { JournalState, KnownOrder } from '../journal/journal-state.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { Plan } from '../model/order.ts';
import type { EventSink, Journal, Settled } from '../ports.ts';
import { readArguments, type Arguments, type OptionSpecs } from './arguments.ts';
import { tellDiagnostics } from './diagnostics.ts';
import { withLiveJournal } from './live-journal.ts';
import { outputKind, type OutputKind } from './output.ts';
import { refuse } from './refusal.ts';
import { concluding, finished, reporter } from './reporting.ts';
import { loadSetup, type Setup } from './setup.ts';
import { accountOf, checkSafeToRunLive, journalFile } from './target.ts';
import type { World } from './world.ts';

export const SETTLE_OPTIONS: OptionSpecs = {
  placed: { value: '<id>=<order id>', many: true, help: 'decide: the order stands, with the exchange’s order id' },
  absent: { value: '<id>', many: true, help: 'decide: the order does not exist; needs --why' },
  why: { value: '<text>', help: 'what the decision rests on; kept in the journal' },
  live: { help: 'settle always talks to the live exchange; accepted for symmetry with run' },
  config: { value: '<file>', help: 'default: the nearest ordo.config.yaml from the plan’s folder upwards' },
  journal: { value: '<file>', help: 'default: $XDG_STATE_HOME/ordo/journal.db' },
  output: { value: 'lines|ndjson', help: 'default: lines' },
};

interface Decision {
  readonly id: string;
  readonly orderId?: string;
}

export async function settle(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('settle', args, SETTLE_OPTIONS);
  const [planPath, ...more] = given.positionals;
  if (planPath === undefined || more.length > 0)
    refuse(EXIT.usage, 'settle takes one plan', 'write ordo settle <plan.yaml>');
  const decisions = decisionsOf(given);
  const output = outputKind(given.value('output') ?? 'lines', world);
  const configPath = given.value('config');
  const setup = await loadSetup(world, { planPath, ...(configPath !== undefined && { configPath }) });
  const { plan } = setup;
  if (plan === undefined) {
    await tellDiagnostics(world, output, setup.diagnostics);
    return setup.exitCode;
  }
  return settlePlan(world, { given, decisions, output, setup, plan });
}

interface Task {
  readonly given: Arguments;
  readonly decisions: readonly Decision[];
  readonly output: OutputKind;
  readonly setup: Setup;
  readonly plan: Plan;
}

function settlePlan(world: World, { given, decisions, output, setup, plan }: Task): Promise<ExitCode> {
  const { emit } = reporter(world, output);
  const finish = { mode: 'execute', target: 'live', startedMs: world.clock.monotonicMs() } as const;
  return concluding(world, emit, finish, async () => {
    if (decisions.length === 0) checkSafeToRunLive(world, (message) => emit({ event: 'note', message }));
    const account = accountOf(world, setup.config);
    const place = {
      file: journalFile(world, given.value('journal')),
      account,
      plan: plan.name,
      generation: plan.generation,
    };
    return withLiveJournal(world, place, emit, async (journal) => {
      const known = journal.state();
      if (decisions.length > 0) decide(world, journal, known, decisions, given.value('why'), emit);
      else await lookUp(world, setup, account.origin, journal, known, emit);
      const after = [...journal.state().values()];
      const unknown = after.filter(({ state }) => state === 'unknown').length;
      const exitCode = unknown > 0 ? EXIT.unknown : EXIT.done;
      const accepted = after.filter(
        (order) => order.state === 'accepted' && known.get(order.id)?.state === 'unknown',
      ).length;
      emit(finished(world, finish, exitCode, { accepted, rejected: 0, unknown, withheld: 0 }));
      return exitCode;
    });
  });
}

function decisionsOf(given: Arguments): Decision[] {
  const placed = given.values('placed').map((text): Decision => {
    const match = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63})=([A-Za-z0-9_-]{1,64})$/.exec(text);
    if (match === null)
      return refuse(EXIT.usage, `--placed ${text} is no decision`, 'write --placed <id>=<the exchange’s order id>');
    return { id: match[1] as string, orderId: match[2] as string };
  });
  const absent = given.values('absent').map((id): Decision => ({ id }));
  const why = (given.value('why') ?? '').trim();
  if (absent.length > 0 && why === '') {
    refuse(
      EXIT.usage,
      '--absent needs --why',
      'say what the decision rests on: an order settled as absent may be placed again',
    );
  }
  if (placed.length + absent.length === 0 && given.value('why') !== undefined) {
    refuse(EXIT.usage, '--why goes with --placed or --absent', 'name the order it is about');
  }
  const ids = [...placed, ...absent].map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) refuse(EXIT.usage, `${twice} is decided twice`, 'decide each order once');
  return [...placed, ...absent];
}

/** All decisions or none: each must be about an unknown order. */
function decide(
  world: World,
  journal: Journal,
  known: JournalState,
  decisions: readonly Decision[],
  why: string | undefined,
  emit: EventSink,
): void {
  const orders = decisions.map(({ id }) => {
    const order = known.get(id);
    if (order?.state === 'unknown') return order;
    return refuse(
      EXIT.usage,
      `${id} is ${order === undefined ? 'not in the journal' : order.state}: only an unknown order is settled`,
      'ordo status lists them',
    );
  });
  const { user, host } = world.self;
  decisions.forEach(({ orderId }, index) => {
    const evidence = `${user} on ${host}${why === undefined ? '' : `: ${why.trim()}`}`;
    record(
      journal,
      orders[index] as KnownOrder,
      { rule: 'by-person', evidence, ...(orderId !== undefined && { orderId }) },
      emit,
    );
  });
}

async function lookUp(
  world: World,
  setup: Setup,
  origin: string,
  journal: Journal,
  known: JournalState,
  emit: EventSink,
): Promise<void> {
  const unknown = [...known.values()].filter(({ state }) => state === 'unknown');
  if (unknown.length === 0) return emit({ event: 'note', message: 'no order of this plan is unknown' });
  const { exchange: settings, execution } = setup.config;
  if (!settings.queries) {
    refuse(
      EXIT.usage,
      'the config says that the exchange has no lookup calls (exchange.queries)',
      'look on the exchange, and decide with --placed or --absent',
    );
  }
  const connected = await world.connect({ origin, locale: settings.locale, timeoutMs: settings.timeoutMs });
  if (!connected.ok) refuse(EXIT.usage, connected.error, 'set ORDO_API_KEY, ORDO_API_SECRET and ORDO_API_PASSPHRASE');
  try {
    const { limits } = settings;
    const settler = new Settler({
      lists: connected.value,
      clock: world.clock,
      limits,
      recentSpend: journal.recentSpend(Math.max(limits.ip.windowMs, limits.uid.windowMs, limits.orderCalls.windowMs)),
      rateRefusals: execution.rateRefusals,
    });
    const findings = await settler.look(unknown.map(sought));
    for (const order of unknown) conclude(journal, order, findings.get(order.clientOid), emit);
  } finally {
    await connected.value.close();
  }
}

const sought = ({ id, clientOid, content, sentAtMs }: KnownOrder): Sought => ({
  id,
  clientOid,
  sentAtMs,
  symbol: content['symbol'] ?? '',
  isTrigger: content['trigger'] !== undefined,
});

function conclude(journal: Journal, order: KnownOrder, finding: Finding | undefined, emit: EventSink): void {
  if (finding?.kind === 'found') {
    record(
      journal,
      order,
      { rule: 'found', evidence: `found in the list ${finding.list}`, orderId: finding.orderId },
      emit,
    );
    return;
  }
  const message =
    finding?.kind === 'not-found'
      ? `in none of the lists ${finding.lists.join(', ')}; that is no proof that it does not exist`
      : `could not be looked up: ${finding?.message ?? 'no answer'}`;
  emit({
    event: 'order-outcome',
    id: order.id,
    clientOid: order.clientOid,
    outcome: 'unknown',
    message,
    rule: finding?.kind ?? 'failed',
  });
}

function record(journal: Journal, { id, clientOid }: KnownOrder, settled: Settled, emit: EventSink): void {
  journal.recordSettled(clientOid, settled);
  const order = { event: 'order-outcome', id, clientOid } as const;
  if (settled.orderId !== undefined) {
    emit({ ...order, outcome: 'accepted', orderId: settled.orderId, rule: settled.rule });
  } else {
    emit({
      ...order,
      outcome: 'rejected',
      code: '',
      message: `settled as absent by ${settled.evidence}`,
      rule: settled.rule,
    });
  }
}
