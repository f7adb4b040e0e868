/** What a past run left covered, naked and not known, by what it told: its own outcomes, and what stood before it. */
import { defined } from '../../model/defined.ts';
import { Decimal } from '../../model/decimal.ts';
import type { ProtectionStated } from '../../model/event.ts';
import type { GuardedOrder, OrderStanding } from '../../protection/guarded.ts';
import { whileFollowed } from '../../protection/followed.ts';
import { protectionOf, type Protection } from '../../protection/protection.ts';
import { seenFrom } from '../../protection/stands.ts';
import { statedOf } from '../../protection/words.ts';
import type { OrderView } from '../../report/view/order-list.ts';
import type { RunView } from '../../report/view/run-view.ts';
import { OF_RUN, drawnOrder, guardedOf } from './drawn-order.ts';
import { standingBefore } from './sent-orders.ts';

/** As every text says it, and a screen. */
export const leftStated = (view: RunView): ProtectionStated =>
  statedOf(protectionLeftBy(view), 0, { plan: ownNameIn(view) });

const ownNameIn = ({ plan }: RunView): Pick<GuardedOrder, 'plan' | 'generation'> =>
  defined({ plan: plan?.name, generation: plan?.generation });

export function protectionLeftBy(view: RunView): Protection {
  const name = ownNameIn(view);
  const seen = view.seen && seenFrom(view.seen);
  // What it sent is newer than the look.
  const since = seen?.lookedAtMs === undefined ? {} : ({ isSinceLook: true } as const);
  const own = [...view.orders].flatMap((order) => {
    const standing = standingOf(order);
    const drawn = order.headline === undefined ? undefined : drawnOrder(order.headline);
    if (standing === undefined || drawn === undefined) return [];
    const market = seen?.markets?.get(drawn.symbol);
    const sent = guardedOf({ ...drawn, ...name, standing });
    return Object.assign(sent, since, defined({ code: order.code, market }));
  });
  const over = new Set(view.cancels.flatMap(({ outcome, id }) => (outcome === 'cancelled' ? [id] : [])));
  const unsure = new Set(
    view.cancels.flatMap(({ outcome, id }) => (outcome === 'unknown' || outcome === 'fired' ? [id] : [])),
  );
  const before = standingBefore(view, { withCancelled: true }).map((order) => {
    if (order.plan !== OF_RUN) return guardedOf(order);
    const ours = { ...order, ...name };
    if (order.standing === 'filled') return guardedOf(ours);
    if (over.has(order.id)) return guardedOf({ ...ours, standing: 'cancelled' });
    return guardedOf(unsure.has(order.id) ? { ...ours, standing: 'unsure' } : ours);
  });
  const basis = seen?.lookedAtMs === undefined ? 'journal' : 'look';
  const orders = whileFollowed([...own, ...before], stopsFollowedIn(view));
  return protectionOf({ ...seen, basis, orders });
}

/** The stops of entries whose plans somebody else followed as the run began. */
function stopsFollowedIn({ standing }: RunView): (order: GuardedOrder) => Decimal | undefined {
  const stops = new Map(
    standing.flatMap((one) => (one.followedStop === undefined ? [] : [[keyOf(one), Decimal.of(one.followedStop)]])),
  );
  return (order) => stops.get(keyOf(order));
}

const keyOf = ({ plan = '', generation = 0, id = '' }: Pick<GuardedOrder, 'plan' | 'generation' | 'id'>): string =>
  `${generation} ${plan}\n${id}`;

/** Nothing, of what stood before: that is told by itself. */
function standingOf({ state, reason }: OrderView): OrderStanding | undefined {
  switch (state) {
    case 'accepted':
      return 'open';
    case 'rejected':
      return 'rejected';
    case 'unknown':
    case 'sending':
      return 'unsure';
    case 'waiting':
      return 'withheld';
    case 'withheld':
      return reason === undefined ? 'withheld' : WITHHELD[reason];
  }
}

const WITHHELD: Readonly<Record<NonNullable<OrderView['reason']>, OrderStanding | undefined>> = {
  'already-accepted': undefined,
  'already-closed': undefined,
  filled: undefined,
  unresolved: undefined,
  'edited-after-send': undefined,
  'already-rejected': 'rejected',
  'already-absent': 'absent',
  'already-cancelled': 'cancelled',
  'not-selected': 'not-selected',
  dependency: 'withheld',
  stopped: 'withheld',
  'rate-limit': 'withheld',
  expired: 'withheld',
  halted: 'withheld',
  policy: 'withheld',
  missed: 'withheld',
  'let-go': 'withheld',
  waiting: 'withheld',
  'not-needed': undefined,
};
