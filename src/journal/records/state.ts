import type { JournalStep, OrderState } from '../../model/outcome.ts';
import { Decimal } from '../../model/decimal.ts';
import type { CancelAnswer } from '../../model/cancel.ts';
import type { PlaceReason } from '../../model/follow.ts';
import { orderOfPart } from '../../model/ids.ts';
import { isOpening, type Side } from '../../model/order.ts';
import { orderChanges, type OrderChange, type OrderContent } from '../../model/order-changes.ts';
import type { LastSeen } from '../../model/standing.ts';

/** Decimals. */
export type KeptRange = readonly [low: string, high: string];

/** A trade of an order; its size and price are decimals, its time is in ms since 1970. */
export type KeptTrade = readonly [id: string, size: string, price: string, atMs: number];

/** The last request to cancel an order. */
export interface KnownCancel {
  /** A run that follows the plan, or a person. */
  readonly by: 'follower' | 'person';
  /** The timestamp that it was signed with, in ms since 1970. */
  readonly signedAtMs: number;
  /** How many went one after the other. */
  readonly tries: number;
  readonly answer: 'asked' | CancelAnswer['answer'];
}

/** One step of one order, as the journal holds it. */
export interface JournalRecord {
  readonly step: JournalStep;
  readonly plan: string;
  readonly generation: number;
  readonly id: string;
  readonly clientOid: string;
  readonly lineage: number;
  /** Wall clock, ms since 1970. */
  readonly atMs: number;
  /** How long the machine was up then, where it is known. */
  readonly uptimeMs?: number | null;
  /** From the intent: what the order said. */
  readonly content?: Readonly<Record<string, string>>;
  /** From the intent: the most that it may be worth, and the hash of its ladder (OrderMarks). */
  readonly worth?: string;
  readonly ladder?: string;
  readonly filled?: string;
  readonly filledAt?: string;
  /** From the intent: where its run saw the market; and where its plan said that it was. */
  readonly market?: KeptRange;
  readonly reference?: KeptRange;
  /** From `accepted` and `settle-accepted`. */
  readonly orderId?: string;
  readonly code?: string;
  readonly message?: string;
  readonly rule?: string;
  /** From the newest look at the exchange. */
  readonly seen?: LastSeen;
  /** From a cancel: the same run places the order again. */
  readonly isReplaced?: true;
  /** From a cancel: whose it is. */
  readonly by?: KnownCancel['by'];
  /** From an intent or a cancel. */
  readonly signedAtMs?: number;
  /** From an intent of a follower. */
  readonly because?: PlaceReason;
  readonly filledIn?: readonly string[];
  /** From a look of a follower. */
  readonly trades?: readonly KeptTrade[];
}

/** What is known of one order of the plan, in its newest lineage. */
export interface KnownOrder {
  readonly id: string;
  readonly clientOid: string;
  readonly lineage: number;
  readonly state: OrderState;
  readonly content: Readonly<Record<string, string>>;
  readonly worth?: string;
  readonly ladder?: string;
  /** What was filled of it under earlier lineages: it was sent with so much less than its content says. */
  readonly filled?: string;
  /** At which average, as far as those lineages are on no record here. */
  readonly filledAt?: string;
  /** Where the market was when it was placed, as its run saw it; and where its plan said then that it was. */
  readonly market?: KeptRange;
  readonly reference?: KeptRange;
  /** Its earlier lineages of which something was filled, each as it ended, the oldest first. */
  readonly earlier?: readonly KnownOrder[];
  readonly sentAtMs: number;
  readonly changedAtMs: number;
  /** The machine's uptime at that moment; null where it is not known. */
  readonly changedUptimeMs: number | null;
  readonly orderId?: string;
  readonly code?: string;
  readonly message?: string;
  readonly rule?: string;
  /** Its state on the exchange when it was last asked about. */
  readonly seen?: LastSeen;
  /** When it was first seen filled as far as it was seen last, in ms since 1970. */
  readonly filledAtMs?: number;
  /** When a cancel of ours was begun last. */
  readonly cancelAtMs?: number;
  readonly cancel?: KnownCancel;
  /** Why a follower placed it, and the timestamp that its request was signed with. */
  readonly because?: PlaceReason;
  readonly signedAtMs?: number;
  /** For a part of an exit: what of it was decided when it was sent, as its size. A plan that says otherwise was not edited. */
  readonly filledIn?: readonly string[];
  /** Its trades as far as a follower saw them, by their ids. */
  readonly trades?: readonly KeptTrade[];
  /** When the last of them was told, in ms since 1970. */
  readonly tradedAtMs?: number;
  /** When a look first saw that its trigger had fired. */
  readonly firedAtMs?: number;
  /** It was cancelled, or was to be, to be placed again. What was cancelled on purpose is not. */
  readonly isReplaced?: true;
  /** A run took it off to place it again, or was to, and nothing placed it since: whoever cancelled it last. */
  readonly notBack?: true;
  /** What was last said of it after its placing: of its cancel, or of where it was seen. */
  readonly later?: { readonly rule: string; readonly message: string };
}

/** Every order that the journal knows of one plan and generation, by order id. */
export type JournalState = ReadonlyMap<string, KnownOrder>;

export const emptyJournal: JournalState = new Map();

/** A step that the transition table does not have: the journal is damaged or the program wrong; nothing may be sent. */
export class TransitionError extends Error {}

/**
 * Only of these is an order placed again, under a new lineage: it is proved or settled that the one before does not rest. Of one
 * that was filled only what the plan wants beyond that is placed.
 */
export const PLACED_AGAIN_AFTER: readonly OrderState[] = ['rejected', 'absent', 'cancelled', 'filled'];

/** One that was never sent from here may be taken in under a lineage that another journal gave it. */
export const MAY_GO_AGAIN: ReadonlySet<OrderState> = new Set(['never-sent', ...PLACED_AGAIN_AFTER]);

const RESTING: ReadonlySet<OrderState> = new Set(['accepted', 'unknown', 'in-flight', 'cancelling', 'cancel-unknown']);

/** What may rest on the exchange, or fill there: of the others it is proved, or settled, that they do not. */
export const mayRest = ({ state }: Pick<KnownOrder, 'state'>): boolean => RESTING.has(state);

/** It was to go off, and how that ended is not on record. */
export const isCancelOpen = ({ state }: Pick<KnownOrder, 'state'>): boolean =>
  state === 'cancelling' || state === 'cancel-unknown';

/** It was accepted, and no list had it when it was last looked for, which proves nothing: a person has to look on the exchange. */
export const isNowhere = (order: Pick<KnownOrder, 'state' | 'seen' | 'orderId'>): boolean =>
  mayRest(order) && order.orderId !== undefined && order.seen?.state === 'not-found';

/** What of its newest lineage may rest on the exchange, or was filled there and may be a position still. */
export const lineageStands = (order: KnownOrder): boolean =>
  mayRest(order) || order.state === 'filled' || (order.state === 'cancelled' && lineageFilled(order)?.isZero !== true);

/** The same of all its lineages: what an earlier one filled counts until a person closes it, whatever became of those after. */
export const mayStand = (order: KnownOrder): boolean =>
  lineageStands(order) || (order.state !== 'closed' && wasFilledBefore(order));

/** Nothing of a lineage in these states is on the exchange, or ever was. */
const NEVER_THERE: ReadonlySet<OrderState> = new Set(['never-sent', 'rejected', 'absent']);

/** A close that a run took off to place it again, and that is off still: what it protected is without it. */
export const isCloseNotBack = ({ state, notBack, content }: KnownOrder): boolean =>
  notBack === true && (state === 'cancelled' || NEVER_THERE.has(state)) && !isOpening(content['side'] as Side);

/** Whether nothing of its newest lineage is on the exchange, or ever was. */
export const wasNeverThere = ({ state }: Pick<KnownOrder, 'state'>): boolean => NEVER_THERE.has(state);

/** What was filled of its newest lineage, in base coin; undefined where that is not known. */
export function lineageFilled(order: KnownOrder): Decimal | undefined {
  if (wasNeverThere(order)) return Decimal.zero;
  return Decimal.parse(order.state === 'filled' ? sentSize(order) : (order.seen?.filledSize ?? ''));
}

/** The most that may have been filled of its newest lineage: all that was sent of it, where nothing says less. */
export const mostFilled = (order: KnownOrder): Decimal =>
  lineageFilled(order) ?? Decimal.parse(sentSize(order)) ?? Decimal.zero;

const wasFilledBefore = ({ filled, earlier }: KnownOrder): boolean => filled !== undefined || earlier !== undefined;

/** What was filled under earlier lineages: as it was sent with so much less, or as those are on record, whichever is more. */
export function filledBefore({ filled = '0', earlier = [] }: KnownOrder): Decimal {
  const carried = Decimal.of(filled);
  const sum = earlier.reduce((all, one) => all.plus(lineageFilled(one) ?? Decimal.zero), Decimal.zero);
  return sum.compare(carried) > 0 ? sum : carried;
}

/** What was filled of it over all its lineages, in base coin; undefined where that is not known. */
export const filledOf = (order: KnownOrder): Decimal | undefined => lineageFilled(order)?.plus(filledBefore(order));

/** Whether anything is on record as filled of it, in whatever lineage, and no person has closed it. */
export const hasFilled = (order: KnownOrder): boolean =>
  order.state !== 'closed' && (wasFilledBefore(order) || lineageFilled(order)?.isZero === false);

/**
 * The order id that is known to be its own: by the exchange's answer, or by a list that had it under its client order id. A
 * person's word alone may name somebody else's order. A trigger that fired has that of the limit order that it became.
 */
export function ownOrderId({ orderId, rule, seen }: Pick<KnownOrder, 'orderId' | 'rule' | 'seen'>): string | undefined {
  if (seen?.firedAs !== undefined) return seen.firedAs;
  const isProved = rule !== 'by-person' || (seen !== undefined && seen.state !== 'not-found');
  return isProved ? orderId : undefined;
}

/** The size that it was sent with: what earlier lineages left of it. */
export function sentSize({ content, filled }: Pick<KnownOrder, 'content' | 'filled'>): string {
  const size = content['size'] ?? '';
  const whole = filled === undefined ? undefined : Decimal.parse(size);
  return whole === undefined ? size : whole.minus(Decimal.of(filled ?? '0')).canonical();
}

/** How an order of a plan differs from what was sent of it; empty where it says the same. */
export const editsOf = ({ content, filledIn = [] }: KnownOrder, planned: OrderContent): OrderChange[] =>
  orderChanges(content, planned).filter(({ field }) => !filledIn.includes(field));

/** The later parts of an exit: `stop/2` … */
export function laterParts(known: JournalState, id: string): readonly KnownOrder[] {
  const parts: KnownOrder[] = [];
  const last = lastPart(known, id);
  for (let number = 2; number <= last; number++) {
    const part = known.get(`${id}/${number}`);
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

interface LastParts {
  /** How many orders were known then: none is ever forgotten. */
  readonly size: number;
  readonly last: ReadonlyMap<string, number>;
}

const LAST_PARTS = new WeakMap<JournalState, LastParts>();

/** The highest number that is known of an exit's parts, 1 where no later one is. What another journal's follower had refused may be missing between them. */
export function lastPart(known: JournalState, id: string): number {
  let kept = LAST_PARTS.get(known);
  if (kept?.size !== known.size) {
    kept = { size: known.size, last: lastParts(known) };
    LAST_PARTS.set(known, kept);
  }
  return kept.last.get(id) ?? 1;
}

function lastParts(known: JournalState): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const id of known.keys()) {
    const at = id.lastIndexOf('/');
    if (at < 0) continue;
    const [name, number] = [id.slice(0, at), Number(id.slice(at + 1))];
    if (number > (last.get(name) ?? 1)) last.set(name, number);
  }
  return last;
}

/** What a plan of these order ids no longer has, and may be on the exchange all the same. */
export function removedAfterSend(known: JournalState, ids: Iterable<string>): KnownOrder[] {
  const inPlan = new Set(ids);
  return [...known.values()].filter((order) => !inPlan.has(orderOfPart(order.id)) && mayRest(order));
}

/** What a plan of these order ids no longer has, rests no more, and was filled: a position of it may be held. */
export function heldAfterRemoval(known: JournalState, ids: Iterable<string>): KnownOrder[] {
  const inPlan = new Set(ids);
  return [...known.values()].filter(
    (order) => !inPlan.has(orderOfPart(order.id)) && !mayRest(order) && mayStand(order),
  );
}
