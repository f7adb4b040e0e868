/** Cancels that no size decides: an `until` that has come, and a group that is done. */
import type { CameAbout } from './came-about.ts';
import type { GroupView } from './group-view.ts';
import type { Turn } from './turn.ts';

/** What is left of orders whose end has come. */
export function untilSteps(turn: Turn, facts: CameAbout, frozen: ReadonlySet<string>): void {
  for (const view of turn.views) {
    const { id, until } = view.order;
    if (until === undefined || view.open === 0n || frozen.has(id)) continue;
    const ended = facts.ended(view);
    if (ended !== undefined) for (const part of view.parts) turn.cancel(id, part, ended.because, ended.of);
  }
}

/** Nothing is held, and nothing more is filled: no exit is needed. */
export function doneSteps(turn: Turn, view: GroupView): boolean {
  const { isEntered, held, stops, targets, closeOuts, group } = view;
  if (!isEntered || held > 0n) return false;
  for (const { order, parts } of [...targets, ...closeOuts, ...stops])
    for (const part of parts) turn.cancel(order.id, part, 'nothing-held', group.entries);
  return true;
}
