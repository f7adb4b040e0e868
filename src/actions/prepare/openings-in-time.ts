/** Orders of a long plan that open, and that its follower may miss: the windows, with the room that it leaves for stops, pass so many in time. */
import { followPlan } from '../../compile/follow/follow-plan.ts';
import { dialectOf } from '../../exchange/spoken.ts';
import type { Call, CostLater, Limits } from '../../model/call.ts';
import type { FollowKnown } from '../../model/followed.ts';
import { isOpening, type PlannedOrder } from '../../model/order.ts';
import { RoomForStops } from '../../session/follow/room-for-stops.ts';
import { followedOf } from './follow-told.ts';
import type { PreparedRun } from './prepared-run.ts';

type Window = 'ip' | 'uid' | 'orderCalls';

/** A call that opens, and what it takes of each window. */
interface Opening {
  readonly orders: number;
  readonly cost: Readonly<Record<Window, number>>;
}

interface Sent {
  readonly ms: number;
  readonly cost: Opening['cost'];
}

/** Undefined where all of them leave in time, if nothing is filled meanwhile. */
export function missedWords(run: PreparedRun): string | undefined {
  const followed = followedOf(run);
  if (followed === undefined || 'inAll' in followed) return undefined;
  const { plan, config, schedule } = run;
  const byId = new Map(plan.orders.map((order) => [order.id, order]));
  const opened = (call: Call): PlannedOrder[] =>
    call.orders.flatMap(({ id }) => {
      const order = byId.get(id);
      return order !== undefined && isOpening(order.side) ? [order] : [];
    });
  const calls = schedule.calls.filter((call) => opened(call).length > 0);
  const all = calls.flatMap(opened);
  const beside = besideOf(run, all, followed.everyMs);
  const { limits } = config.exchange;
  const inTime = sentWithin(
    config.execution.maxPauseMs,
    calls.map((call) => openingOf(call, limits)),
    { limits, beside },
  );
  const late = all.length - inTime;
  return late <= 0
    ? undefined
    : `about ${inTime} of ${all.length} orders that open can leave within execution.maxPause (${config.execution.maxPauseMs / 1000} s), as the windows keep room for stops: the last ${late} may be missed, and more of them where orders are filled meanwhile`;
}

function openingOf({ orders: { length: orders }, weight: { ip, uid } }: Call, limits: Limits): Opening {
  return { orders, cost: { ip, uid, orderCalls: limits.countsOrders === true ? uid : 1 } };
}

/** What a follower leaves in the windows as it sends the first of them. */
function besideOf(run: PreparedRun, opening: readonly PlannedOrder[], everyMs: number): readonly CostLater[] {
  const { plan, config, instrumentOf } = run;
  const { onUnknown, maxPauseMs } = config.execution;
  const follow = followPlan(plan, { instrumentOf: (symbol) => instrumentOf?.(symbol), onUnknown, maxPauseMs });
  const { calls } = dialectOf(config);
  const { limits } = config.exchange;
  const room = new RoomForStops({ task: { follow, everyMs }, limits, calls, time: { nowMs: () => 0 } });
  return room.beside(NOTHING_KNOWN, opening) ?? [NO_ROOM];
}

const NOTHING_KNOWN: FollowKnown = {
  approvedMs: 0,
  startedMs: 0,
  lookedMs: 0,
  placed: new Map(),
  closedElsewhere: new Map(),
  positions: new Map(),
  prices: new Map(),
};

const NO_ROOM: CostLater = { afterMs: 0, cost: { ip: 0, uid: 0, orderCalls: 0 } };
const WINDOWS: readonly Window[] = ['ip', 'uid', 'orderCalls'];

interface Passing {
  readonly limits: Limits;
  readonly beside: readonly CostLater[];
}

/** How many orders have left by then, each as soon as the windows let it. */
function sentWithin(withinMs: number, openings: readonly Opening[], passing: Passing): number {
  const sent: Sent[] = [];
  let [ms, orders] = [0, 0];
  for (const opening of openings) {
    ms = Math.max(ms, earliestOf(opening.cost, sent, passing));
    if (ms > withinMs) return orders;
    sent.push({ ms, cost: opening.cost });
    orders += opening.orders;
  }
  return orders;
}

/** What was sent so recently that it would be in a window together with this one and what comes beside it has to leave that first. */
function earliestOf(cost: Opening['cost'], sent: readonly Sent[], { limits, beside }: Passing): number {
  let earliest = 0;
  for (const window of WINDOWS)
    for (const later of beside) {
      const { amount, windowMs } = limits[window];
      let left = amount - later.cost[window] - cost[window];
      const full = sent.findLast((one) => (left -= one.cost[window]) < 0);
      if (full !== undefined) earliest = Math.max(earliest, full.ms + windowMs - later.afterMs);
    }
  return earliest;
}
