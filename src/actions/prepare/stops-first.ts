/**
 * No stop, no entry (docs/contract.md#require-stop): where each opening order has to have a stop, one without a `stopLoss` waits for
 * the triggers that stop its position, as if its author had named them in `after`. A stop that is rejected or unknown withholds it.
 */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Policy } from '../../model/config.ts';
import { isOpening, type Plan } from '../../model/order.ts';
import type { OrderState } from '../../model/outcome.ts';
import { waitedFor } from '../../model/waited-for.ts';
import { stopsOfPlan } from '../../protection/followed.ts';
import { ordersOfPlan } from '../../protection/of-plan.ts';
import { isNakedOf, protectionOf, type PositionProtection, type Protection } from '../../protection/protection.ts';

/** Whether these limits, or this policy, demand a stop for all that is opened. */
export const demandsStop = ({ requireStop, maxLossAtStops }: Plan['limits']): boolean =>
  requireStop === true || maxLossAtStops !== undefined;

/** Whether an opening order without a stop is a breach. */
export const requiresStop = ({ plan, config: { policy } }: Ruled): boolean =>
  [plan?.limits ?? {}, policy].some(demandsStop);

/** By the limits of the plan, where one can be read, and by the policy. */
interface Ruled {
  readonly plan?: Pick<Plan, 'limits'> | undefined;
  readonly config: { readonly policy: Policy };
}

/**
 * Whether what is naked is a breach. By the policy, or the limits of the plan that is asked about, it is whatever orders of ours opened.
 * Where there is no plan to read, it is what plans opened whose last run demanded stops.
 */
export function isBreach(
  { isOursNaked, positions }: Protection,
  { account = [], ...ruled }: Ruled & { readonly account?: KnownAccount | undefined },
): boolean {
  if (!isOursNaked || requiresStop(ruled)) return isOursNaked;
  if (ruled.plan !== undefined) return false;
  const strict = account.filter((known) => known.requiresStop === true);
  return isNakedOf(positions, (order) =>
    strict.some(({ plan, generation }) => plan === order.plan && generation === order.generation),
  );
}

interface Sending {
  readonly known: JournalState;
  /** Ids that a person selected; absent: all of them. */
  readonly only?: ReadonlySet<string>;
  /** Ids of what is sent although it was before. */
  readonly anew: ReadonlySet<string>;
}

/** Sent by a run, unless it was before; or nobody knows whether it is there. */
const DUE: ReadonlySet<OrderState> = new Set(['never-sent', 'in-flight', 'unknown', 'cancelling', 'cancel-unknown']);

/** The plan with these waits; without any the plan itself. */
export function withStopsFirst(plan: Plan, policy: Policy, { known, only, anew }: Sending): Plan {
  if (!requiresStop({ plan, config: { policy } })) return plan;
  const facts = { plan: plan.name, generation: plan.generation, followedStops: stopsOfPlan(plan) };
  const guarded = ordersOfPlan(plan.orders, facts);
  const isOfRun = (id: string): boolean =>
    only?.has(id) !== false && (anew.has(id) || DUE.has(known.get(id)?.state ?? 'never-sent'));
  const waits = new Map<string, readonly string[]>();
  for (const position of protectionOf({ basis: 'plan', orders: guarded }).positions) {
    const stops = [...stopsOf(position)].filter(isOfRun);
    if (stops.length === 0) continue;
    for (const { unit } of position.pieces)
      if (unit.order?.id !== undefined && unit.order.stopLoss === undefined) waits.set(unit.order.id, stops);
  }
  if (waits.size === 0) return plan;
  const afterOf = new Map(plan.orders.map(({ id, after = [] }) => [id, after]));
  const walked = new Map<string, ReadonlySet<string>>();
  const before = (id: string): ReadonlySet<string> => {
    const found = walked.get(id) ?? waitedFor(id, (one) => afterOf.get(one) ?? []);
    walked.set(id, found);
    return found;
  };
  const shared = new Map<string, readonly string[]>();
  const orders = plan.orders.map((order) => {
    const stops = waits.get(order.id) ?? [];
    const { after = [] } = order;
    const more = stops.filter((stop) => !after.includes(stop) && !before(stop).has(order.id));
    if (more.length === 0 || !isOpening(order.side)) return order;
    const all = [...after, ...more];
    const key = all.join('\n');
    // Orders that wait for the same share one list: it is walked once.
    const list = shared.get(key) ?? all;
    shared.set(key, list);
    return { ...order, after: list };
  });
  return { ...plan, orders };
}

/** Triggers that stop something of the position, and those that are left over and would. */
const stopsOf = ({ pieces, spare }: PositionProtection): ReadonlySet<string> =>
  new Set(
    [...pieces.filter(({ stop, unit }) => stop !== unit.order), ...spare].flatMap(({ stop }) =>
      stop?.id === undefined || isOpening(stop.side) ? [] : [stop.id],
    ),
  );
