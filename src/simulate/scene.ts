/** A plan with its prices, made ready: which symbols, from which price on, what is held before, and how money is counted. */
import { Decimal } from '../model/decimal.ts';
import type { Instrument } from '../model/instrument.ts';
import type { MarginMode, PlannedOrder } from '../model/order.ts';
import { err, ok, type Result } from '../model/result.ts';
import { sameSymbol, SymbolMap } from '../model/symbol.ts';
import type { Candles } from './candles/candles.ts';
import { coinOf, scaleFor, type Coin } from './money.ts';
import type { HoldAsked, SimulationFault, SimulationOptions, ToSimulate } from './options.ts';
import type { HeldAtStart, TickPath } from '../model/simulated.ts';
import { commonRanges, type UsedRange } from './used-range.ts';

export interface Scene {
  /** In the order in which the plan first names them. */
  readonly symbols: readonly SceneSymbol[];
  readonly hold: readonly HeldAtStart[];
  /** Decimals of the unit of money. */
  readonly scale: number;
}

export interface SceneSymbol {
  /** As the plan writes it. */
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly coin: Coin;
  /** The price at the placing, in ticks. */
  readonly start: number;
  readonly held: readonly Required<HoldAsked>[];
  /** One of both. */
  readonly used?: UsedRange;
  readonly path?: TickPath;
}

type Faulty<T> = Result<T, SimulationFault>;
const fault = (code: SimulationFault['code'], message: string, symbol?: string): Result<never, SimulationFault> =>
  err({ code, message, ...(symbol !== undefined && { symbol }) });

export function sceneOf(plan: ToSimulate, options: SimulationOptions): Faulty<Scene> {
  const symbols = [...new Set(plan.plan.orders.map(({ symbol }) => symbol))];
  if (symbols.length === 0) return fault('no-orders', 'the plan has no orders');
  const instruments = new Map<string, Instrument>();
  for (const symbol of symbols) {
    const instrument = plan.instruments.bySymbol.get(symbol);
    if (instrument === undefined) return fault('no-tick', `${symbol} is in no list of instruments`, symbol);
    instruments.set(symbol, { ...instrument, symbol });
  }
  const starts = startsOf(symbols, options);
  if (!starts.ok) return starts;
  const held = heldOf(symbols, plan.plan.orders, options.hold ?? []);
  if (!held.ok) return held;
  const of = (symbol: string): readonly Required<HoldAsked>[] => held.value.filter((one) => one.symbol === symbol);
  const measured = symbols.map((symbol) => ({
    tick: (instruments.get(symbol) as Instrument).tick,
    sizes: [...plan.plan.orders.filter((one) => one.symbol === symbol), ...of(symbol)].map(({ size }) => size),
    prices: of(symbol).map(({ price }) => price),
  }));
  const scale = scaleFor(measured, options.fees);
  const ready = symbols.map((symbol): SceneSymbol => {
    const instrument = instruments.get(symbol) as Instrument;
    const start = starts.value.get(symbol) as Start;
    const coin = coinOf(instrument.tick, scale, options.fees);
    return Object.assign({ symbol, instrument, coin, held: of(symbol) }, start);
  });
  const hold = held.value.map(({ symbol, side, marginMode, size, price }) => ({
    symbol,
    side,
    marginMode,
    size: size.canonical(),
    price: price.canonical(),
  }));
  return ok({ symbols: ready, hold, scale });
}

type Start = Pick<SceneSymbol, 'start' | 'used' | 'path'>;

function startsOf(
  symbols: readonly string[],
  { prices, from, to }: SimulationOptions,
): Faulty<ReadonlyMap<string, Start>> {
  const given = 'candles' in prices ? prices.candles.map(({ symbol }) => symbol) : [...prices.path.keys()];
  const other = given.find((one) => !symbols.some((symbol) => sameSymbol(one, symbol)));
  if (other !== undefined) return fault('other-symbol', `the plan has no orders of ${other}`, other);
  const missing = symbols.find((symbol) => !given.some((one) => sameSymbol(one, symbol)));
  if (missing !== undefined) return fault('no-prices', `there are no prices of ${missing}`, missing);
  if ('candles' in prices) return candleStarts(symbols, prices.candles, from, to);
  const paths = new SymbolMap(prices.path);
  const lengths = new Set([...prices.path.values()].map(({ steps }) => steps.length));
  if (lengths.size > 1) return fault('steps-differ', 'the paths of several symbols need the same number of steps');
  const started = symbols.map((symbol) => {
    const path = paths.get(symbol) as TickPath;
    return [symbol, { start: path.from, path }] as const;
  });
  return ok(new Map(started));
}

function candleStarts(
  symbols: readonly string[],
  candles: readonly Candles[],
  from: number | undefined,
  to: number | undefined,
): Faulty<ReadonlyMap<string, Start>> {
  const bySymbol = new SymbolMap(candles.map((one) => [one.symbol, one] as const));
  const own = symbols.map((symbol) => ({ ...(bySymbol.get(symbol) as Candles), symbol }));
  const ranges = commonRanges(own, from, to);
  if (ranges === undefined) return fault('no-span', 'the time that is asked for has no candle of every symbol');
  const started = ranges.map((used): readonly [string, Start] => [
    used.candles.symbol,
    { start: used.candles.open[used.first] as number, used },
  ]);
  return ok(new Map(started));
}

/** Positions from before, each with its symbol and margin mode. */
function heldOf(
  symbols: readonly string[],
  orders: readonly PlannedOrder[],
  holds: readonly HoldAsked[],
): Faulty<readonly Required<HoldAsked>[]> {
  const all: Required<HoldAsked>[] = [];
  for (const hold of holds) {
    const named = hold.symbol;
    const symbol = named === undefined ? symbols[0] : symbols.find((one) => sameSymbol(one, named));
    if (symbol === undefined) return fault('hold', `the plan has no orders of ${String(named)}`, named);
    if (named === undefined && symbols.length > 1)
      return fault('hold', 'the plan has several symbols: say which one is held');
    if (hold.size.compare(Decimal.zero) <= 0 || hold.price.compare(Decimal.zero) <= 0)
      return fault('hold', 'what is held has a size and a price above zero', symbol);
    const modes = modesOf(orders, symbol, hold.side);
    if (hold.marginMode === undefined && modes.length > 1)
      return fault('hold', `the plan's ${hold.side} orders of ${symbol} have both margin modes`, symbol);
    all.push({ ...hold, symbol, marginMode: hold.marginMode ?? modes[0] ?? 'cross' });
  }
  return ok(all);
}

const modesOf = (orders: readonly PlannedOrder[], symbol: string, side: 'long' | 'short'): readonly MarginMode[] => [
  ...new Set(
    orders.filter((one) => one.symbol === symbol && one.side.endsWith(side)).map(({ marginMode }) => marginMode),
  ),
];
