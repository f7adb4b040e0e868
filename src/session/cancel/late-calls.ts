/** Calls that have left, and of which nobody knows anything after a moment: each is told once. */
import type { Clock } from '../../ports.ts';

/** Most answers are there by then, and looks beside a late one have had their time. */
const LATE_MS = 2_500;

/** `answered`: aborted once it has its answer. */
export type TellLate = (call: number, answered: AbortSignal) => void;

export class LateCalls {
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #tell: TellLate;
  readonly #left = new Map<number, AbortController>();

  constructor(clock: Pick<Clock, 'sleep'>, tell: TellLate) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Its bytes leave, the first time or once more. */
  left(call: number): void {
    this.answered(call);
    const answered = new AbortController();
    this.#left.set(call, answered);
    void this.#wait(call, answered.signal);
  }

  /** Or it is proved that the exchange did not take it. */
  answered(call: number): void {
    this.#left.get(call)?.abort('answered');
    this.#left.delete(call);
  }

  async #wait(call: number, answered: AbortSignal): Promise<void> {
    await this.#clock.sleep(LATE_MS, answered);
    if (!answered.aborted) this.#tell(call, answered);
  }
}
