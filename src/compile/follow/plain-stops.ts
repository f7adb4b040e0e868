/**
 * Stops of a plan with a size of their own, which are exits of no group: triggers that close a position at a loss. Nothing is placed or
 * cancelled because of one, but what it covers is covered. Pure.
 */
import type { Decimal } from '../../model/decimal.ts';
import { isUnsurePart } from '../../model/followed.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { isCover } from './current-stop.ts';
import type { GroupView } from './group-view.ts';
import type { PartView } from './part-view.ts';
import type { Turn } from './turn.ts';

/** What each of them still covers: handed out once. */
export class PlainStops {
  readonly #turn: Turn;
  /** By the places of the orders, in steps. */
  readonly #used = new Map<number, bigint>();

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  /** Takes as much of `bare` as they cover for certain, and as much of the rest as they may. */
  take(view: GroupView, bare: bigint): { readonly covered: bigint; readonly unknown: bigint } {
    const taken = { covered: 0n, unknown: 0n };
    for (const place of bare === 0n ? [] : this.#stopsOf(view))
      for (const part of this.#turn.views[place]?.parts ?? []) {
        const is = standsAs(part);
        const used = this.#used.get(place) ?? 0n;
        const size = least(part.left - used, bare - taken.covered - taken.unknown);
        if (is === undefined || size <= 0n) continue;
        taken[is] += size;
        this.#used.set(place, used + size);
      }
    return taken;
  }

  /** The places of those that close what the group holds at a loss. */
  #stopsOf(view: GroupView): readonly number[] {
    const paid = nearestPaid(view);
    if (paid === undefined) return [];
    const { plan, views } = this.#turn;
    return plan.beside.flatMap(({ place, position, opens }) => {
      const order = views[place]?.order;
      const isOne = !opens && position === view.group.position && order !== undefined && isStopOf(order, view, paid);
      return isOne ? [place] : [];
    });
  }
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Undefined of one that covers nothing: it has fired, is being taken off, or the market has passed it. */
function standsAs(view: PartView): 'covered' | 'unknown' | undefined {
  const { part, isGoing } = view;
  if (part.firedMs !== undefined) return undefined;
  if (isCover(view) && part.isMissing !== true) return 'covered';
  return isUnsurePart(part) || (part.isMissing === true && !isGoing) ? 'unknown' : undefined;
}

/** Of what was paid, the price that is the nearest to a stop: one beyond it closes all at a loss. */
function nearestPaid({ group, entries }: GroupView): Decimal | undefined {
  const prices = entries.flatMap(({ parts }) =>
    parts.flatMap(({ part }) => [...part.trades.values()].map(({ price }) => price)),
  );
  return prices.reduce<Decimal | undefined>(
    (nearest, price) => (nearest === undefined || isBeyond(price, nearest, group.isLong) ? price : nearest),
    undefined,
  );
}

/** On the losing side of it. */
const isBeyond = (price: Decimal, of: Decimal, isLong: boolean): boolean =>
  isLong ? price.compare(of) < 0 : price.compare(of) > 0;

/** It closes once it fires: at market, or at a limit that is worse than its trigger. */
function isStopOf({ trigger, price, marginMode }: PlannedOrder, { group, entries }: GroupView, paid: Decimal): boolean {
  if (trigger === undefined || !isBeyond(trigger, paid, group.isLong)) return false;
  if (price.kind === 'limit' && !isBeyond(price.at, trigger, group.isLong)) return false;
  return entries.every(({ order }) => order.marginMode === marginMode);
}
