/** The room that what protects nothing leaves in every window for the stops that may become due next. */
import { stopsToCome } from '../../compile/follow/stops-to-come.ts';
import type { Calls } from '../../exchange/dialect.ts';
import { longestWindow, type CostLater, type Limits, type Rate } from '../../model/call.ts';
import type { FollowKnown } from '../../model/followed.ts';
import type { Order } from '../../model/order.ts';
import type { ExchangeTime } from './exchange-time.ts';
import type { FollowTask } from './follow-task.ts';

interface RoomWith {
  readonly task: Pick<FollowTask, 'follow' | 'everyMs'>;
  readonly limits: Limits;
  readonly calls: Calls;
  readonly time: Pick<ExchangeTime, 'nowMs'>;
}

/**
 * Openings leave all that one group may need, and half of a window where that comes to more than this part of it: entries of a long ladder
 * are to be sent while they are not late.
 */
const [MOST_BESIDE_OPENINGS, ELSE_BESIDE_OPENINGS] = [2 / 3, 0.5];

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

  /**
   * By time, look by look: what was sent before leaves the windows meanwhile, and the next look needs room for one part of a group, not for all
   * that may come in a window. Undefined: no stop may become due.
   */
  beside(known: FollowKnown, opening: readonly Pick<Order, 'id'>[]): readonly CostLater[] | undefined {
    const { task, limits, calls, time } = this.#with;
    const ids = new Set(opening.map(({ id }) => id));
    const stopsIn = stopsToCome(task.follow, known, time.nowMs(), { everyMs: task.everyMs, opening: ids });
    const { ip, uid } = calls.place.weight('trigger', 1);
    const orderCalls = limits.countsOrders === true ? uid : 1;
    const mostOf = ({ amount, windowMs }: Rate, each: number): number => {
      const all = stopsIn({ windowMs, afterMs: windowMs }) * each;
      const isMuch = opening.length > 0 && all > amount * MOST_BESIDE_OPENINGS;
      return isMuch ? Math.floor(amount * ELSE_BESIDE_OPENINGS) : amount;
    };
    const costAfter = (afterMs: number): CostLater['cost'] => {
      const room = (rate: Rate, each: number): number => {
        const { windowMs } = rate;
        return Math.min(stopsIn({ windowMs, afterMs: Math.min(afterMs, windowMs) }) * each, mostOf(rate, each));
      };
      return { ip: room(limits.ip, ip), uid: room(limits.uid, uid), orderCalls: room(limits.orderCalls, orderCalls) };
    };
    const beside: CostLater[] = [];
    for (let afterMs = 0; afterMs < longestWindow(limits); afterMs += task.everyMs) {
      const cost = costAfter(afterMs);
      // What fits fits later as well.
      if (isMore(cost, beside.at(-1)?.cost)) beside.push({ afterMs, cost });
    }
    return beside.length > 0 ? beside : undefined;
  }
}

const isMore = ({ ip, uid, orderCalls }: CostLater['cost'], before = NONE): boolean =>
  ip > before.ip || uid > before.uid || orderCalls > before.orderCalls;

const NONE: CostLater['cost'] = { ip: 0, uid: 0, orderCalls: 0 };
