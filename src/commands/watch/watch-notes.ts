/** What a watch says between its dry runs: how its windows free themselves, and notes that wait for the next one. */
import type { EventSink } from '../../ports.ts';
import type { Session } from '../../session/session.ts';

export class WatchNotes {
  readonly #emit: EventSink;
  /** How much of both windows was used, as it was told last. */
  #used = '';
  #waiting: string | undefined;

  constructor(emit: EventSink) {
    this.#emit = emit;
  }

  /** For the dry run that comes next, where it will stand. */
  later(message: string): void {
    this.#waiting = message;
  }

  now(message: string): void {
    this.#emit({ event: 'note', message });
  }

  tellWaiting(): void {
    if (this.#waiting !== undefined) this.now(this.#waiting);
    this.#waiting = undefined;
  }

  /** The windows free themselves while nothing is sent. */
  tellBudget(session: Session | undefined): void {
    const gauges = session?.gauges();
    if (gauges === undefined) return;
    const used = `${gauges.ip.used} ${gauges.uid.used}`;
    if (used !== this.#used) this.#emit({ event: 'budget-changed', ...gauges, inFlight: 0 });
    this.#used = used;
  }
}
