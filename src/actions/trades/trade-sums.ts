/** What trades came to, by whose they are. A trade belongs to the order whose order id it has, and to nobody else. Pure. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { ownOrderId, type KnownOrder } from '../../journal/records/state.ts';
import type { ExchangeSettings } from '../../model/config.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Fill, LastSeen } from '../../model/standing.ts';

/** An order with the plan that placed it. */
export interface Owner extends PlanName {
  readonly id: string;
}

/** In quote coin: `net` is what was realised, less the fees. */
export interface TradeSum {
  readonly trades: number;
  /** Before fees. */
  readonly realised: Decimal;
  /** Above zero where they were paid. */
  readonly fees: Decimal;
  readonly net: Decimal;
}

/** Whose each order id is, as far as it is proved: over all plans, generations and lineages. */
export function ownersOf(account: KnownAccount): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const { plan, generation, orders } of account)
    for (const order of orders.values())
      for (const one of [order, ...(order.earlier ?? [])])
        for (const orderId of idsOf(one)) owners.set(orderId, { plan, generation, id: order.id });
  return owners;
}

/** For a trigger that fired: its own id, and the id of the order that it became. */
function idsOf(order: KnownOrder): string[] {
  const { orderId, rule, seen } = order;
  const { firedAs, ...sight } = seen ?? {};
  const placed = ownOrderId(defined({ orderId, rule, seen: seen && (sight as LastSeen) }));
  return [placed, firedAs].filter((id) => id !== undefined);
}

/** Undefined where a trade does not tell its profit or its fee: a sum without it would be another. */
export function sumOf(fills: readonly Fill[], told: ExchangeSettings['realised']): TradeSum | undefined {
  let [realised, fees] = [Decimal.zero, Decimal.zero];
  for (const fill of fills) {
    const [profit, fee] = [Decimal.parseSigned(fill.realised ?? ''), Decimal.parseSigned(fill.fee ?? '')];
    if (profit === undefined || fee === undefined) return undefined;
    realised = realised.plus(told === 'after-fees' ? profit.plus(fee) : profit);
    fees = fees.plus(fee);
  }
  return { trades: fills.length, realised, fees, net: realised.minus(fees) };
}

/** A row of sums; without an owner it is of trades that no order of ours has. */
export interface OwnedSum<Name> extends TradeSum {
  readonly of: Name | undefined;
}

/** The trades by `nameOf` of their owners, each name once, in the order of `names`; those of no order last. */
export function sumsBy<Name>(
  fills: readonly Fill[],
  {
    keyOf,
    names,
    told,
  }: {
    readonly keyOf: (orderId: string) => string | undefined;
    readonly names: ReadonlyMap<string, Name>;
    readonly told: ExchangeSettings['realised'];
  },
): readonly OwnedSum<Name>[] | undefined {
  const groups = Map.groupBy(fills, ({ orderId }) => keyOf(orderId) ?? '');
  const rows: OwnedSum<Name>[] = [];
  for (const key of [...names.keys(), '']) {
    const own = groups.get(key);
    if (own === undefined) continue;
    const sum = sumOf(own, told);
    if (sum === undefined) return undefined;
    rows.push({ of: names.get(key), ...sum });
  }
  return rows;
}
