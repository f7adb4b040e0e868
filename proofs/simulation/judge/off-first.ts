/** What is to go off goes off first, and what was taken off on purpose stays off. */
import { unitsOf } from '../cancels/alive-order.ts';
import type { Facts } from './facts.ts';
import { at, type Invariant } from './invariant.ts';
import { isOffOnPurpose } from './replacing.ts';

/** The first of what was to go off before anything is placed that was not told as over: of some no call can name them. */
export function notSeenOff({ life, cancels }: Facts): string | undefined {
  const ends = [...cancels.ends.values()];
  const over = ends.filter(({ outcome }) => outcome === 'cancelled' || outcome === 'filled');
  const isOver = new Set(over.map(({ id }) => id));
  return [...life.offFirst, ...ends.map(({ id }) => id)].find((id) => !isOver.has(id));
}

/** Whether it takes the place of what went off for it, and is no more than that was, or closes. */
function isNothingNew(id: string, clientOid: string, facts: Facts): boolean {
  const before = [...facts.around.disk.orders().values()].findLast(
    (one) => one.id === id && one.clientOid !== clientOid,
  );
  if (before === undefined || !facts.rooms.isFor(before.clientOid)) return false;
  const words = facts.words(id);
  if (words?.['side']?.startsWith('close') === true) return true;
  const was = facts.sentAs.get(before.clientOid);
  return unitsOf(words?.['size'] ?? '') <= unitsOf(was?.['size'] ?? '');
}

export const OFF_FIRST: readonly Invariant[] = [
  at('order', 'off first', 'nothing new is placed while something rests that was to go off first', (moment, facts) => {
    const { id, entry } = moment;
    const left = notSeenOff(facts);
    return left === undefined || isNothingNew(id, entry.client_oid, facts)
      ? undefined
      : `${id} leaves, and ${left} was not seen off`;
  }),
  at('order', 'stays off', 'what was taken off on purpose comes back only where it is named', (moment, facts) => {
    const { id } = moment;
    const before = facts.knownBefore(id);
    if (before === undefined || before.clientOid === moment.entry.client_oid || facts.life.task.again.has(id))
      return undefined;
    return isOffOnPurpose(before, facts.rooms) ? `${id} leaves again, and was cancelled on purpose` : undefined;
  }),
];
