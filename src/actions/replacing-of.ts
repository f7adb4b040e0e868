/** What a run cancels before it places, and what is left to place once those cancels have ended. */
import { afterCancels } from '../compile/after-cancels.ts';
import type { Schedule } from '../compile/compile-plan.ts';
import { dialectOf } from '../exchange/spoken.ts';
import type { JournalState } from '../journal/records/state.ts';
import { defined } from '../model/defined.ts';
import { inPlanNames } from '../model/plan-names.ts';
import type { EventSink } from '../ports.ts';
import type { Replacing } from '../session/place/placement.ts';
import type { PreparedRun } from './prepare/prepared-run.ts';

/** What is cancelled first. How much of each order is left to place is known once its cancel has ended. */
export function replacingOf(
  { plan, config, schedule, minSizeOf }: PreparedRun,
  emit: EventSink,
): Replacing | undefined {
  const { cancels } = schedule;
  if (cancels === undefined) return undefined;
  const rest = (known: JournalState, notOff: readonly string[]): Schedule => {
    const left = afterCancels(dialectOf(config).calls, schedule, inPlanNames(known, plan.orders), {
      notOff,
      ...defined({ minSizeOf }),
    });
    for (const { id, clientOid, size, carried } of left.pending.values()) {
      const shown = schedule.pending.get(clientOid)?.size;
      if (carried === undefined || shown?.compare(size) === 0) continue;
      const message = `${id}: ${carried.canonical()} was filled before, so ${size.canonical()} is placed`;
      emit({ event: 'note', message });
    }
    return left;
  };
  return { ...cancels, lastNumber: cancels.calls.length + schedule.calls.length, rest };
}
