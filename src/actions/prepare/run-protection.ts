/** What of the account is covered by a stop, naked or not known: as a run would leave it, and as it left it. Asks nobody. */
import type { KnownAccount } from '../../journal/records/known-account.ts';
import { stateOf } from '../../journal/records/known-account.ts';
import type { JournalState } from '../../journal/records/state.ts';
import type { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { Config } from '../../model/config.ts';
import type { FollowKnown } from '../../model/followed.ts';
import { identityOf, isOpening, type Plan, type PlannedOrder } from '../../model/order.ts';
import type { WithheldReason } from '../../model/outcome.ts';
import { inPlanNames } from '../../model/plan-names.ts';
import { MEANING, type Guarded, type GuardedOrder, type OrderStanding } from '../../protection/guarded.ts';
import { guardedAccount } from '../../protection/journal/account.ts';
import { stopsOfPlan, whileFollowed } from '../../protection/followed.ts';
import { protectionOfPlan } from '../../protection/judged.ts';
import { ordersOfPlan } from '../../protection/of-plan.ts';
import { protectionOf, type Protection } from '../../protection/protection.ts';
import { stopsFollowed, stopsToFollow } from './followed-stops.ts';
import { haltOf } from './halted.ts';
import { nameOf, type PreparedRun } from './prepared-run.ts';

type RunKnown = Pick<
  PreparedRun,
  'plan' | 'config' | 'schedule' | 'known' | 'mode' | 'target' | 'account' | 'look' | 'markets'
> & {
  /** Told as it begins. */
  readonly others?: OthersToCome;
};

/** What runs of other plans beside it may still do. */
export interface OthersToCome {
  readonly orders: readonly GuardedOrder[];
  /** The client order ids of what they take off. */
  readonly off: ReadonlySet<string>;
}

const judged = new WeakMap<RunKnown, Protection>();

/** What is cancelled first is gone, and all that is sent is accepted. Thousands of orders take their time, so each run is judged once. */
export function protectionAfter(run: RunKnown): Protection {
  const known = judged.get(run) ?? protectionOfPlan(run.plan.orders, guardedAfter(run));
  judged.set(run, known);
  return known;
}

/** What stands without the run: less what it takes off that opens, and with every stop that it takes off. */
export function protectionBeside(run: RunKnown): Protection {
  const { orders, ...seen } = guardedOf(run, run.others?.off);
  const off = offIn(run);
  const left = [...(run.others?.orders ?? []), ...orders].filter(
    ({ clientOid = '', side }) => !(off.has(clientOid) && isOpening(side)),
  );
  return protectionOf({ ...seen, orders: left, basis: asItIs(run) });
}

/** The same, or what is there now where a halt keeps all of it back. */
export const protectionToCome = (run: PreparedRun): Protection =>
  haltOf(run) === undefined ? protectionAfter(run) : protectionNow(run);

const offIn = ({ schedule }: RunKnown): ReadonlySet<string> =>
  new Set(schedule.cancels?.orders.map(({ clientOid }) => clientOid));

/** What stands beside what the run places: without what it cancels first, unless a halt keeps all of it back. */
export const guardedBeside = (run: PreparedRun): Omit<Guarded, 'basis'> =>
  guardedOf(run, haltOf(run) === undefined ? offIn(run) : undefined);

function guardedAfter(run: RunKnown): Guarded {
  const { pending, later = [] } = run.schedule;
  const [own, others] = [offIn(run), run.others];
  const off = others === undefined ? own : own.union(others.off);
  const orders = [...ordersToPlace(run), ...unsentOrders(run, run.known), ...(others?.orders ?? [])];
  const isIdle = pending.size === 0 && later.length === 0 && own.size === 0;
  const planned = run.mode === 'dry-run' ? 'plan' : 'after-run';
  const isNewAccount = run.target === 'paper' && run.mode === 'dry-run';
  const left = beside(run, orders, off);
  // A plan with such stops is sent by a follower only.
  const followed = whileFollowed(left.orders, stopsToFollow(run.plan, run.account ?? []));
  return { ...left, orders: followed, isNewAccount, basis: isIdle ? asItIs(run) : planned };
}

/** What the run places, and what a follower is yet to send. */
export function ordersToPlace(run: RunKnown): readonly GuardedOrder[] {
  const { pending, later = [] } = run.schedule;
  return ownOrders(run, [...pending.values(), ...later], 'new');
}

/**
 * What the journal knows once the run has ended; undefined if it cannot be read: what was sent may be there then.
 */
export function protectionLeft(
  run: RunKnown,
  account: KnownAccount | undefined,
  { stopOf, presets }: WhileFollowed = {},
): Protection {
  if (account === undefined) {
    const sent = ownOrders(run, [...run.schedule.pending.values()], 'unsure');
    return protectionOf({ ...beside(run, [...sent, ...unsentOrders(run, run.known)]), basis: 'journal' });
  }
  const known = inPlanNames(stateOf(account, nameOf(run.plan)), run.plan.orders);
  const left = beside({ ...run, account }, unsentOrders(run, known));
  const seen = presets === undefined ? left.orders : left.orders.map((order) => sightedBy(order, presets));
  return protectionOf({ ...left, orders: followedOf(seen, run.plan, stopOf), basis: asItIs(run) });
}

interface WhileFollowed {
  /** Given while the plan is followed. */
  readonly stopOf?: StopOf | undefined;
  /** What looks saw since of the presets of entries, by client order id. */
  readonly presets?: FollowKnown['presets'] | undefined;
}

function sightedBy(order: GuardedOrder, presets: NonNullable<FollowKnown['presets']>): GuardedOrder {
  const preset = order.stopLoss === undefined ? undefined : presets.get(order.clientOid ?? '');
  return preset === undefined ? order : { ...order, preset };
}

/** The stop that a follower sends with the fill of an entry, by its id. */
type StopOf = (id: string) => Decimal | undefined;

function followedOf(orders: readonly GuardedOrder[], of: Plan, stopOf?: StopOf): readonly GuardedOrder[] {
  if (stopOf === undefined) return orders;
  const { plan, generation } = nameOf(of);
  return whileFollowed(orders, (order) =>
    order.plan === plan && order.generation === generation ? stopOf(order.id ?? '') : undefined,
  );
}

/** While somebody follows the plan, of which these entries have lost their stop. */
export const stopsToCome =
  (plan: Plan, bare: ReadonlySet<string>): StopOf =>
  (id) =>
    bare.has(id) ? undefined : stopsOfPlan(plan).get(id);

/** What stood before the run as the journal and the newest look know it, by client order ids. */
export function knownBefore(run: RunKnown): ReadonlyMap<string, GuardedOrder> {
  const { orders } = sentOf(run, new Set(), 'cancelled');
  return new Map(orders.flatMap((order) => (order.clientOid === undefined ? [] : [[order.clientOid, order] as const])));
}

const asItIs = ({ look }: Pick<RunKnown, 'look'>): 'journal' | 'look' => (look === undefined ? 'journal' : 'look');

/** The market of an older look is not the one that they are sent into. */
const ownOrders = (
  { plan, markets, look }: RunKnown,
  orders: readonly PlannedOrder[],
  standing: OrderStanding,
): readonly GuardedOrder[] => {
  const followed = stopsOfPlan(plan);
  const facts = {
    ...nameOf(plan),
    standingOf: () => standing,
    isSinceLook: look !== undefined,
    followedStops: followed,
  };
  return ordersOfPlan(orders, { ...facts, ...defined({ markets }) });
};

/** What the plan has and no run sent. Of all else the journal tells more. */
function unsentOrders(run: RunKnown, known: JournalState): readonly GuardedOrder[] {
  const { plan, schedule } = run;
  const reasons = new Map<string, WithheldReason>(
    schedule.withheld.map(({ order, outcome }) => [order.id, outcome.reason]),
  );
  const sent = known === run.known ? [...schedule.pending.values(), ...(schedule.later ?? [])] : [];
  const pending = new Set(sent.map(({ id }) => id));
  const unsent = plan.orders.filter(
    ({ id }) => !pending.has(id) && (known.get(id)?.state ?? 'never-sent') === 'never-sent',
  );
  const [left, held] = [
    unsent.filter(({ id }) => reasons.get(id) === 'not-selected'),
    unsent.filter(({ id }) => reasons.get(id) !== 'not-selected'),
  ];
  return [...ownOrders(run, left, 'not-selected'), ...ownOrders(run, held, 'withheld')];
}

const beside = (run: RunKnown, orders: readonly GuardedOrder[], off?: ReadonlySet<string>): Omit<Guarded, 'basis'> => {
  const known = guardedOf(run, off);
  return { ...known, orders: [...orders, ...known.orders] };
};

/** What is known of an account, with a plan of it where one can be read. */
export interface AccountKnown extends Pick<RunKnown, 'account' | 'look' | 'markets'> {
  readonly plan?: Plan | undefined;
  readonly config: Config;
}

/** As it is now, by the newest look, or else by the journal. */
export const protectionNow = (known: AccountKnown): Protection =>
  protectionOf({ ...guardedOf(known), basis: asItIs(known) });

/** As it would be without orders that are to be cancelled, by their client order ids. */
export const protectionWithout = (known: AccountKnown, off: ReadonlySet<string>): Protection =>
  off.size === 0 ? protectionNow(known) : protectionOf({ ...guardedOf(known, off), basis: 'after-run' });

/** As it is after cancels of which the journal cannot say how they ended. */
export const protectionUnsure = (known: AccountKnown, off: ReadonlySet<string>): Protection =>
  protectionOf({ ...guardedOf(known, off, 'unsure'), basis: asItIs(known) });

/** With the stops that followers of other plans send as these fill. */
function guardedOf(
  known: AccountKnown,
  off: ReadonlySet<string> = new Set(),
  offIs: OrderStanding = 'cancelled',
): Omit<Guarded, 'basis'> {
  const sent = sentOf(known, off, offIs);
  return { ...sent, orders: whileFollowed(sent.orders, stopsFollowed(known.account ?? [])) };
}

/** What was sent does not say where its author thought the market is; the plan does. */
function sentOf(
  { plan, config, account = [], look, markets }: AccountKnown,
  off: ReadonlySet<string>,
  offIs: OrderStanding,
): Omit<Guarded, 'basis'> {
  // Where nothing was sent nobody asks for one of thousands.
  const written = new Map(account.length === 0 ? [] : plan?.orders.map((order) => [identityOf(order), order]));
  const { cancelWaitMs } = config.execution;
  return guardedAccount({ account, look, cancelWaitMs, markets }, (order) => {
    const isOurs = order.plan === plan?.name && order.generation === plan.generation;
    const reference = isOurs ? written.get(order.id)?.reference : undefined;
    const known = { ...order, ...(reference !== undefined && { reference }) };
    if (!off.has(order.clientOid)) return known;
    const isTakenOff = offIs === 'cancelled' && MEANING[order.standing].stop !== 'gone';
    return { ...known, standing: offIs, ...(isTakenOff && { isTakenOff }) };
  });
}
