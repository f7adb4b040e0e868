/**
 * The stop of a group: it grows with what is filled, shrinks with what is closed, and takes the place of the one before. What is
 * to cover works before anything that covered is cancelled.
 */

import type { PlaceReason } from '../../model/follow.ts';
import type { PlannedOrder } from '../../model/order.ts';
import type { CameAbout } from './came-about.ts';
import {
  countsAsCover,
  coverOf,
  covers,
  currentStop,
  endedWithPosition,
  isCover,
  waitsForNothing,
} from './current-stop.ts';
import { mostParts } from './follow-plan.ts';
import { isDead, type GroupView } from './group-view.ts';
import type { FollowedOrder } from './followed-order.ts';
import { sum, wasTakenOff, type PartView } from './part-view.ts';
import { makeRoom } from './room.ts';
import { hasPassed, type Turn } from './turn.ts';

const FREE_PARTS = 12;
const MOST_BY_MINUTE = 15;
const MOST_RESIZES = 10;
const MINUTE_MS = 60_000;

/**
 * Whether targets wait: a part of the stop is due, or all that there is of it is unknown. It may never have left, and a target that
 * works by then may be why the exchange refuses the next part.
 */
export function stopSteps(turn: Turn, view: GroupView, facts: CameAbout): boolean {
  const stop = currentStop(view, facts, (order) => turn.priced(order) !== undefined);
  if (stop === undefined) return false;
  const need = view.held - sum(stop.parts.filter(countsAsCover(view)));
  cancelOthers(turn, view, stop);
  cancelStuck(turn, view);
  if (need >= view.group.least) return growth(turn, view, { stop, need, isFirst: waitsForNothing(stop.order) });
  // One that is too small to be sent leaves the one before in its place.
  const working = covers(stop) ? stop : view.stops.findLast(covers);
  if (working !== undefined) shrink(turn, view, working);
  if (working === stop) shrinkOthers(turn, view, stop);
  return !covers(stop) && stop.parts.some(({ isUnsure }) => isUnsure);
}

interface Growing {
  readonly stop: FollowedOrder;
  readonly need: bigint;
  readonly isFirst: boolean;
}

function growth(turn: Turn, view: GroupView, growing: Growing): boolean {
  const { stop, need } = growing;
  const { group } = view;
  if (stop.off !== undefined || acceptedOf(turn, stop) >= mostParts('stop')) return false;
  // Targets would be for nothing as well.
  if (endedWithPosition(stop, view)) return true;
  const because = whyGrows(turn, view, growing);
  if (because === undefined) return false;
  if (stop.waitsForLook) return true;
  const order = turn.priced(stop.order);
  if (order === undefined) return false;
  const isPassed = because === 'rest' ? true : passedBy(turn, view, { stop, order });
  if (isPassed === undefined) return true;
  const steps = isPassed ? makeRoom(turn, view, need) : need;
  if (steps < group.least) return true;
  turn.place(order, isPassed, { rank: 0, steps, step: group.step, because, of: causesOf(because, order, group) });
  if (isPassed) view.closing += steps;
  return true;
}

/** The orders whose fills or ends made it due; a person did what nothing of these did. */
function causesOf(because: PlaceReason, order: PlannedOrder, { entries }: GroupView['group']): readonly string[] {
  if (because === 'edited') return [];
  return because === 'conditions' ? (order.afterFilled ?? order.after ?? []) : entries;
}

/** Whether the market has passed it. Undefined: that, or whether a stop before it that was passed too has fired, is not known yet. */
function passedBy(turn: Turn, view: GroupView, { stop, order }: Priced): boolean | undefined {
  const isPassed = turn.hasPassed(order, 'stop', 0);
  return isPassed === true && mayFire(turn, view, stop) ? undefined : isPassed;
}

interface Priced {
  readonly stop: FollowedOrder;
  /** With its price. */
  readonly order: PlannedOrder;
}

/** A stop of the group that is no cover and that the market has passed may have fired where a late list does not say so. A stuck one has not. */
function mayFire({ known }: Turn, view: GroupView, stop: FollowedOrder): boolean {
  const price = known.prices.get(view.group.symbol)?.price;
  if (price === undefined) return false;
  return view.stops.some((other) =>
    other.parts.some((one) => {
      const { trigger } = one.part;
      if (trigger === undefined || !one.isSure || one.isOrdinary || one.isStuck) return false;
      const { side } = other.order;
      return !(other === stop && countsAsCover(view)(one)) && hasPassed({ side, trigger }, 'stop', price);
    }),
  );
}

/** Why a part is due now; undefined where it waits until more is missing. */
// oxlint-disable-next-line eslint/complexity -- one question after the other
function whyGrows(turn: Turn, view: GroupView, { stop, need, isFirst }: Growing): PlaceReason | undefined {
  const { parts, tries, before } = stop;
  const accepted = acceptedOf(turn, stop);
  if (parts.findLast(({ part }) => part.state !== 'absent')?.part.state === 'rejected') return 'was-refused';
  if ((view.hasFired && view.closing === 0n) || parts.some(({ isStuck }) => isStuck)) return 'rest';
  if (tries.some(wasTakenOff) && !tries.some(({ part }) => part.because === 'was-cancelled')) return 'was-cancelled';
  if (parts.some((part) => isDead(part) && view.isThere)) return 'is-unknown';
  if (stop.accepted === 0) return before !== undefined ? 'edited' : isFirst ? 'first-fill' : 'conditions';
  if (view.isEntered) return 'entries-over';
  if (accepted < FREE_PARTS) return 'growth';
  if (accepted >= mostParts('stop') - 1) return undefined;
  if (need * 10n >= view.group.largest) return 'growth';
  if (view.filledMs === undefined || !turn.isPast(view.filledMs + MINUTE_MS)) return undefined;
  return parts.filter(({ part }) => part.because === 'minute').length < MOST_BY_MINUTE ? 'minute' : undefined;
}

/** Of all parts of an exit, whatever edit they were placed by: their numbers are bounded. */
const acceptedOf = (turn: Turn, { order }: FollowedOrder): number => turn.view(order.id).accepted;

/** The stops before it are cancelled as far as what works covers all that is held. */
function cancelOthers(turn: Turn, view: GroupView, stop: FollowedOrder): void {
  if (view.stops.length === 1) return;
  if (coverOf(stop) === 0n && view.held > 0n) return;
  let cover = coverOfAll(view);
  for (const other of view.stops) {
    if (other === stop) continue;
    const kept = other.parts.filter(mayGo);
    const replaced = replacedBy(kept);
    for (const part of new Set([...(replaced === undefined ? [] : [replaced]), ...kept.toReversed()])) {
      if (cover - part.left < view.held) continue;
      turn.cancel(other.order.id, part, 'replaced', [stop.order.id]);
      cover -= part.left;
    }
  }
}

/** What a stop before it keeps for a rest that is too small to be sent is made as small as can be. */
function shrinkOthers(turn: Turn, view: GroupView, stop: FollowedOrder): void {
  const excess = coverOfAll(view) - view.held;
  if (excess * 10n < view.group.largest || view.stops.some(closesNow)) return;
  for (const other of view.stops) {
    if (other === stop || other.off === 'person') continue;
    const kept = other.parts.filter(mayGo);
    // What can go whole goes first.
    if (isLeaving(other) || kept.some(({ left }) => left <= excess)) return;
    resize(turn, view, { stop: other, kept, excess });
  }
}

const coverOfAll = ({ stops }: GroupView): bigint => stops.reduce((all, stop) => all + coverOf(stop), 0n);
/** One that closes now decides itself what is left. */
const closesNow = ({ parts }: FollowedOrder): boolean => parts.some(({ isOrdinary, left }) => isOrdinary && left > 0n);
const isLeaving = ({ parts }: FollowedOrder): boolean => parts.some(({ isGoing, left }) => isGoing && left > 0n);

const mayGo = (part: PartView): boolean => isCover(part) && !part.isOrdinary;

/** What works although the market has passed it goes once what is held is covered without it. */
function cancelStuck(turn: Turn, view: GroupView): void {
  const { stops, held } = view;
  if (!stops.some(({ parts }) => parts.some(({ isStuck }) => isStuck))) return;
  if (coverOfAll(view) < held) return;
  for (const { order, parts } of stops)
    for (const part of parts) if (part.isStuck) turn.cancel(order.id, part, 'passed', []);
}

function shrink(turn: Turn, view: GroupView, stop: FollowedOrder): void {
  const { id } = stop.order;
  const { held, group } = view;
  if (stop.off === 'person' || closesNow(stop)) return;
  const kept = stop.parts.filter(mayGo);
  let excess = coverOf(stop) - held;
  const take = (part: PartView, because: 'replaced' | 'excess'): void => {
    turn.cancel(
      id,
      part,
      because,
      group.exits.map((exit) => exit.id),
    );
    kept.splice(kept.indexOf(part), 1);
    excess -= part.left;
  };
  const replaced = replacedBy(kept);
  const isUnderWay = replaced !== undefined && excess >= replaced.left;
  if (isUnderWay) take(replaced, 'replaced');
  if ((excess * 10n < group.largest && !hasBegun(stop.parts)) || excess === 0n) return;
  const before = kept.length;
  for (const part of kept.toReversed()) if (part.left <= excess) take(part, 'excess');
  // One resize at a time, and only once what goes off before it is gone: all that works is to come to no more than that.
  if (!isUnderWay && kept.length === before && !isLeaving(stop)) resize(turn, view, { stop, kept, excess });
}

/** Whole parts went off since the newest was placed, as they were too much: what is still too much goes as well. */
function hasBegun(parts: readonly PartView[]): boolean {
  const newest = parts.at(-1);
  if (newest === undefined) return false;
  const isReplaced = ({ size }: PartView): boolean => newest.part.because === 'resize' && size > newest.size;
  return parts.some((one) => {
    const { cancel } = one.part;
    return cancel?.by === 'follower' && cancel.ms >= newest.part.sentMs && !isReplaced(one);
  });
}

/** The largest of the parts before the newest resize, where it is larger than that. */
function replacedBy(parts: readonly PartView[]): PartView | undefined {
  const at = parts.findLastIndex(({ part }) => part.because === 'resize');
  if (at < 0) return undefined;
  const largest = largestOf(parts.slice(0, at));
  return largest !== undefined && largest.left > (parts[at] as PartView).left ? largest : undefined;
}

/** The newest of equals. */
const largestOf = (parts: readonly PartView[]): PartView | undefined =>
  parts.reduce<PartView | undefined>(
    (best, part) => (best === undefined || part.left >= best.left ? part : best),
    undefined,
  );

interface Resizing {
  readonly stop: FollowedOrder;
  readonly kept: readonly PartView[];
  readonly excess: bigint;
}

/** A part that is smaller than the largest by what is too much; that one goes once it works. */
function resize(turn: Turn, { group, held }: GroupView, { stop, kept, excess }: Resizing): void {
  const largest = largestOf(kept);
  const isOpen = stop.off === undefined && !stop.waitsForLook && acceptedOf(turn, stop) < mostParts('stop') - 1;
  const isUnsure = turn.view(stop.order.id).parts.some((part) => part.isUnsure);
  if (largest === undefined || excess === 0n || held === 0n || !isOpen || isUnsure) return;
  if (stop.parts.filter(({ part }) => part.because === 'resize').length >= MOST_RESIZES) return;
  const steps = largest.left - excess < group.least ? group.least : largest.left - excess;
  const order = steps < largest.left ? turn.priced(stop.order) : undefined;
  if (order === undefined || turn.hasPassed(order, 'stop', 0) !== false) return;
  turn.place(order, false, {
    rank: 0,
    steps,
    step: group.step,
    because: 'resize',
    of: group.exits.map(({ id }) => id),
  });
}
