/** Requests whose answers are late: the loop looks on and places stops meanwhile, and is woken once they are there. */
import type { Clock } from '../../ports.ts';
import { WorkBeside, type Alarm } from './beside.ts';
import type { kindOf } from './step-kinds.ts';

/** Less would end the wait for an answer that is on its way. */
const LEAST_WAIT_MS = 500;
/** What a cancel is waited for: its answer, and a look at its end. */
const LEAST_CANCEL_MS = 1_500;

export interface LateSending<T> {
  readonly what: 'place' | 'cancel';
  /** How many requests of it are in flight at most. */
  readonly calls: number;
  readonly work: Promise<T>;
  /** Until when nothing else is due. */
  readonly untilLookMs: number;
  /** Its answer is late: nothing more of it starts. */
  readonly late: () => void;
  /** What it came to then. */
  readonly came: (value: T) => void;
}

export class LateAnswers {
  readonly #beside: WorkBeside;
  readonly #clock: Clock;
  /** Requests that are in flight at most. */
  calls = 0;

  constructor(alarm: Alarm, clock: Clock) {
    this.#beside = new WorkBeside(alarm);
    this.#clock = clock;
  }

  get areAwaited(): boolean {
    return this.#beside.isGoing;
  }

  /** A stop waits for no answer to anything else; cancels wait only where too many requests are in flight. */
  keepWaiting(kind: ReturnType<typeof kindOf>, inFlight: number): boolean {
    if (!this.areAwaited || kind === 'protect' || kind === 'withhold') return false;
    return kind !== 'cancel' || this.calls >= inFlight;
  }

  /** What it came to; undefined where that is told later. Rejects as it does, then or at `check`. */
  async within<T>({
    what,
    calls,
    work,
    untilLookMs,
    late,
    came,
  }: LateSending<T>): Promise<{ readonly value: T } | undefined> {
    let ended: { readonly value: T } | undefined;
    const over = new AbortController();
    const done = work.then((value) => void (ended = { value })).finally(() => over.abort('ended'));
    const least = what === 'place' ? LEAST_WAIT_MS : LEAST_CANCEL_MS;
    await Promise.race([done, this.#clock.sleep(Math.max(untilLookMs, least), over.signal)]);
    if (over.signal.aborted) {
      await done;
      return ended;
    }
    late();
    this.calls += calls;
    const left = async (): Promise<void> => {
      try {
        came(await work);
      } finally {
        this.calls -= calls;
      }
    };
    this.#beside.begin(left());
    return undefined;
  }

  /** Throws what one of them has failed by. */
  check(): void {
    this.#beside.check();
  }

  /** Resolves once all are there. */
  ended(): Promise<void> {
    return this.#beside.ended();
  }
}
