/**
 * Where the plan of a follow says something else than what is at work of it. What is open goes on as it was sent, and whoever follows the
 * plan counts by the plan: an order that it lacks would be held by nobody, and one that it has otherwise would be shown and sized wrongly.
 */
import { contentChange } from '../../compile/select-pending.ts';
import { hasFired } from '../../journal/records/apply-record.ts';
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { KeptExit, KeptGroup } from '../../journal/records/run-record.ts';
import { isCancelOpen, mayRest, sentSize, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { orderOfPart } from '../../model/ids.ts';
import { changeWords, type OrderChange } from '../../model/order-changes.ts';
import { identityOf, type Plan, type PlannedOrder } from '../../model/order.ts';
import { nameIn } from '../../model/plan-names.ts';
import { partsOf } from '../../session/lists/followed-parts.ts';
import { filledIn, heldGroups, isAtWork, keptGroups, type GroupAtWork } from './kept-groups.ts';
import { splitOff } from './split-groups.ts';
import { whyNotTakenUp, type EditOfStop } from './taken-up.ts';

/** One order that is not as it was placed. */
export interface EditAtWork {
  readonly id: string;
  /** What is at work, and what the plan says. */
  readonly words: string;
  /**
   * What helps beside writing it as it was. `off`: to take it off. `anew`: to take it off and allow it again, as the plan says it now;
   * `stop`: the same of a stop, with nothing to stop what is held between the two. `edit`: to take up the edit of a stop, with the old
   * one in its place until the new one works. `whole`: to have no more of its group in the plan.
   */
  readonly way?: 'off' | 'anew' | 'stop' | 'edit' | 'whole';
  /** Of `whole`: what is to be taken out of the plan with it. */
  readonly whole?: readonly string[];
  /** Of a stop: why its edit is not taken up. */
  readonly notTakenUp?: string;
  /** How what is at work of it stands is not known: whether it was placed, or how it ended. */
  readonly unsure?: 'placing' | 'end';
}

/** What of an order of which nothing is open is not to change while its group is held: what is counted, and what covers it. */
const COUNTED: ReadonlySet<string> = new Set(['symbol', 'side', 'size', 'marginMode', 'stopLoss']);

export function editsAtWork(plan: Plan, known: KnownPlan, account: KnownAccount): readonly EditAtWork[] {
  const groups = heldGroups(known, account);
  const groupOf = (name: string): GroupAtWork | undefined =>
    groups.find(({ entries, exits }) => entries.includes(name) || exits.includes(name));
  const names = new Set(plan.orders.map((order) => nameIn(order, known.orders)));
  const lacking = Map.groupBy(
    [...known.orders.values()].filter(({ id }) => !names.has(orderOfPart(id))),
    ({ id }) => orderOfPart(id),
  );
  const grouping = new Grouping(plan, known);
  const over = known.groups === undefined ? [] : groups.filter(({ isLive }) => !isLive);
  return [
    ...over.flatMap((group) =>
      splitOff(group, { known, is: grouping.is, names }).map(({ name, words, whole }): EditAtWork => ({
        id: name,
        words,
        way: 'whole',
        whole,
      })),
    ),
    ...[...lacking].flatMap(([name, parts]) => lackedOf(name, parts, groupOf(name))),
    ...plan.orders.flatMap((order) => {
      const name = nameIn(order, known.orders);
      const numbered = partsOf({ ...order, was: name }, known.orders);
      const parts = numbered.map((part) => part.known);
      // What an edit that was taken up takes the place of says something else, and is to be cancelled.
      const first = known.edited?.get(identityOf(order)) ?? 1;
      const compared = numbered.flatMap((part) => (part.number >= first ? [part.known] : []));
      const placed = { order, name, parts, compared, group: groupOf(name) };
      return parts.length === 0 ? [] : changedOf(placed, grouping, known);
    }),
  ];
}

/** The plan has no such order. */
function lackedOf(id: string, parts: readonly KnownOrder[], group: GroupAtWork | undefined): readonly EditAtWork[] {
  const filled = sumOf(parts.map(filledIn));
  const isHeld = !filled.isZero && group?.isLive === true;
  if (!parts.some(isAtWork) && !isHeld) return [];
  const at = parts.filter(isAtWork);
  const what = at.length === 0 ? `${filled.canonical()} of it was filled` : workWords(at);
  const of = isHeld ? `, ${heldWords(group)}` : '';
  const words = `${id} is not in the plan: ${what}${of}`;
  return [{ id, words, ...(at.length > 0 && filled.isZero && { way: 'off' as const }) }];
}

interface Placed {
  readonly order: PlannedOrder;
  readonly name: string;
  readonly parts: readonly KnownOrder[];
  /** Those that are to be as the plan says. */
  readonly compared: readonly KnownOrder[];
  readonly group: GroupAtWork | undefined;
}

function changedOf(placed: Placed, grouping: Grouping, known: KnownPlan): readonly EditAtWork[] {
  const { order, parts, group } = placed;
  const { id } = order;
  const at = parts.filter(isAtWork);
  const isHeld = group?.isLive === true && parts.some((one) => !filledIn(one).isZero);
  if (at.length === 0 && !isHeld) return [];
  const edit = editOf(placed, at, grouping);
  if (edit !== undefined) {
    const { words, changes, isFree } = edit;
    const way =
      grouping.isStop(placed.name) && changes !== undefined
        ? wayOfStop({ order, at, changes }, isFree, known)
        : isFree
          ? { way: 'anew' as const }
          : {};
    return [{ id, words: `${id} ${words}`, ...way, ...defined({ unsure: unsureOf(at) }) }];
  }
  if (!isHeld || order.exit !== undefined) return [];
  const last = parts.at(-1) as KnownOrder;
  const counted = contentChange(last, order).filter(({ field }) => COUNTED.has(field));
  return counted.length === 0 ? [] : [{ id, words: `${id} ${saidWords(counted)}: ${heldWords(group)}` }];
}

interface EditOf {
  readonly words: string;
  /** Of what works: absent where it is another exit by now. */
  readonly changes?: readonly OrderChange[];
  /** It may be taken off and placed anew. */
  readonly isFree: boolean;
}

function editOf(placed: Placed, at: readonly KnownOrder[], grouping: Grouping): EditOf | undefined {
  const { order, parts, compared } = placed;
  const other = grouping.changeOf(placed, at.length > 0);
  if (other !== undefined && other.isFormula !== true) return { words: other.words, isFree: false };
  const [changes] = compared.filter(isAtWork).flatMap((one) => changesOf(one, order));
  if (other !== undefined) return { words: other.words, changes: changes ?? [], isFree: false };
  if (changes === undefined) return undefined;
  const isFree = order.exit !== undefined || parts.every((one) => filledIn(one).isZero);
  return { words: `${saidWords(changes)}: ${workWords(at)}`, changes, isFree };
}

/** `isFree`: it may be taken off and placed anew. */
function wayOfStop(edit: EditOfStop, isFree: boolean, known: KnownPlan): Pick<EditAtWork, 'way' | 'notTakenUp'> {
  const notTakenUp = whyNotTakenUp(edit, known);
  return notTakenUp === undefined ? { way: 'edit' } : { notTakenUp, ...(isFree && { way: 'stop' }) };
}

const changesOf = (part: KnownOrder, order: PlannedOrder): OrderChange[][] => {
  const changes = contentChange(part, order);
  return changes.length === 0 ? [] : [changes];
};

interface GroupingChange {
  readonly words: string;
  /** Only the formula of its prices is another. */
  readonly isFormula?: true;
}

/** What closes what, as it was and as the plan has it. */
class Grouping {
  readonly #known: KnownPlan;
  readonly #was: readonly KeptGroup[] | undefined;
  readonly is: readonly KeptGroup[];

  constructor(plan: Plan, known: KnownPlan) {
    this.#known = known;
    this.#was = known.groups;
    this.is = keptGroups(plan) ?? [];
  }

  isStop(name: string): boolean {
    return exitIn(this.is, name)?.exit[1] === 'stop';
  }

  /** `isOpen`: some of it is at work. */
  changeOf({ name, group }: Placed, isOpen: boolean): GroupingChange | undefined {
    if (this.#was === undefined || (!isOpen && group === undefined)) return undefined;
    const [was, is] = [exitIn(this.#was, name), exitIn(this.is, name)];
    if (was === undefined && is === undefined) return undefined;
    if (was === undefined) return { words: 'was placed by itself, and the plan makes it an exit' };
    const of = `closes what is filled of ${was.of.join(', ')}`;
    if (is === undefined) return { words: `${of}, and the plan makes it no exit` };
    const [before, after] = [this.#placed(was.of), this.#placed(is.of)];
    if (before.join(' ') !== after.join(' ')) return { words: `${of}, and the plan says ${is.of.join(', ')}` };
    const [[, kind, late = 'none'], [, kindNow, lateNow = 'none']] = [was.exit, is.exit];
    if (kind !== kindNow) return { words: `works as a ${kind}, and the plan makes it a ${kindNow}` };
    return isOpen && late !== lateNow
      ? { words: `was placed by the formula ${late}, and the plan says ${lateNow}`, isFormula: true }
      : undefined;
  }

  /** One that was never placed changes nothing of what is. */
  #placed(entries: readonly string[]): readonly string[] {
    return entries.filter((id) => (this.#known.orders.get(id)?.state ?? 'never-sent') !== 'never-sent').toSorted();
  }
}

function exitIn(groups: readonly KeptGroup[], name: string): { of: readonly string[]; exit: KeptExit } | undefined {
  for (const { entries, exits } of groups) {
    const exit = exits.find(([id]) => id === name);
    if (exit !== undefined) return { of: entries, exit };
  }
  return undefined;
}

const sumOf = (sizes: readonly Decimal[]): Decimal => sizes.reduce((sum, size) => sum.plus(size), Decimal.zero);

const saidWords = (changes: readonly OrderChange[]): string => `was edited (${changeWords(changes)})`;

const heldWords = ({ entries, held, isLong, symbol }: GroupAtWork): string =>
  held.isZero
    ? `and its group (${entries.join(', ')}) is at work`
    : `${held.canonical()} ${isLong ? 'long' : 'short'} ${symbol} is held (${entries.join(', ')})`;

function unsureOf(at: readonly KnownOrder[]): EditAtWork['unsure'] {
  if (at.some(({ state }) => state === 'unknown' || state === 'in-flight')) return 'placing';
  return at.some((one) => isCancelOpen(one) || !mayRest(one) || (one.seen !== undefined && hasFired(one.seen)))
    ? 'end'
    : undefined;
}

/** `0.1 works, close-long 68000 at 68000`. */
function workWords(at: readonly KnownOrder[]): string {
  if (at.some(isCancelOpen)) return 'how its cancel ended is not known';
  if (at.some((one) => mayRest(one) && one.state !== 'accepted')) return 'whether it is open is not known';
  if (at.some((one) => !mayRest(one))) return 'how much of it was filled is not on record yet';
  const [{ content }] = at as readonly [KnownOrder, ...KnownOrder[]];
  const left = sumOf(at.map((one) => Decimal.of(sentSize(one)).minus(filledIn(one))));
  const { side = '', price = '', trigger } = content;
  return `${left.canonical()} of it works, ${side} ${price}${trigger === undefined ? '' : ` at ${trigger}`}`;
}
