/** Which stop of a group is the one that covers now, and which of its parts count as cover. */
import type { PlannedOrder } from '../../model/order.ts';
import type { Came, CameAbout } from './came-about.ts';
import type { FollowedOrder } from './followed-order.ts';
import { isDead, type GroupView } from './group-view.ts';
import { sum, wasTakenOff, type PartView } from './part-view.ts';

/** Parts that cover for certain: they work, and nothing takes them off. */
export const isCover = ({ isSure, isGoing, isStuck }: PartView): boolean => isSure && !isGoing && !isStuck;

/** What counts as there, so that nothing is placed twice: what is unknown as well, until it is dead and nothing was closed. */
export const countsAsCover =
  ({ isThere }: GroupView) =>
  (part: PartView): boolean =>
    isCover(part) || (part.isUnsure && !(isDead(part) && isThere));

export const covers = ({ parts }: FollowedOrder): boolean => parts.some(isCover);
export const coverOf = ({ parts }: FollowedOrder): bigint => sum(parts.filter(isCover));

export const waitsForNothing = ({ after, afterFilled, afterAt }: PlannedOrder): boolean =>
  after === undefined && afterFilled === undefined && afterAt === undefined;

/**
 * One that waits for nothing comes before all others, whenever this run began. One that works stays due, whatever comes, and so does
 * what takes its place as it was edited.
 */
function cameOf(stop: FollowedOrder, facts: CameAbout): Came {
  if (stop.before !== undefined) return cameOf(stop.before, facts);
  const came = waitsForNothing(stop.order) ? 0 : facts.since(stop.order);
  return typeof came !== 'number' && stop.accepted > 0 ? (stop.parts[0] as PartView).part.sentMs : came;
}

/**
 * The stop that is to cover: of those that are due, the one that became so last. Where that was let go and leaves something without a
 * stop, the one before it counts again. So it does while its price is not known. One that a person took off stays the group's.
 */
export function currentStop(
  view: GroupView,
  facts: CameAbout,
  hasPrice: (order: PlannedOrder) => boolean = () => true,
): FollowedOrder | undefined {
  const due = view.stops.flatMap((stop) => {
    if (stop.accepted === 0 && !hasPrice(stop.order)) return [];
    const since = cameOf(stop, facts);
    return typeof since === 'number' ? [{ stop, since }] : [];
  });
  const inTurn = due.toSorted((one, other) => one.since - other.since).map(({ stop }) => stop);
  return inTurn.findLast((stop) => stop.off !== 'let-go' || hasCovered(stop, view)) ?? inTurn.findLast(covers);
}

/** Nothing that could be sent is missing. */
const hasCovered = ({ parts }: FollowedOrder, view: GroupView): boolean =>
  view.held - sum(parts.filter(countsAsCover(view))) < view.group.least;

/**
 * An exchange ends a stop together with its position. Whether trades prove that what it was for was closed, the next looks tell: until
 * then, and where none does, nothing is placed for what is not there.
 */
export function endedWithPosition({ tries, before }: FollowedOrder, { isEmpty }: GroupView): boolean {
  const all = before === undefined ? tries : [...before.tries, ...tries];
  return isEmpty && all.some(wasTakenOff) && !wasPlacedAgain(all);
}

/** Somebody else took one off, and it was placed once more. */
const wasPlacedAgain = (tries: readonly PartView[]): boolean =>
  tries.some(({ part }) => part.because === 'was-cancelled');
