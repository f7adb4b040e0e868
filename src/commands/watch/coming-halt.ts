/** A halt that comes while a live watch runs: the watch then lets go of the account. */
import { nextHalt } from '../../actions/heed-halt.ts';
import type { Halt } from '../../journal/records/halt.ts';
import type { Clock } from '../../ports.ts';
import type { Session } from '../../session/session.ts';
import { refuseWatch } from './watch-notes.ts';

export class ComingHalt {
  #halt: Halt | undefined;

  get hasCome(): boolean {
    return this.#halt !== undefined;
  }

  /** Looks until `over`. Under a halt that was there before, what closes may still be placed, so that one is not looked for. */
  async lookFor(
    session: Pick<Session, 'halted'>,
    clock: Clock,
    { over, wake }: { readonly over: AbortSignal; readonly wake: () => void },
  ): Promise<void> {
    if ((await session.halted().catch(() => {})) !== undefined) return;
    this.#halt = await nextHalt(session, clock, over);
    wake();
  }

  /** Refuses to go on once it has come. */
  refuse(): void {
    if (this.#halt !== undefined) refuseWatch(this.#halt);
  }
}
