/** What the disk holds of orders that ended, or may still be taken off, when a life is over. */
import { unitsOf } from '../cancels/alive-order.ts';
import type { CancelOutcome } from '../expected.ts';
import type { Facts } from './facts.ts';
import { isOneOfTwo } from './cancel-ends.ts';
import { at, firstBreach, type Invariant } from './invariant.ts';

function untrue(clientOid: string, { around }: Facts): string | undefined {
  const known = around.disk.orders().get(clientOid);
  const states = around.venue.listed.lastsOf(clientOid, known?.orderId).map(({ now }) => now.state);
  if (known === undefined || states.length === 0) return undefined;
  const { state } = known;
  const isRight = (state !== 'cancelled' && state !== 'filled') || states.includes(state);
  return isRight ? undefined : `${known.id} is ${state} in the journal, and ${states[0]} at the exchange`;
}

/** Whether a wait is long enough to see what is there to see. */
const isQuick = ({ scenario: { limits, nature } }: Facts): boolean =>
  limits.ip.amount >= 500 && nature.hidden === 0 && nature.late === 0 && nature.lists.shared === 0;

/** Of two orders under one client order id: both may have fired, and a cancel that names no more than that takes one of them off. */
const mayBeTheOther = ({ clientOid, outcome }: CancelOutcome, { around, cancels }: Facts): boolean =>
  around.venue.listed.hasDouble(clientOid) && (outcome === 'fired' || cancels.sent.has(clientOid));

/** Lists alone named it, and of another order of its request, which they show, something may rest or was filled. */
function isBesideAnother({ clientOid, orderId, outcome }: CancelOutcome, facts: Facts): boolean {
  if (outcome !== 'unknown' || !isOneOfTwo(clientOid, facts)) return false;
  const twins = facts.around.venue.listed.twinsOf(clientOid, orderId);
  return twins.some(({ now: { state, filled } }) => state !== 'cancelled' || filled > 0);
}

export const AFTER_PLACING: readonly Invariant[] = [
  at('over', 'true ends', 'what is over in the journal is over so at the exchange', ({ now }, facts) =>
    firstBreach(now.keys(), (clientOid) => untrue(clientOid, facts)),
  ),
  at(
    'over',
    'no cancel open',
    'no order is accepted in the journal that a cancel by its order id may still take off',
    (moment, facts) => {
      const { desk, listed } = facts.around.venue;
      return firstBreach(moment.now.values(), ({ id, state, orderId = '' }) => {
        const became = listed.aliveAs(orderId)?.became?.facts.orderId;
        // A trigger that fired is gone: what its cancel may still reach is what it became.
        return state === 'accepted' && desk?.mayStillCome(became ?? orderId) === true
          ? `${id} is accepted, and a cancel of it may still arrive`
          : undefined;
      });
    },
  ),
  at(
    'over',
    'taken off',
    'no order is accepted in the journal that the exchange is taking off for us',
    ({ now }, facts) => {
      const { desk, listed } = facts.around.venue;
      return firstBreach(now.values(), ({ id, clientOid, state, orderId }) => {
        // Of a trigger that fired before it was off, our cancel takes nothing off any more: what it became stands by itself.
        const last = listed.aliveAs(orderId)?.last;
        const isTakenOff = last !== undefined && desk?.takenOff.has(last.facts.orderId) === true;
        if (state !== 'accepted' || !isTakenOff || facts.cancels.byClientOid.has(clientOid)) return undefined;
        return `${id} is accepted, and is ${last.now.state} by our cancel`;
      });
    },
  ),
  at(
    'over',
    'followed',
    'no order is being cancelled after a command that ended',
    ({ exitCode, now }, { around, life }) =>
      exitCode === undefined || around.disk.failures > 0 || life.task.command === 'status' || [2, 5].includes(exitCode)
        ? undefined
        : firstBreach(now.values(), ({ id, state }) =>
            state === 'cancelling' ? `${id} is still being cancelled` : undefined,
          ),
  ),
  at('over', 'table', 'the journal goes on by its table alone', (_, { around }) => around.disk.offTable()),
  at('event', 'seen', 'what is told of an order that is over at the exchange is so', ({ event }, facts) => {
    if (event.event !== 'order-state' || event.exchange === undefined) return undefined;
    const { state, filledSize } = event.exchange;
    if (state !== 'cancelled' && state !== 'filled' && state !== 'triggered') return undefined;
    const order = facts.around.venue.listed.aliveAs(event.exchange.firedAs ?? event.orderId);
    if (order === undefined || order.now.state !== state)
      return `${event.id} is told as ${state}, and is ${order?.now.state}`;
    const isExact = filledSize === undefined || order.facts.isTrigger || unitsOf(filledSize) === order.now.filled;
    return isExact ? undefined : `${event.id} is told as filled by ${filledSize}, and is by ${order.now.filled / 1e6}`;
  }),
  at(
    'end',
    'all off',
    'a clean cancel on an exchange that behaves leaves nothing that the lists tell plainly',
    (_, facts) =>
      facts.life.task.command === 'cancel' && isQuick(facts)
        ? firstBreach(facts.cancels.ends.values(), (end) =>
            end.outcome === 'cancelled' ||
            end.outcome === 'filled' ||
            !facts.isPlain(end.clientOid) ||
            mayBeTheOther(end, facts) ||
            isBesideAnother(end, facts)
              ? undefined
              : `in the last, clean cancel ${end.id} is ${JSON.stringify(end)}`,
          )
        : undefined,
  ),
];
