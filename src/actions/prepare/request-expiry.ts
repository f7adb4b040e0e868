/**
 * When a request can no longer be taken. A request that was given up may still arrive, whole, from a process that has ended:
 * only an expired timestamp ends it. So nothing is decided about an order, and it is not placed again, before that.
 */
import type { Schedule } from '../../compile/compile-plan.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Session } from '../../session/session.ts';
import { refuse } from '../../refusal.ts';
import { timeOfDay } from '../../model/time-words.ts';

/** Refuses (exit 2) where one of these orders has a request that may still be taken; says until when. */
export async function refuseWhileAlive(
  session: Session,
  orders: readonly { readonly id: string; readonly clientOid: string }[],
  what: (id: string) => string,
): Promise<void> {
  const ids = new Map(orders.map(({ id, clientOid }) => [clientOid, id]));
  const live = await session.liveRequests([...ids.keys()]);
  const alive = live.toSorted((a, b) => b.deadInMs - a.deadInMs);
  const [last] = alive;
  if (last === undefined) return;
  refuse(
    'order/request-open',
    `${what(ids.get(last.clientOid) ?? '')}: its request, signed at ${timeOfDay(last.signedAtMs)}, may still be taken`,
    `wait ${Math.ceil(last.deadInMs / 1000)} s, look at the exchange once more, and repeat the command`,
  );
}

/** An order that is placed again has a request of its earlier lineage: that one must be dead. */
export async function checkDead(session: Session, known: JournalState, { pending }: Schedule): Promise<void> {
  const again = [...pending.values()].flatMap(({ id, lineage }) => {
    const before = known.get(id);
    return before !== undefined && before.lineage < lineage && before.state === 'absent' ? [before] : [];
  });
  await refuseWhileAlive(session, again, (id) => `--again ${id}`);
}
