/** What may still go out of a reviewed plan after a part of it was sent: the rest of it, and nothing beside it. */
import { describe, expect, test } from 'vitest';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { lateDifferences } from '../../src/actions/review/differences.ts';
import { compiledReview } from '../../src/actions/review/reviewed-plan.ts';
import { withSum } from '../../src/actions/review/reviewed-text.ts';
import { emptyJournal, type JournalState, type KnownOrder } from '../../src/journal/records/state.ts';
import { MAX_BATCH } from '../../src/exchange/v2/requests.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import { aPlan, limits, someOrders } from '../support/plan-builder.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const CODE = 'c'.repeat(64);
const read = { planFile: 'p', inputs: {}, absent: [], options: { var: {}, only: [] } };
const orders = someOrders(3);
const [a, b, c] = orders as [Order, Order, Order];

function compiled(plan: readonly Order[], known: JournalState) {
  const all = aPlan(plan);
  const schedule = compilePlan(v2.calls, all, known, {
    limits: limits(),
    batchPresets: false,
    maxOrdersPerCall: MAX_BATCH,
  });
  return {
    plan: all,
    pending: schedule.pending,
    now: compiledReview({ read, plan: all, spoken: 'v2', schedule, known, account: undefined, approval: CODE }),
  };
}

const made = '2026-01-01T00:00:00.000Z';
const reviewed = withSum({ ...compiled(orders, emptyJournal).now, made, expires: made });
const oidOf = (order: Order): string => reviewed.orders.find(({ id }) => id === order.id)?.clientOid ?? '';

const sent = (order: Order, change: Partial<KnownOrder> = {}): [string, KnownOrder] => [
  order.id,
  {
    id: order.id,
    clientOid: oidOf(order),
    lineage: 0,
    state: 'accepted',
    content: orderContent(order),
    sentAtMs: 1,
    changedAtMs: 1,
    changedUptimeMs: null,
    ...change,
  },
];

/** In what a run differs where the journal knows these, and the plan has these orders. */
const differences = (
  known: readonly [string, KnownOrder][],
  plan: readonly Order[] = orders,
  isApproved = true,
): string[] => {
  const journal = new Map(known);
  return lateDifferences(reviewed, { ...compiled(plan, journal), approval: CODE, known: journal, isApproved });
};

describe('the rest of a reviewed plan', () => {
  test('goes out where it was begun by its own approval', () => {
    expect(differences([])).toEqual([]);
    expect(differences([sent(a)])).toEqual([]);
    expect(differences([sent(a), sent(b, { state: 'rejected' }), sent(c, { state: 'unknown' })])).toEqual([]);
    expect(differences([sent(a, { state: 'never-sent' })])).toEqual([]);
  });

  test('does not where something else began it', () => {
    expect(differences([sent(a)], orders, false)).toEqual(['orders of it were sent, and not by this reviewed plan']);
  });

  test('does not where an order went out as something else', () => {
    expect(differences([sent(a), sent(b, { content: { ...orderContent(b), size: '7' } })])).toEqual([
      `sent as something else: ${b.id}`,
    ]);
  });

  test('does not where an order is new, or gone without having been sent', () => {
    const another = someOrders(4)[3] as Order;
    expect(differences([sent(a)], [...orders, another])).toContain(`not among the reviewed orders: ${another.id}`);
    expect(differences([sent(a)], [a, b])).toContain(`reviewed, and neither sent nor to be sent: ${c.id}`);
  });

  test('does not where an order stands under another client order id', () => {
    expect(differences([sent(a), sent(b, { clientOid: 'another', lineage: 1 })])).toEqual([
      `reviewed, and neither sent nor to be sent: ${b.id}`,
    ]);
  });

  test('does not where the journal knows of another order of the plan', () => {
    const other = someOrders(5)[4] as Order;
    expect(differences([sent(a), sent(other)])).toEqual(['what the journal knows of the plan’s orders has changed']);
  });
});
