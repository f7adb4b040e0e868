/** A schedule once its cancels have ended: what takes the place of another is placed as what is left of it, or not at all. */
import { hasFilled, isCancelOpen, type JournalState, type KnownOrder } from '../journal/records/state.ts';
import { Decimal } from '../model/decimal.ts';
import type { Call } from '../model/call.ts';
import { someOf } from '../model/count.ts';
import { isOpening, type Order, type PlannedOrder } from '../model/order.ts';
import type { Withheld } from '../model/outcome.ts';
import type { Schedule } from './compile-plan.ts';
import { protects } from './group-calls.ts';
import { restOf } from './rest-of.ts';
import type { WithheldOrder } from './select-pending.ts';
import type { Calls } from '../exchange/dialect.ts';

/** How the cancels ended. */
interface CancelsEnded {
  /** Ids of orders that were to be cancelled first, and were not seen to be gone. */
  readonly notOff?: readonly string[];
  /** The least size of a symbol, where it is known. */
  readonly minSizeOf?: (symbol: string) => Decimal | undefined;
}

/**
 * `known`: the journal's state now, by the plan's ids. The calls keep their numbers, and each body but those of the rests is as it was.
 *
 * Cancelled first means gone first: while something is not seen to be gone, only what replaces what is gone is placed, and
 * only where it opens no more than that did.
 * What protects a position comes back first, and waits for nothing that it may have to protect.
 */
export function afterCancels(
  { place }: Calls,
  schedule: Schedule,
  known: JournalState,
  { notOff = [], minSizeOf }: CancelsEnded,
): Schedule {
  const pending = new Map(schedule.pending);
  const withheld: WithheldOrder[] = [...schedule.withheld];
  const calls: Call[] = [];
  const untied = tiesAfter(schedule, known);
  for (const call of schedule.calls) {
    const orders = call.orders.flatMap(({ clientOid }) => pending.get(clientOid) ?? []);
    const held = orders.every((order) => opensNothingNew(order, known)) ? undefined : waitsForThat(notOff);
    const ends = orders.map((order) => endOf(order, known, { held, minSizeOf }));
    for (const [at, end] of ends.entries()) {
      const order = orders[at] as Order;
      if ('outcome' in end) {
        pending.delete(order.clientOid);
        withheld.push({ order, outcome: end });
      } else pending.set(order.clientOid, end);
    }
    const left = ends.flatMap((end) => ('outcome' in end ? [] : [end]));
    const isChanged = left.some((order, at) => order !== orders[at]);
    const freed = untied(call, orders.every(protects));
    if (left.length > 0) calls.push(isChanged ? { ...freed, ...place.write(call.kind, left) } : freed);
  }
  return { ...schedule, calls: inTurn(calls), pending, withheld };
}

/** Those that have a turn of their own come before all others. */
const inTurn = (calls: readonly Call[]): Call[] => [
  ...calls.filter(({ turn }) => turn !== undefined),
  ...calls.filter(({ turn }) => turn === undefined),
];

/** A call without what it need not wait for, as the cancels have left that; a protective one that waits for nothing goes first. */
function tiesAfter({ pending }: Schedule, known: JournalState): (call: Call, isProtective: boolean) => Call {
  const mustWait = (clientOid: string, isProtective: boolean): boolean => {
    const before = known.get(pending.get(clientOid)?.id ?? '');
    return before === undefined || !(isTaken(before, clientOid) || (isProtective && isCancelOpen(before)));
  };
  const ties = [false, true].map((isProtective) =>
    keptFor((waitsFor) => waitsFor.filter((clientOid) => mustWait(clientOid, isProtective))),
  );
  return ({ waitsFor, ...call }, isProtective) => {
    const left = waitsFor === undefined ? [] : (ties[Number(isProtective)]?.(waitsFor) ?? []);
    return left.length > 0 ? { ...call, waitsFor: left } : isProtective ? { ...call, turn: 0 } : call;
  };
}

/** It was filled, in whatever lineage; or it stands as it was, for its cancel was refused. */
const isTaken = (before: KnownOrder, clientOid: string): boolean =>
  hasFilled(before) || (before.state === 'accepted' && before.clientOid !== clientOid);

/** One list for all calls that share one. */
function keptFor(of: (list: readonly string[]) => readonly string[]): typeof of {
  const kept = new Map<readonly string[], readonly string[]>();
  return (list) => {
    const left = kept.get(list) ?? of(list);
    kept.set(list, left);
    return left;
  };
}

interface Held {
  /** Why nothing new is placed; undefined: it is. */
  readonly held: Withheld | undefined;
  readonly minSizeOf: CancelsEnded['minSizeOf'];
}

/** What takes the place of another is first what is left of it: why that is not placed is told before anything else. */
function endOf(order: Order, known: JournalState, { held, minSizeOf }: Held): Order | Withheld {
  const left = order.replaces === undefined ? order : leftOf(order, known.get(order.id), minSizeOf);
  return 'outcome' in left ? left : (held ?? left);
}

/** It comes back in the place of what a run took off for it, and is no larger, or closes. */
function opensNothingNew(order: Order, known: JournalState): boolean {
  const before = known.get(order.id);
  if (before?.isReplaced !== true) return false;
  return !isOpening(order.side) || planned(order).size.compare(Decimal.of(before.content['size'] ?? '0')) <= 0;
}

function waitsForThat(notOff: readonly string[]): Withheld | undefined {
  if (notOff.length === 0) return undefined;
  const verb = notOff.length === 1 ? 'is' : 'are';
  return {
    outcome: 'withheld',
    reason: 'stopped',
    message: `${someOf(notOff)} ${verb} to be cancelled first, and ${verb} not seen to be cancelled`,
  };
}

/** The order as it is to be placed now, or why it is not. */
function leftOf(
  order: Order,
  before: KnownOrder | undefined,
  minSizeOf: ((symbol: string) => Decimal | undefined) | undefined,
): Order | Withheld {
  const orderId = before?.orderId === undefined ? {} : { orderId: before.orderId };
  const vain = (reason: Withheld['reason'], message: string): Withheld => ({
    outcome: 'withheld',
    reason,
    ...orderId,
    message,
  });
  if (before === undefined || before.clientOid !== order.replaces)
    return vain('unresolved', 'what it replaces is not the order that was there');
  if (before.state === 'accepted') return vain('edited-after-send', standsWords(before));
  if (before.state !== 'cancelled' && before.state !== 'filled')
    return vain('unresolved', before.later?.message ?? 'how its cancel ended is not known');
  const rest = restOf(planned(order), before, minSizeOf === undefined ? {} : { minSizeOf });
  if (rest.vain !== undefined) return { ...rest.vain, ...orderId };
  const { replaces: _replaced, carried: _before, ...whole } = order;
  return { ...whole, ...planned(order), ...rest.sent };
}

const standsWords = ({ later }: KnownOrder): string =>
  later === undefined || later.message === '' ? 'it was not cancelled' : `it was not cancelled: ${later.message}`;

/** With the size that the plan says. */
const planned = <O extends PlannedOrder & Pick<Order, 'carried'>>(order: O): O =>
  order.carried === undefined ? order : { ...order, size: order.size.plus(order.carried) };
