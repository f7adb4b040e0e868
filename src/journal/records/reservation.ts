/** What a run is about to open: judged and recorded in one step, so that two runs side by side do not pass a cap together. */
import type { KnownAccount } from './known-account.ts';
import type { PlanName } from './scope.ts';

/** An order that a run is about to open. */
export interface ReservedOrder {
  readonly id: string;
  readonly clientOid: string;
  /** What it may come to be worth, in quote coin; undefined where that cannot be computed. */
  readonly worth?: string;
}

/** What a run of another plan may still open. */
export interface OthersOrder extends ReservedOrder, PlanName {}

export interface Reservation {
  readonly orders: readonly ReservedOrder[];
  /** Undefined: it fits beside what stands of the account, and what `others` may still open. It may be asked more than once. */
  readonly refusal: (account: KnownAccount, others: readonly OthersOrder[]) => Error | undefined;
}
