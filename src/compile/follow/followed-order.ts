/** What the journal and the looks say of one order of the plan, over everything that was placed of it. */
import type { ExitKind } from '../../model/follow.ts';
import type { FollowKnown, PlacedPart } from '../../model/followed.ts';
import { identityOf, type PlannedOrder } from '../../model/order.ts';
import type { FollowPlan } from './follow-plan.ts';
import { partView, sum, wasAccepted, wasTakenOff, type PartView } from './part-view.ts';

export interface FollowedOrder {
  readonly order: PlannedOrder;
  /** In the order of their numbers. */
  readonly parts: readonly PartView[];
  /** Those that count as tries: all, or what was placed since a person allowed it again. */
  readonly tries: readonly PartView[];
  readonly filled: bigint;
  /** What may still fill of it. */
  readonly open: bigint;
  /** How many parts the exchange took. */
  readonly accepted: number;
  /** The number of the next part. */
  readonly next: number;
  /** Nothing more is placed of it until a person says so. */
  readonly off?: 'person' | 'let-go';
  /** The last one was refused, and no look was made since. */
  readonly waitsForLook: boolean;
  readonly isFrozen: boolean;
  /** Of a stop whose edit was taken up: what was placed before that, which this takes the place of. */
  readonly before?: FollowedOrder;
}

const MOST_REFUSALS = 2;
const MOST_EMPTY = 3;

interface Made {
  readonly part: PlacedPart;
  readonly view: FollowedOrder;
}

/** What was made last of each order of a plan, at its place: of thousands that work, most are as they were a look before. */
const made = new WeakMap<FollowPlan, (Made | undefined)[]>();

/** Of every order of the plan, at its place. */
export function followedOrders(plan: FollowPlan, known: FollowKnown): readonly FollowedOrder[] {
  const last = made.get(plan) ?? [];
  made.set(plan, last);
  return plan.orders.map((order, place): FollowedOrder => {
    const placed = known.placed.get(order.id);
    if (placed === undefined) return { order, ...NEVER_PLACED };
    const part = aloneOf(order, placed, known);
    if (part === undefined) return followedOrder(order, placed, known, plan);
    if (last[place]?.part !== part) last[place] = { part, view: followedOrder(order, placed, known, plan) };
    return last[place].view;
  });
}

/** Its one part, where that and the plan are all that it comes from. */
function aloneOf(order: PlannedOrder, placed: readonly PlacedPart[], known: FollowKnown): PlacedPart | undefined {
  const [part] = placed;
  return part !== undefined && placed.length === 1 && isByItself(part) && !isSaidOf(order, known) ? part : undefined;
}

/** No look changes what it comes to: that of a cancel, and of a refusal, each does. */
const isByItself = ({ cancel, state }: PlacedPart): boolean => cancel === undefined && state !== 'rejected';

/** A person allowed it again, took it off, or took up its edit. */
const isSaidOf = (order: PlannedOrder, { again, off, edited }: FollowKnown): boolean =>
  [again, off, edited].some((said) => said?.has(identityOf(order)) === true);

function followedOrder(
  order: PlannedOrder,
  placed: readonly PlacedPart[],
  known: FollowKnown,
  { stepOf, kindOf }: FollowPlan,
): FollowedOrder {
  const step = stepOf(order.symbol);
  const kind = kindOf.get(order.id);
  const parts = placed.map((part) => partView(part, step, known.lookedMs));
  const tries = triesOf(parts, known.again?.get(identityOf(order)));
  const isOff = known.off?.has(identityOf(order)) === true;
  const off =
    kind === undefined ? undefined : isOff ? 'person' : whyOff(tries, kind, known.edited?.get(identityOf(order)));
  let [filled, accepted, next, isFrozen] = [0n, 0, 1, false];
  let last: PlacedPart | undefined;
  for (const view of parts) {
    filled += view.filled;
    if (wasAccepted(view)) accepted += 1;
    if (view.part.number >= next) next = view.part.number + 1;
    if (view.isFrozen) isFrozen = true;
    if (view.part.state !== 'absent') last = view.part;
  }
  const waitsForLook = last?.state === 'rejected' && !isBefore(last.answeredMs, known.lookedMs);
  const view = { order, parts, tries, filled, open: sum(parts), accepted, next, waitsForLook, isFrozen };
  return off === undefined ? view : { ...view, off };
}

const NEVER_PLACED = {
  parts: [],
  tries: [],
  filled: 0n,
  open: 0n,
  accepted: 0,
  next: 1,
  waitsForLook: false,
  isFrozen: false,
};

/**
 * A stop whose edit was taken up is two of its group: what was placed before, and what takes the place of that. The second waits for
 * nothing that the first has not waited for, and what keeps more from being placed holds for both.
 */
export function inTurn(stop: FollowedOrder, { edited }: FollowKnown): readonly FollowedOrder[] {
  const first = edited?.get(identityOf(stop.order));
  if (first === undefined || !stop.parts.some(({ part }) => part.number < first)) return [stop];
  const before = ofParts(stop, ({ part }) => part.number < first);
  return [before, { ...ofParts(stop, ({ part }) => part.number >= first), before }];
}

function ofParts(stop: FollowedOrder, isOne: (part: PartView) => boolean): FollowedOrder {
  const parts = stop.parts.filter(isOne);
  return {
    ...stop,
    parts,
    tries: stop.tries.filter(isOne),
    filled: parts.reduce((all, { filled }) => all + filled, 0n),
    open: sum(parts),
    accepted: parts.filter(wasAccepted).length,
    isFrozen: parts.some(({ isFrozen }) => isFrozen),
  };
}

/** What counts of an exit, where a person allowed it again. */
export const triesOf = (parts: readonly PartView[], first: number | undefined): readonly PartView[] =>
  first === undefined ? parts : parts.filter(({ part }) => part.number >= first);

const isBefore = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one < other;

/** Why nothing more is placed of an exit. `edited`: the first part of an edit that was taken up, which is tried anew. */
export function whyOff(tries: readonly PartView[], kind: ExitKind, edited?: number): FollowedOrder['off'] {
  if (
    tries.some(
      ({ part }) => part.end === 'person' || (part.cancel?.by === 'person' && part.cancel.answer !== 'refused'),
    )
  )
    return 'person';
  const parts = triesOf(tries, edited);
  if (wasRefusedOff(parts) || inARow(triedOf(parts), isEmpty) >= MOST_EMPTY) return 'let-go';
  if (kind === 'target')
    return parts.some(({ part }) => part.state === 'over' && part.end === 'other') ? 'let-go' : undefined;
  const replaced = parts.findIndex(({ part }) => part.because === 'was-cancelled');
  return replaced >= 0 && parts.slice(replaced).some(wasTakenOff) ? 'let-go' : undefined;
}

/** It was refused too often. */
export const wasRefusedOff = (parts: readonly PartView[]): boolean =>
  inARow(triedOf(parts), isRefused) >= MOST_REFUSALS;

/** What was proved to have never been taken is no try. */
const triedOf = (parts: readonly PartView[]): readonly PartView[] =>
  parts.some(({ part }) => part.state === 'absent') ? parts.filter(({ part }) => part.state !== 'absent') : parts;

function inARow(parts: readonly PartView[], isOne: (part: PartView) => boolean): number {
  const before = parts.findLastIndex((part) => !isOne(part));
  return parts.length - 1 - before;
}

const isRefused = ({ part }: PartView): boolean => part.state === 'rejected';
/** It was to close at once, and closed nothing. */
const isEmpty = ({ part, filled, isOrdinary }: PartView): boolean =>
  part.state === 'over' && filled === 0n && isOrdinary && part.end === 'other';
