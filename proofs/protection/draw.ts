/** Random scenes. Prices lie on a grid of five ticks, so that what lies in between is tried as well: limits and markets one tick off. */
import type { MarginMode, Side } from '../../src/model/order.ts';
import { contracts, type Contract } from '../../src/paper/v2/order/instruments.ts';
import { Rational } from '../../src/model/rational.ts';
import { randomOf, type Random } from '../random.ts';
import {
  isLongSide,
  type Fate,
  type Happening,
  type MarketBy,
  type Scene,
  type SceneLook,
  type SceneOrder,
} from './scene.ts';

const GRID = 5;
const SYMBOLS = ['cmt_btcusdt', 'cmt_solusdt', 'cmt_dogeusdt'] as const;

/** The last price as listed, in ticks. */
export function baseOf(symbol: string): number {
  const { last, tick } = contracts.get(symbol) as Contract;
  return Number(Rational.of(last).wholeUnits(tick));
}

interface Position {
  readonly symbol: string;
  readonly isLong: boolean;
  readonly marginMode: MarginMode;
}

/** What all orders of a scene are drawn from. */
interface Draw {
  readonly random: Random;
  readonly markets: ReadonlyMap<string, number>;
  readonly positions: readonly Position[];
  readonly plans: readonly string[];
  readonly marketBy: MarketBy;
  /** Whether orders of others are seen. */
  readonly others: boolean;
  readonly isCalm: boolean;
}

export function drawScene(seed: number): Scene {
  const random = randomOf(seed, 77);
  const symbols = random.chance(0.15) ? random.shuffled(SYMBOLS).slice(0, 2) : [random.pick(SYMBOLS)];
  const looks = random.chance(0.5);
  const markets = new Map(symbols.map((symbol) => [symbol, baseOf(symbol) + nearby(random, 6)]));
  const draw: Draw = {
    random,
    markets,
    positions: symbols.flatMap((symbol) => positionsOf(random, symbol)),
    plans: random.chance(0.7) ? ['p'] : ['p', 'q'],
    marketBy: looks ? random.pick(['all', 'order']) : random.pick(['all', 'all', 'order', 'plan', 'nobody']),
    others: looks && random.chance(0.2),
    isCalm: random.chance(0.5),
  };
  const first = ordersOf(draw, 'a', random.int(1, 9));
  if (!looks) return { symbols, markets, first, happenings: [], second: [], marketBy: draw.marketBy };
  const [happenings, moved] = happeningsOf(draw, first);
  const when = random.pick(['before', 'since', 'planned'] as const);
  // What others place after the look nobody knows.
  const then = { ...draw, markets: moved, others: draw.others && when === 'before' };
  const second = random.chance(0.5) ? ordersOf(then, 'b', random.int(1, 4)) : [];
  const look = lookOf(draw, when, [...first, ...second]);
  return { symbols, markets, first, happenings, second, look, marketBy: draw.marketBy };
}

/** Most scenes are of one position, so that its orders meet. */
function positionsOf(random: Random, symbol: string): Position[] {
  const all = [true, false].flatMap((isLong) =>
    (['cross', 'isolated'] as const).map((marginMode) => ({ symbol, isLong, marginMode })),
  );
  return random.shuffled(all).slice(0, random.pick([1, 1, 1, 1, 2, 2, 4]));
}

/** A place on the grid, or a tick beside it. */
const nearby = (random: Random, most: number): number =>
  random.int(-most, most) * GRID + (random.chance(0.3) ? random.pick([-1, 1]) : 0);

function lookOf({ random, isCalm }: Draw, second: SceneLook['second'], orders: readonly SceneOrder[]): SceneLook {
  return {
    second,
    lags: new Set(isCalm ? [] : orders.filter(() => random.chance(0.15)).map(({ id }) => id)),
    isLate: random.chance(0.5),
  };
}

function happeningsOf(draw: Draw, orders: readonly SceneOrder[]): [Happening[], Map<string, number>] {
  const { random, markets, isCalm } = draw;
  const moved = new Map(markets);
  const happenings = Array.from({ length: random.int(0, 3) }, (): Happening => {
    const kind = random.pick(['move', 'move', 'fill', 'fill', 'cancel'] as const);
    const order = random.pick(orders);
    const { id, size, limit, symbol: its } = order;
    if (kind === 'fill' && limit !== undefined && order.trigger === undefined) {
      // A tick and more before it would be filled whole.
      const near = limit + (isLongSide(order.side) ? 2 : -2);
      moved.set(its, near);
      return { kind, id, symbol: its, to: near, size: random.int(1, size) };
    }
    if (kind === 'cancel')
      return { kind, id, ends: isCalm ? 'seen' : random.pick(['seen', 'unsure-there', 'unsure-gone']) };
    const [symbol, from] = random.pick([...moved]);
    const to = from + nearby(random, 10);
    moved.set(symbol, to);
    return { kind: 'move', symbol, to };
  });
  return [happenings, moved];
}

function ordersOf(draw: Draw, prefix: string, count: number): SceneOrder[] {
  const made: SceneOrder[] = [];
  while (made.length < count) made.push(...someOrders(draw, `${prefix}${made.length}`));
  return made;
}

/** One order, or a ladder with the stop of all of it. */
function someOrders(draw: Draw, id: string): SceneOrder[] {
  const { random } = draw;
  const position = random.pick(draw.positions);
  if (!random.chance(0.15)) return [orderOf(draw, position, id)];
  const [rungs, size, plan] = [random.int(2, 4), random.int(1, 3), random.pick(draw.plans)];
  const common = { plan, says: says(draw), size, ...sided(position, 'open') };
  const at = placed(draw, position);
  const ladder = Array.from({ length: rungs }, (_, rung): SceneOrder => {
    const price = at(-GRID * (rung + 1));
    return { ...common, id: `${id}r${rung}`, limit: price, fate: fateOf(draw) };
  });
  const stop = {
    ...common,
    ...sided(position, 'close'),
    id: `${id}s`,
    size: size * rungs,
    trigger: at(-GRID * (rungs + 2)),
  };
  return [...ladder, { ...stop, fate: fateOf(draw) }];
}

const sided = ({ symbol, isLong, marginMode }: Position, verb: 'open' | 'close') => ({
  symbol,
  marginMode,
  side: `${verb}-${isLong ? 'long' : 'short'}` satisfies Side,
});

/** A price so far above the place on the grid below the market, of a long; in the mirror, of a short. */
function placed({ markets }: Draw, { symbol, isLong }: Position): (above: number) => number {
  const [base, market] = [baseOf(symbol), markets.get(symbol) as number];
  const from = base + (isLong ? Math.floor((market - base) / GRID) : Math.ceil((market - base) / GRID)) * GRID;
  return (above) => from + (isLong ? above : -above);
}

const says = ({ random, marketBy }: Draw): boolean => marketBy === 'plan' && random.chance(0.5);

function fateOf({ random, isCalm }: Draw): Fate {
  if (random.chance(0.85)) return 'placed';
  const ends = ['rejected', 'withheld', 'not-selected', 'absent'] as const;
  return random.pick(
    isCalm ? ends : [...ends, 'unsure-there', 'unsure-gone', 'unsure-there', 'unsure-gone', 'unlisted'],
  );
}

function orderOf(draw: Draw, position: Position, id: string): SceneOrder {
  const { random, others } = draw;
  const isTheirs = others && random.chance(0.4);
  const prices = random.chance(0.55) ? entry(draw, position) : exit(draw, position);
  return {
    id,
    ...(!isTheirs && { plan: random.pick(draw.plans) }),
    symbol: position.symbol,
    marginMode: position.marginMode,
    size: random.int(1, 4),
    fate: isTheirs ? 'placed' : fateOf(draw),
    says: says(draw),
    ...prices,
  };
}

type Priced = Pick<SceneOrder, 'side' | 'limit' | 'trigger' | 'stopLoss' | 'takeProfit'>;

/** On the grid around the market: below it for the most part, where `below`. */
const around = (random: Random, below: boolean): number => (below ? random.int(-12, 0) : random.int(-8, 10)) * GRID;

/**
 * A trigger may be a tick above the grid, never below it. The paper exchange fills a limit that buys where the last price is a tick
 * below it, and there a trigger may be first; on an exchange no trade at that price passes a better bid.
 */
const beside = (random: Random, price: number): number => price + (random.chance(0.1) ? 1 : 0);

function entry(draw: Draw, position: Position): Priced {
  const { random, marketBy } = draw;
  const { side } = sided(position, 'open');
  const at = placed(draw, position);
  const kind = random.pick(['limit', 'limit', 'limit', 'market', 'trigger', 'trigger-limit'] as const);
  // Where nobody says where the market is, a limit order is taken to rest.
  const isKnown = marketBy === 'all' || marketBy === 'order';
  const limit = isKnown && random.chance(0.2) ? around(random, false) : -GRID * random.int(1, 12);
  if (kind === 'limit') return { side, limit: at(limit), ...presets(draw, position, limit) };
  if (kind === 'market') return { side, ...presets(draw, position, 0) };
  const trigger = around(random, false);
  if (kind === 'trigger') return { side, trigger: at(beside(random, trigger)), ...presets(draw, position, trigger) };
  const then = trigger + GRID * random.int(-3, 3);
  return { side, trigger: at(beside(random, trigger)), limit: at(then), ...presets(draw, position, then) };
}

function presets(draw: Draw, position: Position, from: number): Pick<SceneOrder, 'stopLoss' | 'takeProfit'> {
  const { random } = draw;
  const at = placed(draw, position);
  return {
    ...(random.chance(0.25) && { stopLoss: at(from - GRID * random.int(1, 8)) }),
    ...(random.chance(0.1) && { takeProfit: at(from + GRID * random.int(1, 8)) }),
  };
}

function exit(draw: Draw, position: Position): Priced {
  const { random } = draw;
  const { side } = sided(position, 'close');
  const at = placed(draw, position);
  if (random.chance(0.08)) return { side, limit: at(around(random, random.chance(0.3))) };
  const trigger = beside(random, around(random, random.chance(0.75)));
  if (random.chance(0.7)) return { side, trigger: at(trigger) };
  const beyond = random.pick([-1, -3, -GRID, -2 * GRID, 0, 1, GRID]);
  return { side, trigger: at(trigger), limit: at(trigger + beyond) };
}
