/** What became of one order on one course. */
import { Decimal } from '../model/decimal.ts';
import { Rational } from '../model/rational.ts';
import type { Act, Happening } from './course.ts';
import type { BookOrder } from '../paper/market/standing.ts';
import type { TallyPlaced, MoneyTally } from './tally.ts';
import type { CancelReason, OrderFate, Near } from '../model/simulated.ts';

/** One course of one symbol, told by times and in words. */
export interface FatesTold {
  readonly acts: readonly Act[];
  readonly tally: MoneyTally;
  /** The order of the plan with that number of a root. */
  readonly idOf: (root: number) => string;
  readonly atOf: (index: number) => number;
  readonly priceIn: (ticks: number) => string;
  /** How near the last price came to a price, from a candle or step on. */
  readonly near: (waits: { readonly price: number; readonly rising: boolean; readonly from: number }) => Near;
}

const isOwn = (order: BookOrder, root: number): boolean =>
  order.root === root && (order.part === 'placed' || order.part === 'fired');

/** By the number of its root; undefined where no such order was placed on the course. */
export type FateOf = (root: number) => OrderFate | undefined;

export function fatesOf(told: FatesTold, market: readonly BookOrder[]): FateOf {
  const fills = new Map<number, TallyPlaced>();
  for (const placed of told.tally.fills)
    if (isOwn(placed.fill.order, placed.fill.order.root)) fills.set(placed.fill.order.root, placed);
  const ends = new Map<number, OrderFate>();
  const fired = new Map<number, number>();
  for (const { index, happened } of told.acts)
    for (const one of happened) {
      if (one.kind === 'fired' && one.trigger.part === 'placed') fired.set(one.trigger.root, index);
      const ended = endIn(one);
      if (ended !== undefined) ends.set(ended.root, { kind: 'cancelled', at: told.atOf(index), why: ended.why });
    }
  const waiting = new Map(market.flatMap((one) => (isOwn(one, one.root) ? [[one.root, one] as const] : [])));
  return (root) => {
    const filled = fills.get(root);
    if (filled !== undefined) return filledFate(filled, told);
    const standing = waiting.get(root);
    return standing === undefined ? ends.get(root) : waitingFate(standing, fired.get(root), told);
  };
}

type FilledFate = Extract<OrderFate, { kind: 'filled' }>;

/** The fate of parts as one: what was filled of them, else what still waits, else what ended last. */
export function togetherIn(parts: readonly OrderFate[]): OrderFate | undefined {
  const filled = parts.filter((one): one is FilledFate => one.kind === 'filled');
  const [first, ...more] = filled.toSorted((one, other) => one.at - other.at);
  if (first === undefined)
    return parts.find(({ kind }) => kind === 'waiting') ?? parts.findLast(({ kind }) => kind === 'cancelled');
  if (more.length === 0) return first;
  const [size, worth] = filled.reduce(
    ([all, sum], one) => [all.plus(Decimal.of(one.size)), sum.plus(Decimal.of(one.size).times(Decimal.of(one.price)))],
    [Decimal.zero, Decimal.zero],
  );
  const isOne = more.every(({ price }) => price === first.price);
  const average = Rational.of(worth).dividedBy(Rational.of(size)).nearest(TOLD).canonical();
  return { ...first, size: size.canonical(), price: isOne ? first.price : average };
}

/** Decimals of an average price that is told. */
const TOLD = Decimal.of('0.00000001');

function endIn(one: Happening): { readonly root: number; readonly why: CancelReason } | undefined {
  if (one.kind === 'fired' && one.order === undefined && one.trigger.part === 'placed')
    return { root: one.trigger.root, why: 'nothing-to-close' };
  if (one.kind !== 'ended' || !isOwn(one.order, one.order.root)) return undefined;
  return { root: one.order.root, why: one.why as CancelReason };
}

function filledFate({ index, fill }: TallyPlaced, told: FatesTold): OrderFate {
  const { order, size, price } = fill;
  const closed = order.terms.opens ? closedBy(fill, told) : undefined;
  return {
    kind: 'filled',
    at: told.atOf(index),
    size: size.canonical(),
    price: told.priceIn(price),
    ...(closed !== undefined && { closed }),
  };
}

/** Its own stop or target, or what left nothing of the position that it opened. */
function closedBy(
  opened: TallyPlaced['fill'],
  { tally, idOf, atOf }: FatesTold,
): Extract<OrderFate, { kind: 'filled' }>['closed'] {
  const { root, terms } = opened.order;
  const from = tally.fills.findIndex(({ fill }) => fill === opened);
  for (const { fill, index, isLast } of tally.fills.slice(from + 1)) {
    if (fill.order.terms.position !== terms.position) continue;
    const isPreset = fill.order.root === root && fill.order.part.startsWith('fired ');
    if (isPreset && fill.size.compare(opened.size) === 0)
      return { at: atOf(index), by: fill.order.part === 'fired stop-loss' ? 'stop' : 'target', id: idOf(root) };
    if (!isLast) continue;
    const by = isPreset ? (fill.order.part === 'fired stop-loss' ? 'stop' : 'target') : 'order';
    return { at: atOf(index), by, id: idOf(fill.order.root) };
  }
  return undefined;
}

function waitingFate({ terms, rising, at }: BookOrder, firedAt: number | undefined, { near }: FatesTold): OrderFate {
  const isTrigger = terms.trigger !== undefined;
  const price = terms.trigger?.at ?? terms.limit ?? at;
  return {
    kind: 'waiting',
    for: isTrigger ? 'trigger' : 'limit',
    near: near({ price, rising, from: firedAt ?? 0 }),
  };
}
