/** What a run is about to do: judged and recorded in one step, so that two runs side by side do not pass a limit together. */
import type { OrderStands } from '../../model/protection-stated.ts';
import type { KnownAccount } from './known-account.ts';
import type { PlanName } from './scope.ts';

/** An order that a run is about to open, or a trigger of it that closes. */
export interface ReservedOrder {
  readonly id: string;
  readonly clientOid: string;
  /** What it may come to be worth, in quote coin: nothing of one that closes, undefined where it cannot be computed. */
  readonly worth?: string;
  /** As what it counts where stops are required. Records of older versions lack it. */
  readonly stands?: OrderStands;
  /** It stands, and the run takes it off first. */
  readonly isTakenOff?: true;
}

/** What a run of another plan may still do. */
export interface OthersOrder extends ReservedOrder, PlanName {}

export interface Reservation {
  readonly orders: readonly ReservedOrder[];
  /** Undefined: it fits beside what stands of the account, and what `others` may still do. It may be asked more than once. */
  readonly refusal: (account: KnownAccount, others: readonly OthersOrder[]) => Error | undefined;
}
