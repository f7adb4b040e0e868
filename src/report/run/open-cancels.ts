/** Orders that were accepted, and of which nobody knows how their cancel ended: they are no unknown placings, and hold back what is new. */
import { someOf } from '../../model/count.ts';
import { safe, safeText } from '../../model/safe-text.ts';
import type { RunView } from '../view/run-view.ts';
import { cancelOnceMore, isLive } from './commands.ts';
import type { NextStep } from './next-step.ts';

const OPEN: ReadonlySet<string> = new Set(['cancelling', 'cancel-unknown']);

/** Ids of those of the plan, of this run and of earlier ones. */
export function openCancels({ cancels, states, orders, withheld }: RunView): readonly string[] {
  const open = new Set(states.flatMap(({ id, state }) => (OPEN.has(state) ? [id] : [])));
  // One whose placing is unknown has no order id.
  for (const { id, orderId } of orders) if (orderId !== undefined) open.add(id);
  for (const { id, outcome } of cancels) if (outcome !== 'unknown') open.delete(id);
  const told = [...orders, ...withheld].flatMap(({ id, reason }) => (reason === 'unresolved' ? [id] : []));
  return [...new Set(told)].filter((id) => open.has(id));
}

export const stopsAtUnknown = (view: RunView): boolean => isLive(view) && view.run?.stopsAtUnknown === true;

export function afterOpenCancels(view: RunView): NextStep[] {
  const ids = openCancels(view);
  if (ids.length === 0) return [];
  const held = stopsAtUnknown(view) ? safe` Nothing else of this plan is sent until that is known.` : safe``;
  const why = safe`How its cancel ended is not known: ${safeText(someOf(ids))}.${held} Look, and cancel once more:`;
  return [{ why, command: cancelOnceMore(view, ids) }];
}
