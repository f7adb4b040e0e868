/** What a watch says between its dry runs: how its windows free themselves, notes that wait for the next one, and why it sends nothing. */
import type { EventSink } from '../../ports.ts';
import { refusalOf } from '../../refusal.ts';
import type { Session } from '../../session/session.ts';
import { LIFT } from '../../actions/prepare/halted.ts';
import { haltText, type Halt } from '../../journal/records/halt.ts';
import { refuse, type Refusal } from '../../refusal.ts';

export class WatchNotes {
  readonly #emit: EventSink;
  /** How much of both windows was used, as it was told last. */
  #used = '';
  #waiting: string[] = [];

  constructor(emit: EventSink) {
    this.#emit = emit;
  }

  /** For the dry run that comes next, where it will stand. */
  later(message: string): void {
    this.#waiting.push(message);
  }

  /** The dry run that shows what a look saw takes the place of all that was said before it. */
  async ofLook(look: () => Promise<readonly string[] | undefined>): Promise<void> {
    try {
      for (const note of (await look()) ?? []) this.later(note);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      this.later(`the look failed: ${refusal.message}`);
    }
  }

  now(message: string): void {
    this.#emit({ event: 'note', message });
  }

  tellWaiting(): void {
    for (const message of this.#waiting) this.now(message);
    this.#waiting = [];
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

/** A halt came while it watched. */
export const refuseWatch = (halt: Halt): never =>
  refuse(
    'account/halted',
    `the account is ${haltText(halt)}; the watch has unlocked it`,
    `start it again to place what closes; ${LIFT} ends the halt`,
  );

/** On one line, which may be cut: the first of what is wrong comes first. */
export function joinedWords({ message, hint, details = [] }: Refusal): string {
  const why = [...details, message, ...(hint === undefined ? [] : [hint])].join('; ');
  return `nothing was sent: ${why.replace(/; nothing was sent\b/, '')}`;
}
