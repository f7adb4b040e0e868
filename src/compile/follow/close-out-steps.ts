/** A close-out closes all that is held at once. The targets are cancelled and seen to be over first. */
import type { CameAbout } from './came-about.ts';
import { mostParts } from './follow-plan.ts';
import { isDead, type GroupView } from './group-view.ts';
import { cancelTargets } from './room.ts';
import type { Turn } from './turn.ts';

/** Whether one is due: no target is placed any more. */
export function closeOutSteps(turn: Turn, view: GroupView, facts: CameAbout): boolean {
  const due = view.closeOuts.filter(
    (one) => typeof facts.since(one.order) === 'number' && facts.ended(one) === undefined,
  );
  if (due.length === 0) return false;
  const { group, targets } = view;
  cancelTargets(turn, view, 'close-out');
  if (targets.some(({ parts }) => parts.some((part) => part.left > 0n && !isDead(part)))) return true;
  const dead = targets.reduce((all, { open }) => all + open, 0n);
  for (const { order, accepted, off, waitsForLook } of due) {
    const steps = view.held - view.closing - dead;
    if (off !== undefined || waitsForLook || steps < group.least || accepted >= mostParts('close-out')) continue;
    const because = accepted === 0 ? 'conditions' : 'rest';
    const of = order.afterFilled ?? order.after ?? [];
    turn.place(order, false, { rank: 2, steps, step: group.step, because, of });
    view.closing += steps;
  }
  return true;
}
