/**
 * What a follower may send at most, for the dry run and its approval: each order that only it sends, with its largest size, as what it
 * is sent and as what it becomes where the market has passed its trigger; and each cancel of an `until`.
 */
import { hash } from 'node:crypto';
import type { Calls } from '../../exchange/dialect.ts';
import type { CallKind } from '../../model/call.ts';
import { Decimal } from '../../model/decimal.ts';
import type { ExitKind } from '../../model/follow.ts';
import { clientOrderId } from '../../model/ids.ts';
import { identityOf, type Order, type Plan, type PlannedOrder } from '../../model/order.ts';
import { mostParts, type FollowPlan, type PlanGroup } from './follow-plan.ts';

/** One order of which a follower may send parts. */
export interface LaterOrder {
  readonly id: string;
  readonly kind?: ExitKind;
  /** The entries of an exit. */
  readonly group?: readonly string[];
  readonly most: { readonly size: Decimal; readonly parts: number };
  readonly sent: LaterBody;
  /** Where the market has passed its trigger. */
  readonly passed?: LaterBody;
  readonly when: When;
}

export interface LaterBody {
  readonly path: string;
  /** With the largest size, and with formulas in their own words where a price is not known yet. */
  readonly body: string;
}

/** What an order waits for and ends by, in one spelling per meaning. */
export type When = Readonly<Record<string, unknown>>;

type Named = Pick<Plan, 'name' | 'generation'>;

/** The id from which a part's client order id comes: the next part of an order is the same for whoever computes it. */
export const partName = (order: Pick<PlannedOrder, 'id' | 'was' | 'exit'>, part: number): string =>
  order.exit === undefined || part === 1 ? identityOf(order) : `${identityOf(order)}/${part}`;

/** The orders that an ordinary run cannot send: exits, those that wait for a fill or a time, and what waits for them. */
export function sentLater({ orders }: Pick<FollowPlan, 'orders'>): ReadonlySet<string> {
  const later = new Set<string>();
  for (const { id, exit, afterFilled, afterAt, slice } of orders)
    if (exit ?? afterFilled ?? afterAt ?? slice) later.add(id);
  for (let before = -1; before < later.size;) {
    before = later.size;
    for (const { id, after } of orders) if (after?.some((one) => later.has(one)) === true) later.add(id);
  }
  return later;
}

export function laterOrders(plan: FollowPlan, named: Named, place: Calls['place']): LaterOrder[] {
  const later = sentLater(plan);
  const groupOf = new Map(plan.groups.flatMap((group) => group.exits.map(({ id }) => [id, group] as const)));
  return plan.orders
    .filter(({ id }) => later.has(id))
    .map((order) => {
      const group = groupOf.get(order.id);
      const kind = plan.kindOf.get(order.id);
      const most = { size: mostOf(order, kind, group), parts: kind === undefined ? 1 : mostParts(kind) };
      const sized: PlannedOrder = { ...order, size: most.size };
      const { trigger, ...ordinary } = sized;
      return Object.assign(
        { id: order.id, most, sent: bodyOf(sized, named, place), when: whenOf(order, kind, group) },
        kind !== undefined && { kind },
        group !== undefined && { group: group.entries },
        trigger !== undefined && kind !== undefined && { passed: bodyOf(ordinary, named, place) },
      );
    });
}

function mostOf({ id, size }: PlannedOrder, kind: ExitKind | undefined, group: PlanGroup | undefined): Decimal {
  if (group === undefined) return size;
  return group.step.multiplied(kind === 'target' ? (group.largestOf.get(id) as bigint) : group.largest);
}

/** No price has so many digits: it stands for words until the body is written. */
const STANDS_FOR = {
  trigger: Decimal.ofDigits(10n ** 39n + 1n, 0),
  price: Decimal.ofDigits(10n ** 39n + 2n, 0),
};

function bodyOf(planned: PlannedOrder, { name, generation }: Named, place: Calls['place']): LaterBody {
  const { late, trigger } = planned;
  const order: Order = {
    ...planned,
    ...(late?.trigger !== undefined && trigger !== undefined && { trigger: STANDS_FOR.trigger }),
    ...(late?.price !== undefined && { price: { kind: 'limit', at: STANDS_FOR.price } }),
    lineage: 0,
    clientOid: clientOrderId(name, generation, partName(planned, 1), 0),
  };
  const kind: CallKind = trigger === undefined ? 'single' : 'trigger';
  const { path, body } = place.write(kind, [order]);
  const words = (field: 'trigger' | 'price'): string => {
    const formula = planned.formulas?.[field];
    return formula?.kind === 'expression' ? formula.written : 'average';
  };
  return {
    path,
    body: (['trigger', 'price'] as const).reduce(
      (text, field) => text.replaceAll(STANDS_FOR[field].toString(), () => JSON.stringify(words(field)).slice(1, -1)),
      body,
    ),
  };
}

function whenOf(order: PlannedOrder, kind?: ExitKind, group?: PlanGroup): When {
  const { after, afterFilled, afterAt, until, slice, exit } = order;
  return {
    ...(kind !== undefined && { kind }),
    ...(group !== undefined && { group: group.entries.toSorted() }),
    ...(exit?.share !== undefined && { share: exit.share.toJSON() }),
    ...(after !== undefined && { accepted: after.toSorted() }),
    ...(afterFilled !== undefined && { filled: afterFilled.toSorted() }),
    ...(afterAt !== undefined && { at: afterAt.ms }),
    ...(slice !== undefined && {
      over: { ...(slice.from !== undefined && { from: slice.from.ms }), offset: slice.offsetMs, every: slice.everyMs },
    }),
    ...(until !== undefined && { until: untilOf(until) }),
  };
}

const untilOf = ({ forMs, at, filled }: NonNullable<PlannedOrder['until']>): When => ({
  ...(forMs !== undefined && { for: forMs }),
  ...(at !== undefined && { at: at.ms }),
  ...(filled !== undefined && { filled: filled.toSorted() }),
});

/**
 * What an approval covers besides the calls: a line for each order that only a follower sends, and for each `until` of one that an
 * ordinary run sends.
 */
export function laterLines(plan: FollowPlan, named: Named, place: Calls['place']): string[] {
  const later = laterOrders(plan, named, place);
  const ids = new Set(later.map(({ id }) => id));
  const untils = plan.orders.filter(({ id, until }) => until !== undefined && !ids.has(id));
  return [
    ...later.map(({ sent, passed, when }) => {
      const ordinary = passed === undefined ? '' : ` passed ${passed.path}${passed.body}`;
      return `${sent.path}${sent.body}${ordinary} when ${sumOf(when)}`;
    }),
    ...untils.map((order) => `cancel ${order.id} when ${sumOf(whenOf(order))}`),
  ];
}

const sumOf = (when: When): string => hash('sha256', JSON.stringify(when));
