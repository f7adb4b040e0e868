/**
 * Stops of a plan with a size of their own, which are exits of no group: triggers that close a position at a loss. Nothing is placed or
 * cancelled because of one, but what it covers is covered. Pure.
 */
import { Decimal } from '../../model/decimal.ts';
import { isUnsurePart } from '../../model/followed.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { isCover } from './current-stop.ts';
import type { GroupView } from './group-view.ts';
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
    let [covered, unknown] = [0n, 0n];
    const paid = lowestPaid(view);
    if (bare === 0n || paid === undefined) return { covered, unknown };
    for (const { place, position, opens } of this.#turn.plan.beside) {
      const stop = this.#turn.views[place];
      if (opens || position !== view.group.position || stop === undefined || !isStopOf(stop.order, view, paid))
        continue;
      for (const part of stop.parts) {
        const used = this.#used.get(place) ?? 0n;
        const left = part.left - used;
        const more = bare - covered - unknown;
        const size = left < more ? left : more;
        if (size <= 0n || part.part.firedMs !== undefined) continue;
        if (isCover(part) && part.part.isMissing !== true) covered += size;
        else if (isUnsurePart(part.part) || (part.part.isMissing === true && !part.isGoing)) unknown += size;
        else continue;
        this.#used.set(place, used + size);
      }
    }
    return { covered, unknown };
  }
}

/** The entry that is the nearest to a stop: one beyond all of them closes each at a loss. */
function lowestPaid({ group, entries }: GroupView): Decimal | undefined {
  const prices = entries.flatMap(({ parts }) =>
    parts.flatMap(({ part }) => [...part.trades.values()].map(({ price }) => price)),
  );
  return prices.reduce<Decimal | undefined>(
    (least, price) => (least === undefined || isBeyond(price, least, group.isLong) ? price : least),
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
