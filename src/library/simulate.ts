/** What becomes of the orders of a plan on candles or on a path, as `ordo simulate` says it. */
import { checkRequiredStops } from '../actions/prepare/required-stops.ts';
import { simulationOf, type HowTried, type TriedPrices } from '../actions/simulate/simulation.ts';
import { emptyJournal } from '../journal/records/state.ts';
import type { Decimal } from '../model/decimal.ts';
import { defined } from '../model/defined.ts';
import type { Result } from '../model/result.ts';
import { SymbolMap } from '../model/symbol.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { CandleFile } from '../simulate/candles/reader.ts';
import { joinCandles } from '../simulate/candles/joined.ts';
import { readExpectation } from '../simulate/expect.ts';
import { readFees } from '../model/fees.ts';
import { readHold } from '../simulate/hold-text.ts';
import { pathTexts, readPath } from '../simulate/path-text.ts';
import type { Ends, Simulated } from '../model/simulated.ts';
import { diagnosticEvent } from '../source/diagnostic-event.ts';
import { diagnosticBlock } from '../views/run/diagnostic.ts';
import { simulationSheet } from '../views/simulate/sheet.ts';
import type { ToldSimulation } from '../views/simulate/told.ts';
import { FILE, type KeptCandles, type ReadCandles } from './candles.ts';
import { publicDiagnostic, type PublicDiagnostic } from './diagnostics.ts';
import { asValueNow } from './failure.ts';
import { scheduleOf } from './compile.ts';
import type { CheckedPlan } from './load.ts';
import { requestOf } from './show.ts';
import { textStyle, type TextStyle } from './text-style.ts';

/** Steps of each symbol: `64000,63500,+2%,gap:61000`. A plan of one symbol may leave it out. */
export type PathSteps = string | Readonly<Record<string, string>>;

export interface SimulateOptions {
  /** For every symbol of the plan; several of one symbol are joined. Or else `path`. */
  readonly candles?: ReadCandles | readonly ReadCandles[];
  readonly path?: PathSteps;
  /** `0.02%/0.08%`: the maker's and the taker's. By default those of the config, or else these, assumed. */
  readonly fees?: string;
  /** Whether a limit fills a tick beyond its price, which is the default, or at it. */
  readonly fills?: 'through' | 'touch';
  /** Positions from before the first order: `long 0.1 at 63000`. */
  readonly hold?: readonly string[];
  /** `deepest >= -500`: met only if both ends of the range meet it. */
  readonly expect?: readonly string[];
  /** Milliseconds since 1970: orders are placed at the first candle that opens then or later. */
  readonly from?: number;
  /** No candle is used that closes later. */
  readonly to?: number;
  /** Only these orders, by id or by a ladder's name. */
  readonly only?: readonly string[];
}

const TOLD = Symbol('told');

/** Numbers are texts with all their digits; of each figure that may differ there is a pair, the pessimistic end first. */
export interface PlanSimulation extends Simulated {
  /** What the candles give reason to. */
  readonly warnings: readonly PublicDiagnostic[];
  /** An end of the range as a path: `simulatePlan` takes it, and gives that end to the digit. */
  course(end: 'pessimistic' | 'optimistic'): Readonly<Record<string, string>>;
}

type KeptSimulation = PlanSimulation & { readonly [TOLD]?: Omit<ToldSimulation, 'simulated'> };

/** Pure: the same inputs give the same value. Err: prices or options that are not of the plan (exit code 2), a policy (4). */
export function simulatePlan(checked: CheckedPlan, options: SimulateOptions): Result<PlanSimulation, Refusal> {
  return asValueNow(() => {
    const { plan, config, instruments } = checked;
    const selected = { checked, only: options.only ?? [], again: [] };
    const schedule = scheduleOf({ ...selected, known: emptyJournal });
    const { facts } = requestOf(selected, { mode: 'dry-run', target: 'paper', exchange: 'none' });
    checkRequiredStops({ ...facts, known: emptyJournal, schedule });
    const prices = pricesOf(checked, options);
    const tried = { config, instruments, plan, schedule, tried: howOf(options) };
    const { simulated, warnings, notes } = simulationOf(tried, prices);
    const found = warnings.map(diagnosticEvent);
    const ticks = ticksOf(checked);
    const kept: KeptSimulation = {
      ...simulated,
      warnings: warnings.map(publicDiagnostic),
      course: (end) => courseOf(simulated.courses, end, ticks),
      [TOLD]: { candles: prices.candles, warnings: found.map(diagnosticBlock), found, notes, canAsk: false },
    };
    return kept;
  });
}

export type SimulationForm = 'lines' | 'md' | 'html' | 'json';

/** The same as `ordo simulate --output` writes; its html is one page that loads nothing. */
export async function simulationText(
  simulated: PlanSimulation,
  form: SimulationForm = 'lines',
  style: TextStyle = {},
): Promise<string> {
  const { [TOLD]: told = NOTHING_TOLD } = simulated as KeptSimulation;
  const sheet = simulationSheet({ ...told, simulated });
  if (form === 'md') return (await import('../show/markdown.ts')).markdown(sheet);
  if (form === 'json') return (await import('../show/json.ts')).json(sheet);
  if (form === 'lines') return (await import('../show/terminal.ts')).terminalText(sheet, textStyle(style));
  const [{ sheetPage }, { svgOf }] = await Promise.all([import('../show/html.ts'), import('../show/page/charts.ts')]);
  return sheetPage(sheet, svgOf);
}

const NOTHING_TOLD: Omit<ToldSimulation, 'simulated'> = {
  candles: [],
  warnings: [],
  found: [],
  notes: [],
  canAsk: false,
};

const howOf = ({ fees, fills, hold = [], expect = [], from, to }: SimulateOptions): HowTried => ({
  hold: hold.map((text) => read(text, readHold)),
  expect: expect.map((text) => read(text, readExpectation)),
  ...defined({ fills, from, to, fees: fees === undefined ? undefined : read(fees, readFees) }),
});

function read<T>(text: string, by: (text: string) => Result<T, string>): T {
  const value = by(text);
  return value.ok ? value.value : refuse('option/value', `${text}: ${value.error}`);
}

const ticksOf = ({ instruments }: CheckedPlan): SymbolMap<Decimal> =>
  new SymbolMap([...(instruments?.bySymbol ?? [])].map(([symbol, { tick }]) => [symbol, tick] as const));

function pricesOf(checked: CheckedPlan, { candles, path }: SimulateOptions): TriedPrices {
  if ((candles === undefined) === (path === undefined))
    return refuse('option/conflict', 'a plan is tried on candles or on a path', 'give one of them');
  if (path !== undefined) return { of: { path: pathsOf(checked, path) }, candles: [] };
  const files = [candles ?? []].flat().map((one) => (one as KeptCandles)[FILE]);
  const joined = [...Map.groupBy(files, (file) => file.candles.symbol).values()].map(joinedOf);
  return { of: { candles: joined.map((one) => one.candles) }, candles: joined };
}

function joinedOf(files: readonly CandleFile[]): TriedPrices['candles'][number] {
  const joined = joinCandles(files as [CandleFile, ...CandleFile[]]);
  if (joined.ok) return joined.value;
  const [first] = joined.error.diagnostics;
  return refuse('input/unreadable', first?.message ?? 'the candles do not go together', first?.hint);
}

function pathsOf(checked: CheckedPlan, path: PathSteps): Map<string, ReturnType<typeof pathOf>> {
  const symbol = checked.plan.orders[0]?.symbol ?? '';
  const texts = typeof path === 'string' ? { [symbol]: path } : path;
  const ticks = ticksOf(checked);
  return new Map(Object.entries(texts).map(([name, text]) => [name, pathOf(name, text, ticks.get(name))]));
}

function pathOf(symbol: string, text: string, tick: Decimal | undefined) {
  if (tick === undefined) return refuse('config/invalid', `the tick of ${symbol} is not known`);
  const path = readPath(text, tick);
  if (path.ok) return path.value;
  const { step, message } = path.error;
  return refuse('option/value', `the path of ${symbol}, step ${step}: ${message}`);
}

const courseOf = (
  courses: Ends<Simulated['courses'][number]>,
  end: 'pessimistic' | 'optimistic',
  ticks: ReadonlyMap<string, Decimal>,
): Record<string, string> =>
  Object.fromEntries(
    courses[end === 'pessimistic' ? 0 : 1].map(({ symbol, path }) => [
      symbol,
      pathTexts(path, ticks.get(symbol) as Decimal).join(','),
    ]),
  );
