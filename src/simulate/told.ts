/** What happened on both courses of every symbol: fills with their fees, where the courses part, and orders that are large for their candle. */
import { SIDES, type Side } from '../model/order.ts';
import type { BookOrder } from '../paper/market/standing.ts';
import type { Fees } from '../model/fees.ts';
import { Rational } from '../model/rational.ts';
import { partings, type Parting } from './deciding.ts';
import { extremesOf, nearness } from './near.ts';
import { firstFrom } from './used-range.ts';
import type { DecidingSpan, Ends, LargeOrder, SimulatedFill } from '../model/simulated.ts';
import type { SymbolRun } from './symbol-run.ts';
import { tallyOf, type TallyHeld, type TallyPlaced } from './tally.ts';
import type { PlacedRoot } from './follow/setup.ts';
import type { FatesTold } from './fates.ts';
import { positionOf } from '../paper/market/terms.ts';
import { moneyOf } from './money.ts';

export interface Happened {
  /** For each symbol, in the order of the runs. */
  readonly told: readonly ToldSymbol[];
  readonly fills: readonly SimulatedFill[];
  readonly deciding: readonly DecidingSpan[];
  readonly large: readonly LargeOrder[];
}

export interface ToldSymbol {
  readonly run: SymbolRun;
  readonly ends: Ends<FatesTold>;
}

export function happenedOf(runs: readonly SymbolRun[], fees: Fees): Happened {
  const told = runs.map((run) => toldOf(run, fees));
  const all = told.map(fillsOf);
  return {
    told,
    fills: all.flatMap(({ fills }) => fills).toSorted((one, other) => one.at - other.at),
    deciding: told.flatMap((one, at) => decidingOf(one, (all[at] as Fills).fills)).toSorted(largestFirst),
    large: told.flatMap((one, at) => largeOf(one, (all[at] as Fills).fills)),
  };
}

function toldOf(run: SymbolRun, fees: Fees): ToldSymbol {
  const { scene, roots } = run;
  const { tick } = scene.instrument;
  const atOf = (index: number): number => scene.used?.candles.openMs[index] ?? index;
  const priceIn = (ticks: number): string => tick.multiplied(BigInt(ticks)).toString();
  const before = heldBefore(run);
  const words = {
    idOf: (root: number) => (roots[root] as PlacedRoot).id,
    atOf,
    priceIn,
    near: nearness(extremesOf(scene.used, scene.path), { priceIn, atOf }),
  };
  const [least, most] = run.ends.map(({ acts }) => ({ ...words, acts, tally: tallyOf(acts, before, tick, fees) }));
  return { run, ends: [least as FatesTold, most as FatesTold] };
}

function heldBefore({ scene: { held } }: SymbolRun): readonly TallyHeld[] {
  const all = new Map<TallyHeld['position'], TallyHeld>();
  for (const { side, marginMode, size, price } of held) {
    const position = positionOf({ type: side === 'long' ? '1' : '2', marginMode: marginMode === 'isolated' ? 3 : 1 });
    const before = all.get(position);
    const cost = Rational.of(size.times(price));
    all.set(position, {
      position,
      size: before === undefined ? size : before.size.plus(size),
      cost: before === undefined ? cost : before.cost.plus(cost),
    });
  }
  return [...all.values()];
}

interface Fills {
  readonly fills: readonly SimulatedFill[];
}

const WHY: Readonly<Partial<Record<BookOrder['part'], SimulatedFill['why']>>> = {
  fired: 'trigger',
  'fired take-profit': 'take-profit',
  'fired stop-loss': 'stop-loss',
};

/** The same of a fill that both courses have. */
const nameOf = ({ index, fill: { order, size, price } }: TallyPlaced): string =>
  `${index} ${order.id} ${size.canonical()} ${price}`;

/** Fills of both courses once, in their order; what only one has says so. */
function fillsOf({ run, ends }: ToldSymbol): Fills {
  const { symbol } = run.scene;
  const [least, most] = ends;
  const others = new Set(most.tally.fills.map(nameOf));
  const own = new Set(least.tally.fills.map(nameOf));
  const fillOf = (placed: TallyPlaced, course: SimulatedFill['course']): SimulatedFill => {
    const { fill, index, fee } = placed;
    const { clientOid, id } = run.roots[fill.order.root] as PlacedRoot;
    const { request } = fill.order.terms;
    return {
      course,
      at: least.atOf(index),
      id,
      clientOid,
      symbol,
      side: SIDES[Number(request.type) - 1] as Side,
      size: fill.size.canonical(),
      price: least.priceIn(fill.price),
      why: WHY[fill.order.part] ?? (fill.order.terms.limit === undefined ? 'market' : 'limit'),
      role: fill.role,
      fee: fee.canonical(),
    };
  };
  const fills = [
    ...least.tally.fills.map((one) => fillOf(one, others.has(nameOf(one)) ? 'both' : 'pessimistic')),
    ...most.tally.fills.filter((one) => !own.has(nameOf(one))).map((one) => fillOf(one, 'optimistic')),
  ];
  return { fills: fills.toSorted((one, other) => one.at - other.at) };
}

function decidingOf({ run }: ToldSymbol, fills: readonly SimulatedFill[]): readonly DecidingSpan[] {
  const { used, symbol, coin } = run.scene;
  const [least, most] = run.ends;
  if (used === undefined || least.acts.at(-1) === most.acts.at(-1)) return [];
  const { candles, last } = used;
  const begun = { book: run.placed, closeBefore: (index: number) => candles.close[index - 1] as number };
  const found = partings([least.acts, most.acts], begun, { last, differ: most.result - least.result });
  return found.map(({ first, last: until, apart }: Parting): DecidingSpan => {
    const [from, end] = [candles.openMs[first] as number, candles.openMs[until] as number];
    const within = fills.filter(({ at, course }) => course !== 'both' && at >= from && at <= end);
    const ids = [...new Set(within.map(({ id }) => id))];
    const of = (id: string, course: SimulatedFill['course']) =>
      within.filter((one) => one.id === id && one.course === course);
    return {
      symbol,
      from,
      to: end + (candles.lengthMs[until] as number),
      apart: moneyOf(apart, coin.scale).canonical(),
      orders: ids.map((id) => ({ id, fills: [of(id, 'pessimistic'), of(id, 'optimistic')] })),
    };
  });
}

const largestFirst = (one: DecidingSpan, other: DecidingSpan): number =>
  Math.abs(Number(other.apart)) - Math.abs(Number(one.apart));

/** A caution only: what was traded is no exact number. */
function largeOf({ run: { scene } }: ToldSymbol, fills: readonly SimulatedFill[]): readonly LargeOrder[] {
  const { used } = scene;
  const traded = used?.candles.traded;
  if (used === undefined || traded === undefined) return [];
  const found = new Map<string, LargeOrder>();
  for (const { id, at, size } of fills) {
    const all = traded[firstFrom(used.candles, at)] ?? Number.NaN;
    if (Number(size) * 10 > all) found.set(`${id} ${at}`, { id, at, size, traded: all });
  }
  return [...found.values()];
}
