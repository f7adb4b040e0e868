/**
 * What orders that the journal does not have closed of plans that are followed, as closes that are filled: by the journal alone, what is
 * gone is not held. What one of `ordo close` closed counts by its own record.
 */
import { closedBy, countedOf, type ClosedElsewhere } from '../../journal/records/closed-elsewhere.ts';
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { MarginMode } from '../../model/order.ts';
import type { GuardedOrder } from '../guarded.ts';

/** As an order of the journal is (of-journal.ts). */
interface CloseElsewhere extends GuardedOrder {
  readonly plan: string;
  readonly generation: number;
  readonly id: string;
  readonly clientOid: string;
  readonly orderId: string;
  readonly sentAtMs: number;
  readonly toldAtMs: number;
  readonly filledAtMs: number;
  readonly isCancelOpen: boolean;
}

export function closesElsewhere(account: KnownAccount): readonly CloseElsewhere[] {
  if (account.every(({ elsewhere }) => elsewhere === undefined)) return [];
  const known = knownIds(account);
  return account.flatMap((of) => (of.elsewhere ?? []).flatMap((closed) => closeOf(closed, of, known)));
}

function knownIds(account: KnownAccount): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { orders } of account)
    for (const order of orders.values())
      for (const one of [order, ...(order.earlier ?? [])])
        for (const id of [one.orderId, one.seen?.firedAs]) if (id !== undefined) ids.add(id);
  return ids;
}

function closeOf(closed: ClosedElsewhere, of: KnownPlan, known: ReadonlySet<string>): CloseElsewhere[] {
  const { symbol, side, entries, trades } = closed;
  const foreign = trades.filter(([, orderId, does]) => does === 'closes' && !known.has(orderId));
  const [size, last] = [countedOf(closed, known), foreign.at(-1)];
  if (size.isZero || last === undefined || closedBy(foreign).isZero) return [];
  const [, orderId, , , atMs] = last;
  const marginMode = of.orders.get(entries[0] ?? '')?.content['marginMode'] as MarginMode;
  return [
    {
      plan: of.plan,
      generation: of.generation,
      id: 'closed elsewhere',
      clientOid: orderId,
      orderId,
      symbol,
      marginMode,
      side: side === 'long' ? 'close-long' : 'close-short',
      size,
      price: { kind: 'market' },
      standing: 'filled',
      filled: { size },
      sentAtMs: atMs,
      toldAtMs: atMs,
      filledAtMs: atMs,
      isCancelOpen: false,
    },
  ];
}
