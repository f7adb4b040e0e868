/** The way to the exchange of a simulation and back: how long it takes, and what is lost on it. */
import type { SimClock } from '../support/sim-clock.ts';
import type { Random } from '../random.ts';
import type { Answered } from './answered.ts';

/** How far the wall clock of a request may be off. */
export const TOLERANCE_MS = 30_000;
/** No request stays on its way longer than this after its sender gave it up. */
export const MOST_LATE_MS = 60_000;

interface WayNature {
  readonly mostLatencyMs: number;
  readonly checksTime: boolean;
  readonly timeoutMs: number;
}

export class Way {
  readonly #nature: WayNature;
  readonly #clock: SimClock;
  readonly #random: Random;

  constructor(nature: WayNature, clock: SimClock, random: Random) {
    this.#nature = nature;
    this.#clock = clock;
    this.#random = random;
  }

  /** There and back, and what befalls it on the way. What comes later than the timeout comes to nobody. */
  carry(fault: string | undefined, arrive: (isCounted: boolean) => Answered): Promise<Answered> {
    const { mostLatencyMs, timeoutMs } = this.#nature;
    const clock = this.#clock;
    const upMs = this.#random.int(1, mostLatencyMs);
    const downMs = fault === 'slow' ? timeoutMs : this.#random.int(1, mostLatencyMs);
    return new Promise((resolve) => {
      const answerAfter = (ms: number, answered: Answered): void => clock.after(ms, () => resolve(answered));
      if (fault === 'not-sent') return answerAfter(upMs, none('connection', false));
      if (fault === 'tls-failed') return answerAfter(upMs, none('tls', false));
      if (fault === 'lost-before') return answerAfter(timeoutMs, none('timeout', true));
      if (fault === 'cut-before') return answerAfter(upMs, none('connection', true));
      const isLost = fault === 'lost-after' || fault === 'late' || upMs + downMs >= timeoutMs;
      if (isLost) answerAfter(timeoutMs, none('timeout', true));
      const arrivesMs = fault === 'late' ? this.#lateMs() : upMs;
      clock.after(arrivesMs, () => {
        // What comes with an expired timestamp is turned away at the door.
        const answered = arrive(arrivesMs <= TOLERANCE_MS);
        if (!isLost) answerAfter(downMs, fault === 'cut-after' ? none('connection', true) : answered);
      });
    });
  }

  /** After its sender gave it up; where timestamps are not looked at, as long as they would be good. */
  #lateMs(): number {
    const { timeoutMs, checksTime } = this.#nature;
    const lateMs = timeoutMs + this.#random.int(0, this.#random.pick([3000, MOST_LATE_MS]));
    return checksTime ? lateMs : Math.min(lateMs, TOLERANCE_MS);
  }
}

/** Whether a request under this fault arrives at all. */
export const arrives = (fault: string | undefined): boolean =>
  !['not-sent', 'tls-failed', 'lost-before', 'cut-before'].includes(fault ?? '');

const none = (failure: 'timeout' | 'tls' | 'connection', mayHaveLeft: boolean): Answered => ({
  evidence: { kind: 'no-answer', mayHaveLeft, failure, message: failure },
  proof: !mayHaveLeft,
});
