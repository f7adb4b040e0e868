/** Every order of the plan with what became of it at either end. */
import { fieldTexts, type FieldTexts } from '../model/order-fields.ts';
import { fatesOf, togetherIn, type FateOf } from './fates.ts';
import type { ToSimulate } from './options.ts';
import type { BodiesPlaced } from './placing.ts';
import type { Ends, OrderFate, SimulatedOrder } from '../model/simulated.ts';
import type { StateFollowed } from './range/state.ts';
import type { End, SymbolRun } from './symbol-run.ts';
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
    const { rising, falling } = (run.ends[end] as End).book.market.waiting;
    return fatesOf(told, [...rising, ...falling]);
  });
  const { followed } = run.placed;
  if (followed === undefined)
    return run.roots.map(({ id }, root) => [id, [least?.(root) as OrderFate, most?.(root) as OrderFate]]);
  const { plan, words } = followed.setup;
  return plan.orders.flatMap(({ id }) =>
    words.isChosen(id)
      ? [[id, [fateInParts(id, run, 0, least as FateOf), fateInParts(id, run, 1, most as FateOf)]] as const]
      : [],
  );
}

/** The fate of all that was placed of an order, or why nothing was. */
function fateInParts(id: string, { ends, roots }: SymbolRun, end: 0 | 1, fateOf: FateOf): OrderFate {
  const { known } = ends[end].book.followed as StateFollowed;
  const all = roots.flatMap((one, root) => (one.id === id ? (fateOf(root) ?? []) : []));
  const met = togetherIn(all);
  if (met !== undefined) return met;
  const refusal = known.parts.get(id)?.find((part) => part.refusal !== undefined)?.refusal;
  if (refusal !== undefined) return { kind: 'refused', ...refusal };
  return { kind: 'withheld', reason: known.withheld.get(id) ?? 'waiting' };
}
