/** `was` keeps an order what it was: it may neither name the order itself, nor make two orders one. */
import { quoted } from '../../source/quoted.ts';
import { orderPath, type Found, type OrderDraft } from '../read/order-draft.ts';

export function identitiesAreUnique(orders: readonly OrderDraft[], found: Found): void {
  const renamed = orders.filter(({ was }) => was !== undefined);
  if (renamed.length === 0) return;
  const named = ownersOf(orders, ({ id, rung }) => [id, rung?.ladder]);
  const identities = ownersOf(renamed, firstNames);
  for (const [index, alike] of Map.groupBy(renamed, (order) => order.index)) {
    const names = new Set(alike.flatMap(firstNames));
    const own = [alike[0]?.written.id].find((id) => names.has(id));
    if (own !== undefined) {
      found({
        code: 'order/was',
        message: `${quoted(own)} is what the order is called now`,
        hint: 'delete `was`, or write the id that it had before',
        path: orderPath(index, 'was'),
      });
      continue;
    }
    const [taken, other] = takenOf(names, [named, identities], index) ?? [];
    if (taken === undefined || other === undefined) continue;
    found({
      code: 'order/was',
      message: `${quoted(taken)} is another order of the plan`,
      hint: 'write the id that this very order had before',
      path: orderPath(index, 'was'),
      related: [{ message: 'the other one', path: orderPath(other.index, 'id') }],
    });
  }
}

type Owners = ReadonlyMap<string, OrderDraft>;

/** A ladder's name is no identity, as its rungs have theirs; but another order of that name may be meant. */
const firstNames = ({ was, written }: OrderDraft): readonly (string | undefined)[] => [was, written.was];

/** The first order that has each name. */
function ownersOf(
  orders: readonly OrderDraft[],
  namesOf: (order: OrderDraft) => readonly (string | undefined)[],
): Owners {
  const owners = new Map<string, OrderDraft>();
  for (const order of orders) {
    for (const name of namesOf(order)) if (name !== undefined && !owners.has(name)) owners.set(name, order);
  }
  return owners;
}

/** The first of the names that is another entry's. */
function takenOf(
  names: ReadonlySet<string | undefined>,
  owners: readonly Owners[],
  index: number,
): readonly [string, OrderDraft] | undefined {
  for (const name of names) {
    for (const owner of owners) {
      const other = owner.get(name ?? '');
      if (name !== undefined && other !== undefined && other.index !== index) return [name, other];
    }
  }
  return undefined;
}
