/** A close at market takes what is held away from the targets: where it needs what they are for, they are over first. */
import type { FollowCancelReason } from '../../model/followed.ts';
import { isDead, type GroupView } from './group-view.ts';
import type { Turn } from './turn.ts';

/** The targets that work are cancelled. */
export function cancelTargets(turn: Turn, view: GroupView, by: 'stop' | 'close-out'): void {
  const { targets, group } = view;
  const because = by === 'stop' ? whyAtStop(view) : by;
  const of = by === 'stop' ? group.stops : group.closeOuts;
  for (const { order, parts } of targets) for (const part of parts) turn.cancel(order.id, part, because, of);
}

/** Where none has fired since the last fill, the market had passed it. */
function whyAtStop({ stops, filledMs = 0 }: GroupView): FollowCancelReason {
  const hasFired = stops.some(({ parts }) => parts.some(({ part: { firedMs } }) => (firedMs ?? -1) >= filledMs));
  return hasFired ? 'stop-fired' : 'stop-passed';
}

/** How much can be closed at market now; 0 while targets have to be over first. */
export function makeRoom(turn: Turn, view: GroupView, wanted: bigint): bigint {
  const open = view.targets.reduce((sum, target) => sum + target.open, 0n);
  const free = view.held - view.closing - open;
  if (wanted <= free) return wanted;
  if (open > 0n) cancelTargets(turn, view, 'stop');
  const isBusy = view.targets.some(({ parts }) => parts.some((part) => part.left > 0n && !isDead(part)));
  return isBusy || free < 0n ? 0n : free;
}
