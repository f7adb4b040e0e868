/**
 * The targets of a group: each for its share of what was filled, together for no more than is held. What was closed by other hands
 * is taken from the last one back, in whole parts.
 */
import type { CameAbout } from './came-about.ts';
import { mostParts } from './follow-plan.ts';
import type { GroupView } from './group-view.ts';
import type { FollowedOrder } from './followed-order.ts';
import type { PartView } from './part-view.ts';
import { cancelTargets } from './room.ts';
import type { Turn } from './turn.ts';

export interface Blocked {
  /** A part of the stop is due. */
  readonly byStop: boolean;
  /** A close-out is. */
  readonly byCloseOut: boolean;
}

export function targetSteps(turn: Turn, view: GroupView, facts: CameAbout, { byStop, byCloseOut }: Blocked): void {
  const { targets, shares, held, closing, hasFired } = view;
  if (hasFired || byCloseOut) {
    cancelTargets(turn, view, hasFired ? 'stop-fired' : 'close-out');
    return;
  }
  // What may still fill of all of them: it never comes to more than is held.
  let free = held - closing - targets.reduce((sum, { open }) => sum + open, 0n);
  let allowed = held - closing;
  for (const { off, open } of targets) if (off !== undefined) allowed -= open;
  for (const [at, target] of targets.entries()) {
    if (target.off !== undefined) continue;
    const isDue = typeof facts.since(target.order) === 'number' && facts.ended(target) === undefined;
    if (!isDue && target.open === 0n) continue;
    const share = (shares[at] as bigint) - target.filled;
    const most = least(share < 0n ? 0n : share, allowed < 0n ? 0n : allowed);
    allowed -= most;
    cancelBeyond(turn, view, target, most);
    if (isDue && !byStop) free -= grow(turn, view, target, least(most - target.open, free));
  }
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Whole parts, the newest first, until no more than that may fill. */
function cancelBeyond(turn: Turn, { group }: GroupView, target: FollowedOrder, most: bigint): void {
  const { id } = target.order;
  let stays = 0n;
  for (const part of target.parts) if (!part.isGoing) stays += part.left;
  for (const part of target.parts.toReversed()) {
    if (!part.isSure || part.isGoing || part.left === 0n) continue;
    if (part.isStuck) turn.cancel(id, part, 'passed', []);
    else if (stays > most)
      turn.cancel(
        id,
        part,
        'excess',
        group.exits.map((exit) => exit.id),
      );
    else continue;
    stays -= part.left;
  }
}

/** What is placed of it now. */
function grow(turn: Turn, { group, isEntered }: GroupView, target: FollowedOrder, missing: bigint): bigint {
  const { parts, accepted, waitsForLook, order: planned } = target;
  const isLate = accepted > 0 && !isEntered && missing * 10n < (group.largestOf.get(planned.id) as bigint);
  if (missing < group.least || isLate || waitsForLook || accepted >= mostParts('target')) return 0n;
  if (parts.some(({ isUnsure }) => isUnsure)) return 0n;
  const order = turn.priced(planned);
  const isPassed = order === undefined ? undefined : turn.hasPassed(order, 'target', 2);
  if (order === undefined || isPassed === undefined) return 0n;
  const because = wasRefused(parts)
    ? 'was-refused'
    : accepted === 0
      ? 'first-fill'
      : isEntered
        ? 'entries-over'
        : 'growth';
  turn.place(order, isPassed, { rank: 2, steps: missing, step: group.step, because, of: group.entries });
  return missing;
}

const wasRefused = (parts: readonly PartView[]): boolean =>
  parts.findLast(({ part }) => part.state !== 'absent')?.part.state === 'rejected';
