/**
 * What the config's policy and the plan's own limits forbid (docs/contract.md#policy, exit 4). What cannot be computed counts
 * as a breach. Closing orders have a looser rule of their own: a cap that is meant for opening must not keep a position
 * from being closed.
 */
import { symbolKey } from '../../model/symbol.ts';
import type { Policy } from '../../model/config.ts';
import { Decimal } from '../../model/decimal.ts';
import type { InstrumentList } from '../../model/instrument.ts';
import { isOpening } from '../../model/order.ts';
import { Rational } from '../../model/rational.ts';
import { allOf, quoted } from '../../source/quoted.ts';
import { orderPath, placeOf, type Found, type OrderDraft } from '../read/order-draft.ts';
import { worstCase, type Worth } from './worst-case.ts';

export interface Bound {
  readonly limits: Policy;
  /** `the policy` or `the plan itself`. */
  readonly who: string;
  readonly key: 'policy' | 'limits';
  /** What the file of the policy is called, where it is another than the plan's. */
  readonly file?: string | undefined;
  readonly instruments?: InstrumentList | undefined;
}

/** `change policy.maxOrders in ordo.config.yaml`. */
export const orChange = ({ key, file }: Bound, limit: keyof Policy): string =>
  `change ${key}.${limit}${file === undefined ? '' : ` in ${file}`}`;

type PolicyRule = (orders: readonly OrderDraft[], bound: Bound, found: Found) => void;

/** ` of rung 3`, or nothing. */
const ofRung = ({ rung }: OrderDraft): string => (rung === undefined ? '' : ` of rung ${rung.number}`);

/** The end of a message that covers several rungs of a ladder. */
export const moreRungs = (count: number): string =>
  count === 0 ? '' : ` (and ${count} more rung${count === 1 ? '' : 's'})`;

const symbolsAreAllowed: PolicyRule = (orders, { limits: { symbols }, who, key }, found) => {
  if (symbols === undefined) return;
  const allowed = new Set(symbols.map(symbolKey));
  const reported = new Set<string>();
  for (const { symbol: field, index } of orders) {
    const { value: symbol, from } = field;
    if (symbol === undefined || allowed.has(symbolKey(symbol)) || reported.has(symbol)) continue;
    reported.add(symbol);
    found({
      code: 'policy/symbol',
      message: `${who} does not allow ${quoted(symbol)}`,
      hint: `${key}.symbols has ${allOf(symbols)}`,
      path: from === 'order' ? orderPath(index, 'symbol') : ['defaults', 'symbol'],
    });
  }
};

const ordersAreFew: PolicyRule = (orders, bound, found) => {
  const { limits, who } = bound;
  const { maxOrders } = limits;
  if (maxOrders === undefined || orders.length <= maxOrders) return;
  found({
    code: 'policy/max-orders',
    message: `the plan has ${orders.length} orders; ${who} allows ${maxOrders}`,
    hint: `split the plan, or ${orChange(bound, 'maxOrders')}`,
    path: orderPath((orders[maxOrders] as OrderDraft).index, 'id'),
  });
};

type Sizes = NonNullable<Policy['maxOrderSize']>;

/** The bound of a symbol, in whatever spelling. */
export function boundOf(sizes: Sizes): (symbol: string) => Decimal | undefined {
  const bounds = new Map<string, Decimal>();
  for (const [symbol, size] of Object.entries(sizes)) {
    const earlier = bounds.get(symbolKey(symbol));
    if (earlier === undefined || size.compare(earlier) < 0) bounds.set(symbolKey(symbol), size);
  }
  return (symbol) => bounds.get(symbolKey(symbol));
}

/** By size alone, so no reference can make an order look smaller. A close may be as large as its position. */
const sizesAreSmall: PolicyRule = (orders, policy, found) => {
  const { limits, who } = policy;
  const { maxOrderSize } = limits;
  if (maxOrderSize === undefined) return;
  const most = boundOf(maxOrderSize);
  const breaches = orders.filter(({ side, symbol, size }) => {
    if (side.kind !== 'given' || !isOpening(side.value) || symbol.kind !== 'given' || size.kind !== 'given')
      return false;
    const bound = most(symbol.value);
    return bound !== undefined && size.value.compare(bound) > 0;
  });
  for (const alike of Map.groupBy(breaches, ({ index }) => index).values()) {
    const [order] = alike as [OrderDraft, ...OrderDraft[]];
    const { size, symbol } = order;
    found({
      code: 'policy/max-order-size',
      message: `the order${ofRung(order)} opens ${size.value?.toString() ?? ''} of ${quoted(symbol.value ?? '')}; ${who} allows ${most(symbol.value ?? '')?.toString() ?? ''}${moreRungs(alike.length - 1)}`,
      hint: `${smaller(order, most(symbol.value ?? ''))}, or ${orChange(policy, 'maxOrderSize')}`,
      path: placeOf(order, 'size'),
    });
  }
};

/** How small is small enough; a number only where the size is one. */
function smaller({ size, written }: OrderDraft, most: Decimal | undefined): string {
  const isNumber = typeof written.size === 'string' && size.formula === undefined;
  return isNumber && most !== undefined && !most.isZero ? `write ${most.canonical()} or less` : 'make it smaller';
}

/** The largest size that is worth no more; undefined where the step is not known. */
function mostOf(order: OrderDraft, worth: Worth, most: Decimal, { instruments }: Bound): Decimal | undefined {
  const step = instruments?.bySymbol.get(order.symbol.value ?? '')?.step;
  if (order.size.value === undefined || step === undefined) return undefined;
  const perCoin = Rational.of(worth.notional).dividedBy(Rational.of(order.size.value));
  return Rational.of(most).dividedBy(perCoin).below(step);
}

type Valued = { readonly order: OrderDraft; readonly worth: Worth | undefined };

/** Orders of one kind with what they may come to be worth; those with an error in size or price are left out. */
function valued(orders: readonly OrderDraft[], opening: boolean): Valued[] {
  return orders
    .filter(
      ({ side, size, price }) =>
        side.kind === 'given' && isOpening(side.value) === opening && size.kind === 'given' && price.kind === 'given',
    )
    .map((order) => ({ order, worth: worstCase(order) }));
}

const notionalIsKnown: PolicyRule = (orders, { limits, key }, found) => {
  const limit = (['maxOrderNotional', 'maxSideNotional', 'maxPlanNotional'] as const).find(
    (one) => limits[one] !== undefined,
  );
  if (limit === undefined) return;
  for (const { order, worth } of valued(orders, true)) {
    if (worth !== undefined) continue;
    found({
      code: 'policy/unknown-notional',
      message: `what an opening order at market is worth cannot be computed, so ${key}.${limit} forbids it`,
      hint: 'write a limit price; or `reference` and `maxDistance`, and it is valued at the worst of them',
      path: orderPath(order.index, 'price'),
    });
  }
};

const ordersAreSmall: PolicyRule = (orders, bound, found) => {
  const { limits, who } = bound;
  const check = (limit: 'maxOrderNotional' | 'maxCloseNotional', opening: boolean): void => {
    const most = limits[limit];
    if (most === undefined) return;
    // A close at market is always allowed, whatever its reference makes it worth.
    const isWayOut = ({ price }: OrderDraft): boolean => !opening && price.value?.kind === 'market';
    const breaches = valued(orders, opening).filter(
      ({ order, worth }) => !isWayOut(order) && worth !== undefined && worth.notional.compare(most) > 0,
    );
    for (const alike of Map.groupBy(breaches, ({ order }) => order.index).values()) {
      const [{ order, worth }] = alike as [Valued, ...Valued[]];
      if (worth === undefined) continue;
      found({
        code: opening ? 'policy/max-order-notional' : 'policy/max-close-notional',
        message: `the order${ofRung(order)} is worth ${worth.notional.canonical()}${worth.by}; ${who} allows ${most.toString()}${moreRungs(alike.length - 1)}`,
        hint: `${smaller(order, mostOf(order, worth, most, bound))}, or ${orChange(bound, limit)}`,
        path: placeOf(order, 'size'),
      });
    }
  };
  check('maxOrderNotional', true);
  check('maxCloseNotional', false);
};

/** Adds up in the plan's order; the breach is at the order that passes the limit. */
function sumPasses(orders: readonly Valued[], most: Decimal): { breach: OrderDraft; total: Decimal } | undefined {
  let total = Decimal.zero;
  let breach: OrderDraft | undefined;
  for (const { order, worth } of orders) {
    if (worth === undefined) continue;
    total = total.plus(worth.notional);
    if (total.compare(most) > 0) breach ??= order;
  }
  return breach === undefined ? undefined : { breach, total };
}

const sidesAreSmall: PolicyRule = (orders, bound, found) => {
  const { limits, who } = bound;
  const { maxSideNotional: most } = limits;
  if (most === undefined) return;
  const bySide = Map.groupBy(
    valued(orders, true),
    ({ order }) => `${order.side.value ?? ''} orders of ${quoted(order.symbol.value ?? '')}`,
  );
  for (const [side, alike] of bySide) {
    const passed = sumPasses(alike, most);
    if (passed === undefined) continue;
    found({
      code: 'policy/max-side-notional',
      message: `the ${side} are worth ${passed.total.canonical()} together; ${who} allows ${most.toString()}, which this order passes`,
      hint: `reduce it by ${passed.total.minus(most).canonical()}: make orders smaller, or ${orChange(bound, 'maxSideNotional')}`,
      path: placeOf(passed.breach, 'size'),
    });
  }
};

const planIsSmall: PolicyRule = (orders, bound, found) => {
  const { limits, who } = bound;
  const { maxPlanNotional: most } = limits;
  const passed = most === undefined ? undefined : sumPasses(valued(orders, true), most);
  if (most === undefined || passed === undefined) return;
  found({
    code: 'policy/max-plan-notional',
    message: `the orders that open are worth ${passed.total.canonical()} in all; ${who} allows ${most.toString()}, which this order passes`,
    hint: `reduce it by ${passed.total.minus(most).canonical()}: make orders smaller, or ${orChange(bound, 'maxPlanNotional')}`,
    path: placeOf(passed.breach, 'size'),
  });
};

export const POLICY_RULES: readonly PolicyRule[] = [
  symbolsAreAllowed,
  ordersAreFew,
  sizesAreSmall,
  notionalIsKnown,
  ordersAreSmall,
  sidesAreSmall,
  planIsSmall,
];
