/** The weight of a ledger without its records: what a gate asks, over a budget alone. */
import type { WeightBudget } from '../../src/budget/weight-budget.ts';
import type { Attempt, Begun, LedgerRequest } from '../../src/journal/records/request.ts';
import type { Clock } from '../../src/ports.ts';

export class BudgetLedger {
  readonly #budget: WeightBudget;
  readonly #clock: Clock;
  #next = 0;

  constructor(budget: WeightBudget, clock: Clock) {
    this.#budget = budget;
    this.#clock = clock;
  }

  async intend(requests: readonly LedgerRequest[]): Promise<Begun> {
    const attempts: Attempt[] = [];
    const atMs = this.#clock.monotonicMs();
    for (const request of requests) {
      const cost =
        'call' in request ? request.call.weight : 'cancel' in request ? request.cancel.weight : request.weight;
      const waitMs = this.#budget.waitMs(atMs, cost) ?? Number.POSITIVE_INFINITY;
      if (waitMs > 0) return { attempts, waitMs };
      this.#budget.take(atMs, cost);
      this.#next += 1;
      attempts.push({ id: this.#next, cost, atMs });
    }
    return { attempts };
  }

  /** The exchange counted it by now at the latest. */
  answered({ cost }: Attempt): void {
    this.#budget.answered(this.#clock.monotonicMs(), cost);
  }

  notSent({ cost }: Attempt): void {
    this.#budget.notSent(cost);
  }
}
