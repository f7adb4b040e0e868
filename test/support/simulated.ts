/** Simulations of plans that a test writes as text, on candles and paths that it writes in prices. */
import { compilePlan, type CompileRules } from '../../src/compile/compile-plan.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import { v3 } from '../../src/exchange/v3/dialect.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { Rational } from '../../src/model/rational.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import type { Candles } from '../../src/simulate/candles/candles.ts';
import type { SimulationOptions, ToSimulate } from '../../src/simulate/options.ts';
import { readPath } from '../../src/simulate/path-text.ts';
import { simulatePlan } from '../../src/simulate/simulate-plan.ts';
import type { TickPath, Simulated } from '../../src/model/simulated.ts';
import { SourceFile } from '../../src/source/source-file.ts';

/** A plan of the paper exchange's contracts, compiled as a run does. */
export function compiled(text: string, rules: Partial<CompileRules> & { readonly on?: 'v2' | 'v3' } = {}): ToSimulate {
  const loaded = loadPlan(new SourceFile('plan.yaml', text), { instruments: paperInstruments, strictSymbols: true });
  if (loaded.plan === undefined) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'));
  const { exchange, execution } = defaultConfig;
  const { on = 'v2', ...more } = rules;
  const { calls } = on === 'v3' ? v3 : v2;
  const most = Math.min(execution.maxOrdersPerCall, calls.place.most);
  const schedule = compilePlan(calls, loaded.plan, emptyJournal, { ...exchange, maxOrdersPerCall: most, ...more });
  return { ...schedule, plan: loaded.plan, instruments: paperInstruments, interface: on };
}

type Row = readonly [open: number, high: number, low: number, close: number];

/** Candles of a length, by default an hour, from rows of prices. */
export function candles(rows: readonly Row[], more: Partial<Candles> & { readonly ms?: number } = {}): Candles {
  const { symbol = 'cmt_btcusdt', tick = Decimal.of('0.1'), ms = 3_600_000, ...columns } = more;
  const ticks = (price: number): number => Number(Rational.of(Decimal.of(String(price))).wholeUnits(tick));
  const column = (at: 0 | 1 | 2 | 3): Float64Array => Float64Array.from(rows, (row) => ticks(row[at]));
  return {
    symbol,
    tick,
    openMs: Float64Array.from(rows, (_, at) => FROM + at * ms),
    lengthMs: Float64Array.from(rows, () => ms),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    ...columns,
  };
}

export const FROM = Date.UTC(2026, 10, 20);

export const FEES = { maker: Decimal.of('0.0002'), taker: Decimal.of('0.0008'), assumed: true };

export function simulated(
  plan: ToSimulate,
  options: Partial<SimulationOptions> & Pick<SimulationOptions, 'prices'>,
): Simulated {
  const done = simulatePlan(plan, { fees: FEES, ...options });
  if (!done.ok) throw new Error(done.error.message);
  return done.value;
}

function pathOf(text: string, tick = '0.1'): TickPath {
  const path = readPath(text, Decimal.of(tick));
  if (!path.ok) throw new Error(path.error.message);
  return path.value;
}

export const onPath = (text: string, symbol = 'cmt_btcusdt'): SimulationOptions['prices'] => ({
  path: new Map([[symbol, pathOf(text)]]),
});
