import type { JournalState, KnownOrder } from '../journal/records/state.ts';
import { noWeight, type Call, type Limits, type Weight } from '../model/call.ts';
import type { Calls } from '../exchange/dialect.ts';
import type { CancelCall } from '../model/cancel.ts';
import type { Decimal } from '../model/decimal.ts';
import { defined } from '../model/defined.ts';
import { callsDigest, clientOrderId } from '../model/ids.ts';
import { identityOf, type Order, type Plan, type PlannedOrder } from '../model/order.ts';
import { inPlanNames } from '../model/plan-names.ts';
import { compileCancels } from './cancel-calls.ts';
import { laterIds, needsFollow } from './follow/later.ts';
import { groupCalls, leastWeight, naiveWeight, weightOf, type GroupedCall, type GroupingRules } from './group-calls.ts';
import { laterSteps, stepInDigest, type LaterStep } from './later-steps.ts';
import { selectPending, type WithheldOrder } from './select-pending.ts';
import { WeightBudget } from '../budget/weight-budget.ts';

export interface CompileRules extends GroupingRules {
  readonly limits: Limits;
  /** Where given, only these order ids are sent. */
  readonly only?: ReadonlySet<string>;
  /** Ids to place again, under a new lineage. Only orders that do not stand qualify. */
  readonly again?: ReadonlySet<string>;
  /** Ids of edited orders that take the place of what stands of them. */
  readonly replace?: ReadonlySet<string>;
  /** Names of edited ladders that are brought to the market whole. */
  readonly ladders?: ReadonlySet<string>;
  /** Orders that the plan no longer has, to be taken off. */
  readonly off?: readonly KnownOrder[];
  /** Most orders of a call that cancels; as many as it takes where it is not given. */
  readonly cancelBatch?: number;
  readonly minSizeOf?: (symbol: string) => Decimal | undefined;
}

/** The calls with their exact bodies, in order of sending, and everything that will not be sent. */
export interface Schedule {
  /** What goes off the exchange first; undefined where nothing does. */
  readonly cancels?: Cancels;
  readonly calls: readonly Call[];
  /** The orders behind the calls, by client order id. */
  readonly pending: ReadonlyMap<string, Order>;
  readonly withheld: readonly WithheldOrder[];
  /** What only a follower sends, each with the most that it can come to; absent where the plan has none of it. */
  readonly later?: readonly Order[];
  /** What a follower may do; absent where there is nothing. */
  readonly steps?: readonly LaterStep[];
  readonly weight: Weight;
  readonly lowerBound: Weight;
  readonly naive: Weight;
  /** What is asked of the account before the first order weighs, where anything is. */
  readonly check?: Weight;
  readonly forecastMs: number;
  /** SHA-256 over the calls' paths and bodies, and what a follower may do. */
  readonly digest: string;
}

/** Orders that go off the exchange before anything is placed. */
interface Cancels {
  readonly orders: readonly KnownOrder[];
  /** Numbered before the calls that place. */
  readonly calls: readonly CancelCall[];
}

const callOf = ({ place }: Calls, { kind, orders }: GroupedCall, number: number): Call => ({
  number,
  kind,
  ...place.write(kind, orders),
  orders: orders.map(({ id, clientOid }) => ({ id, clientOid })),
  ...(orders[0]?.waitsFor !== undefined && { waitsFor: orders[0].waitsFor }),
  weight: place.weight(kind, orders.length),
});

/** What is due at one moment as calls, grouped as a run's own are; numbered from `first`. */
export function dueCalls(written: Calls, orders: readonly Order[], rules: GroupingRules, first: number): DueCalls {
  const calls = groupCalls(written.place, orders, rules).map((call, at) => callOf(written, call, first + at));
  return { calls, pending: new Map(orders.map((order) => [order.clientOid, order])), withheld: [] };
}

export type DueCalls = Pick<Schedule, 'calls' | 'pending' | 'withheld'>;

/** The orders whose places are taken, and those that the plan no longer has: off first. */
function cancelsOf(
  { cancel }: Calls,
  pending: readonly Order[],
  known: JournalState,
  { off = [], cancelBatch = cancel.most }: CompileRules,
): (Cancels & { readonly naive: Weight }) | undefined {
  const before = new Map([...known.values()].map((order) => [order.clientOid, order]));
  const replaced = pending.flatMap(({ replaces }) => before.get(replaces ?? '') ?? []);
  const orders = [...replaced, ...off];
  return orders.length === 0
    ? undefined
    : {
        orders,
        ...compileCancels(cancel, orders, cancelBatch, {
          replaced: new Set(replaced.map(({ clientOid }) => clientOid)),
        }),
      };
}

/** Plan and journal to calls of one version of the interface. Pure: the same plan, journal and rules give the same bytes. */
export function compilePlan(written: Calls, plan: Plan, journal: JournalState, rules: CompileRules): Schedule {
  const { place } = written;
  const goesOff = new Set(rules.off?.map(({ clientOid }) => clientOid));
  const waiting = laterIds(plan.orders);
  const { pending, withheld } = selectPending(withoutLater(plan, waiting), journal, { ...rules, goesOff });
  const { later, steps } = laterOf(written, plan, { waiting, only: rules.only, sent: pending });
  const cancels = cancelsOf(written, pending, inPlanNames(journal, plan.orders), rules);
  const first = 1 + (cancels?.calls.length ?? 0);
  const calls = groupCalls(place, pending, rules).map((call, at) => callOf(written, call, first + at));
  const all = [...(cancels?.calls ?? []), ...calls];
  const offWeight = sumOf(cancels?.calls ?? []);
  const weight = plus(weightOf(place, calls), offWeight);
  return {
    ...(cancels !== undefined && { cancels: { orders: cancels.orders, calls: cancels.calls } }),
    calls,
    pending: new Map(pending.map((order) => [order.clientOid, order])),
    withheld,
    ...defined({ later, steps }),
    weight,
    // Calls of full size are the bound themselves.
    lowerBound:
      rules.maxOrdersPerCall === place.most ? weight : plus(leastWeight(place, pending, rules.batchPresets), offWeight),
    naive: plus(naiveWeight(place, pending), cancels?.naive ?? noWeight),
    forecastMs: forecastMs(all, rules.limits),
    digest: callsDigest(steps === undefined ? all : [...all, ...steps.map(stepInDigest)]),
  };
}

const withoutLater = (plan: Plan, waiting: ReadonlySet<string>): Plan =>
  waiting.size === 0 ? plan : { ...plan, orders: plan.orders.filter(({ id }) => !waiting.has(id)) };

interface Waiting {
  readonly waiting: ReadonlySet<string>;
  readonly only: ReadonlySet<string> | undefined;
  readonly sent: readonly Order[];
}

/** What only a follower sends of the plan, and does. */
function laterOf(written: Calls, plan: Plan, { waiting, only, sent }: Waiting): Pick<Schedule, 'later' | 'steps'> {
  if (!plan.orders.some(needsFollow)) return {};
  const later = laterOrders(plan, waiting, only);
  const steps = laterSteps(written, plan, { later, sent });
  return { ...(later.length > 0 && { later }), ...(steps.length > 0 && { steps }) };
}

/** Exits go along with the entries that a person selected. */
function laterOrders(
  plan: Plan,
  waiting: ReadonlySet<string>,
  only: ReadonlySet<string> | undefined,
): readonly Order[] {
  const { name, generation, orders } = plan;
  const isChosen = ({ id, exit }: PlannedOrder): boolean =>
    only === undefined || only.has(id) || exit?.filled.some((entry) => only.has(entry)) === true;
  return orders
    .filter((order) => waiting.has(order.id) && isChosen(order))
    .map((order) =>
      Object.assign({ lineage: 0, clientOid: clientOrderId(name, generation, identityOf(order), 0) }, order),
    );
}

/** The same with what is asked before its first call, which fills the windows first. */
export function withCheck(schedule: Schedule, asked: readonly Weight[], limits: Limits): Schedule {
  const calls = [...asked.map((weight) => ({ weight })), ...(schedule.cancels?.calls ?? []), ...schedule.calls];
  return { ...schedule, check: asked.reduce(plus, noWeight), forecastMs: forecastMs(calls, limits) };
}

const plus = (one: Weight, other: Weight): Weight => ({ ip: one.ip + other.ip, uid: one.uid + other.uid });
const sumOf = (calls: readonly { readonly weight: Weight }[]): Weight =>
  calls.reduce((sum, { weight }) => plus(sum, weight), noWeight);

/** When the last call can start, in ms after the first, were every answer there at once: the windows' share of the run's time. */
export function forecastMs(calls: readonly { readonly weight: Weight }[], limits: Limits): number {
  const budget = new WeightBudget(limits, 0);
  let nowMs = 0;
  for (const { weight } of calls) {
    nowMs += budget.waitMs(nowMs, weight) ?? 0;
    budget.take(nowMs, weight);
    budget.answered(nowMs, weight);
  }
  return nowMs;
}
