/** One plan on its prices: what the command, a watch and a difference show. */
import type { Schedule } from '../../compile/compile-plan.ts';
import { defined } from '../../model/defined.ts';
import type { Plan } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { ok, type Result } from '../../model/result.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { refuse } from '../../refusal.ts';
import type { Candles } from '../../simulate/candles/candles.ts';
import { farWarning } from '../../simulate/candles/far.ts';
import type { JoinedCandles } from '../../simulate/candles/joined.ts';
import { timeText } from '../../simulate/candles/times.ts';
import { ASSUMED_FEES, readFees } from '../../simulate/fees.ts';
import type { SimulationFault, SimulationOptions } from '../../simulate/options.ts';
import { simulatePlan } from '../../simulate/simulate-plan.ts';
import type { Simulated } from '../../simulate/simulated.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';
import type { Setup } from '../inputs/setup.ts';
import type { Tried } from './given.ts';
import type { TriedPrices } from './prices.ts';

export interface Simulation {
  readonly simulated: Simulated;
  readonly warnings: readonly Diagnostic[];
  readonly notes: readonly string[];
}

export interface ToTry {
  readonly setup: Setup;
  readonly plan: Plan;
  readonly schedule: Schedule;
  readonly tried: Omit<Tried, 'candles' | 'path'>;
}

/** What becomes of the compiled orders. */
export function simulationOf(
  { setup, plan, schedule, tried }: ToTry,
  prices: TriedPrices,
): Result<Simulation, SimulationFault> {
  const { config, instruments } = setup;
  if (instruments === undefined)
    return refuse('config/invalid', 'there is no list of instruments', 'write it: ordo instruments');
  const compiled = { ...schedule, plan, instruments, interface: config.exchange.interface };
  const { fills, hold, from, to, expect } = tried;
  const options = { prices: prices.of, fees: feesOf(setup, tried), fills, hold, expect, ...defined({ from, to }) };
  const simulated = simulatePlan(compiled, options);
  if (!simulated.ok) return simulated;
  return ok({
    simulated: simulated.value,
    warnings: prices.candles.flatMap((joined) => [...joined.warnings, ...farFrom(plan, joined)]),
    notes: notesOf(plan, simulated.value),
  });
}

function farFrom(plan: Plan, joined: JoinedCandles): Diagnostic[] {
  const middle = middleOf(plan, joined.candles);
  const warning = middle === undefined ? undefined : farWarning(joined, middle);
  return warning === undefined ? [] : [warning];
}

function feesOf({ config }: Setup, { fees }: Pick<Tried, 'fees'>): SimulationOptions['fees'] {
  if (fees !== undefined) return { ...fees, assumed: false };
  const own = config.simulate.fees;
  const read = readFees(own ?? ASSUMED_FEES);
  if (!read.ok) return refuse('config/invalid', `simulate.fees: ${read.error}`);
  return { ...read.value, assumed: own === undefined };
}

/** The middle one of the prices of the plan's orders of a symbol, in ticks; undefined where none has a price. */
function middleOf({ orders }: Plan, { symbol, tick }: Candles): number | undefined {
  const prices = orders
    .filter((order) => sameSymbol(order.symbol, symbol))
    .flatMap(({ price, trigger, reference }) => (price.kind === 'market' ? (trigger ?? reference ?? []) : price.at))
    .map((price) => Number(Rational.of(price).wholeUnits(tick)))
    .toSorted((one, other) => one - other);
  return prices[Math.floor(prices.length / 2)];
}

function notesOf({ validUntil }: Plan, { candles }: Simulated): string[] {
  const first = candles?.symbols[0]?.from;
  if (validUntil === undefined || first === undefined || validUntil.ms > first) return [];
  return [`the plan's validUntil ${validUntil.text} is before the first candle, of ${timeText(first)}`];
}
