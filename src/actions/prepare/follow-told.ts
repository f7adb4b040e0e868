/** What is said of a plan that is followed, before any of it is done. */
import type { LaterStep } from '../../compile/later-steps.ts';
import { dialectOf } from '../../exchange/spoken.ts';
import { noWeight, type CallKind, type Weight } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import type { RunEvent, RunStarted } from '../../model/event.ts';
import type { PlannedOrder } from '../../model/order.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { StopReplaced } from './stops-replaced.ts';

export function stepPlanned(step: LaterStep, edited?: StopReplaced): RunEvent {
  const { id } = step;
  if (step.does === 'cancel') {
    const { forMs, at, filled } = step.until;
    return {
      event: 'step-planned',
      id,
      does: 'cancel',
      when: defined({ forMs, at: at?.text, filled: listed(filled) }),
    };
  }
  const { kind, group, most, call, passed, share, takesPlaceOf, when } = step;
  const { after, afterFilled, afterAt, slice } = when;
  return {
    event: 'step-planned',
    id,
    does: 'place',
    ...defined({ kind, group: listed(group) }),
    most: { size: most.size.toString(), parts: most.parts },
    ...call,
    ...defined({ passed, share, takesPlaceOf, edited }),
    when: {
      ...defined({ accepted: listed(after), filled: listed(afterFilled), at: afterAt?.text }),
      ...(slice !== undefined && {
        ...defined({ from: slice.from?.text }),
        offsetMs: slice.offsetMs,
        everyMs: slice.everyMs,
        slice: slice.number,
        of: slice.steps,
      }),
    },
  };
}

type Listed = [string, ...string[]];
const listed = (ids: readonly string[] | undefined): Listed | undefined => ids && ([...ids] as Listed);

/** What looking for fills takes, over all symbols of the plan, of half a window at most; undefined of a plan that is not followed. */
export function followedOf({ plan, schedule: { steps = [] }, config }: PreparedRun): RunStarted['followed'] {
  if (steps.length === 0) return undefined;
  const { calls } = dialectOf(config);
  // Where only time matters, nothing is asked.
  if (steps.every(isTimed)) {
    const weights = steps.map(({ id }) => calls.place.weight(kindOf(plan.orders.find((order) => order.id === id)), 1));
    return { inAll: weights.reduce((all, { ip, uid }) => ({ ip: all.ip + ip, uid: all.uid + uid }), noWeight) };
  }
  const { ip, uid } = config.exchange.limits;
  const of = lookOf({ plan, config });
  const least = (
    [
      [of.ip, ip],
      [of.uid, uid],
    ] as const
  ).map(([weight, { amount, windowMs }]) => (2 * weight * windowMs) / amount);
  const everyMs = Math.max(config.execution.lookEveryMs, ...least.map(Math.ceil));
  const times = Math.floor(ip.windowMs / everyMs);
  return { everyMs, windowMs: ip.windowMs, inWindow: { ip: of.ip * times, uid: of.uid * times } };
}

/** What one look at all symbols of the plan weighs at most. */
export function lookOf({ plan, config }: Pick<PreparedRun, 'plan' | 'config'>): Weight {
  const { look } = dialectOf(config);
  const symbols = new Set(plan.orders.map(({ symbol }) => symbol)).size;
  return { ip: look.ip * symbols, uid: look.uid * symbols };
}

const kindOf = (order: PlannedOrder | undefined): CallKind => (order?.trigger === undefined ? 'single' : 'trigger');

const isTimed = (step: LaterStep): boolean =>
  step.does === 'place' &&
  step.kind === undefined &&
  step.when.afterFilled === undefined &&
  step.when.after === undefined;
