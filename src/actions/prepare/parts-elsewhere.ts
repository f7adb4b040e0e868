/**
 * A journal that knows a followed plan may be old: copied back from before the last parts were sent, it would send them again. Client
 * order ids are derived, so the lists can tell: before the first step they are asked for every order of the plan that the journal does
 * not have, from the newest on that it placed. What was sent before that one is on record. A start with nothing to do asks nothing.
 */
import { exitParts } from '../../compile/follow/exit-parts.ts';
import type { JournalState, KnownOrder } from '../../journal/records/state.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import type { Order } from '../../model/order.ts';
import type { Sought } from '../../session/lists/list-matches.ts';
import { elsewhereSince, soughtOfPlan } from '../../session/lists/lookup-keys.ts';
import type { Session } from '../../session/session.ts';
import { refuseThere, unreadWords } from './found-elsewhere.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';

/** Refuses (exit 5) where the lists have any of them; why they do not say so otherwise. Asked of the room that exits have. */
export async function lookForParts(
  session: Pick<Session, 'lookFor' | 'state'>,
  run: PreparedRun,
  nowMs: number,
): Promise<string | undefined> {
  const { plan, planFile: planPath, options } = run;
  const known = inPlanNames(await session.state(nameOf(plan)), plan.orders);
  const orders = new Map(ordersOf({ ...run, known }).map((order) => [order.id, order]));
  const sentAtMs = sinceMs(known, nowMs);
  const sought = [...orders.values()].map((order): Sought => soughtOfPlan(order, nameOf(plan), sentAtMs));
  const lookedUp = await session.lookFor(sought, { look: 'news' });
  refuseThere(lookedUp, orders, { planPath, options });
  return unreadWords(lookedUp);
}

/** All of the plan that the journal does not have, or has as never sent. */
function ordersOf({ plan, schedule, known }: PreparedRun): Order[] {
  const isKnown = (id: string): boolean => (known.get(id)?.state ?? 'never-sent') !== 'never-sent';
  const planned = [...schedule.pending.values(), ...(schedule.later ?? [])];
  const whole = planned.filter(({ id, exit, lineage }) => exit === undefined && lineage === 0 && !isKnown(id));
  const exits = plan.orders.filter(({ exit }) => exit !== undefined);
  return [...whole, ...exitParts(plan, exits, isKnown)];
}

/** When the newest was sent that this journal placed; what was taken in proves nothing of what came before it. */
function sinceMs(known: JournalState, nowMs: number): number {
  const lineages = [...known.values()].flatMap((order) => (order.earlier ?? []).concat(order));
  const sent = lineages.filter(isPlacedHere);
  return Math.max(elsewhereSince(nowMs), ...sent.map(({ sentAtMs }) => sentAtMs));
}

const isPlacedHere = ({ because, state }: KnownOrder): boolean => because !== 'taken-in' && state !== 'never-sent';
