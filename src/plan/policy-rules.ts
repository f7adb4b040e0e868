/** What the config's policy forbids (product.md section 6, exit 4). What cannot be computed counts as a breach. */
import type { Policy } from '../model/config.ts';
import { Decimal } from '../model/decimal.ts';
import { isOpening } from '../model/order.ts';
import { allOf, quoted } from '../source/quoted.ts';
import { orderPath } from './normalize.ts';
import type { Found, OrderDraft } from './normalize.ts';

export type PolicyRule = (orders: readonly OrderDraft[], policy: Policy, found: Found) => void;

const symbolsAreAllowed: PolicyRule = (orders, { symbols }, found) => {
  if (symbols === undefined) return;
  const allowed = new Set(symbols);
  const told = new Set<string>();
  for (const { symbol, index, written } of orders) {
    if (symbol === undefined || allowed.has(symbol) || told.has(symbol)) continue;
    told.add(symbol);
    found({
      code: 'policy/symbol',
      message: `the policy does not allow ${quoted(symbol)}`,
      hint: `policy.symbols has ${allOf(symbols)}`,
      path: written.symbol === undefined ? ['defaults', 'symbol'] : orderPath(index, 'symbol'),
    });
  }
};

const ordersAreFew: PolicyRule = (orders, { maxOrders }, found) => {
  if (maxOrders === undefined || orders.length <= maxOrders) return;
  found({
    code: 'policy/max-orders',
    message: `the plan has ${orders.length} orders; the policy allows ${maxOrders}`,
    hint: 'split the plan, or change policy.maxOrders',
    path: orderPath((orders[maxOrders] as OrderDraft).index, 'id'),
  });
};

/** Opening orders with what they are worth in quote coin; undefined for those that take whatever the market asks. */
function* openings(orders: readonly OrderDraft[]): Generator<{ order: OrderDraft; notional: Decimal | undefined }> {
  for (const order of orders) {
    const { side, size, price } = order;
    if (side === undefined || !isOpening(side) || size === undefined || price === undefined) continue;
    yield { order, notional: price.kind === 'limit' ? size.times(price.at) : undefined };
  }
}

const notionalIsKnown: PolicyRule = (orders, { maxOrderNotional, maxPlanNotional }, found) => {
  if (maxOrderNotional === undefined && maxPlanNotional === undefined) return;
  const limit = maxOrderNotional === undefined ? 'policy.maxPlanNotional' : 'policy.maxOrderNotional';
  for (const { order, notional } of openings(orders)) {
    if (notional !== undefined) continue;
    found({
      code: 'policy/unknown-notional',
      message: `what a market order that opens is worth cannot be computed, so ${limit} forbids it`,
      hint: 'write a limit price',
      path: orderPath(order.index, 'price'),
    });
  }
};

const ordersAreSmall: PolicyRule = (orders, { maxOrderNotional: most }, found) => {
  if (most === undefined) return;
  for (const { order, notional } of openings(orders)) {
    if (notional === undefined || notional.compare(most) <= 0) continue;
    found({
      code: 'policy/max-order-notional',
      message: `the order is worth ${notional.canonical()}; the policy allows ${most.toString()}`,
      hint: 'make it smaller, or change policy.maxOrderNotional',
      path: orderPath(order.index, 'size'),
    });
  }
};

const planIsSmall: PolicyRule = (orders, { maxPlanNotional: most }, found) => {
  if (most === undefined) return;
  let total = Decimal.zero;
  let breach: OrderDraft | undefined;
  for (const { order, notional } of openings(orders)) {
    if (notional === undefined) continue;
    total = total.plus(notional);
    if (total.compare(most) > 0) breach ??= order;
  }
  if (breach === undefined) return;
  found({
    code: 'policy/max-plan-notional',
    message: `the orders that open are worth ${total.canonical()} in all; the policy allows ${most.toString()}, which is passed here`,
    hint: 'make orders smaller, or change policy.maxPlanNotional',
    path: orderPath(breach.index, 'size'),
  });
};

export const POLICY_RULES: readonly PolicyRule[] = [
  symbolsAreAllowed,
  ordersAreFew,
  notionalIsKnown,
  ordersAreSmall,
  planIsSmall,
];
