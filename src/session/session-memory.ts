/** What whoever holds an account reads of its journal, and writes into it without asking the exchange. */
import type { EndAskedBy } from '../journal/records/end-asked.ts';
import type { Halt } from '../journal/records/halt.ts';
import type { AdoptedOrder, Approval, Claim, Decision, OrderIdOwner, Sighting } from '../journal/records/ledger.ts';
import type { KnownAccount } from '../journal/records/known-account.ts';
import type { BudgetGauges, LiveRequest } from '../journal/records/request.ts';
import type { Weight } from '../model/call.ts';
import type { RunEvent } from '../model/event.ts';
import type { PlanName } from '../journal/records/scope.ts';
import type { JournalState } from '../journal/records/state.ts';
import type { AccountLook } from '../protection/journal/look.ts';
import { lookOf } from '../protection/journal/kept-look.ts';

export class SessionMemory {
  /** Another one once the store was gone, and is back. */
  protected claim: Claim;

  constructor(claim: Claim) {
    this.claim = claim;
  }

  state(plan: PlanName): Promise<JournalState> {
    return this.claim.state(plan);
  }

  /** All that is known of the account, as it stands at this moment. */
  account(): Promise<KnownAccount> {
    return this.claim.account();
  }

  /** What both windows hold now. */
  gauges(): BudgetGauges {
    return this.claim.gauges();
  }

  /** By the clock that dates what is sent. */
  wallMs(): number {
    return this.claim.moment().wallMs;
  }

  /** The halt that is in force at this moment; undefined: none. */
  halted(): Promise<Halt | undefined> {
    return this.claim.halted();
  }

  /** Who lifted the newest halt that was lifted; undefined: nobody. */
  lifted(): Promise<Halt | undefined> {
    return this.claim.lifted();
  }

  /** Who asked this process, which has the plan, to end; undefined: nobody. */
  endAsked(plan: string): Promise<EndAskedBy | undefined> {
    return this.claim.endAsked(plan);
  }

  /** Something of the run that no other record says: written with its end. */
  tell(event: RunEvent): void {
    this.claim.tell(event);
  }

  /** Whether that fits beside all that is spent and kept. */
  hasRoom(cost: Weight): boolean {
    return this.claim.hasRoom(cost);
  }

  /** Every approval of the plan, the newest first. */
  approvals(plan: PlanName): Promise<readonly Approval[]> {
    return this.claim.approvals(plan);
  }

  approve(plan: PlanName, approval: Approval): Promise<void> {
    return this.claim.approve(plan, approval);
  }

  /** The order of the account, of any plan, that has this order id of the exchange. */
  orderIdOwner(orderId: string): Promise<OrderIdOwner | undefined> {
    return this.claim.orderIdOwner(orderId);
  }

  /** Those of these orders whose last request may still be taken. */
  liveRequests(clientOids: readonly string[]): Promise<readonly LiveRequest[]> {
    return this.claim.liveRequests(clientOids);
  }

  /** A person's or a look-up's word on unknown orders: all of them or none. */
  settle(decisions: readonly Decision[]): Promise<void> {
    return this.claim.settle(decisions);
  }

  /** How orders that were just settled or taken in stand on the exchange: all of them or none. */
  see(sightings: readonly Sighting[]): Promise<void> {
    return this.claim.see(sightings);
  }

  /** Takes in orders of the plan that were placed from elsewhere; after a look-up of that plan. */
  adopt(orders: readonly AdoptedOrder[]): Promise<void> {
    return this.claim.adopt(orders);
  }

  /** The newest look that is kept; undefined where nobody looked. */
  async newestLook(): Promise<AccountLook | undefined> {
    const kept = await this.claim.newestLook();
    return kept === undefined ? undefined : lookOf(kept);
  }

  /** That one and those of the minutes before it, the newest last. */
  async recentLooks(): Promise<readonly AccountLook[]> {
    return (await this.claim.recentLooks()).map(lookOf);
  }
}
