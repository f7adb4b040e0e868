/** The journal may be from before the last parts of its plan: what another one has placed since would be there twice. */
import type { ExchangeTime } from './exchange-time.ts';
import type { FollowTask } from './follow-task.ts';

interface JournalAgeOptions {
  readonly task: Pick<FollowTask, 'lookForPlaced'>;
  readonly time: Pick<ExchangeTime, 'nowMs'>;
  readonly note: (message: string) => void;
}

export class JournalAge {
  readonly #options: JournalAgeOptions;
  #isKnown = false;
  #told: string | undefined;

  constructor(options: JournalAgeOptions) {
    this.#options = options;
  }

  /**
   * Whether the lists have said that there is nothing else; asked until they do. Not where that took so long that what is due may be
   * another matter. What protects is not kept waiting by a silent list: a journal is seldom old, and what is held would be bare.
   */
  async mayStep(heldUpMs: number, protects: boolean): Promise<boolean> {
    const { task, time, note } = this.#options;
    if (this.#isKnown || task.lookForPlaced === undefined) return true;
    const askedMs = time.nowMs();
    const unread = await task.lookForPlaced();
    this.#isKnown = unread === undefined;
    if (unread !== undefined && unread !== this.#told) {
      this.#told = unread;
      note(
        `only stops, closes at market and cancels are sent until the lists say whether another journal has placed more of the plan: ${unread}`,
      );
    }
    return this.#isKnown ? time.nowMs() - askedMs <= heldUpMs : protects;
  }
}
