/** Which parts of exits have no room for longer than looks are apart: until then the next look would not have seen them earlier. */
import { defined } from '../../model/defined.ts';
import type { WaitingPart } from './follow-task.ts';

interface Moment {
  readonly monotonicMs: number;
  /** Nothing at all is sent until then. */
  readonly pausedUntilMs: number;
}

export class LongWaits {
  readonly #everyMs: number;
  #sinceMs: number | undefined;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Of what was put off in a turn. */
  take(waits: readonly WaitingPart[], { monotonicMs, pausedUntilMs }: Moment): readonly WaitingPart[] {
    if (waits.length === 0) this.#sinceMs = undefined;
    else this.#sinceMs ??= monotonicMs;
    const agoMs = monotonicMs - (this.#sinceMs ?? monotonicMs);
    const isPaused = pausedUntilMs > monotonicMs;
    const long = waits.filter(({ waitMs = 0 }) => agoMs + waitMs > this.#everyMs);
    return isPaused ? long.map(({ name, id, waitMs }) => ({ name, id, ...defined({ waitMs }), isPaused })) : long;
  }
}
