/**
 * A ladder is one order in its author's mind: once a rung was sent, a change of the ladder (its steps, ends, sizes or total)
 * makes the rungs that were not sent part of another order, and placing them would make the position larger than either says.
 */
import { hash } from 'node:crypto';
import { filledOf, mayRest, mayStand, type JournalState, type KnownOrder } from '../journal/records/state.ts';
import { Decimal } from '../model/decimal.ts';
import { orderChanges } from '../model/order-changes.ts';
import { identityOf, orderContent, type Ladder, type Plan, type PlannedOrder } from '../model/order.ts';
import { needsFollow } from './follow/later.ts';
import { isReplaceable } from './rest-of.ts';

/** What is known of the ladders of a plan; by the ladder's name. */
export interface Ladders {
  /** A sum over what all its rungs say. */
  readonly sums: ReadonlyMap<string, string>;
  /** Why nothing more of it is placed: it was changed after rungs of it were sent. */
  readonly edited: ReadonlyMap<string, string>;
}

/** What a run does about ladders that were changed. */
interface Bringing {
  /** Ladders that are brought to the market whole, by name. */
  readonly ladders?: ReadonlySet<string>;
  /** Orders whose place is taken, and those that the plan no longer has and that go off, by client order id. */
  readonly replace?: ReadonlySet<string>;
  readonly goesOff?: ReadonlySet<string>;
  readonly only?: ReadonlySet<string>;
}

/** A ladder of which rungs were sent before it was changed. */
export interface EditedLadder {
  readonly ladder: Ladder;
  readonly rungs: readonly PlannedOrder[];
  /** All that were sent of it and may stand, or were closed. */
  readonly sent: readonly KnownOrder[];
  readonly sum: string;
}

export function laddersOf(plan: Plan, known: JournalState, bringing: Bringing = {}): Ladders {
  const all = withSent(plan, known);
  return {
    sums: new Map(all.map(({ ladder, sum }) => [ladder.name, sum])),
    edited: new Map([
      ...all.flatMap((one): [string, string][] =>
        isEdited(one) && !isBrought(one, bringing) ? [[one.ladder.name, editWords(one, plan)]] : [],
      ),
      ...onceLadders(plan, known),
    ]),
  };
}

/** Ladders that were changed since rungs of them were sent. */
export const editedLadders = (plan: Plan, known: JournalState): EditedLadder[] =>
  withSent(plan, known).filter(isEdited);

function withSent({ ladders, orders }: Plan, known: JournalState): EditedLadder[] {
  if (ladders.length === 0) return [];
  const byLadder = Map.groupBy(orders, ({ ladder }) => ladder);
  const sent = sentRungs(known);
  return ladders.map((ladder) => {
    const { name, was = name } = ladder;
    const rungs = byLadder.get(name) ?? [];
    // An order that became a ladder is the whole of it.
    const once = known.get(was);
    const whole = once !== undefined && once.ladder === undefined && mayStand(once) ? [once] : [];
    return { ladder, rungs, sent: [...whole, ...(sent.get(was) ?? [])], sum: `${was} ${sumOf(rungs)}` };
  });
}

/** Rungs that were sent and may stand, or were closed, by the name of their ladder. */
const sentRungs = (known: JournalState): Map<string | undefined, KnownOrder[]> =>
  Map.groupBy(
    [...known.values()].filter((order) => order.ladder !== undefined && (mayStand(order) || order.state === 'closed')),
    ({ ladder }) => ladder?.slice(0, ladder.lastIndexOf(' ')),
  );

/** Orders that were a ladder when they were sent, with why they are not placed beside its rungs. */
function onceLadders({ orders }: Plan, known: JournalState): [string, string][] {
  const sent = sentRungs(known);
  if (sent.size === 0) return [];
  return orders.flatMap((order): [string, string][] => {
    const rungs = order.ladder === undefined ? (sent.get(identityOf(order)) ?? []).filter(mayStand) : [];
    if (rungs.length === 0) return [];
    const sentSize = total(rungs.map(openOrFilled));
    return [
      [
        order.id,
        `${order.id} was a ladder when it was sent: ${sentSize} is open or filled, and it is not placed on top of that. Cancel what was removed first, or give this order an id of its own`,
      ],
    ];
  });
}

/**
 * A rung that was sent with the ladder as it was. One that says what the plan says now is no longer of that, as soon as any
 * rung was sent with the ladder as it is: then a person has brought the change to the market.
 */
function isEdited({ rungs, sent, sum }: EditedLadder): boolean {
  const old = sent.filter(({ ladder }) => ladder !== sum);
  return old.length === sent.length ? old.length > 0 : old.some((rung) => !saysTheSame(rung, rungs));
}

function saysTheSame({ id, content }: KnownOrder, rungs: readonly PlannedOrder[]): boolean {
  const planned = rungs.find((rung) => rung.id === id);
  return planned !== undefined && orderChanges(content, orderContent(planned)).length === 0;
}

/** Whether no more of it stands, once this is done, than the plan says: then its other rungs may go too. */
const isBrought = ({ ladder, rungs, sent, sum }: EditedLadder, bringing: Bringing): boolean =>
  bringing.ladders?.has(ladder.name) === true &&
  sent.every((rung) => rung.ladder === sum || saysTheSame(rung, rungs) || isSeenTo(rung, rungs, bringing));

function isSeenTo(rung: KnownOrder, rungs: readonly PlannedOrder[], { replace, goesOff, only }: Bringing): boolean {
  const planned = rungs.find(({ id }) => id === rung.id);
  if (rung.state === 'closed') return true;
  if (planned === undefined) return mayRest(rung) && goesOff?.has(rung.clientOid) === true;
  const filled = filledOf(rung);
  const isReplaced = replace?.has(rung.id) === true && isReplaceable(rung) && only?.has(rung.id) !== false;
  if (!isReplaced && rung.state !== 'cancelled') return false;
  return mayRest(rung) || (filled !== undefined && filled.compare(planned.size) <= 0);
}

const sumOf = (rungs: readonly PlannedOrder[]): string =>
  hash('sha256', JSON.stringify(rungs.map(orderContent)), 'base64url').slice(0, 16);

function total(sizes: Iterable<Decimal>): string {
  let sum = Decimal.zero;
  for (const size of sizes) sum = sum.plus(size);
  return sum.canonical();
}

/** What is open of a rung, or was filled of it. */
function openOrFilled(rung: KnownOrder): Decimal {
  const filled = rung.state === 'cancelled' ? filledOf(rung) : undefined;
  return filled ?? Decimal.of(rung.content['size'] ?? '0');
}

function editWords({ ladder: { name }, rungs, sent }: EditedLadder, { orders }: Plan): string {
  const sentSize = total(sent.map(openOrFilled));
  const planned = total(rungs.map(({ size }) => size));
  if (sent.some((one) => one.ladder === undefined))
    return `${name} was one order when it was sent: ${sentSize} is open or filled, and as a ladder the plan says ${planned}; nothing of the ladder is placed. Cancel what was removed first, or give the ladder a name of its own`;
  const were = sent.length === 1 ? '1 of its rungs was' : `${sent.length} of its rungs were`;
  return `the ladder ${name} was changed after ${were} sent: ${sentSize} is open or filled, and the plan says ${planned} in all; nothing more of it is placed. Write it as it was${orders.some(needsFollow) ? '' : ', or replace it with --replace edited'}`;
}
