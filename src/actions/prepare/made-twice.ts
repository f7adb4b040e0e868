/**
 * An order whose placing got no answer is on record as the one order that a list had of it. Should the exchange have made two orders of
 * that request, the other one may have come to the lists since: before such an order is placed again, they are read once more.
 */
import type { Schedule } from '../../compile/compile-plan.ts';
import { PLACED_AGAIN_AFTER, type JournalState, type KnownOrder } from '../../journal/records/state.ts';
import { refuse } from '../../refusal.ts';
import type { LookedHow } from '../../session/lists/standing-look.ts';
import type { Session } from '../../session/session.ts';
import { refuseForTrouble } from './found-elsewhere.ts';

type Asked = Pick<Session, 'standing' | 'limited' | 'trouble'>;

interface PlacedAgain {
  readonly session: Asked;
  /** The exchange's address. */
  readonly origin: string;
  readonly schedule: Pick<Schedule, 'pending'>;
  readonly known: JournalState;
}

/** Refuses (exit 5) where such an order is there twice, and (exit 2 or 8) where the lists do not say. */
export async function refuseMadeTwice({ session, origin, schedule, known }: PlacedAgain): Promise<void> {
  const again = [...schedule.pending.values()].flatMap(({ id }): KnownOrder[] => {
    const order = known.get(id);
    return order?.rule === 'found' && PLACED_AGAIN_AFTER.includes(order.state) ? [order] : [];
  });
  if (again.length === 0) return;
  for (const looked of await session.standing(again)) refuseUnlessOver(looked, session, origin);
}

function refuseUnlessOver({ order: { id, orderId }, stand }: LookedHow, session: Asked, origin: string): void {
  if (stand.kind === 'not-found' || (stand.kind === 'seen' && stand.isOver)) return;
  const other = stand.kind === 'seen' ? orderId : stand.twin;
  if (other !== undefined)
    refuse(
      'plan/elsewhere',
      stand.kind === 'seen' ? `${id} rests, as order ${orderId}` : `${id}: ${stand.message}`,
      `nothing was sent; cancel order ${other} on the exchange, and place what is left of ${id} under another id`,
    );
  if (session.limited !== undefined)
    refuse('exchange/rate-limited', `${id} was not looked up: ${session.limited}`, 'nothing was sent; try again later');
  if (session.trouble !== undefined) refuseForTrouble(session.trouble, origin);
  const why = stand.kind === 'failed' ? `: ${stand.message}` : '';
  refuse(
    'exchange/lists-silent',
    `the exchange’s lists do not say whether ${id} is there a second time${why}`,
    'nothing was sent; try again',
  );
}
