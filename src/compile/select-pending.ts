import { inPlanNames } from '../model/plan-names.ts';
import { editsOf, filledOf, hasFilled, type JournalState, type KnownOrder } from '../journal/records/state.ts';
import type { Decimal } from '../model/decimal.ts';
import { clientOrderId } from '../model/ids.ts';
import { changeWords, otherPosition, type OrderChange } from '../model/order-changes.ts';
import { identityOf, orderContent, type Order, type Plan, type PlannedOrder } from '../model/order.ts';
import { NO_ANSWER, type Withheld, type WithheldReason } from '../model/outcome.ts';
import { laddersOf, type Ladders } from './ladder-edits.ts';
import { needsFollow } from './follow/later.ts';
import { anotherOrder, isReplaceable, restOf, WHOLE, type Rest } from './rest-of.ts';
import { inStages } from './stages.ts';

export interface WithheldOrder {
  readonly order: Order;
  readonly outcome: Withheld;
}

interface Selection {
  readonly pending: readonly Order[];
  readonly withheld: readonly WithheldOrder[];
}

/** What a person picked: only these orders, and of those whose order does not stand, these once more. */
export interface Choice {
  readonly only?: ReadonlySet<string>;
  readonly again?: ReadonlySet<string>;
  /** Edited orders that are placed as the plan says them now, once what stands of them is off the exchange. */
  readonly replace?: ReadonlySet<string>;
  /** Edited ladders that are brought to the market whole, by name. */
  readonly ladders?: ReadonlySet<string>;
  /** Client order ids of what the plan no longer has and is cancelled first. */
  readonly goesOff?: ReadonlySet<string>;
  /** The least size of a symbol, where it is known. */
  readonly minSizeOf?: (symbol: string) => Decimal | undefined;
}

/**
 * Which orders are to be sent, and why each other one is not. What the journal does not prove unsent is never sent, and
 * nothing is sent whose predecessor neither stands nor is sent before it.
 */
export function selectPending(plan: Plan, journal: JournalState, choice: Choice): Selection {
  const known = inPlanNames(journal, plan.orders);
  const ladders = laddersOf(plan, known, choice);
  const isFollowed = plan.orders.some(needsFollow);
  const selected = new Map<string, Order>();
  const refused = new Map<string, WithheldOrder>();
  const ties = new Map<readonly string[], Tie>();
  const tieOf = (after: readonly string[]): Tie => {
    const tie = ties.get(after) ?? tieTo(after, known, selected, refused);
    ties.set(after, tie);
    return tie;
  };
  for (const order of inStages(plan.orders)) {
    const before = known.get(order.id);
    const { vain, behind } = order.after === undefined ? FREE : tieOf(order.after);
    const { rest, outcome = vain } = judged(order, before, { choice, ladders, isFollowed });
    if (outcome !== undefined) refused.set(order.id, { order: ofLineage(plan, order, before?.lineage ?? 0), outcome });
    else
      selected.set(
        order.id,
        Object.assign(ofLineage(plan, order, nextLineage(before)), rest, behind, sumOf(order, ladders)),
      );
  }
  return {
    pending: plan.orders.flatMap(({ id }) => selected.get(id) ?? []),
    withheld: plan.orders.flatMap(({ id }) => refused.get(id) ?? []),
  };
}

interface Judging {
  readonly choice: Choice;
  readonly ladders: Ladders;
  /** A follower replaces nothing. */
  readonly isFollowed: boolean;
}

/** Why the order is not sent by itself, or what makes it the rest of what was placed of it before. */
function judged(
  order: PlannedOrder,
  before: KnownOrder | undefined,
  { choice, ladders, isFollowed }: Judging,
): { readonly outcome?: Withheld; readonly rest?: Rest['sent'] } {
  const isReplaced = before !== undefined && choice.replace?.has(order.id) === true && isReplaceable(before);
  const outcome = isReplaced
    ? unselected(order, choice)
    : (withhold(order, before, { ...choice, isFollowed }) ?? ofEditedLadder(order, ladders));
  if (outcome !== undefined) return { outcome };
  const { sent: rest, vain } = before === undefined ? WHOLE : restOf(order, before, choice);
  return { ...(rest !== undefined && { rest }), ...(vain !== undefined && { outcome: vain }) };
}

/** What was never sent under its lineage goes under that; whatever else is sent goes under a new one. */
const nextLineage = (before: KnownOrder | undefined): number =>
  before === undefined ? 0 : before.state === 'never-sent' ? before.lineage : before.lineage + 1;

/** Nothing more is placed of a ladder that was changed after a rung of it was sent, nor of an order that was a ladder then. */
function ofEditedLadder({ id, ladder = id }: PlannedOrder, { edited }: Ladders): Withheld | undefined {
  const message = edited.get(ladder);
  return message === undefined ? undefined : { outcome: 'withheld', reason: 'edited-after-send', message };
}

/** For a rung, the sum of its ladder. */
function sumOf({ ladder }: PlannedOrder, { sums }: Ladders): Pick<Order, 'ladderSum'> | undefined {
  const ladderSum = ladder === undefined ? undefined : sums.get(ladder);
  return ladderSum === undefined ? undefined : { ladderSum };
}

/** The resolution of one `after` list, kept because all rungs of a ladder share it. */
interface Tie {
  /** Why all that wait for it are withheld. */
  readonly vain?: Withheld;
  /** The orders of it that this run sends, and the stage after theirs. Absent if it waits for nothing. */
  readonly behind?: Pick<Order, 'waitsFor' | 'stage'>;
}

const FREE: Tie = {};

/** Why an order is not placed, of the one that another waits for. */
const WHY: Readonly<Partial<Record<WithheldReason, string>>> = {
  'already-rejected': 'was rejected',
  'already-absent': 'was settled as absent',
  'already-cancelled': 'was cancelled',
  unresolved: 'is unknown',
  'edited-after-send': 'was edited after it was sent',
  dependency: 'is not placed, because it waits too',
  'not-selected': 'is not placed in this run',
};

/**
 * An order that stands is no reason to wait, whether or not this run was asked for it, and neither is the rest of one that was
 * filled in part: what waits for it may have that part to protect. A closed one stands no more.
 */
function tieTo(
  after: readonly string[],
  known: JournalState,
  selected: ReadonlyMap<string, Order>,
  refused: ReadonlyMap<string, WithheldOrder>,
): Tie {
  const before: Order[] = [];
  for (const id of after) {
    const sent = selected.get(id);
    if (wasTaken(known.get(id), sent !== undefined)) continue;
    if (sent !== undefined) before.push(sent);
    else {
      const why = refused.get(id)?.outcome.reason ?? 'dependency';
      const message = `it waits for ${id}, which ${WHY[why] ?? `is withheld: ${why}`}`;
      return { vain: { outcome: 'withheld', reason: 'dependency', message } };
    }
  }
  if (before.length === 0) return FREE;
  const waitsFor = [...new Set(before.map(({ clientOid }) => clientOid))];
  return { behind: { waitsFor, stage: 1 + Math.max(...before.map(({ stage = 0 }) => stage)) } };
}

/** It was filled, in whatever lineage; or it is accepted, and this run does not take its place. */
const wasTaken = (known: KnownOrder | undefined, isSent: boolean): boolean =>
  known !== undefined && (hasFilled(known) || (known.state === 'accepted' && !isSent));

const ofLineage = (plan: Plan, order: PlannedOrder, lineage: number): Order => ({
  ...order,
  lineage,
  clientOid: clientOrderId(plan.name, plan.generation, identityOf(order), lineage),
});

function unselected({ id }: PlannedOrder, { only }: Choice): Withheld | undefined {
  return only === undefined || only.has(id) ? undefined : { outcome: 'withheld', reason: 'not-selected' };
}

// oxlint-disable-next-line eslint/complexity -- an exhaustive switch over the states of an order
function withhold(
  order: PlannedOrder,
  known: KnownOrder | undefined,
  choice: Choice & Pick<Judging, 'isFollowed'>,
): Withheld | undefined {
  const { again } = choice;
  const left = unselected(order, choice);
  if (left !== undefined || known === undefined) return left;
  const orderId = known.orderId === undefined ? {} : { orderId: known.orderId };
  switch (known.state) {
    case 'never-sent':
      return undefined;
    case 'accepted':
    case 'filled': {
      const changes = contentChange(known, order);
      if (changes.length === 0) return { outcome: 'withheld', reason: 'already-accepted', ...orderId };
      return {
        outcome: 'withheld',
        reason: 'edited-after-send',
        ...orderId,
        message: `${EDITED[known.state]} differs from the plan: ${editWords(known, changes, choice.isFollowed)}`,
      };
    }
    case 'cancelled':
      if (again?.has(order.id) === true) return undefined;
      return { outcome: 'withheld', reason: 'already-cancelled', ...orderId, message: cancelledWords(known) };
    case 'cancelling':
    case 'cancel-unknown':
      return { outcome: 'withheld', reason: 'unresolved', ...orderId, message: known.later?.message ?? CANCEL_OPEN };
    case 'closed':
      return { outcome: 'withheld', reason: 'already-closed', ...orderId, message: 'settled as closed by a person' };
    case 'rejected':
      if (again?.has(order.id) === true) return undefined;
      return { outcome: 'withheld', reason: 'already-rejected', message: rejectionWords(known) };
    case 'absent':
      if (again?.has(order.id) === true) return undefined;
      return { outcome: 'withheld', reason: 'already-absent', message: settledWords(known) };
    case 'in-flight':
    case 'unknown': {
      const changes = contentChange(known, order);
      const message = known.message ?? NO_ANSWER;
      const edited = changes.length === 0 ? '' : `; and the plan was edited since: ${changeWords(changes)}`;
      return { outcome: 'withheld', reason: 'unresolved', message: `${message}${edited}` };
    }
  }
}

/** What a person can do about an edit: another side, symbol or margin mode is not brought to the market under the same id. */
function editWords(known: KnownOrder, changes: readonly OrderChange[], isFollowed = false): string {
  const other = otherPosition(changes);
  if (other.length === 0 && isFollowed) return `${changeWords(changes)}; it stays as it was sent`;
  if (other.length === 0) return `${changeWords(changes)}; --replace brings the edit to the market`;
  return other.length === changes.length
    ? anotherOrder(known, other)
    : `${changeWords(changes)}; ${anotherOrder(known, other)}`;
}

/** For an order that was found open; undefined where it says what the plan says. */
export function editOf(known: KnownOrder, order: PlannedOrder): string | undefined {
  const changes = contentChange(known, order);
  return changes.length === 0 ? undefined : `${EDITED.accepted} differs from the plan: ${editWords(known, changes)}`;
}

const EDITED = { accepted: 'the open order', filled: 'the order, which was filled,' };

const CANCEL_OPEN = 'its cancel has no end on record';

function cancelledWords(known: KnownOrder): string {
  const filled = filledOf(known);
  if (filled === undefined) return 'cancelled; what was filled before is not known';
  return filled.isZero
    ? 'cancelled'
    : `cancelled, ${filled.canonical()} of ${known.content['size'] ?? ''} filled before`;
}

const settledWords = ({ message }: KnownOrder): string =>
  message === undefined ? 'settled as absent' : `settled as absent, ${message}`;

const rejectionWords = (known: KnownOrder): string =>
  [known.code, known.message].filter((part) => part !== undefined && part !== '').join(' ');

/** How the order differs from what was sent of it; empty where it says the same. */
export const contentChange = (known: KnownOrder, order: PlannedOrder): OrderChange[] =>
  editsOf(known, orderContent(order));
