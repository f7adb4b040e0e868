interface Known {
  readonly id: string;
  readonly clientOid: string;
  readonly state?: string;
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
  const nameOf = new Map<string, string>();
  for (const { id, was } of orders) if (was !== undefined && isKnownBy(was, id, known)) nameOf.set(was, id);
  if (nameOf.size === 0) return known;
  const taken = new Set(nameOf.values());
  const named = new Map<string, Order>();
  for (const [first, order] of known) {
    const id = nameOf.get(first) ?? (taken.has(first) ? order.clientOid : first);
    named.set(id, id === first ? order : { ...order, id });
  }
  return named;
}

/** The name by which the journal knows an order of the plan: its first one, where that was sent. */
export const nameIn = (
  { id, was }: { readonly id: string; readonly was?: string },
  known: ReadonlyMap<string, Known>,
): string => (was !== undefined && isKnownBy(was, id, known) ? was : id);

/** Not where only its present name was sent: what stands under that one is not to be hidden. */
function isKnownBy(was: string, id: string, known: ReadonlyMap<string, Known>): boolean {
  const first = known.get(was);
  return first !== undefined && (first.state !== 'never-sent' || !known.has(id));
}
