/** Parts of exits that a look saw open and this journal does not have: it was lost, or is an old one, and counts what they cover as bare. */
import { exitParts } from '../../compile/follow/exit-parts.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Plan } from '../../model/order.ts';
import type { AccountLook } from '../../protection/journal/look.ts';

/** In words; undefined where there is none. */
export function notOnRecord(plan: Plan, known: JournalState, { symbols }: AccountLook): string | undefined {
  const exits = plan.orders.filter(({ exit }) => exit !== undefined);
  if (exits.length === 0) return undefined;
  const open = new Map<string, string>();
  for (const { orders = [], triggers = [] } of symbols.values())
    for (const { clientOid, orderId } of orders.concat(triggers))
      if (clientOid !== undefined && orderId !== undefined) open.set(clientOid, orderId);
  const names: string[] = [];
  for (const { id, clientOid } of exitParts(plan, exits, (name) => known.has(name))) {
    const orderId = open.get(clientOid);
    if (orderId !== undefined) names.push(`${id} (order ${orderId})`);
  }
  return names.length === 0
    ? undefined
    : `open on the exchange, and not in this journal, which counts what they cover as bare: ${names.join(', ')}. To take them in: run the plan with --follow, which names them with the command that does`;
}
