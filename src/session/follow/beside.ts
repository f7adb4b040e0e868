/** What goes on beside the loop of a follow: nothing that protects waits for it, and its end wakes the loop. */
import type { Clock } from '../../ports.ts';

/** Ends a sleep, or the next one where nobody sleeps. */
export class Alarm {
  #isRung = false;
  #over = new AbortController();

  ring(): void {
    this.#isRung = true;
    this.#over.abort('rung');
  }

  async sleep(clock: Pick<Clock, 'sleep'>, ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRung) await clock.sleep(ms, AbortSignal.any([signal, this.#over.signal]));
    this.#isRung = false;
    this.#over = new AbortController();
  }
}

export class WorkBeside {
  readonly #alarm: Alarm;
  readonly #going = new Set<Promise<void>>();
  #failed: { readonly error: unknown } | undefined;

  constructor(alarm: Alarm) {
    this.#alarm = alarm;
  }

  get isGoing(): boolean {
    return this.#going.size > 0;
  }

  begin(work: Promise<unknown>): void {
    const going = this.#outlast(work).finally(() => {
      this.#going.delete(going);
      this.#alarm.ring();
    });
    this.#going.add(going);
  }

  /** Throws what it has failed by. */
  check(): void {
    const failed = this.#failed;
    this.#failed = undefined;
    if (failed !== undefined) throw failed.error;
  }

  /** Resolves once nothing goes on, however it ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#going);
  }

  async #outlast(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#failed ??= { error };
    }
  }
}
