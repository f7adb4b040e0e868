/** How the groups of a plan stand at a moment, and whether anything of it can become due any more. Pure. */
import type { Decimal } from '../../model/decimal.ts';
import { isOpening } from '../../model/order.ts';
import type { FollowKnown, PresetSight } from '../../model/followed.ts';
import { CameAbout, isLeftOut } from './came-about.ts';
import { currentStop, endedWithPosition } from './current-stop.ts';
import type { FollowPlan } from './follow-plan.ts';
import { wasRefusedOff, type FollowedOrder } from './followed-order.ts';
import { groupViews, isDead, isOver, type GroupView } from './group-view.ts';
import { sum, type PartView } from './part-view.ts';
import { PlainStops } from './plain-stops.ts';
import { Turn } from './turn.ts';

export interface GroupStanding {
  readonly entries: readonly string[];
  readonly symbol: string;
  readonly isLong: boolean;
  /** What was filled of the entries and is not closed: covered, not known and naked together. */
  readonly held: Decimal;
  readonly covered: Decimal;
  readonly unknown: Decimal;
  readonly naked: Decimal;
  /** More was closed than was held. */
  readonly tooMuch: Decimal;
  /** The plan has a stop for it. */
  readonly hasStop: boolean;
  /** An entry has a `stopLoss`: the group's first stop, which the exchange keeps. */
  readonly hasPreset: boolean;
  /** That is its only stop: a follower places none. */
  readonly isByPreset: boolean;
  /** Its stop is let go, or a person took it off. */
  readonly isLetGo: boolean;
  /** Its exits of which nothing more is placed: refused too often; or empty too often or cancelled by others, and something is held. */
  readonly letGo: readonly string[];
  readonly isFrozen: boolean;
  /** So little is held that no order can close it. */
  readonly isBelowLeast: boolean;
}

const isCover = ({ isSure, isGoing, isStuck, part }: PartView): boolean =>
  isSure && !isGoing && !isStuck && part.isMissing !== true;
const isUnknown = ({ isUnsure, isGoing, part }: PartView): boolean => isUnsure || (part.isMissing === true && !isGoing);
/** A target that the exchange ends with its position is not missed, whether or not it was refused once before. */
const isMissed = ({ off, tries }: FollowedOrder, held: bigint): boolean =>
  off === 'let-go' && (held > 0n || wasRefusedOff(tries));
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/**
 * What was filled of entries with a `stopLoss`: the exchange keeps the group's first stop, also once a stop to come takes its place. Where
 * looks lack that, it is not known, or not there.
 */
const presetCover = ({ entries }: GroupView, { known: { presets } }: Pick<Turn, 'known'>, is: PresetSight): bigint =>
  entries.reduce((all, { order, parts }) => {
    if (order.stopLoss === undefined) return all;
    return parts.reduce(
      (own, { filled, part }) => ((presets?.get(part.clientOid) ?? 'resting') === is ? own + filled : own),
      all,
    );
  }, 0n);

/** A close at market that is under way counts as cover: it closes now. What two stops cover is covered once. */
function standingOf(view: GroupView, turn: Pick<Turn, 'known'>, plain: PlainStops): GroupStanding {
  const { group, held, tooMuch, stops, closeOuts, targets, isFrozen } = view;
  const { step, entries, symbol, isLong, hasPreset } = group;
  const closing = [...stops, ...closeOuts].flatMap(({ parts }) => parts);
  const covered = least(held, presetCover(view, turn, 'resting') + sum(closing.filter(isCover)));
  const unsure = presetCover(view, turn, 'not-seen') + sum(closing.filter(isUnknown));
  const unknown = least(held - covered, unsure);
  const beside = plain.take(view, held - covered - unknown);
  const size = (steps: bigint): Decimal => step.multiplied(steps);
  return {
    entries,
    symbol,
    isLong,
    held: size(held),
    covered: size(covered + beside.covered),
    unknown: size(unknown + beside.unknown),
    naked: size(held - covered - unknown - beside.covered - beside.unknown),
    tooMuch: size(tooMuch),
    hasStop: stops.length > 0 || hasPreset,
    hasPreset,
    isByPreset: stops.length === 0 && hasPreset,
    isLetGo: stops.length > 0 && stops.every(({ off }) => off !== undefined),
    letGo: [
      ...new Set([...stops, ...closeOuts, ...targets].flatMap((exit) => (isMissed(exit, held) ? [exit.order.id] : []))),
    ],
    isFrozen,
    isBelowLeast: held > 0n && held < group.least,
  };
}

export const groupStandings = (plan: FollowPlan, known: FollowKnown, time: number): readonly GroupStanding[] =>
  standingsIn(new Turn(plan, known, time));

function standingsIn(turn: Turn): readonly GroupStanding[] {
  const plain = new PlainStops(turn);
  return groupViews(turn).map((view) => standingOf(view, turn, plain));
}

/** Nothing can become due any more: nothing is open that another order waits for, and nothing is left to be sent. */
export function isAtEnd(plan: FollowPlan, known: FollowKnown, time: number): boolean {
  if (known.lookedMs === undefined) return false;
  const turn = new Turn(plan, known, time);
  const views = groupViews(turn);
  const facts = new CameAbout(turn, views);
  const isGone = goneIn(turn);
  return (
    views.every((view) => isGroupDone(view, facts, isGone)) &&
    turn.views.every((view) => isPlainDone(plan, view, isGone))
  );
}

type IsGone = (view: FollowedOrder) => boolean;

/**
 * Nobody can wait for what is in no list long after its request died: that it is unknown is how the run ends. Nor for what opens and is
 * not sent because of it.
 */
function goneIn(turn: Turn): IsGone {
  const { rules } = turn.plan;
  const isHeldBack = rules.onUnknown === 'stop' && turn.views.some(({ parts }) => parts.some(isDead));
  return (view) =>
    isOver(turn, view) ||
    (view.parts.some(isDead) && view.parts.every((part) => part.left === 0n || isDead(part))) ||
    (isHeldBack && isOpening(view.order.side) && view.parts.every(({ part }) => part.state === 'absent'));
}

function isGroupDone(view: GroupView, facts: CameAbout, isGone: IsGone): boolean {
  const { isFrozen, entries, held, shares, group, stops, targets, closeOuts, hasFired } = view;
  const exits = [...stops, ...targets, ...closeOuts];
  const isOpen = exits.some(({ parts }) => parts.some((part) => part.left > 0n && !isDead(part)));
  if (isFrozen || isOpen || !entries.every(isGone)) return false;
  const current = currentStop(view, facts);
  if (current !== undefined && endedWithPosition(current, view)) return true;
  if (isGoneWithPosition(view)) return true;
  // An unknown target freezes its share: no other target closes what it may have closed, and neither does a close at market.
  const lost = new Map(targets.map(({ order, parts }) => [order.id, sum(parts.filter(isDead))]));
  const lostOf = (id: string): bigint => lost.get(id) ?? 0n;
  const unlost = held - [...lost.values()].reduce((all, one) => all + one, 0n);
  if ((hasFired ? unlost : held) < group.least) return true;
  const shareOf = (exit: FollowedOrder): bigint => shares[group.targets.indexOf(exit.order.id)] ?? group.largest;
  // Where a person took the stop off, none before it comes back.
  const isStopOff = current?.off === 'person';
  const isClosedOut = facts.isClosedOut(view);
  const isBefore = (exit: FollowedOrder): boolean =>
    isStopOff && stops.includes(exit) && typeof facts.since(exit.order) === 'number';
  return exits.every(
    (exit) =>
      exit.off !== undefined ||
      isBefore(exit) ||
      (lost.has(exit.order.id) && exit.parts.some(isDead)) ||
      isLeftOut(exit, view) ||
      (unlost < group.least && closeOuts.includes(exit)) ||
      (isClosedOut && targets.includes(exit)) ||
      shareOf(exit) - exit.filled - lostOf(exit.order.id) < group.least ||
      facts.since(exit.order) === 'never' ||
      exit.order.afterFilled?.some((id) => lostOf(id) > 0n) === true ||
      facts.ended(exit) !== undefined,
  );
}

/**
 * Nothing is there, and a close of it is in no list long after its request died. What somebody closed may be what that one did, so no
 * trade explains it, and it counts as what closes: nothing is placed, and that it is unknown is how the run ends.
 */
const isGoneWithPosition = ({ isEmpty, stops, closeOuts }: GroupView): boolean =>
  isEmpty && [...stops, ...closeOuts].some(({ parts }) => parts.some(isDead));

/** One that is sent, and that no group, end or order waits for, keeps no run alive. */
function isPlainDone({ awaited }: FollowPlan, view: FollowedOrder, isGone: IsGone): boolean {
  const { order, parts } = view;
  if (order.exit !== undefined || isGone(view)) return true;
  if (!parts.some(({ part }) => part.state !== 'absent')) return false;
  return order.until === undefined && !awaited.has(order.id);
}
