/** What is on record as closed elsewhere, of all plans of an account: each trade of it counts once. */
import { tradeKey, type ClosedElsewhere } from '../records/closed-elsewhere.ts';
import type { LogRecord } from '../records/record-log.ts';
import { saidOf } from '../records/record-schema.ts';
import type { MemoryOfPlan } from './said-of.ts';

export class ClosesElsewhere {
  readonly #counted = new Set<string>();

  take(record: LogRecord, plan: MemoryOfPlan | undefined): void {
    if (record.kind !== 'closed-elsewhere') return;
    const { entries, symbol, side, size, trades } = saidOf('closed-elsewhere', record);
    for (const trade of trades) this.#counted.add(tradeKey(trade));
    if (plan !== undefined) plan.elsewhere = [...(plan.elsewhere ?? []), { entries, symbol, side, size, trades }];
  }

  /** Whether one of these trades counts already. */
  has({ trades }: ClosedElsewhere): boolean {
    return trades.some((trade) => this.#counted.has(tradeKey(trade)));
  }
}
