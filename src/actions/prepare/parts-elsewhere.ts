/**
 * A journal that knows a followed plan may be old: copied back from before the last parts were sent, it would send them again. Client
 * order ids are derived, so the lists can tell: at each start they are asked for every order of the plan that the journal does not
 * have, from the newest on that it has. What was sent before that one is on record.
 */
import { exitParts } from '../../compile/follow/exit-parts.ts';
import type { JournalState, KnownOrder } from '../../journal/records/state.ts';
import type { Order, Plan } from '../../model/order.ts';
import type { Sought } from '../../session/lists/list-matches.ts';
import { ELSEWHERE_MS, soughtOfPlan } from '../../session/lists/lookup-keys.ts';
import type { Session } from '../../session/session.ts';
import { refuseThere, refuseUnread, unreadWords, type Typed } from './found-elsewhere.ts';
import { isBegun } from './begun.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';

type Asked = Pick<Session, 'lookFor' | 'limited' | 'trouble'>;

/**
 * Refuses (exit 5) where the lists have any of them. Where they do not answer, a plan of which nothing is held or works is refused as well;
 * of another the words that say why: it is looked at, and nothing is placed before they do.
 */
export async function partsUnread(session: Asked, run: PreparedRun, nowMs: number): Promise<string | undefined> {
  const unread = await lookForParts(session, run, nowMs);
  if (unread === undefined) return undefined;
  if (session.trouble?.kind !== 'access' && isBegun(run)) return unread;
  return refuseUnread(unread, { session, origin: run.exchange, typed: typedOf(run), unsaid: UNSAID });
}

/** Why it is not known whether another journal has placed more of the plan; refuses where one has. */
export async function lookForParts(
  session: Pick<Asked, 'lookFor'>,
  run: PreparedRun,
  nowMs: number,
): Promise<string | undefined> {
  const { plan, known } = run;
  const orders = new Map(ordersOf(run).map((order) => [order.id, order]));
  if (orders.size === 0) return undefined;
  const since = sinceMs(known, nowMs);
  const sought = [...orders.values()].map((order): Sought => ({
    ...soughtOfPlan(order, nameOf(plan), nowMs),
    sentAtMs: since,
  }));
  const lookedUp = await session.lookFor(sought);
  refuseThere(lookedUp, orders, typedOf(run));
  return unreadWords(lookedUp);
}

const UNSAID = 'the exchange’s lists do not say whether another journal has placed more of the plan';

const typedOf = ({ planFile: planPath, options }: PreparedRun): Typed => ({ planPath, options });

/** All of the plan that the journal does not have, or has as never sent. */
function ordersOf({ plan, schedule, known }: PreparedRun): Order[] {
  const isKnown = (id: string): boolean => (known.get(id)?.state ?? 'never-sent') !== 'never-sent';
  const planned = [...schedule.pending.values(), ...(schedule.later ?? [])];
  const whole = planned.filter(({ id, exit, lineage }) => exit === undefined && lineage === 0 && !isKnown(id));
  return [...whole, ...exitParts(plan, exitsOf(plan), isKnown)];
}

const exitsOf = ({ orders }: Plan): Plan['orders'] => orders.filter(({ exit }) => exit !== undefined);

/** When the newest was sent that this journal placed; what was taken in proves nothing of what came before it. */
function sinceMs(known: JournalState, nowMs: number): number {
  const sent = [...known.values()].flatMap((order) => [...(order.earlier ?? []), order]).filter(isPlacedHere);
  return Math.max(nowMs - ELSEWHERE_MS, ...sent.map(({ sentAtMs }) => sentAtMs));
}

const isPlacedHere = ({ because, state }: KnownOrder): boolean => because !== 'taken-in' && state !== 'never-sent';
