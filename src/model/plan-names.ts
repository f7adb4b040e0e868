interface Known {
  readonly id: string;
  readonly clientOid: string;
}

/**
 * What the journal knows, by the names that the plan has for it now: an order whose name changed is known there by its
 * first one (`was`). The same again changes nothing, as no order of a plan is called what another was.
 *
 * An order that the plan has no more may have had one of these names itself. It is then called by its client order id, so
 * that neither hides the other.
 */
export function inPlanNames<Order extends Known>(
  known: ReadonlyMap<string, Order>,
  orders: readonly { readonly id: string; readonly was?: string }[],
): ReadonlyMap<string, Order> {
  const renamed = orders.filter(({ was }) => was !== undefined && known.has(was));
  if (renamed.length === 0) return known;
  const named = new Map(known);
  for (const { was = '' } of renamed) named.delete(was);
  for (const { id, was = '' } of renamed) {
    const removed = named.get(id);
    if (removed !== undefined) named.set(removed.clientOid, { ...removed, id: removed.clientOid });
    named.set(id, { ...(known.get(was) as Order), id });
  }
  return named;
}
