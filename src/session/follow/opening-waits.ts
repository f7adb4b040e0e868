/** What opens and waits for room in a window is told as parts of stops are: once that takes longer than looks are apart. */
import type { Limits } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import type { Clock } from '../../ports.ts';
import type { Restraint } from '../send/exchange-pause.ts';
import type { FollowTask, WaitingPart } from './follow-task.ts';
import type { OpeningsHeld } from './held-back.ts';
import { LongWaits } from './long-waits.ts';
import type { PlaceStepDue } from './step-kinds.ts';

interface OpeningWaitsWith {
  readonly task: Pick<FollowTask, 'everyMs'>;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly restraint?: Restraint | undefined;
  readonly heldBack: OpeningsHeld;
}

export class OpeningWaits {
  readonly #with: OpeningWaitsWith;
  readonly #long: LongWaits;

  constructor(how: OpeningWaitsWith) {
    this.#with = how;
    this.#long = new LongWaits(how.task.everyMs);
  }

  /** Of one turn. `waitMs` is absent where something else than room is why: a person's pause, and the end of the run, are told by themselves. */
  sent(due: readonly PlaceStepDue[], putOff: readonly PlaceStepDue[], waitMs: number | undefined): void {
    const { heldBack, clock, limits, restraint } = this.#with;
    const left = new Set(putOff.map(({ id }) => id));
    const ids = due.flatMap(({ id }) => (left.has(id) ? [] : [id]));
    const waits = waitMs === undefined ? [] : putOff.map((step) => waitingPart(step, waitMs));
    const at = { monotonicMs: clock.monotonicMs(), pausedUntilMs: restraint?.pausedUntilMs ?? 0 };
    const long = this.#long.take(waits, at);
    const what = long[0]?.isPaused === true ? 'pause' : limits.countsOrders === true ? 'orders' : 'weight';
    heldBack.sent({ ids, waiting: long.map(({ id }) => id), what });
  }
}

export const waitingPart = ({ name, id }: PlaceStepDue, waitMs: number | undefined): WaitingPart => ({
  name,
  id,
  ...defined({ waitMs }),
});
