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
