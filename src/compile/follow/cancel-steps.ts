/** Cancels that no size decides: an `until` that has come, a group that is done, and those that are asked for again. */
import type { CameAbout } from './came-about.ts';
import type { GroupView } from './group-view.ts';
import { sum, type PartView } from './part-view.ts';
import type { Turn } from './turn.ts';

/** What is left of orders whose end has come. */
export function untilSteps(turn: Turn, facts: CameAbout, isFrozen: (id: string) => boolean): void {
  for (const { id, until } of turn.plan.orders) {
    if (until === undefined || isFrozen(id)) continue;
    const view = turn.view(id);
    if (view.open === 0n) continue;
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

const goes = ({ isSure, isGoing, part }: PartView): boolean => isSure && isGoing && part.cancel?.by === 'follower';

/** A cancel that was taken, or got no answer, while a look sees the order work: again. A stop only while the others cover. */
export function againSteps(turn: Turn, view: GroupView): void {
  const cover = view.stops.reduce(
    (all, { parts }) => all + sum(parts.filter((part) => part.isSure && !part.isGoing)),
    0n,
  );
  for (const { order, parts } of [...view.targets, ...view.closeOuts, ...(cover >= view.held ? view.stops : [])])
    for (const part of parts.filter(goes)) turn.cancel(order.id, part, part.part.cancel?.because ?? 'excess', []);
}
