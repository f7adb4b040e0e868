/** Which part of a stop waits for room, by its group: as it is told with what it leaves naked. */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import { defined } from '../../model/defined.ts';
import type { Limits } from '../../model/call.ts';
import type { PublicEvent } from '../../model/event.ts';
import type { WaitingPart } from '../../session/follow/follow-task.ts';

type PositionTold = Extract<PublicEvent, { event: 'protection' }>['positions'][number];
export type WaitsTold = NonNullable<NonNullable<PositionTold['groups']>[number]['waits']>;

/** By the names of the entries of its group: the first of each, as the others wait behind it. */
export function waitsOf(
  waits: readonly WaitingPart[],
  { groups }: Pick<FollowPlan, 'groups'>,
  { countsOrders }: Pick<Limits, 'countsOrders'>,
): ReadonlyMap<string, WaitsTold> {
  const told = new Map<string, WaitsTold>();
  for (const { name: part, id, waitMs, isPaused } of waits) {
    const group = groups.find(({ exits }) => exits.some((exit) => exit.id === id));
    if (group === undefined || told.has(group.name)) continue;
    const rounded = waitMs === undefined ? undefined : Math.round(waitMs);
    const reason = isPaused === true ? 'pause' : countsOrders === true ? 'orders' : 'weight';
    told.set(group.name, { part, for: reason, ...defined({ waitMs: rounded }) });
  }
  return told;
}
