/** Random plans as a person writes them: every kind of order, and no rule broken. */
import type { Random } from '../random.ts';

/** One order in the plan's own words. */
export type OrderWords = Readonly<Record<string, string>> & { readonly id: string; readonly after?: string };

const SYMBOLS = ['cmt_btcusdt', 'cmt_btcusdt', 'cmt_btcusdt', 'cmt_ethusdt'];

/** A new order of some kind. */
export function drawOrder(random: Random, id: string): OrderWords {
  const isLong = random.chance(0.5);
  const kind = random.pick(['plain', 'plain', 'plain', 'plain', 'plain', 'preset', 'trigger']);
  const isOpening = kind === 'preset' || random.chance(0.7);
  const isMarket = random.chance(0.15);
  const at = random.int(100, 900);
  const frame = {
    id,
    symbol: random.pick(SYMBOLS),
    marginMode: random.chance(0.8) ? 'cross' : 'isolated',
    side: `${isOpening ? 'open' : 'close'}-${isLong ? 'long' : 'short'}`,
    size: drawSize(random),
    price: isMarket ? 'market' : `${at}.${random.int(0, 9)}0`,
  };
  if (kind === 'trigger') return { ...frame, trigger: String(random.int(100, 900)) };
  const timeInForce = random.pick(isMarket ? ['normal', 'ioc'] : ['normal', 'post-only', 'fok', 'ioc']);
  if (kind === 'plain') return { ...frame, timeInForce };
  const [above, below] = [String(at + 50), String(at - 50)];
  return { ...frame, timeInForce, takeProfit: isLong ? above : below, stopLoss: isLong ? below : above };
}

const drawSize = (random: Random): string => `${random.int(0, 9)}.${random.int(1, 999)}${random.pick(['', '0'])}`;

/** The orders with ties among some of them: each waits for few that a drawn order puts before it, wherever they stand. */
export function withTies(random: Random, orders: readonly OrderWords[]): OrderWords[] {
  const ranked = random.shuffled(orders);
  return orders.map((order) => {
    const earlier = ranked.slice(0, ranked.indexOf(order));
    if (earlier.length === 0 || random.chance(0.5)) return order;
    const first = random.shuffled(earlier).slice(0, random.pick([1, 1, 1, 2, 3]));
    return waitingFor(
      order,
      first.map(({ id }) => id),
    );
  });
}

/** Ids of the orders that this one waits for. */
export const waitsFor = ({ after }: OrderWords): readonly string[] => after?.slice(1, -1).split(', ') ?? [];

export function waitingFor(order: OrderWords, ids: readonly string[]): OrderWords {
  if (ids.length > 0) return { ...order, after: `[${ids.join(', ')}]` };
  const own = Object.entries(order).filter(([key]) => key !== 'after');
  return { ...Object.fromEntries(own), id: order.id };
}

export function planText(orders: readonly OrderWords[], validUntil: string | undefined, name = 'sim'): string {
  const entries = orders.map(
    (order) =>
      `  - { ${Object.entries(order)
        .map(([key, value]) => `${key}: ${value}`)
        .join(', ')} }\n`,
  );
  const until = validUntil === undefined ? '' : `validUntil: ${validUntil}\n`;
  return `version: 1\nname: ${name}\n${until}orders:\n${entries.join('')}`;
}

const SIDES = ['open-long', 'open-short', 'close-long', 'close-short'];

/**
 * The orders after somebody who looks at the market edited the plan: some of them at another price, on another side, of another
 * symbol or margin mode, or one as `edited` has it. One with presets keeps its side and price, which they go by.
 */
export function moved(random: Random, orders: readonly OrderWords[], newId: string): OrderWords[] {
  const kind = random.pick(['price', 'price', 'side', 'symbol', 'marginMode', 'other', 'other'] as const);
  if (kind === 'other') return edited(random, orders, newId);
  return orders.map((order) => {
    if (order['takeProfit'] !== undefined || order['price'] === 'market' || !random.chance(0.4)) return order;
    const texts = {
      price: `${random.int(100, 900)}.${random.int(0, 9)}0`,
      side: random.pick(SIDES),
      symbol: random.pick(SYMBOLS),
      marginMode: random.pick(['cross', 'isolated']),
    };
    return { ...order, [kind]: texts[kind] };
  });
}

/** Every order at a limit: what it may come to be worth can be computed. */
export const atLimits = (random: Random, orders: readonly OrderWords[]): OrderWords[] =>
  orders.map((order) => (order['price'] === 'market' ? { ...order, price: limitFor(random, order) } : order));

/** Between its presets, where it has any. */
const limitFor = (random: Random, { takeProfit, stopLoss }: OrderWords): string =>
  `${takeProfit === undefined ? random.int(100, 900) : (Number(takeProfit) + Number(stopLoss)) / 2}.00`;

/** What the opening orders come to, in quote coin, each at the dearest of its prices. */
export const worthOf = (orders: readonly OrderWords[]): number =>
  orders
    .filter(({ side }) => side?.startsWith('open-'))
    .reduce((sum, { size, price, trigger = '0' }) => sum + Number(size) * Math.max(Number(price), Number(trigger)), 0);

/** The orders after somebody edited the plan: another size, one order fewer, or one more under `newId`. */
export function edited(random: Random, orders: readonly OrderWords[], newId: string): OrderWords[] {
  const at = random.int(0, orders.length - 1);
  const kind = random.pick(['size', 'size', 'remove', 'add']);
  if (kind === 'size') return orders.with(at, { ...(orders[at] as OrderWords), size: drawSize(random) });
  if (kind === 'add') return [...orders, drawOrder(random, newId)];
  if (orders.length === 1) return [...orders];
  const { id } = orders[at] as OrderWords;
  return orders.toSpliced(at, 1).map((order) =>
    waitingFor(
      order,
      waitsFor(order).filter((one) => one !== id),
    ),
  );
}
