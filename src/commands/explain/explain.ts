/** `ordo explain`: one order from its YAML lines to its exact body to its outcome. Reads no key, opens no socket, writes nothing. */
import type { JournalPlace } from '../../journal/records/scope.ts';
import { resolve } from 'node:path';
import type { Schedule } from '../../compile/compile-plan.ts';
import { stateOf } from '../../journal/records/known-account.ts';
import { outcomeEvent } from '../../journal/history/outcome-event.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import { emptyJournal, type JournalState } from '../../journal/records/state.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { paperInstruments } from '../../paper/v2/order/instruments.ts';
import type { VariableValues } from '../../plan/load-plan.ts';
import { explain as explainedBy } from '../../actions/explain/explain.ts';
import type { Looked } from '../../actions/explain/explained.ts';
import { ndjsonSink } from '../../report/formats/ndjson.ts';
import { readSource } from '../../source/read-source.ts';
import { readArguments, type OptionSpecs } from '../command-line/arguments.ts';
import type { CommandHelp } from '../command-line/help.ts';
import { configOption, journalOption, OUTPUT_OPTION } from '../command-line/shared-options.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import type { Gathered } from '../../actions/explain/gather.ts';
import { givenVariables, VAR_OPTION } from '../command-line/var-option.ts';
import { outputKind, writeSheet } from '../command-line/output-kind.ts';
import { callPlanned } from '../../model/event-of.ts';
import { compileUnder } from '../../actions/prepare/compile-under.ts';
import { refuse } from '../../refusal.ts';
import { loadSetup, type Setup } from '../inputs/setup.ts';
import { distrustedServer } from '../live/journal-address.ts';
import { journalPlaceOf, readAccount, type WantedPlace } from '../live/journal-place.ts';
import { ordersNamed } from '../../actions/prepare/orders-named.ts';
import { accountOf } from '../live/live-target.ts';
import type { Files, Terminal, World } from '../world.ts';

const EXPLAIN_OPTIONS: OptionSpecs = {
  config: configOption(),
  var: VAR_OPTION,
  journal: journalOption(),
  output: OUTPUT_OPTION,
};

export const EXPLAIN_HELP: CommandHelp = {
  usage: 'ordo explain <plan> <id>',
  brief: 'one order from YAML line to outcome',
  summary: 'One order, from its lines in the plan to its exact bytes to what the journal knows of it.',
  more: `It sends nothing, reads no key and opens no socket. The journal is that of the live exchange
that the config's exchange.baseUrl or ORDO_BASE_URL names; paper runs keep none.`,
  options: EXPLAIN_OPTIONS,
  examples: [
    ['ordo explain plan.yaml entry', 'lines, formulas, body, outcome'],
    ['ordo explain plan.yaml pullback', 'a ladder: its rule, and every rung'],
    ['ordo explain plan.yaml entry --var entry=64500', 'with another value of a variable'],
  ],
};

export async function explain(world: World, args: readonly string[]): Promise<ExitCode> {
  const given = readArguments('explain', args, EXPLAIN_OPTIONS);
  const variables = givenVariables(given);
  const [planPath, id, ...more] = given.positionals;
  if (planPath === undefined || id === undefined || more.length > 0) {
    refuse('command/names', 'explain takes one plan and one order id', 'write ordo explain <plan.yaml> <id>');
  }
  const output = outputKind(given.value('output') ?? 'lines', world);
  const { setup, isLive } = await load(world, planPath, given.value('config'), variables);
  const { plan, config } = setup;
  if (plan === undefined) {
    await reportDiagnostics(world.terminal, output, setup.diagnostics);
    return setup.exitCode;
  }
  const journal = given.value('journal');
  if (!isLive && journal !== undefined) accountOf(world, config, 'explain --journal');
  const { place, looked } = isLive ? await placeOf(world, { config, plan, journal }) : ON_PAPER;
  const state = place === undefined ? emptyJournal : stateOf(await readAccount(world.journals, place), place);
  const known = inPlanNames(state, plan.orders);
  const ids = ordersNamed(id, { plan, planPath, known });
  const schedule = compileUnder(config, plan, known, { planPath, only: [], again: [] });
  if (output === 'ndjson') emitEvents(world.terminal, ids, schedule, known);
  else {
    const gathered = {
      source: sourceOf(world.files, setup, planPath),
      plan,
      variables,
      schedule,
      known,
      looked,
    };
    const ledger = place && { ...place, ledger: await world.journals.open(place.journal.url) };
    const { explainSheet } = await import('../../views/explain.ts');
    await writeSheet(world.terminal, output, explainSheet(await explainedBy(gathered, id, ledger)));
  }
  const isUnknown = ids.some((one) => ['unknown', 'in-flight'].includes(known.get(one)?.state ?? ''));
  return isUnknown ? EXIT.unknown : EXIT.done;
}

/** Reads the plan as a live run does if an exchange is named, else as a paper run does. */
async function load(
  world: World,
  planPath: string,
  configPath: string | undefined,
  variables: VariableValues,
): Promise<{ setup: Setup; isLive: boolean }> {
  const options = { planPath, variables, ...defined({ configPath }) };
  const setup = await loadSetup(world, options);
  const isLive = (world.variables['ORDO_BASE_URL'] ?? setup.config.exchange.baseUrl ?? '') !== '';
  return { setup: isLive ? setup : await loadSetup(world, { ...options, otherwise: paperInstruments }), isLive };
}

interface Place {
  readonly place?: JournalPlace;
  readonly looked: Looked;
}

const ON_PAPER: Place = {
  looked: {
    kind: 'not-looked',
    why: 'neither the config nor ORDO_BASE_URL names a live exchange, and a paper run keeps no journal',
  },
};

/** The rest of an explanation needs no journal, so a server that is not asked stops nothing. */
async function placeOf(world: World, wanted: WantedPlace): Promise<Place> {
  const distrusted = distrustedServer(world, wanted.journal, wanted.config);
  if (distrusted !== undefined) return { looked: { kind: 'not-looked', why: `${distrusted.why}: ${distrusted.mend}` } };
  const place = await journalPlaceOf(world, wanted);
  const account = `${place.account.name} at ${place.account.origin}`;
  return { place, looked: { kind: 'looked', file: place.journal.name, account } };
}

function sourceOf(files: Files, { bytesRead }: Setup, planPath: string): Gathered['source'] {
  const source = readSource(planPath, bytesRead.get(resolve(files.folder, planPath)) ?? new Uint8Array());
  if (!source.ok) throw new Error('a valid plan that cannot be read');
  return source.value;
}

/** Emits the calls that carry the orders, and their outcomes in the journal. */
function emitEvents(terminal: Terminal, ids: readonly string[], { calls }: Schedule, known: JournalState): void {
  const emit = ndjsonSink((text) => terminal.stdout.write(text));
  const own = new Set(ids);
  for (const call of calls) if (call.orders.some(({ id }) => own.has(id))) emit(callPlanned(call));
  for (const id of ids) {
    const order = known.get(id);
    const event = order === undefined ? undefined : outcomeEvent(order);
    if (event !== undefined) emit(event);
  }
}
