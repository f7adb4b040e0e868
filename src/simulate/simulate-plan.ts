/**
 * What becomes of the compiled orders of a plan on candles or on a path: one value. Pure: the same inputs give the same value, on
 * every machine. Nothing is sent, asked or written.
 */
import { ok, type Result } from '../model/result.ts';
import { judged } from './expect.ts';
import { figuresOf } from './figures.ts';
import type { SimulationFault, SimulationOptions, ToSimulate } from './options.ts';
import { ordersOf } from './orders.ts';
import { pathTexts } from './path-text.ts';
import { FollowSetup } from './follow/setup.ts';
import { placeAll, readBody, type BodiesPlaced } from './placing.ts';
import { candlesDigest } from './candles/digest.ts';
import { LIMITS } from './range/range.ts';
import { sceneOf, type Scene, type SceneSymbol } from './scene.ts';
import type { Course, TickPath, Simulated, UsedCandles, FarPrices } from '../model/simulated.ts';
import type { RunBegun } from './follow/begin.ts';
import { runSymbol, type End, type SymbolRun } from './symbol-run.ts';
import { happenedOf } from './told.ts';
import { usedCandles, type UsedRange } from './used-range.ts';
import { Decimal } from '../model/decimal.ts';
import type { PlannedOrder } from '../model/order.ts';

export function simulatePlan(plan: ToSimulate, options: SimulationOptions): Result<Simulated, SimulationFault> {
  const scene = sceneOf(plan, options);
  if (!scene.ok) return scene;
  const { symbols, hold } = scene.value;
  const { fills = 'through', fees, limits = LIMITS, expect = [] } = options;
  const placed = placeAll({
    interface: plan.interface,
    calls: plan.calls,
    marginModeOf: (clientOid) => plan.pending.get(clientOid)?.marginMode ?? 'cross',
    markets: symbols.map(openedOf),
    fills,
  });
  const refused = refusedIds(plan, placed);
  const runs = symbols.map((symbol) => {
    const { market, heard } = placed.markets.get(symbol.symbol) as Pick<RunBegun, 'market' | 'heard'>;
    const roots = heard.placedAs.map((clientOid) => ({ id: plan.pending.get(clientOid)?.id as string, clientOid }));
    const setup = setupOf(plan, symbol);
    return runSymbol(symbol, { market, heard, roots, refused, setup }, limits, symbols.length === 1);
  });
  const happened = happenedOf(runs, fees);
  const figures = figuresOf(runs, happened, scene.value.scale);
  return ok({
    plan: { name: plan.plan.name, generation: plan.plan.generation },
    answer: 'candles' in options.prices ? 'range' : 'exact',
    ...figures,
    orders: ordersOf(plan, placed, happened),
    fills: happened.fills,
    deciding: happened.deciding,
    large: happened.large,
    far: farIn(scene.value, plan.plan.orders),
    expected: expect.map((one) => judged(one, figures)),
    ...pricesOf(scene.value),
    settings: {
      fees: { maker: fees.maker.canonical(), taker: fees.taker.canonical(), assumed: fees.assumed },
      fills,
      hold,
    },
    digest: plan.digest,
    forecastMs: plan.forecastMs,
    courses: [coursesOf(runs, 0), coursesOf(runs, 1)],
  });
}

const refusedIds = ({ pending }: ToSimulate, { refused }: BodiesPlaced): ReadonlySet<string> =>
  new Set([...refused.keys()].map((clientOid) => pending.get(clientOid)?.id as string));

function setupOf(
  { plan, follow, interface: spoken }: ToSimulate,
  { instrument }: SceneSymbol,
): FollowSetup | undefined {
  if (follow === undefined) return undefined;
  return new FollowSetup(plan, instrument, follow, (body, order, last) =>
    readBody({ interface: spoken }, instrument, { body, order, last: instrument.tick.multiplied(BigInt(last)) }),
  );
}

const openedOf = ({ instrument, start, held }: SceneSymbol): Parameters<typeof placeAll>[0]['markets'][number] => ({
  instrument,
  last: instrument.tick.multiplied(BigInt(start)),
  held,
});

function pricesOf({ symbols }: Scene): Pick<Simulated, 'candles' | 'path'> {
  const used = symbols.flatMap((one) => one.used ?? []);
  if (used.length === 0)
    return {
      path: symbols.map(({ symbol, path, instrument: { tick } }) => ({
        symbol,
        steps: pathTexts(path as TickPath, tick),
      })),
    };
  const parts = used.map(usedCandles);
  const told = parts.map((part, at): UsedCandles['symbols'][number] => ({
    symbol: part.symbol,
    count: part.openMs.length,
    lengthMs: (used[at] as UsedRange).lengthMs,
    from: part.openMs[0] as number,
    to: (part.openMs.at(-1) as number) + (part.lengthMs.at(-1) as number),
    leftOut: (used[at]?.candles.openMs.length ?? 0) - part.openMs.length,
  }));
  const byName = told.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1));
  return { candles: { digest: candlesDigest(parts), symbols: byName } };
}

/** Each symbol's course of one end as a path, all of as many steps: where something acts, and the last close. */
function coursesOf(runs: readonly SymbolRun[], end: 0 | 1): readonly Course[] {
  const paths = runs.map(({ scene, ends }) => scene.path ?? pathOf(scene, ends[end]));
  const most = Math.max(...paths.map(({ steps }) => steps.length));
  return runs.map(({ scene: { symbol } }, at) => ({ symbol, path: stayed(paths[at] as TickPath, most) }));
}

/** With so many steps: it stays where it ends. */
function stayed({ from, steps }: TickPath, most: number): TickPath {
  const stays = { to: steps.at(-1)?.to ?? from, gap: false };
  return { from, steps: [...steps, ...Array.from({ length: most - steps.length }, () => stays)] };
}

function pathOf({ start, used }: SceneSymbol, { acts }: End): TickPath {
  const { candles, last } = used as NonNullable<typeof used>;
  const steps = acts.slice(1).flatMap(({ price, gap, index }) => {
    const jump = { to: price, gap };
    return gap ? [{ to: candles.close[index - 1] as number, gap: false }, jump] : [jump];
  });
  return { from: start, steps: [...steps, { to: candles.close[last] as number, gap: false }] };
}

const TWICE = Decimal.of('2');

/** Symbols whose first price is below half or above twice the middle price of the plan's orders: it may be another symbol's. */
function farIn({ symbols }: Scene, orders: readonly PlannedOrder[]): readonly FarPrices[] {
  return symbols.flatMap(({ symbol, start, instrument: { tick } }) => {
    const prices = orders.filter((one) => one.symbol === symbol).flatMap((one) => priceOf(one) ?? []);
    const middle = prices.toSorted((one, other) => one.compare(other))[Math.floor((prices.length - 1) / 2)];
    const first = tick.multiplied(BigInt(start));
    const isNear = middle === undefined || (isWithin(first, middle) && isWithin(middle, first));
    return isNear ? [] : [{ symbol, first: first.canonical(), middle: middle.canonical() }];
  });
}

const priceOf = ({ price, trigger }: PlannedOrder): Decimal | undefined =>
  price.kind === 'limit' ? price.at : trigger;

const isWithin = (one: Decimal, other: Decimal): boolean => one.compare(other.times(TWICE)) <= 0;
