/**
 * The stops that a follower sends: before sending, such a stop counts as a `stopLoss` of its entries does, since it is sent with their
 * first fill, and at market where the price is past it. Of what is held it counts only once it works, as any trigger does.
 */
import type { Decimal } from '../model/decimal.ts';
import type { ExitGroup } from '../model/follow.ts';
import { isLong, isOpening, type Plan, type PlannedOrder } from '../model/order.ts';
import { MEANING, type GuardedOrder } from './guarded.ts';
import { filledOf } from './held.ts';

type Exit = Pick<PlannedOrder, 'side' | 'trigger' | 'price' | 'after' | 'afterFilled' | 'afterAt'>;

/** By the id of an entry, the worst price at which the first stop of its group still closes. */
export function followedStops(
  groups: readonly ExitGroup[],
  exitOf: (id: string) => Exit | undefined,
): ReadonlyMap<string, Decimal> {
  const stops = new Map<string, Decimal>();
  for (const { entries, exits, isLong: ofLong } of groups) {
    let worst: Decimal | undefined;
    for (const { id, kind } of exits) {
      const exit = kind === 'stop' ? exitOf(id) : undefined;
      const at = exit === undefined || waits(exit) ? undefined : closesAt(exit);
      if (at === undefined) continue;
      const way = ofLong ? 1 : -1;
      if (worst === undefined || at.compare(worst) * way < 0) worst = at;
    }
    if (worst !== undefined) for (const entry of entries) stops.set(entry, worst);
  }
  return stops;
}

const NO_STOPS: ReadonlyMap<string, Decimal> = new Map();

/** The same of a plan. */
export function stopsOfPlan({ orders, groups }: Pick<Plan, 'orders' | 'groups'>): ReadonlyMap<string, Decimal> {
  if (groups === undefined) return NO_STOPS;
  const byId = new Map(orders.map((order) => [order.id, order]));
  return followedStops(groups, (id) => byId.get(id));
}

/**
 * The same of orders that were sent, while the plan is followed: what an entry may still fill is covered by the stop that comes with the
 * fill. What is filled of it stands apart, and is covered by what works. `stopOf` has the stop of an entry, by its id.
 */
export function whileFollowed(
  orders: readonly GuardedOrder[],
  stopOf: (order: GuardedOrder) => Decimal | undefined,
): readonly GuardedOrder[] {
  return orders.flatMap((order): readonly GuardedOrder[] => {
    const isWorking = isOpening(order.side) && MEANING[order.standing].opening === 'working';
    const stop = isWorking && order.stopLoss === undefined ? stopOf(order) : undefined;
    if (stop === undefined) return [order];
    const followed = { stopLoss: stop, isStopFollowed: true } as const;
    const done = filledOf(order);
    const rest = order.size.minus(done.size);
    if (done.size.isZero) return [{ ...order, ...followed }];
    const held: GuardedOrder = { ...order, size: done.size, filled: done, standing: 'filled' };
    if (rest.coefficient <= 0n) return [held];
    const { filled: _filled, ...working } = order;
    return [held, { ...working, size: rest, ...followed }];
  });
}

/** One that waits for more than a fill comes later, in the place of another. */
const waits = ({ after, afterFilled, afterAt }: Exit): boolean =>
  after !== undefined || afterFilled !== undefined || afterAt !== undefined;

/** A limit at its trigger or better may rest once it fires, and stops nothing for sure. */
function closesAt({ side, trigger, price }: Exit): Decimal | undefined {
  if (trigger === undefined || price.kind === 'market') return trigger;
  const beyond = price.at.compare(trigger) * (isLong(side) ? -1 : 1);
  return beyond > 0 ? price.at : undefined;
}
