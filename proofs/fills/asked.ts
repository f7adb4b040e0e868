/** A scene as the program is asked it: compiled to the very bodies, on candles or on its path. */
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';
import { v3 } from '../../src/exchange/v3/dialect.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { Instrument } from '../../src/model/instrument.ts';
import type { Plan, PlannedOrder } from '../../src/model/order.ts';
import type { Candles } from '../../src/simulate/candles/candles.ts';
import type { SimulationOptions, ToSimulate } from '../../src/simulate/options.ts';
import { simulatePlan } from '../../src/simulate/simulate-plan.ts';
import type { Course, Simulated } from '../../src/model/simulated.ts';
import type { Scene, SceneOrder } from './scene.ts';

interface Asked {
  readonly plan: ToSimulate;
  readonly options: Omit<SimulationOptions, 'prices'>;
  /** Ids in order of sending. */
  readonly sent: readonly string[];
}

const MILLION = 6;
const instrumentsOf = ({ symbols }: Scene): readonly Instrument[] =>
  symbols.map(({ name, tick, step }) => ({
    symbol: name,
    tick: Decimal.of(tick),
    step: Decimal.of(step),
    minSize: Decimal.of(step),
  }));

export function askedOf(scene: Scene): Asked {
  const instruments = instrumentsOf(scene);
  const orders = scene.orders.map((order) => planned(order, instruments[order.symbol] as Instrument));
  const plan: Plan = { name: 'drawn', generation: 1, orders, ladders: [], limits: {} };
  const { exchange } = defaultConfig;
  const { calls } = scene.spoken === 'v3' ? v3 : v2;
  const schedule = compilePlan(calls, plan, emptyJournal, { ...exchange, maxOrdersPerCall: calls.place.most });
  const bySymbol = new Map(instruments.map((one) => [one.symbol, one]));
  const list = { source: 'a proof', asOf: '2026-11-21T00:00:00Z', bySymbol };
  const { maker, taker } = scene.fees;
  return {
    plan: { ...schedule, plan, instruments: list, interface: scene.spoken },
    options: {
      fees: {
        maker: Decimal.ofDigits(BigInt(maker), MILLION),
        taker: Decimal.ofDigits(BigInt(taker), MILLION),
        assumed: false,
      },
      fills: scene.fills,
      hold: scene.hold.map(({ symbol, isLong, isolated, size, tenths }) => {
        const { symbol: name, tick, step } = instruments[symbol] as Instrument;
        return {
          symbol: name,
          side: isLong ? 'long' : 'short',
          marginMode: isolated ? 'isolated' : 'cross',
          size: step.multiplied(BigInt(size)),
          price: Decimal.ofDigits(tick.coefficient * BigInt(tenths), tick.scale + 1),
        } as const;
      }),
    },
    sent: schedule.calls.flatMap((call) => call.orders.map(({ id }) => id)),
  };
}

function planned(order: SceneOrder, { symbol, tick, step }: Instrument): PlannedOrder {
  const priceOf = (ticks: number): Decimal => tick.multiplied(BigInt(ticks));
  const { id, isLong, opens, isolated, size, limit, trigger, takeProfit, stopLoss, must, after } = order;
  return {
    id,
    symbol,
    marginMode: isolated ? 'isolated' : 'cross',
    side: `${opens ? 'open' : 'close'}-${isLong ? 'long' : 'short'}`,
    size: step.multiplied(BigInt(size)),
    price: limit === undefined ? { kind: 'market' } : { kind: 'limit', at: priceOf(limit) },
    timeInForce: must ?? 'normal',
    ...(trigger !== undefined && { trigger: priceOf(trigger) }),
    ...(takeProfit !== undefined && { takeProfit: priceOf(takeProfit) }),
    ...(stopLoss !== undefined && { stopLoss: priceOf(stopLoss) }),
    ...(after !== undefined && { after }),
    line: 1,
  };
}

export function onPath(asked: Asked, { symbols, starts, moves }: Scene): Simulated {
  const path = new Map(
    symbols.map(({ name }, at) => [name, { from: starts[at] as number, steps: moves[at] ?? [] }] as const),
  );
  return answered(asked, { path });
}

export const onCandles = (asked: Asked, candles: readonly Candles[]): Simulated => answered(asked, { candles });

export const onCourses = (asked: Asked, courses: readonly Course[]): Simulated =>
  answered(asked, { path: new Map(courses.map(({ symbol, path }) => [symbol, path])) });

function answered({ plan, options }: Asked, prices: SimulationOptions['prices']): Simulated {
  const done = simulatePlan(plan, { ...options, prices });
  if (!done.ok) throw new Error(`${done.error.code}: ${done.error.message}`);
  return done.value;
}
