/** What is said of a plan that is followed, before any of it is done. */
import type { LaterStep } from '../../compile/later-steps.ts';
import { dialectOf } from '../../exchange/spoken.ts';
import type { Config } from '../../model/config.ts';
import { defined } from '../../model/defined.ts';
import type { LooksStated, RunEvent } from '../../model/event.ts';

export function stepPlanned(step: LaterStep): RunEvent {
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
    ...defined({ passed, share, takesPlaceOf }),
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

/** Most looks of one window, over all symbols that are followed; half of a window at most. Where only time matters nothing is asked. */
export function looksOf(steps: readonly LaterStep[], symbols: number, config: Config): LooksStated | undefined {
  if (steps.every(isTimed)) return undefined;
  const { look } = dialectOf(config);
  const { ip, uid } = config.exchange.limits;
  const { lookEveryMs } = config.execution;
  const of = { ip: look.ip * symbols, uid: look.uid * symbols };
  const least = Math.max(
    ...(
      [
        [of.ip, ip],
        [of.uid, uid],
      ] as const
    ).map(([weight, { amount, windowMs }]) => (2 * weight * windowMs) / amount),
  );
  const everyMs = Math.max(lookEveryMs, Math.ceil(least));
  const times = Math.floor(ip.windowMs / everyMs);
  return { everyMs, windowMs: ip.windowMs, inWindow: { ip: of.ip * times, uid: of.uid * times } };
}

const isTimed = (step: LaterStep): boolean =>
  step.does === 'place' &&
  step.kind === undefined &&
  step.when.afterFilled === undefined &&
  step.when.after === undefined;
