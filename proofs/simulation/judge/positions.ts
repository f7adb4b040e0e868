/** What was filled stays what it was: under its own symbol, side and margin mode, at its own price, and protected first. */
import { tenthsOf, unitsOf, type AliveOrder } from '../cancels/alive-order.ts';
import type { JournaledOrder } from '../journal-observer.ts';
import { waitsFor, type OrderWords } from '../plan-text.ts';
import type { Facts } from './facts.ts';
import { at, firstBreach, type Invariant } from './invariant.ts';
import { isSamePosition } from './replacing.ts';

/** A lineage of an order of the plan, as the exchange has it. */
interface Lineage {
  readonly known: JournaledOrder;
  readonly alive: AliveOrder;
  readonly sent: OrderWords | undefined;
}

function lineages({ around: { disk, venue }, sentAs }: Facts, id?: string): Lineage[] {
  return [...disk.orders().values()].flatMap((known) => {
    const alive = id === undefined || known.id === id ? venue.listed.aliveAs(known.orderId) : undefined;
    return alive === undefined ? [] : [{ known, alive, sent: sentAs.get(known.clientOid) }];
  });
}

/** Whether anything of the order was filled, under whatever client order id. */
export const holds = (id: string, facts: Facts): boolean => lineages(facts, id).some(({ alive }) => isHeld(alive));

/** A trigger that fired holds what became of it: nothing, where that went off with nothing filled. */
const isHeld = ({ now, became }: AliveOrder): boolean =>
  now.filled > 0 || (now.state === 'triggered' && (became === undefined || became.rests || became.now.filled > 0));

/** Whether something is filled under the order's id that was of another symbol, side or margin mode. */
export const holdsOther = (words: OrderWords, facts: Facts): boolean =>
  lineages(facts, words.id).some(
    ({ alive, sent }) => alive.mostFilled > 0 && sent !== undefined && !isSamePosition(sent, words),
  );

const closes = (words: OrderWords | undefined): boolean => words?.['side']?.startsWith('close-') === true;

/** A close whose place this run takes, and which is off the exchange. */
export const isTakenOffClose = (id: string, facts: Facts): boolean =>
  facts.life.replaced.has(id) && closes(facts.words(id)) && endOf(id, facts)?.outcome === 'cancelled';

const endOf = (id: string, { cancels }: Facts) => [...cancels.ends.values()].find((end) => end.id === id);

/** Whether this run itself was told that something was filled of the order. */
function isToldFilled(id: string, facts: Facts): boolean {
  const end = endOf(id, facts);
  return end?.outcome === 'filled' || (end?.outcome === 'cancelled' && unitsOf(end.filledSize ?? '0') > 0);
}

/** In quote coin and tenths of millionths, the least that the opening orders of the plan came to, or may yet. */
function leastOpen(facts: Facts): number {
  return lineages(facts).reduce((sum, { alive, sent }) => {
    if (sent?.['side']?.startsWith('open-') !== true) return sum;
    const { last } = alive;
    const filled = last.trades.reduce((all, { units, price }) => all + units * price, 0);
    const left = last.rests || last.now.state === 'triggered' ? last.units - last.now.filled : 0;
    return sum + filled + left * tenthsOf(sent['price'] ?? '0');
  }, 0);
}

const isOf = (sent: OrderWords, held: { readonly price: string }): boolean =>
  isSamePosition(sent, { id: sent.id, ...held }) && tenthsText(sent['price'] ?? '') === tenthsText(held.price);

const tenthsText = (price: string): string => (price === 'market' ? price : String(tenthsOf(price)));

export const POSITIONS: readonly Invariant[] = [
  at('order', 'one position', 'nothing is placed under an id that holds another position', ({ id }, facts) => {
    const words = facts.words(id);
    return words !== undefined && holdsOther(words, facts)
      ? `${id} leaves as ${words['side']} ${words['symbol']} ${words['marginMode']}, and holds another`
      : undefined;
  }),
  at('order', 'cap', 'what stands and was filled keeps to the cap', ({ id, entry }, facts) => {
    const { cap } = facts.scenario;
    const words = facts.words(id);
    if (cap === undefined || words?.['side']?.startsWith('open-') !== true) return undefined;
    const open = leastOpen(facts) + unitsOf(entry.size) * tenthsOf(words['price'] ?? '0');
    return open > cap * 1e7 ? `${id} leaves, and ${open / 1e7} may stand, more than ${cap}` : undefined;
  }),
  at('order', 'protect first', 'what protects comes back before anything is opened', ({ id }, facts) => {
    const words = facts.words(id);
    if (words?.['side']?.startsWith('open-') !== true) return undefined;
    return firstBreach(facts.life.task.orders, (one) =>
      isTakenOffClose(one.id, facts) &&
      waitsFor(one).every((before) => isToldFilled(before, facts)) &&
      !facts.cancels.placed.has(one.id) &&
      !facts.life.outcomes.has(one.id)
        ? `${id} leaves before ${one.id}, which went off`
        : undefined,
    );
  }),
  at('run-ended', 'left off', 'a close that went off waits for nothing that it has to protect', (_, facts) =>
    firstBreach(facts.life.outcomes.values(), (told) => {
      if (told.outcome !== 'withheld' || told.reason !== 'dependency' || !isTakenOffClose(told.id, facts))
        return undefined;
      const before = waitsFor(facts.words(told.id) ?? { id: told.id });
      return before.every((id) => isToldFilled(id, facts))
        ? `${told.id} went off and is withheld for ${before.join(', ')}, of which something is filled`
        : undefined;
    }),
  ),
  at('event', 'held', 'what was filled is told with its size, price and position', ({ event }, facts) => {
    if (event.event !== 'order-state' || facts.life.task.command !== 'status') return undefined;
    const all = lineages(facts, event.id).filter(
      ({ known, alive }) => known.clientOid !== event.clientOid && isHeld(alive),
    );
    const newest = facts.around.venue.listed.aliveAs(event.orderId);
    if (newest !== undefined && unitsOf(event.size ?? '') !== newest.units)
      return `${event.id} is of ${newest.facts.size}, and told as ${event.size}`;
    const told = new Map((event.filledBefore ?? []).map((held) => [held.orderId, held]));
    if (told.size !== all.length) return `${event.id} holds ${all.length} parts, and ${told.size} are told`;
    return firstBreach(all, ({ alive, sent }) => {
      const held = told.get(alive.facts.orderId);
      const isTold = held !== undefined && (alive.facts.isTrigger || unitsOf(held.size) === alive.now.filled);
      const isIts = sent === undefined || (held !== undefined && isOf(sent, held));
      return isTold && isIts
        ? undefined
        : `${event.id} holds ${alive.now.filled / 1e6} as ${alive.facts.orderId}, told as ${JSON.stringify(held)}`;
    });
  }),
];
