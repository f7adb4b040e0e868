/** A random plan that is followed: one or two groups, orders beside them, slices. Sizes and prices are whole numbers here. */
import { Decimal } from '../../src/model/decimal.ts';
import { Rational } from '../../src/model/rational.ts';
import type { Instant } from '../../src/model/follow.ts';
import type { PlannedOrder } from '../../src/model/order.ts';
import type { Random } from '../random.ts';

export const PLACES = 3;
export const sizeOf = (steps: number): Decimal => Decimal.ofDigits(BigInt(steps), PLACES);
export const priceOf = (ticks: number): Decimal => Decimal.ofDigits(BigInt(ticks), 1);

export interface ScenedOrder {
  readonly id: string;
  readonly role: 'entry' | 'stop' | 'close-out' | 'target' | 'plain' | 'slice';
  readonly group?: number;
  readonly opens: boolean;
  readonly isLong: boolean;
  readonly size: number;
  readonly limit?: number;
  readonly trigger?: number;
  /** Its trigger is the average of what was filled of its entries. */
  readonly atAverage?: true;
  /** share = over / under. */
  readonly share?: readonly [over: number, under: number];
  readonly afterFilled?: readonly string[];
  readonly afterAt?: number;
  readonly untilFor?: number;
  readonly untilAt?: number;
  readonly untilFilled?: readonly string[];
  /** When a slice is due, and how far it is to the next. */
  readonly dueAt?: number;
  readonly every?: number;
}

export interface DueScene {
  readonly orders: readonly ScenedOrder[];
  readonly groups: readonly { readonly isLong: boolean; readonly entries: readonly string[] }[];
  readonly least: number;
  readonly onUnknown: 'stop' | 'continue';
}

const MARKET = 640_000;
export const MAX_PAUSE_MS = 300_000;

export function drawScene(random: Random): DueScene {
  const groups = Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => random.chance(0.7));
  const drawn = groups.map((isLong, at) => drawGroup(random, at, isLong));
  const orders = drawn.flat();
  if (random.chance(0.25)) orders.push(drawPlain(random, orders));
  if (random.chance(0.12)) orders.push(...drawSlices(random));
  return {
    orders: orders.map((order) => withUntil(random, order, orders)),
    groups: drawn.map((all, at) => ({
      isLong: groups[at] as boolean,
      entries: all.filter(({ role }) => role === 'entry').map(({ id }) => id),
    })),
    least: random.pick([1, 1, 1, 2, 5]),
    onUnknown: random.chance(0.7) ? 'stop' : 'continue',
  };
}

function drawGroup(random: Random, group: number, isLong: boolean): ScenedOrder[] {
  const name = (id: string): string => `${id}${group}`;
  const way = isLong ? 1 : -1;
  const entries = Array.from({ length: random.pick([1, 1, 2, 3]) }, (_, at): ScenedOrder => {
    const price = MARKET - way * 1000 * at;
    const isTrigger = random.chance(0.2);
    return {
      id: name(`e${at}-`),
      role: 'entry',
      group,
      opens: true,
      isLong,
      size: random.pick([1, 3, 10, 30, random.int(2, 60), random.int(2, 300)]),
      ...(isTrigger ? { trigger: price } : { limit: price }),
      ...(random.chance(0.1) && { afterAt: random.int(0, 60_000) }),
    };
  });
  const exit = { group, opens: false, isLong, size: entries.reduce((sum, { size }) => sum + size, 0) };
  const targets = drawShares(random).map(([over, under], at): ScenedOrder => {
    const price = MARKET + way * 1000 * (at + 1);
    const trigger = random.chance(0.7) && { trigger: price };
    return Object.assign(
      { id: name(`t${at}-`), role: 'target', share: [over, under], limit: price } as const,
      exit,
      trigger,
    );
  });
  const stops: ScenedOrder[] = [];
  if (random.chance(0.9)) stops.push({ ...exit, id: name('s'), role: 'stop', trigger: MARKET - way * 10_000 });
  if (targets.length > 1 && random.chance(0.4))
    stops.push({
      ...exit,
      id: name('even'),
      role: 'stop',
      trigger: MARKET,
      atAverage: true,
      afterFilled: [(targets[0] as ScenedOrder).id],
    });
  if (random.chance(0.15))
    stops.push({
      ...exit,
      id: name('later'),
      role: 'stop',
      trigger: MARKET - way * 5000,
      afterAt: random.int(0, 90_000),
    });
  const flat: ScenedOrder[] = random.chance(0.3)
    ? [{ ...exit, id: name('flat'), role: 'close-out', afterAt: random.int(0, 120_000) }]
    : [];
  return [...entries, ...stops, ...targets, ...flat];
}

function drawShares(random: Random): (readonly [number, number])[] {
  const count = random.pick([0, 1, 2, 3, 3, 4]);
  if (count === 0) return [];
  const weights = Array.from({ length: count }, () => (random.chance(0.5) ? 1 : random.int(1, 9)));
  const all = weights.reduce((sum, weight) => sum + weight, 0) + (random.chance(0.3) ? random.int(1, 5) : 0);
  return weights.map((weight) => [weight, all]);
}

/** An order beside the groups: an opening that waits for a fill or an instant, or a close that does. */
function drawPlain(random: Random, orders: readonly ScenedOrder[]): ScenedOrder {
  return {
    id: 'plain',
    role: 'plain',
    opens: random.chance(0.7),
    isLong: random.chance(0.5),
    size: random.int(1, 20),
    limit: MARKET,
    ...(random.chance(0.6) ? { afterFilled: [random.pick(orders).id] } : { afterAt: random.int(0, 60_000) }),
  };
}

function drawSlices(random: Random): ScenedOrder[] {
  const every = random.pick([10_000, 30_000, 90_000]);
  const opens = random.chance(0.5);
  return Array.from({ length: 4 }, (_, at) => {
    return { id: `sell-${at}`, role: 'slice', opens, isLong: true, size: 2, dueAt: at * every, every } as const;
  });
}

function withUntil(random: Random, order: ScenedOrder, orders: readonly ScenedOrder[]): ScenedOrder {
  if (order.role === 'stop' || order.role === 'slice' || !random.chance(0.35)) return order;
  const others = orders.filter(({ id }) => id !== order.id);
  const what = random.below(3);
  if (what === 0) return { ...order, untilFor: random.pick([5000, 30_000, 120_000]) };
  if (what === 1) return { ...order, untilAt: (order.afterAt ?? 0) + random.pick([5000, 30_000, 120_000]) };
  return others.length === 0 ? order : { ...order, untilFilled: [random.pick(others).id] };
}

/** The same as the program has it. */
export function plannedOf(scene: DueScene): PlannedOrder[] {
  return scene.orders.map((order): PlannedOrder => {
    const group = order.role === 'entry' ? undefined : scene.groups[order.group ?? -1];
    return Object.assign(fieldsOf(order), group !== undefined && exitOf(order, group.entries), conditionsOf(order));
  });
}

const fieldsOf = ({ id, opens, isLong, size, limit, trigger }: ScenedOrder): PlannedOrder => ({
  id,
  symbol: 'cmt_btcusdt',
  marginMode: 'cross',
  side: `${opens ? 'open' : 'close'}-${isLong ? 'long' : 'short'}`,
  size: sizeOf(size),
  price: limit === undefined ? { kind: 'market' } : { kind: 'limit', at: priceOf(limit) },
  timeInForce: 'normal',
  line: 1,
  ...(trigger !== undefined && { trigger: priceOf(trigger) }),
});

function exitOf({ share, atAverage }: ScenedOrder, entries: readonly string[]): Pick<PlannedOrder, 'exit' | 'late'> {
  const exact = share === undefined ? {} : { share: Rational.ratio(BigInt(share[0]), BigInt(share[1])) };
  const average = { kind: 'round', way: 'nearest', unit: priceOf(1), of: { kind: 'average', of: entries } } as const;
  return { exit: { filled: entries, ...exact }, ...(atAverage === true && { late: { trigger: average } }) };
}

function conditionsOf(order: ScenedOrder): Pick<PlannedOrder, 'afterFilled' | 'afterAt' | 'until' | 'slice'> {
  const { afterFilled, afterAt, untilFor, untilAt, untilFilled, dueAt, every = 0 } = order;
  const until = {
    ...(untilFor !== undefined && { forMs: untilFor }),
    ...(untilAt !== undefined && { at: instantOf(untilAt) }),
    ...(untilFilled !== undefined && { filled: untilFilled }),
  };
  return {
    ...(afterFilled !== undefined && { afterFilled }),
    ...(afterAt !== undefined && { afterAt: instantOf(afterAt) }),
    ...(Object.keys(until).length > 0 && { until }),
    ...(dueAt !== undefined && {
      slice: { number: 1, steps: 4, offsetMs: dueAt, everyMs: every, from: instantOf(0) },
    }),
  };
}

const instantOf = (ms: number): Instant => ({ ms, text: '' });
