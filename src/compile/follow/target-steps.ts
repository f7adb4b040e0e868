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

interface Blocked {
  /** A part of the stop is due. */
  readonly byStop: boolean;
  /** A close-out is. */
  readonly byCloseOut: boolean;
}

export function targetSteps(turn: Turn, view: GroupView, facts: CameAbout, { byStop, byCloseOut }: Blocked): void {
  const { targets, shares, held, closing, hasFired } = view;
  if (targets.length === 0) return;
  if (hasFired || byCloseOut) {
    cancelTargets(turn, view, hasFired ? 'stop' : 'close-out');
    return;
  }
  cancelBeyond(turn, view);
  // What may still fill of all of them never comes to more than is held.
  let free = held - closing - targets.reduce((sum, { open }) => sum + open, 0n);
  for (const [at, target] of targets.entries()) {
    const missing = (shares[at] as bigint) - target.filled - target.open;
    if (byStop || target.off !== undefined || missing <= 0n || free <= 0n) continue;
    if (typeof facts.since(target.order) !== 'number' || facts.ended(target) !== undefined) continue;
    free -= grow(turn, view, target, missing < free ? missing : free);
  }
}

const stays = ({ isGoing, left }: PartView): bigint => (isGoing ? 0n : left);

/** Whole parts, from the last target back and of each the newest first, until no more than is held may fill. */
function cancelBeyond(turn: Turn, { targets, group, held, closing }: GroupView): void {
  let open = targets.reduce((all, { parts }) => parts.reduce((sum, part) => sum + stays(part), all), 0n);
  for (const { order, parts } of targets.toReversed())
    for (const part of parts.toReversed()) {
      if (!part.isSure || part.isGoing || part.left === 0n) continue;
      if (part.isStuck) turn.cancel(order.id, part, 'passed', []);
      else if (open > held - closing)
        turn.cancel(
          order.id,
          part,
          'excess',
          group.exits.map(({ id }) => id),
        );
      else continue;
      open -= part.left;
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
