/** Every order of the plan with what became of it at either end. */
import { fieldTexts, type FieldTexts } from '../model/order-fields.ts';
import { fatesOf } from './fates.ts';
import type { ToSimulate } from './options.ts';
import type { BodiesPlaced } from './placing.ts';
import type { Ends, OrderFate, SimulatedOrder } from '../model/simulated.ts';
import type { Happened, ToldSymbol } from './told.ts';

export function ordersOf(
  { plan, pending, withheld }: ToSimulate,
  placed: BodiesPlaced,
  { told }: Happened,
): readonly SimulatedOrder[] {
  const fates = new Map<string, Ends<OrderFate>>();
  for (const { order, outcome } of withheld) {
    const { reason, message } = outcome;
    fates.set(order.id, alike({ kind: 'withheld', reason, ...(message !== undefined && { message }) }));
  }
  for (const one of told) for (const [id, fate] of metIn(one)) fates.set(id, fate);
  for (const { clientOid, id } of pending.values()) {
    const refused = placed.refused.get(clientOid);
    if (refused !== undefined) fates.set(id, alike({ kind: 'refused', code: refused.code, message: refused.message }));
    if (placed.withheld.has(clientOid)) fates.set(id, alike({ kind: 'withheld', reason: 'dependency' }));
  }
  return plan.orders.map((order) => {
    const { marginMode: _, timeInForce: __, reference: ___, ...fields }: FieldTexts = fieldTexts(order);
    const { ladder } = order;
    const fate = fates.get(order.id) ?? alike({ kind: 'withheld', reason: 'not-selected' });
    return { id: order.id, ...(ladder !== undefined && { ladder }), ...fields, side: order.side, fate };
  });
}

const alike = (fate: OrderFate): Ends<OrderFate> => [fate, fate];

function metIn({ run, ends }: ToldSymbol): readonly (readonly [id: string, Ends<OrderFate>])[] {
  const [least, most] = ends.map((told, end) => {
    const { rising, falling } = (run.ends[end] as (typeof run.ends)[0]).market.waiting;
    return fatesOf(told, [...rising, ...falling]);
  });
  return run.heard.placedAs.map((_, root) => [
    ends[0].idOf(root),
    [least?.(root) as OrderFate, most?.(root) as OrderFate],
  ]);
}
