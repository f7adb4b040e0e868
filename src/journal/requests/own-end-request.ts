/** Whether a claim's process was asked to end the run that follows its plan. */
import type { AccountBooks } from '../account/account-log.ts';
import type { EndAskedOf } from '../account/end-requests.ts';
import { END_ASKED_MS, type EndAskedBy } from '../records/end-asked.ts';
import { passedSince } from '../records/moment.ts';

export class OwnEndRequest {
  readonly #books: AccountBooks;
  /**
   * The newest record that was there as the claim was taken, or as its last run ended: what was asked by then asks whoever had it
   * before, or a run that is over.
   */
  #since: number;
  /** Asked before the run began, whose record ends all requests before it. */
  #before: EndAskedOf | undefined;

  constructor(books: AccountBooks) {
    this.#books = books;
    this.#since = books.head.record;
  }

  /** Undefined: nobody asked, or nobody waits for it any more. */
  by(plan: string): EndAskedBy | undefined {
    const asked = this.#asked(plan);
    if (asked === undefined || this.#books.memory.endRequests.isWithdrawn(plan, asked)) return undefined;
    // Whoever asked may have been killed while it waited; what this process asks of itself it waits for as long as it lives.
    const { self } = this.#books.machine;
    const isOwn = asked.by.pid === self.pid && asked.by.host === self.host;
    const ageMs = passedSince(asked.by.atMs, asked.uptimeMs, this.#books.now());
    return isOwn || ageMs <= END_ASKED_MS ? asked.by : undefined;
  }

  #asked(plan: string): EndAskedOf | undefined {
    const { memory, machine } = this.#books;
    const asked = memory.endRequests.of(plan);
    if (asked === undefined || asked.record <= this.#since) return this.#before;
    const isOurs = asked.follower.pid === machine.self.pid && asked.follower.host === machine.self.host;
    return isOurs ? asked : this.#before;
  }

  /** A run of the plan begins. */
  begins(plan: string): void {
    this.#before = this.#asked(plan);
  }

  ends(): void {
    this.#before = undefined;
    this.#since = this.#books.head.record;
  }
}
