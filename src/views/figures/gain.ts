/** What the targets of a position bring: take-profits, and the orders of the run that close it on the gaining side. */
import { Decimal } from '../../model/decimal.ts';
import { isLong, isOpening } from '../../model/order.ts';
import type { GuardedOrder } from '../../protection/guarded.ts';
import { entryPrice } from '../../protection/held.ts';
import type { PositionProtection } from '../../protection/protection.ts';
import { Sum } from '../../protection/sum.ts';

export interface Gain {
  /** Quote coin. */
  readonly amount: Decimal;
  /** Base coin that has no target, or no entry to reckon from. */
  readonly without: Decimal;
}

/** An order of one position, with its take-profit. */
interface Targeted {
  readonly order: GuardedOrder;
  readonly takeProfit: Decimal | undefined;
}

interface Open {
  readonly order: GuardedOrder;
  readonly entry: Decimal;
  left: Decimal;
}

interface Target {
  readonly order: GuardedOrder;
  readonly at: Decimal;
}

/**
 * Each closing order is taken to close the dearest units that it gains on, the nearest target first: where the targets close only a
 * part, that is the least that they can bring.
 */
export function gainOf(all: readonly Targeted[], positions: readonly PositionProtection[]): Gain {
  const [amount, without] = [new Sum(), new Sum()];
  const units: Open[] = [];
  for (const { order, takeProfit } of all) {
    if (!isOpening(order.side)) continue;
    const entry = entryPrice(order);
    if (entry === undefined) without.add(order.size);
    else if (takeProfit === undefined) units.push({ order, entry, left: order.size });
    else amount.add(order.size.times(gained(order, entry, takeProfit)));
  }
  const targets = targetsOf(all, positions);
  if (targets.length > 0) amount.add(closedBy(targets, units));
  for (const { left } of units) without.add(left);
  return { amount: amount.total, without: without.total };
}

/** Takes of the units what the targets close, and returns what that brings. */
function closedBy(targets: readonly Target[], units: readonly Open[]): Decimal {
  const cheapestFirst = units.toSorted((a, b) => (gained(a.order, a.entry, b.entry).coefficient < 0n ? 1 : -1));
  // Those on which the current target gains: the last is the dearest.
  const open: Open[] = [];
  let [amount, next] = [Decimal.zero, 0];
  for (const { order, at } of targets) {
    for (; next < cheapestFirst.length; next++) {
      const unit = cheapestFirst[next] as Open;
      if (gained(order, unit.entry, at).coefficient <= 0n) break;
      open.push(unit);
    }
    let left = order.size;
    for (let unit = open.at(-1); unit !== undefined && !left.isZero; unit = open.at(-1)) {
      const size = left.compare(unit.left) < 0 ? left : unit.left;
      unit.left = unit.left.minus(size);
      left = left.minus(size);
      amount = amount.plus(size.times(gained(order, unit.entry, at)));
      if (unit.left.isZero) open.pop();
    }
  }
  return amount;
}

/** What closes and stops nothing, with the price at which it closes; the nearest to the entries first. */
function targetsOf(all: readonly Targeted[], positions: readonly PositionProtection[]): Target[] {
  const stops = new Set(positions.flatMap(({ pieces }) => pieces.flatMap(({ stop }) => stop ?? [])));
  return all
    .flatMap(({ order }) => {
      const at = order.price.kind === 'limit' ? order.price.at : order.trigger;
      return isOpening(order.side) || stops.has(order) || at === undefined ? [] : [{ order, at }];
    })
    .toSorted((a, b) => (isLong(a.order.side) ? a.at.compare(b.at) : b.at.compare(a.at)));
}

const gained = ({ side }: GuardedOrder, from: Decimal, to: Decimal): Decimal =>
  isLong(side) ? to.minus(from) : from.minus(to);
