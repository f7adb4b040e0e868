import { ASK_AGAIN_MS, WeightBudget, type BudgetGauge } from '../../budget/weight-budget.ts';
import type { Limits } from '../../model/call.ts';
import { Spending } from '../account/spending.ts';
import type { LogRecord } from '../records/record-log.ts';
import type { BudgetGauges } from '../records/request.ts';
import type { AccountName } from '../records/scope.ts';

/** What both windows of an account held at the time of a record, by the records alone. */
export class WindowsHeld {
  readonly #spending: Spending;
  #budget: { readonly limits: Limits; readonly budget: WeightBudget } | undefined;

  constructor(account: AccountName) {
    this.#spending = new Spending(account);
  }

  take(record: LogRecord): void {
    this.#spending.take(record);
  }

  gauges({ atMs, uptimeMs }: LogRecord, limits: Limits): BudgetGauges {
    if (this.#budget?.limits !== limits) this.#budget = { limits, budget: new WeightBudget(limits) };
    const { budget } = this.#budget;
    const longestMs = Math.max(limits.ip.windowMs, limits.uid.windowMs);
    const window = { longestMs, countsOrders: limits.countsOrders === true, egress: limits.egress };
    const spent = this.#spending.changed({ wallMs: atMs, uptimeMs }, window);
    if (spent !== undefined) budget.setOthers(atMs, spent);
    const { ip, uid } = budget.gauges(atMs);
    return { ip: known(ip), uid: known(uid) };
  }
}

/** When an answer comes that is awaited, nobody knows. */
const known = ({ used, limit, freesInMs }: BudgetGauge): BudgetGauge => ({
  used,
  limit,
  ...(freesInMs !== undefined && freesInMs !== ASK_AGAIN_MS && { freesInMs }),
});
