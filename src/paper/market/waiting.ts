/** The orders that wait in one market, with what is to be known of all of them. None is ever changed: markets share them. */
import { Decimal } from '../../model/decimal.ts';
import { withoutStanding, withStanding, type BookOrder } from './standing.ts';

export interface Waiting {
  /** Those that act upward, and those that act downward: the nearest first. */
  readonly rising: readonly BookOrder[];
  readonly falling: readonly BookOrder[];
  /** How often something may still act, at most. */
  readonly acts: number;
  /** The same for the same orders; for others it hardly ever is. */
  readonly mark: number;
  /** What stops would close of each position. */
  readonly stopped: readonly Decimal[];
}

export const EMPTY: readonly Decimal[] = [Decimal.zero, Decimal.zero, Decimal.zero, Decimal.zero];

export const NOTHING_WAITS: Waiting = { rising: [], falling: [], acts: 0, mark: 0, stopped: EMPTY };

export function waitingWith({ rising, falling, acts, mark, stopped }: Waiting, order: BookOrder): Waiting {
  const { id, terms, left } = order;
  return {
    rising: order.rising ? withStanding(rising, order) : rising,
    falling: order.rising ? falling : withStanding(falling, order),
    acts: acts + terms.acts,
    mark: mark ^ markOf(id),
    stopped: isStop(order) ? stopped.with(terms.position, (stopped[terms.position] as Decimal).plus(left)) : stopped,
  };
}

export function waitingWithout({ rising, falling, acts, mark, stopped }: Waiting, order: BookOrder): Waiting {
  const { id, terms, left } = order;
  return {
    rising: order.rising ? withoutStanding(rising, order) : rising,
    falling: order.rising ? falling : withoutStanding(falling, order),
    acts: acts - terms.acts,
    mark: mark ^ markOf(id),
    stopped: isStop(order) ? stopped.with(terms.position, (stopped[terms.position] as Decimal).minus(left)) : stopped,
  };
}

/** A closing trigger on the losing side that closes at once: of a long one that waits for a fall. */
const isStop = ({ terms: { trigger, opens, position }, rising }: BookOrder): boolean =>
  !opens && trigger !== undefined && trigger.becomes.limit === undefined && rising === (position % 2 === 1);

function markOf(id: number): number {
  const mixed = Math.imul(id + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
}

/** Whether the same orders wait, and act in the same order. */
export const waitAlike = (one: Waiting, other: Waiting): boolean =>
  alike(one.rising, other.rising) && alike(one.falling, other.falling);

/** All of an order is known by its id, but for how much a trigger became. */
function alike(some: readonly BookOrder[], others: readonly BookOrder[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) {
    const [one, other] = [some[at] as BookOrder, others[at] as BookOrder];
    if (one === other) continue;
    if (one.id !== other.id || (one.part === 'fired' && one.left.compare(other.left) !== 0)) return false;
  }
  return true;
}

/** How much of an order fills now, and the order as it waits after that. */
export function ofDepth(
  order: BookOrder,
  depth: Decimal | undefined,
): { readonly size: Decimal; readonly rest: BookOrder } {
  if (depth === undefined || order.left.compare(depth) <= 0) return { size: order.left, rest: order };
  const at = order.rising ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return { size: depth, rest: { ...order, at } };
}

/** Those that wait for the next step, the first that began to wait first. */
export const spentIn = ({ rising, falling }: Waiting): readonly BookOrder[] =>
  [...rising, ...falling].filter(({ at }) => !Number.isFinite(at)).toSorted((one, other) => one.since - other.since);
