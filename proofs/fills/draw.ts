/** Random scenes: orders near the market, of all kinds, and prices that go through them. */
import { randomOf, type Random } from '../random.ts';
import type { Fees, Move, Scene, SceneHold, SceneOrder } from './scene.ts';

const SYMBOLS = [
  { name: 'cmt_btcusdt', tick: '0.1', step: '0.0001' },
  { name: 'cmt_oddusdt', tick: '0.5', step: '0.25' },
  { name: 'cmt_manyusdt', tick: '0.00001', step: '100' },
] as const;

/** How wide the prices of a scene are, to either side of its start, and how many orders and moves it has. */
export interface Bounds {
  readonly symbols: 1 | 2;
  readonly wide: number;
  readonly orders: number;
  readonly moves: number;
  /** How far presets are from their order at most: the nearer, the more is decided inside a candle. */
  readonly presets: number;
}

export function drawScene(seed: number, run: number, bounds: Bounds): Scene {
  const random = randomOf(seed, run);
  const symbols = random.shuffled(SYMBOLS).slice(0, bounds.symbols);
  const starts = symbols.map(() => random.int(200, 400));
  const spoken = random.chance(0.3) ? 'v3' : 'v2';
  const moves = random.int(1, bounds.moves);
  const hold = symbols.flatMap((_, symbol) => holdOf(random, symbol, starts[symbol] as number, bounds.wide));
  const count = random.int(symbols.length, bounds.orders);
  const orders: SceneOrder[] = [];
  for (let at = 0; at < count; at++) {
    const symbol = at < symbols.length ? at : random.below(symbols.length);
    const order = orderOf(random, {
      ...bounds,
      symbol,
      start: starts[symbol] as number,
      isThird: spoken === 'v3',
    });
    const after = orders.length > 0 && random.chance(0.1) ? { after: [random.pick(orders).id] } : {};
    orders.push({ ...order, ...after, id: `o${at}` });
  }
  return {
    spoken,
    fills: random.chance(0.2) ? 'touch' : 'through',
    fees: feesOf(random),
    symbols,
    orders,
    hold,
    starts,
    moves: starts.map((start) => movesOf(random, start, bounds.wide, moves)),
  };
}

const feesOf = (random: Random): Fees =>
  random.pick([
    { maker: 200, taker: 800 },
    { maker: 0, taker: 0 },
    { maker: -100, taker: 500 },
    { maker: 20_000, taker: 50_000 },
    { maker: -20_000, taker: 30_000 },
  ]);

function holdOf(random: Random, symbol: number, start: number, wide: number): SceneHold[] {
  if (!random.chance(0.35)) return [];
  const tenths = (start + random.int(-wide, wide)) * 10 + random.pick([0, 0, 3, 7]);
  return [{ symbol, isLong: random.chance(0.5), isolated: random.chance(0.3), size: random.int(1, 6), tenths }];
}

interface Near {
  readonly symbol: number;
  readonly start: number;
  readonly wide: number;
  readonly presets: number;
  readonly isThird: boolean;
}

function orderOf(random: Random, { symbol, start, wide, presets: most, isThird }: Near): Omit<SceneOrder, 'id'> {
  const near = (): number => start + random.int(-wide, wide);
  const opens = random.chance(0.6);
  const isLong = random.chance(0.5);
  const common = { symbol, isLong, opens, isolated: random.chance(0.2), size: random.int(1, 5) };
  const atMarket = random.chance(0.25);
  const limit = near();
  const trigger = near();
  const isTrigger = random.chance(opens ? 0.25 : 0.5);
  const against = atMarket ? (isTrigger ? trigger : start) : limit;
  const way = isLong ? 1 : -1;
  // Now and then on the wrong side: the exchange refuses that.
  const beyond = (): number => (random.chance(0.03) ? -1 : 1) * random.int(1, most);
  const canPreset = opens && (!isTrigger || isThird);
  const presets = {
    ...(random.chance(0.4) && { takeProfit: against + way * beyond() }),
    ...(random.chance(0.5) && { stopLoss: against - way * beyond() }),
  };
  const must = random.chance(0.15) ? { must: random.pick(['post-only', 'fok', 'ioc'] as const) } : {};
  return {
    ...common,
    ...(!atMarket && { limit }),
    ...(isTrigger && { trigger }),
    ...(canPreset && presets),
    ...(!isTrigger && !atMarket && must),
  };
}

function movesOf(random: Random, start: number, wide: number, count: number): Move[] {
  let last = start;
  return Array.from({ length: count }, () => {
    const isFar = random.chance(0.3);
    const way = random.int(-wide, wide);
    last = Math.max(10, isFar ? start + way : last + Math.trunc(way / 2));
    return { to: last, gap: random.chance(0.2) };
  });
}
