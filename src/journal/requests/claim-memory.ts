/** What a claim knows: read from what is kept in memory of its account, and written by nothing. */
import { REQUEST_DEAD_AFTER_MS } from '../../model/call.ts';
import type { AccountBooks } from '../account/account-log.ts';
import { asFollowed, type KnownAccount } from '../records/known-account.ts';
import type { Approval, OrderIdOwner } from '../records/ledger.ts';
import type { KeptLook } from '../records/looked.ts';
import { passedSince, type Moment } from '../records/moment.ts';
import type { LiveRequest } from '../records/request.ts';
import type { PlanName } from '../records/scope.ts';
import type { JournalState } from '../records/state.ts';
import { followedBeside, type Beside } from './followed-beside.ts';

export class ClaimMemory {
  readonly #books: AccountBooks;
  /** Undefined: it holds all of the account. */
  readonly #beside: Beside | undefined;

  constructor(books: AccountBooks, beside: Beside | undefined) {
    this.#books = books;
    this.#beside = beside;
  }

  get journal(): string {
    return this.#books.first;
  }

  state(plan: PlanName): Promise<JournalState> {
    return Promise.resolve(new Map(this.#books.memory.state(plan)));
  }

  async account(): Promise<KnownAccount> {
    return (await this.asFollowed())();
  }

  /** All that is known, with what others follow at this moment; where it holds all of the account, nobody does. */
  protected async asFollowed(): Promise<() => KnownAccount> {
    const { memory } = this.#books;
    const followed = this.#beside === undefined ? undefined : await followedBeside(memory.account(), this.#beside);
    return () => asFollowed(memory.account(), (plan) => followed?.has(plan) === true);
  }

  approvals(plan: PlanName): Promise<readonly Approval[]> {
    return Promise.resolve(this.#books.memory.approvals(plan));
  }

  orderIdOwner(orderId: string): Promise<OrderIdOwner | undefined> {
    return Promise.resolve(this.#books.memory.orderIdOwner(orderId));
  }

  moment(): Moment {
    return this.#books.now();
  }

  /** How long ago each was signed goes by both clocks, whichever says less: a wall clock that was put forward kills no request. */
  liveRequests(clientOids: readonly string[]): Promise<readonly LiveRequest[]> {
    const now = this.#books.now();
    const live = clientOids.flatMap((clientOid) => {
      const attempt = this.#books.memory.lastSent(clientOid)?.attempt;
      if (attempt === undefined) return [];
      const deadInMs = REQUEST_DEAD_AFTER_MS - passedSince(attempt.atMs, attempt.uptimeMs, now);
      return deadInMs <= 0 ? [] : [{ clientOid, signedAtMs: attempt.signedAtMs, deadInMs }];
    });
    return Promise.resolve(live);
  }

  newestLook = (): Promise<KeptLook | undefined> => Promise.resolve(this.#books.memory.looks.newest());
  recentLooks = (): Promise<readonly KeptLook[]> => Promise.resolve(this.#books.memory.looks.recent());
}
