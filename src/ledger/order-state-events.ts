import type { PublicEvent, StandingOrder } from '../model/event.ts';
import { orderChanges, type OrderContent } from '../model/order-changes.ts';
import type { LastSeen } from '../model/standing.ts';
import type { PlanOrder } from './known-account.ts';
import { removedAfterSend, type JournalState, type KnownOrder } from './state.ts';

export type OrderStateEvent = Extract<PublicEvent, { event: 'order-state' }>;

/** How each order of a plan stands to the journal, in the plan's order, then each that was sent and is gone from it. */
export function orderStates(
  orders: readonly { readonly id: string; readonly content: OrderContent }[],
  known: JournalState,
): OrderStateEvent[] {
  const ids = orders.map(({ id }) => id);
  return [
    ...orders.map(({ id, content }) => planned(id, content, known.get(id))),
    ...removedAfterSend(known, ids).map(removed),
  ];
}

function planned(id: string, content: OrderContent, known: KnownOrder | undefined): OrderStateEvent {
  const event = { event: 'order-state', id } as const;
  if (known === undefined || known.state === 'never-sent') return { ...event, state: 'new' };
  const { clientOid, state } = known;
  const changed = IS_OVER.has(state) ? [] : orderChanges(known.content, content);
  return {
    ...event,
    clientOid,
    state: changed.length > 0 && (state === 'accepted' || state === 'filled') ? 'edited' : state,
    ...orderIdOf(known),
    ...exchangeOf(known),
    ...(changed.length > 0 && {
      changes: Object.fromEntries(changed.map(({ field, before, after }) => [field, [before ?? null, after ?? null]])),
    }),
  };
}

/** Nothing stands of these that a plan could differ from. */
const IS_OVER: ReadonlySet<KnownOrder['state']> = new Set(['rejected', 'absent', 'cancelled', 'closed']);

function removed(known: KnownOrder): OrderStateEvent {
  const { id, clientOid, state } = known;
  return {
    event: 'order-state',
    id,
    clientOid,
    state: 'removed',
    ...orderIdOf(known),
    stands: state === 'accepted' ? state : 'unknown',
    ...exchangeOf(known),
  };
}

const orderIdOf = ({ orderId }: KnownOrder): { orderId?: string } => (orderId === undefined ? {} : { orderId });

const exchangeOf = ({ seen }: KnownOrder): Pick<OrderStateEvent, 'exchange'> =>
  seen === undefined ? {} : { exchange: seenTold(seen) };

/** As the stream tells it. */
const seenTold = ({ atMs, ...seen }: LastSeen): NonNullable<OrderStateEvent['exchange']> => ({
  ...seen,
  at: new Date(atMs).toISOString(),
});

/** Each order as the journal has it, where no plan is there to compare it with. */
export const knownStates = (known: JournalState): OrderStateEvent[] => [...known.values()].map(asKnown);

/** Each order that may stand, with the plan and generation that placed it. */
export const standingStates = (standing: readonly PlanOrder[]): OrderStateEvent[] =>
  standing.map(({ plan, generation, order }) => ({ ...asKnown(order), plan, generation }));

function asKnown(known: KnownOrder): OrderStateEvent {
  const { id, clientOid, state } = known;
  return {
    event: 'order-state',
    id,
    clientOid,
    state: state === 'never-sent' ? 'new' : state,
    ...orderIdOf(known),
    ...exchangeOf(known),
  };
}

export const standingOrder = ({ plan, generation, order }: PlanOrder): StandingOrder => ({
  plan,
  generation,
  id: order.id,
  state: standingState(order),
  ...orderIdOf(order),
  content: order.content,
});

function standingState({ state }: KnownOrder): StandingOrder['state'] {
  if (state === 'in-flight') return state;
  return state === 'accepted' || state === 'filled' || state === 'cancelled' ? 'accepted' : 'unknown';
}
