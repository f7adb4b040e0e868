/** While an account is halted, no run begins that opens; what only closes goes on. */
import { haltText, type Halt } from '../../journal/records/halt.ts';
import { someOf } from '../../model/count.ts';
import { isOpening } from '../../model/order.ts';
import { refuse } from '../../refusal.ts';
import { isBegun } from './begun.ts';
import type { PreparedRun } from './prepared-run.ts';

/** Whether the run would place anything that opens. */
export const opensAny = ({ schedule }: Pick<PreparedRun, 'schedule'>): boolean =>
  [...schedule.pending.values()].some(({ side }) => isOpening(side));

/** The halt that such a run would be refused by. */
export const haltOf = (run: PreparedRun): Halt | undefined => (opensAny(run) ? run.halt : undefined);

/**
 * Refuses (exit 4) a run that opens: nothing of it is sent, and nothing is cancelled first. One that follows what is held or works
 * begins, and withholds what opens.
 */
export function checkNotHalted(run: PreparedRun): void {
  const halt = haltOf(run);
  if (halt !== undefined && !isBegun(run)) refuseHalted(halt, run);
}

/** How a halt is lifted, as it can be typed. */
export const LIFT = 'ordo halt --lift --why "the reason"';

export function refuseHalted(halt: Halt, { schedule }: Pick<PreparedRun, 'schedule'>): never {
  const pending = [...schedule.pending.values()];
  const openers = new Set(pending.flatMap(({ id, side }) => (isOpening(side) ? [id] : [])));
  // What waits for an entry that is not sent is not sent either.
  const closing = pending
    .filter(({ side, after }) => !isOpening(side) && after?.some((id) => openers.has(id)) !== true)
    .map(({ id }) => id);
  const alone =
    closing.length === 0 ? '' : `closing orders can be sent alone: ${closing.map((id) => `--only ${id}`).join(' ')}; `;
  const named =
    closing.length > 5 ? `closing orders can be sent alone, with --only for each: ${someOf(closing)}; ` : alone;
  refuse('account/halted', `the account is ${haltText(halt)}`, `${named}lift the halt when you are ready: ${LIFT}`);
}
