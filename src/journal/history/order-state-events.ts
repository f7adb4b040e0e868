import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { NotBack, PublicEvent, StandingOrder } from '../../model/event.ts';
import type { OrderContent } from '../../model/order-changes.ts';
import type { LastSeen } from '../../model/standing.ts';
import type { PlanOrder } from '../records/known-account.ts';
import {
  editsOf,
  filledOf,
  heldAfterRemoval,
  isCloseNotBack,
  laterParts,
  removedAfterSend,
  sentSize,
  type JournalState,
  type KnownOrder,
} from '../records/state.ts';
import { heldBefore, isHeld } from '../records/what-stands.ts';

export type OrderStateEvent = Extract<PublicEvent, { event: 'order-state' }>;

/** How each order of a plan stands to the journal, in the plan's order, then each that was sent and is gone from it. */
export function orderStates<Of extends { readonly id: string }>(
  orders: readonly Of[],
  known: JournalState,
  contentOf: (order: Of) => OrderContent,
): OrderStateEvent[] {
  // Most often nothing was sent of thousands.
  if (known.size === 0) return orders.map(({ id }) => ({ event: 'order-state', id, state: 'new' }));
  const ids = orders.map(({ id }) => id);
  return [
    ...orders.flatMap((order) => [
      planned(order.id, contentOf(order), known.get(order.id)),
      ...laterParts(known, order.id).map(asKnown),
    ]),
    ...removedAfterSend(known, ids).map((order) => removed(order, order.state === 'accepted' ? 'accepted' : 'unknown')),
  ];
}

/** Each that is gone from the plan, rests no more, and was filled. */
export const heldStates = (ids: readonly string[], known: JournalState): OrderStateEvent[] =>
  heldAfterRemoval(known, ids).map((order) => removed(order, 'filled'));

function planned(id: string, content: OrderContent, known: KnownOrder | undefined): OrderStateEvent {
  const event = { event: 'order-state', id } as const;
  if (known === undefined || known.state === 'never-sent') return { ...event, state: 'new' };
  const { clientOid, state } = known;
  const changed = IS_OVER.has(state) ? [] : editsOf(known, content);
  return {
    ...event,
    clientOid,
    ...(changed.length > 0 && (state === 'accepted' || state === 'filled')
      ? { state: 'edited' as const, stands: state }
      : { state }),
    ...sentOf(known),
    ...(changed.length > 0 && {
      changes: Object.fromEntries(changed.map(({ field, before, after }) => [field, [before ?? null, after ?? null]])),
    }),
  };
}

/** Nothing stands of these that a plan could differ from. */
const IS_OVER: ReadonlySet<KnownOrder['state']> = new Set(['rejected', 'absent', 'cancelled', 'closed']);

function removed(known: KnownOrder, stands: NonNullable<OrderStateEvent['stands']>): OrderStateEvent {
  const { id, clientOid } = known;
  return {
    event: 'order-state',
    id,
    clientOid,
    state: 'removed',
    stands,
    ...sentOf(known),
  };
}

const orderIdOf = ({ orderId }: KnownOrder): { orderId?: string } => (orderId === undefined ? {} : { orderId });

/** What was sent of it last, how that stood, and what earlier lineages hold. */
function sentOf(known: KnownOrder): Pick<OrderStateEvent, 'orderId' | 'size' | 'exchange' | 'filledBefore'> {
  const held = heldBefore(known);
  return {
    ...orderIdOf(known),
    size: sentSize(known),
    ...exchangeOf(known),
    ...(held.length > 0 && { filledBefore: held.map(heldTold) }),
  };
}

const heldTold = ({ content, seen, orderId }: KnownOrder): NonNullable<OrderStateEvent['filledBefore']>[number] => ({
  ...defined({ orderId, averagePrice: seen?.averagePrice }),
  symbol: content['symbol'] ?? '',
  side: content['side'] ?? '',
  marginMode: content['marginMode'] ?? '',
  size: content['size'] ?? '',
  price: content['price'] ?? '',
});

const exchangeOf = ({ seen }: KnownOrder): Pick<OrderStateEvent, 'exchange'> =>
  seen === undefined ? {} : { exchange: seenTold(seen) };

/** As the stream tells it. */
export const seenTold = ({ atMs, ...seen }: LastSeen): NonNullable<OrderStateEvent['exchange']> => ({
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
    ...sentOf(known),
  };
}

/** What was filled counts at what it was filled for. */
export const standingOrder = ({ plan, generation, order }: PlanOrder): StandingOrder => ({
  plan,
  generation,
  id: order.id,
  state: standingState(order),
  ...orderIdOf(order),
  content: isHeld(order) ? { ...order.content, ...defined({ price: order.seen?.averagePrice }) } : order.content,
  ...(isHeld(order) && { isHeld: true }),
});

function standingState({ state }: KnownOrder): StandingOrder['state'] {
  if (state === 'in-flight') return state;
  return state === 'accepted' || state === 'filled' || state === 'cancelled' ? 'accepted' : 'unknown';
}

/** What the plan wants of an order in all; and the least size that can be placed, where it is known. */
export interface Wanted {
  readonly size: string;
  readonly least?: Decimal;
}

/** Each close that a run took off to place it again, that is off still, and of which something is left to place. */
export const closesNotBack = (known: JournalState, wanted: ReadonlyMap<string, Wanted>): NotBack[] =>
  [...known.values()].flatMap((order) => {
    if (!isCloseNotBack(order)) return [];
    const filled = filledOf(order);
    const want = wanted.get(order.id);
    // What the plan no longer has, and whose new form came to nothing, has no position to be called closed.
    if (want === undefined && order.state !== 'cancelled') return [];
    return isDone(order, filled, want) ? [] : [notBack(order, filled, want === undefined)];
  });

function isDone({ content }: KnownOrder, filled: Decimal | undefined, { size, least }: Partial<Wanted> = {}): boolean {
  const whole = Decimal.parse(size ?? content['size'] ?? '');
  if (whole === undefined || filled === undefined) return false;
  const left = whole.minus(filled);
  return left.coefficient <= 0n || (!filled.isZero && least !== undefined && left.compare(least) < 0);
}

function notBack(order: KnownOrder, filled: Decimal | undefined, isRemoved: boolean): NotBack {
  const { id, clientOid, state, content } = order;
  return {
    id,
    clientOid,
    state: state as NotBack['state'],
    symbol: content['symbol'] ?? '',
    side: content['side'] ?? '',
    size: content['size'] ?? '',
    price: content['price'] ?? '',
    ...defined({ trigger: content['trigger'], filledSize: filled?.canonical() }),
    ...(isRemoved && { isRemoved }),
  };
}
