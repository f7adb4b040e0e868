/** The room that what protects nothing leaves in every window for the stops that may become due next. */
import { stopsToCome } from '../../compile/follow/stops-to-come.ts';
import type { Calls } from '../../exchange/dialect.ts';
import type { Cost, Limits, Rate } from '../../model/call.ts';
import type { FollowKnown } from '../../model/followed.ts';
import type { Order } from '../../model/order.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { FollowTask } from './follow-task.ts';

interface RoomWith {
  readonly task: Pick<FollowTask, 'follow' | 'everyMs'>;
  readonly limits: Limits;
  readonly calls: Calls;
  readonly time: ExchangeTime;
}

/** Openings leave no more of a window: entries of a long ladder are to be sent while they are not late. */
const MOST_BESIDE_OPENINGS = 0.5;

/** Of looks, where a plan asks for them as often as it may. */
const LEAST_APART_MS = 500;

export class RoomForStops {
  readonly #with: RoomWith;

  constructor(how: RoomWith) {
    this.#with = how;
  }

  /** Looks one after the other, each of which makes a part of a stop due, would use up the window of orders. */
  get isScarce(): boolean {
    const { amount, windowMs } = this.#with.limits.orderCalls;
    return amount * LEAST_APART_MS < windowMs;
  }

  /** Undefined: no stop may become due. */
  beside(known: FollowKnown, opening: readonly Order[]): Required<Cost> | undefined {
    const { task, limits, calls, time } = this.#with;
    const ids = new Set(opening.map(({ id }) => id));
    const stopsIn = stopsToCome(task.follow, known, time.nowMs(), { everyMs: task.everyMs, opening: ids });
    const { ip, uid } = calls.place.weight('trigger', 1);
    const most = opening.length > 0 ? MOST_BESIDE_OPENINGS : 1;
    const room = ({ amount, windowMs }: Rate, each: number): number =>
      Math.min(stopsIn(windowMs) * each, Math.floor(amount * most));
    const orderCalls = limits.countsOrders === true ? uid : 1;
    const beside = {
      ip: room(limits.ip, ip),
      uid: room(limits.uid, uid),
      orderCalls: room(limits.orderCalls, orderCalls),
    };
    return Object.values(beside).some((one) => one > 0) ? beside : undefined;
  }
}
