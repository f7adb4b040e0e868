/** A schedule once its cancels have ended: what takes the place of another is placed as what is left of it, or not at all. */
import type { JournalState, KnownOrder } from '../ledger/state.ts';
import type { Decimal } from '../model/decimal.ts';
import type { Call } from '../model/call.ts';
import type { Order, PlannedOrder } from '../model/order.ts';
import type { Withheld } from '../model/outcome.ts';
import type { Schedule } from './compile-plan.ts';
import { restOf } from './rest-of.ts';
import type { WithheldOrder } from './select-pending.ts';
import { callBody } from './wire.ts';

/**
 * `known`: the journal's state now, by the plan's ids. The calls keep their numbers, and each body but those of the rests is as it was.
 */
export function afterCancels(
  schedule: Schedule,
  known: JournalState,
  minSizeOf?: (symbol: string) => Decimal | undefined,
): Schedule {
  const pending = new Map(schedule.pending);
  const withheld: WithheldOrder[] = [...schedule.withheld];
  const calls: Call[] = [];
  for (const call of schedule.calls) {
    const order = pending.get(call.orders[0]?.clientOid ?? '');
    if (order?.replaces === undefined) {
      calls.push(call);
      continue;
    }
    const left = leftOf(order, known.get(order.id), minSizeOf);
    if ('outcome' in left) {
      pending.delete(order.clientOid);
      withheld.push({ order, outcome: left });
    } else {
      pending.set(order.clientOid, left);
      calls.push({ ...call, body: callBody(call.kind, [left]) });
    }
  }
  return { ...schedule, calls, pending, withheld };
}

/** The order as it is to be placed now, or why it is not. */
function leftOf(
  order: Order,
  before: KnownOrder | undefined,
  minSizeOf: ((symbol: string) => Decimal | undefined) | undefined,
): Order | Withheld {
  const orderId = before?.orderId === undefined ? {} : { orderId: before.orderId };
  const vain = (reason: Withheld['reason'], message: string): Withheld => ({
    outcome: 'withheld',
    reason,
    ...orderId,
    message,
  });
  if (before === undefined || before.clientOid !== order.replaces)
    return vain('unresolved', 'what it replaces is not what stood');
  if (before.state === 'accepted') return vain('edited-after-send', standsWords(before));
  if (before.state !== 'cancelled' && before.state !== 'filled')
    return vain('unresolved', before.later?.message ?? 'how its cancel ended is not known');
  const rest = restOf(planned(order), before, minSizeOf === undefined ? {} : { minSizeOf });
  if (rest.vain !== undefined) return { ...rest.vain, ...orderId };
  const { replaces: _replaced, carried: _before, ...whole } = order;
  return { ...whole, ...planned(order), ...rest.sent };
}

const standsWords = ({ later }: KnownOrder): string =>
  later === undefined || later.message === '' ? 'it stands as it was' : `it stands as it was: ${later.message}`;

/** With the size that the plan says. */
const planned = <O extends PlannedOrder & Pick<Order, 'carried'>>(order: O): O =>
  order.carried === undefined ? order : { ...order, size: order.size.plus(order.carried) };
