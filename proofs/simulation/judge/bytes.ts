/** What leaves is what was written, shown and approved. */
import { saysTheWords } from '../expected.ts';
import { waitsFor } from '../plan-text.ts';
import { textOf, type PlacedRequest } from '../request.ts';
import { CANCEL_OPEN } from './cancel-facts.ts';
import type { Facts } from './facts.ts';
import { at, type Invariant } from './invariant.ts';
import { holds, isTakenOffClose } from './positions.ts';
import { standingBeside } from './replacing.ts';

/** What takes the place of another goes alone, and says what is left of it. */
const isRest = ({ entries }: PlacedRequest, { around, life }: Facts): boolean =>
  entries.length === 1 &&
  entries.every(({ client_oid: clientOid }) => life.replaced.has(around.disk.orders().get(clientOid)?.id ?? ''));

/** Something of it was filled; or nobody knows how its cancel ended, and this protects what may have been. */
function maySettle(one: string, id: string, facts: Facts): boolean {
  const newest = [...facts.around.disk.orders().values()].findLast((order) => order.id === one);
  const isOpen = CANCEL_OPEN.has(newest?.state ?? '');
  return holds(one, facts) || (isOpen && isTakenOffClose(id, facts));
}

export const BYTES: readonly Invariant[] = [
  at('call', 'path', 'a call goes to a path that takes orders', ({ words, request }, { around }) =>
    around.venue.wire.costs.place[request.path] === undefined ? `${words} goes to ${request.path}` : undefined,
  ),
  at('call', 'planned', 'a call is one of those announced, byte for byte', ({ words, request }, facts) =>
    isRest(request, facts) || facts.life.planned.has(textOf(request))
      ? undefined
      : `${words} is none of the planned calls`,
  ),
  at('call', 'approved', 'a call of an approved run is one of its dry run', ({ words, request }, facts) =>
    !isRest(request, facts) && facts.life.task.approved?.has(textOf(request)) === false
      ? `${words} is none of the dry run`
      : undefined,
  ),
  at('order', 'words', 'an order says what its author wrote, digit by digit', ({ id, entry, request }, facts) => {
    const words = facts.words(id);
    if (words === undefined) return `${id} leaves, and is not in the plan`;
    const differing = saysTheWords(request, entry, {
      words,
      filled: standingBeside(facts.around, id, entry.client_oid),
    });
    return differing === undefined ? undefined : `${id} does not say what the plan says: ${differing}`;
  }),
  at('order', 'after', 'an order leaves only when all that it waits for were accepted', ({ id }, facts) => {
    const words = facts.words(id);
    const missing = words === undefined ? [] : facts.missing(words).filter((one) => !maySettle(one, id, facts));
    return missing.length > 0 ? `${id} leaves, and ${missing.join(', ')} was not accepted` : undefined;
  }),
  at(
    'order',
    'after on disk',
    'what an order waits for is accepted on disk, and stands at the exchange',
    ({ id }, facts) => {
      const words = facts.words(id);
      const missing =
        words === undefined ? [] : waitsFor(words).filter((one) => !facts.stands(one) && !maySettle(one, id, facts));
      return missing.length > 0 ? `${id} leaves, and ${missing.join(', ')} does not stand` : undefined;
    },
  ),
];
