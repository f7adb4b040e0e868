/** One plan on its prices: what the command, a watch and a difference show. */
import type { Schedule } from '../../compile/compile-plan.ts';
import { laterIds, needsFollow } from '../../compile/follow/later.ts';
import { partName } from '../../compile/follow/part-view.ts';
import { dialectOf } from '../../exchange/spoken.ts';
import type { Config } from '../../model/config.ts';
import { someOf } from '../../model/count.ts';
import { clientOrderId } from '../../model/ids.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import type { Plan } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { safeText } from '../../model/safe-text.ts';
import { sameSymbol } from '../../model/symbol.ts';
import { refuse } from '../../refusal.ts';
import type { Candles } from '../../simulate/candles/candles.ts';
import { type JoinedCandles, farWarning } from '../../simulate/candles/joined.ts';
import { timeText } from '../../simulate/candles/times.ts';
import { readFees } from '../../model/fees.ts';
import { ASSUMED_FEES } from '../../simulate/options.ts';
import type { SimulationFault, SimulationOptions } from '../../simulate/options.ts';
import type { FollowWords } from '../../simulate/follow/setup.ts';
import { simulatePlan } from '../../simulate/simulate-plan.ts';
import type { Simulated } from '../../model/simulated.ts';
import type { Diagnostic } from '../../source/diagnostic.ts';

export interface Simulation {
  readonly simulated: Simulated;
  readonly warnings: readonly Diagnostic[];
  readonly notes: readonly string[];
}

/** How a plan is tried, whatever the prices. */
export interface HowTried extends Pick<SimulationOptions, 'fills' | 'hold' | 'from' | 'to' | 'expect'> {
  /** By default those of the config, or else the usual ones, which are only assumed. */
  readonly fees?: Omit<SimulationOptions['fees'], 'assumed'>;
}

export interface TriedPrices {
  readonly of: SimulationOptions['prices'];
  /** As they were read; none of a path. */
  readonly candles: readonly JoinedCandles[];
}

interface ToTry {
  readonly config: Config;
  readonly instruments: InstrumentList | undefined;
  readonly plan: Plan;
  readonly schedule: Schedule;
  readonly tried: HowTried;
}

/** What becomes of the compiled orders; refuses (exit 2) prices that are not those of the plan. */
export function simulationOf({ config, instruments, plan, schedule, tried }: ToTry, prices: TriedPrices): Simulation {
  if (instruments === undefined)
    return refuse('config/invalid', 'there is no list of instruments', 'write it: ordo instruments');
  checkOneSymbolEach(plan);
  const follow = wordsOf(config, plan, schedule, instruments);
  const spoken = config.exchange.interface;
  const compiled = { ...schedule, plan, instruments, interface: spoken, ...(follow !== undefined && { follow }) };
  const { fees, ...how } = tried;
  const simulated = simulatePlan(compiled, { prices: prices.of, ...how, fees: feesOf(config, fees) });
  if (!simulated.ok) return refuseFault(simulated.error);
  return {
    simulated: simulated.value,
    warnings: prices.candles.flatMap((joined) => [...joined.warnings, ...farFrom(plan, joined)]),
    notes: notesOf(plan, simulated.value),
  };
}

/** Each symbol has a time of its own in its candles: what one does to another cannot be told. */
function checkOneSymbolEach({ orders }: Plan): void {
  if (!orders.some(needsFollow)) return;
  const symbolOf = new Map(orders.map(({ id, symbol }) => [id, symbol]));
  const later = laterIds(orders);
  const apart = orders.find(({ id, symbol, after = [], afterFilled = [], until }) =>
    [...(later.has(id) ? after : []), ...afterFilled, ...(until?.filled ?? [])].some(
      (one) => symbolOf.get(one) !== symbol,
    ),
  );
  if (apart === undefined) return;
  refuse(
    'plan/needs-follow',
    `${apart.id} depends on an order of another symbol, which a simulation cannot work out`,
    'look at the plan by its dry run, or simulate each symbol by itself with --only',
  );
}

/** How a plan is followed; undefined where nothing of it is. */
function wordsOf(
  config: Config,
  { name, generation, orders }: Plan,
  { pending, later = [] }: Schedule,
  instruments: InstrumentList,
): FollowWords | undefined {
  if (!orders.some(needsFollow)) return undefined;
  const { onUnknown, maxPauseMs } = config.execution;
  const { place } = dialectOf(config).calls;
  const chosen = new Set([...pending.values(), ...later].map(({ id }) => id));
  return {
    rules: { instrumentOf: (symbol) => instruments.bySymbol.get(symbol), onUnknown, maxPauseMs },
    isChosen: (id) => chosen.has(id),
    clientOidOf: (order, part) =>
      clientOrderId(name, generation, partName(order, part), order.exit === undefined ? part - 1 : 0),
    write: (order, clientOid) =>
      place.write(order.trigger === undefined ? 'single' : 'trigger', [{ ...order, clientOid, lineage: 0 }]).body,
  };
}

function refuseFault({ code, symbol, message }: SimulationFault): never {
  const words = safeText(message);
  if (code === 'hold') return refuse('option/value', `a position from before: ${words}`);
  if (code === 'no-tick') return refuse('config/invalid', words, 'write the list: ordo instruments');
  if (code === 'no-prices')
    return refuse('command/names', words, `ordo candles ${safeText(symbol ?? '')} 1h writes them`);
  return refuse('option/value', words);
}

function farFrom(plan: Plan, joined: JoinedCandles): Diagnostic[] {
  const middle = middleOf(plan, joined.candles);
  const warning = middle === undefined ? undefined : farWarning(joined, middle);
  return warning === undefined ? [] : [warning];
}

function feesOf(config: Config, fees: HowTried['fees']): SimulationOptions['fees'] {
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

function notesOf({ validUntil, orders }: Plan, { candles }: Simulated): string[] {
  const first = candles?.symbols[0]?.from;
  const isLate = validUntil !== undefined && first !== undefined && validUntil.ms <= first;
  return [
    ...(isLate ? [`the plan's validUntil ${validUntil.text} is before the first candle, at ${timeText(first)}`] : []),
    ...followNotes(orders, candles === undefined),
  ];
}

/** What a simulation cannot show of a plan that is followed. */
function followNotes(orders: Plan['orders'], isPath: boolean): string[] {
  if (!orders.some(needsFollow)) return [];
  const timed = orders.filter(
    ({ afterAt, until, slice }) =>
      afterAt !== undefined || until?.at !== undefined || until?.forMs !== undefined || slice !== undefined,
  );
  const names = [...new Set(timed.map(({ id, ladder = id }) => ladder))];
  return [
    'what is due is done in the same step, without a look in between: a real follower is later',
    ...(isPath && names.length > 0
      ? [
          `a path has no time: what ${someOf(names)} ${names.length === 1 ? 'waits' : 'wait'} for by time does not happen`,
        ]
      : []),
  ];
}
