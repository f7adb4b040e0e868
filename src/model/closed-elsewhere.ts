/** What other hands closed of a plan that is followed, as it is told. */
import { someOf } from './count.ts';
import { CLOSE_PLAN } from './own-plans.ts';

export interface ClosedTold {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** The orders whose fills it closed. */
  readonly entries: readonly string[];
  /** In base coin. */
  readonly size: string;
  readonly by: readonly ClosedBy[];
}

/** An order that closed it: plan and id where the journal knows it. */
export interface ClosedBy {
  readonly orderId: string;
  readonly plan?: string;
  readonly id?: string;
}

/** `closed elsewhere: 0.3 long cmt_btcusdt, by order 7012` */
export function closedWords({ symbol, side, size, by }: Omit<ClosedTold, 'entries'>): string {
  const names = [...new Set(by.map(closerWords))];
  return `closed elsewhere: ${size} ${side} ${symbol}, by ${someOf(names)}`;
}

/** `ordo close`, `by-plan: order`, `order 7012` */
function closerWords({ orderId, plan, id }: ClosedBy): string {
  if (plan === undefined || id === undefined) return `order ${orderId}`;
  return plan === CLOSE_PLAN.plan ? 'ordo close' : `${plan}: ${id}`;
}
