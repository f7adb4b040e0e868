/** Whether a claim's process was asked to end the run that follows its plan. */
import type { AccountBooks } from '../account/account-log.ts';
import type { EndAskedBy } from '../records/end-asked.ts';

export class OwnEndRequest {
  readonly #books: AccountBooks;
  /**
   * The newest record that was there as the claim was taken, or as its last run ended: what was asked by then asks whoever had it
   * before, or a run that is over.
   */
  #since: number;
  /** Asked before the run began, whose record ends all requests before it. */
  #before: EndAskedBy | undefined;

  constructor(books: AccountBooks) {
    this.#books = books;
    this.#since = books.head.record;
  }

  /** Undefined: nobody asked. */
  by(plan: string): EndAskedBy | undefined {
    const { memory, machine } = this.#books;
    const { record = 0, follower, by } = memory.endRequests.of(plan) ?? {};
    const isOurs = follower?.pid === machine.self.pid && follower.host === machine.self.host;
    return isOurs && record > this.#since ? by : this.#before;
  }

  /** A run of the plan begins. */
  begins(plan: string): void {
    this.#before = this.by(plan);
  }

  ends(): void {
    this.#before = undefined;
    this.#since = this.#books.head.record;
  }
}
