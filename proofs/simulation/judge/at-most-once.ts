/** Each order leaves at most once, unless it is proved that it was not taken. */
import { unitsOf } from '../cancels/alive-order.ts';
import type { Facts } from './facts.ts';
import { at, firstBreach, type Invariant } from './invariant.ts';
import { standingBeside } from './replacing.ts';

/**
 * Whether it is over: what of it was filled counts as its plan's size does. Where the exchange made two orders of one sending, that
 * is the one on record, until a list has shown the other: of that one nobody on this side can know.
 */
function isOff(clientOid: string, { around: { venue, disk }, lists }: Facts, byMs = Number.POSITIVE_INFINITY): boolean {
  const made = [venue.byClientOid.get(clientOid)?.orderId, disk.orders().get(clientOid)?.orderId];
  const known = new Set(made.filter((orderId) => orderId !== undefined && lists.wasShown(orderId, byMs)));
  const orderIds = known.size === 0 ? made.slice(0, 1) : [...known];
  return orderIds.every((orderId) => venue.listed.aliveAs(orderId)?.rests === false);
}

const mayGoAgain = (id: string, { life: { task, replaced } }: Facts): boolean => task.again.has(id) || replaced.has(id);

export const AT_MOST_ONCE: readonly Invariant[] = [
  at('order', 'intent', 'an intent is on disk before a call leaves', ({ id, entry }, { around }) => {
    const last = around.disk.lastStep(entry.client_oid);
    return last?.step === 'intent' ? undefined : `${id} leaves while its last step is ${last?.step ?? 'none'}`;
  }),
  at('order', 'one intent', 'each sending has an intent of its own', ({ id, entry }, { around, usedAttempt }) => {
    const last = around.disk.lastStep(entry.client_oid);
    const isUsed = last?.step === 'intent' && usedAttempt.get(entry.client_oid) === last.attempt;
    return isUsed ? `${id} leaves again on one intent` : undefined;
  }),
  at('order', 'again', 'nothing goes again without proof that it was not taken', ({ id, entry }, { mayStand }) =>
    mayStand.has(entry.client_oid) ? `${id} goes again, and no proof that it was not taken` : undefined,
  ),
  at(
    'order',
    'placed again',
    'what was placed is placed again only where a person asked for it',
    ({ id, entry }, facts) => {
      const before = [...facts.around.disk.orders().values()].findLast(
        (one) => one.id === id && one.clientOid !== entry.client_oid,
      );
      const isKnown = facts.life.before.has(entry.client_oid) || mayGoAgain(id, facts);
      return before === undefined || isKnown ? undefined : `${id} goes after ${before.clientOid}`;
    },
  ),
  at(
    'order',
    'never more',
    'of an order never more stands or was filled than its plan says',
    ({ id, entry }, facts) => {
      const planned = unitsOf(facts.words(id)?.['size'] ?? '');
      const inAll = standingBeside(facts.around, id, entry.client_oid) + unitsOf(entry.size);
      return facts.scenario.cancels === undefined || inAll <= planned
        ? undefined
        : `${id} may come to ${inAll / 1e6}, and the plan says ${planned / 1e6}`;
    },
  ),
  at('outcome', 'one owner', 'a client order id belongs to one order', ({ outcome }, { ownerOf }) => {
    const owner = ownerOf.get(outcome.clientOid);
    return owner === undefined || owner === outcome.id
      ? undefined
      : `${outcome.clientOid} is ${owner} and ${outcome.id}`;
  }),
  at('run-ended', 'same lineage', 'an order keeps its client order id unless a person places it again', (_, facts) =>
    firstBreach(facts.life.outcomes.values(), ({ id, clientOid }) => {
      const known = [...facts.life.before.values()].findLast((one) => one.id === id);
      if (known === undefined || known.clientOid === clientOid || mayGoAgain(id, facts)) return undefined;
      return `${id} was ${known.clientOid}, and now is ${clientOid}`;
    }),
  ),
  at('over', 'one lineage', 'of the lineages of an order at most one stands', ({ now }, facts) => {
    const standing = new Map<string, string>();
    return firstBreach(facts.around.venue.ledger, ({ clientOid, atMs }) => {
      const id = now.get(clientOid)?.id;
      if (id === undefined || facts.settledAbsent.has(clientOid) || isOff(clientOid, facts)) return undefined;
      const other = standing.get(id);
      standing.set(id, clientOid);
      // Of two orders that were made of one sending, one may be in no list until the next lineage has gone out.
      return other === undefined || isOff(other, facts, atMs) ? undefined : `${id} stands as ${other} and ${clientOid}`;
    });
  }),
  at('over', 'dead', 'an order that a person settled as absent never stands', (_, { around, settledAbsent }) =>
    firstBreach(around.venue.ledger, ({ clientOid, orderId }) =>
      settledAbsent.has(clientOid) ? `${clientOid} was settled as absent, and stands as ${orderId}` : undefined,
    ),
  ),
];
