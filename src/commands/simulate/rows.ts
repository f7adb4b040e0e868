/** Reads, compiles and simulates the plan, once for each value of a variable that has several, and writes what came of it. */
import { simulationOf, type Simulation, type TriedPrices } from '../../actions/simulate/simulation.ts';
import { defined } from '../../model/defined.ts';
import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import { safeText } from '../../model/safe-text.ts';
import { paperInstruments } from '../../paper/v2/order/instruments.ts';
import type { VariableValues } from '../../plan/load-plan.ts';
import { refuse } from '../../refusal.ts';
import type { Plan } from '../../model/order.ts';
import type { Simulated } from '../../model/simulated.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { OutputKind } from '../command-line/output-kind.ts';
import { reportDiagnostics } from '../command-line/report-diagnostics.ts';
import { unreadText } from '../inputs/candle-files.ts';
import { loadSetup, type Setup } from '../inputs/setup.ts';
import { canLive, dryRunOf, type DryRun } from '../run/dry-run.ts';
import { bareRun, type RunOptions } from '../run/run-options.ts';
import type { World } from '../world.ts';
import type { GivenSimulation, Tried } from './given.ts';
import { hasCandles, pricesOf } from './prices.ts';

/** One value of the variable. */
interface SimulatedRow extends Simulation {
  readonly variables: VariableValues;
  /** As the plan was compiled. */
  readonly made: DryRun;
}

export interface SimulatedRows {
  readonly given: GivenSimulation;
  readonly rows: readonly [SimulatedRow, ...SimulatedRow[]];
  readonly prices: TriedPrices;
  /** Whether an exchange is configured. */
  readonly canAsk: boolean;
}

/** All rows, or the exit code of what was reported already. */
export async function simulatedRows(
  world: World,
  given: GivenSimulation,
  output: OutputKind,
): Promise<SimulatedRows | ExitCode> {
  const rows: SimulatedRow[] = [];
  let prices: TriedPrices | undefined;
  let canAsk = false;
  for (const variables of given.variables.rows) {
    const setup = await loadSetup(world, {
      planPath: given.planPath,
      variables,
      otherwise: paperInstruments,
      // The candles have the time: a validUntil is compared with theirs.
      isTimeless: true,
      ...defined({ configPath: given.configPath }),
    });
    checkPrices(given, setup);
    const { plan } = setup;
    if (plan === undefined) return invalid(world, output, setup);
    canAsk = canLive(world, setup.config);
    const made = dryRunOf(world, runOptions(given, variables), { setup, plan });
    prices ??= await readPrices(world, { setup, plan, tried: given.tried }, output);
    if (prices === undefined) return EXIT.usage;
    const { config, instruments } = setup;
    const simulation = simulationOf(
      { config, instruments, plan, schedule: made.run.schedule, tried: given.how },
      prices,
    );
    rows.push({ ...simulation, variables, made });
  }
  return { given, rows: rows as [SimulatedRow, ...SimulatedRow[]], prices: prices as TriedPrices, canAsk };
}

/** Refuses (exit 2) where nothing says what prices to go by. */
export function checkPrices({ tried }: GivenSimulation, setup: Setup): void {
  if (tried.candles.length > 0 || tried.path.length > 0 || hasCandles(setup)) return;
  const symbol = safeText(setup.plan?.orders[0]?.symbol ?? '<symbol>');
  refuse(
    'command/names',
    'simulate needs candles or a path',
    `write them: ordo candles ${symbol} 1h --out candles.csv; then give --candles candles.csv, or --path <steps>`,
  );
}

/** A symbol that no list has is no mistake of the plan. */
async function invalid(world: World, output: OutputKind, { diagnostics, exitCode }: Setup): Promise<ExitCode> {
  await reportDiagnostics(world.terminal, output, diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (!errors.every(({ code }) => code === 'instrument/unknown')) return exitCode;
  world.terminal.stderr.write('ordo: write the list of instruments: ordo instruments\n');
  return EXIT.usage;
}

/** Mistakes in the files are reported. */
async function readPrices(
  world: World,
  { setup, plan, tried }: { readonly setup: Setup; readonly plan: Plan; readonly tried: Tried },
  output: OutputKind,
): Promise<TriedPrices | undefined> {
  const prices = await pricesOf(world, setup, plan, tried);
  if (prices.ok) return prices.value;
  if (output === 'ndjson' || output === 'json')
    await reportDiagnostics(
      world.terminal,
      output,
      prices.error.flatMap(({ diagnostics }) => diagnostics),
    );
  else {
    const out = output === 'lines' ? world.terminal.stdout : world.terminal.stderr;
    out.write(`${await unreadText(world, prices.error)}\n`);
  }
  return undefined;
}

/** As `ordo run` without any option of its own. */
export const runOptions = ({ planPath, configPath, only }: GivenSimulation, variables: VariableValues): RunOptions => ({
  ...bareRun(planPath),
  only,
  variables,
  ...defined({ configPath }),
});

/** The first that applies, of all rows. */
export function exitCodeOf(rows: readonly { readonly simulated: Simulated }[]): ExitCode {
  const all = rows.map(({ simulated }) => simulated);
  if (all.some(({ expected }) => expected.some(({ met }) => met !== 'met'))) return EXIT.notAsReviewed;
  return all.some(isRefused) ? EXIT.incomplete : EXIT.done;
}

/** Whether the exchange would refuse an order. What waits for one of those is withheld with it. */
const isRefused = ({ orders }: Simulated): boolean =>
  orders.some(({ fate }) => fate.some(({ kind }) => kind === 'refused'));

/** Warnings about the candles. */
export const warningsOf = ({ rows: [{ warnings }] }: SimulatedRows): readonly Diagnostic[] => warnings;
