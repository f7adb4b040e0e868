/**
 * What a run reserves as it begins, in one step with other runs of the account: two together do not pass a cap, and neither leaves the
 * other without a stop where stops are required (decision 0028).
 */
import type { OthersOrder, Reservation, ReservedOrder } from '../../journal/records/reservation.ts';
import { defined } from '../../model/defined.ts';
import { isOpening, type Order } from '../../model/order.ts';
import { orderFrom, orderStands } from '../../protection/stands.ts';
import type { PreparedRun } from './prepared-run.ts';
import { stopsRefusal } from './required-stops.ts';
import { ordersToPlace, type OthersToCome } from './run-protection.ts';
import { standingRefusal } from './standing-cap.ts';
import { placedWorth } from './standing-worth.ts';

export function reservationOf(run: PreparedRun): Reservation {
  return {
    orders: [...placedBy(run), ...takenOffBy(run)],
    refusal: (account, others) => {
      const { checkedLook: look = run.look } = run;
      const now = { ...run, account, others: toCome(others), ...defined({ look }) };
      return standingRefusal(run, account, others) ?? stopsRefusal(now);
    },
  };
}

/** What opens, and the triggers that close. */
function placedBy(run: PreparedRun): ReservedOrder[] {
  const { pending, later = [] } = run.schedule;
  const placed = [...pending.values(), ...later].filter(
    ({ side, trigger }) => isOpening(side) || trigger !== undefined,
  );
  const stands = new Map(ordersToPlace(run).map((order) => [order.id, orderStands(order)]));
  return placed.map((order) => {
    const { id, clientOid } = order;
    return defined({ id, clientOid, worth: worthOf(order, run), stands: stands.get(id) });
  });
}

const worthOf = (order: Order, { known }: PreparedRun): string | undefined =>
  isOpening(order.side) ? placedWorth(order, known.get(order.id))?.canonical() : '0';

const takenOffBy = ({ schedule }: PreparedRun): ReservedOrder[] =>
  (schedule.cancels?.orders ?? []).map(({ id, clientOid }) => ({ id, clientOid, worth: '0', isTakenOff: true }));

function toCome(others: readonly OthersOrder[]): OthersToCome {
  return {
    orders: others.flatMap(({ stands }) => (stands === undefined ? [] : [orderFrom(stands)])),
    off: new Set(others.flatMap(({ isTakenOff, clientOid }) => (isTakenOff === true ? [clientOid] : []))),
  };
}
