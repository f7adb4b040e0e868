/** What is due of a plan that nobody follows now, by what the journal knows. Asks nobody. */
import { due } from '../../compile/follow/due.ts';
import { followPlan, type FollowPlan } from '../../compile/follow/follow-plan.ts';
import { needsFollow } from '../../compile/follow/later.ts';
import type { KnownAccount } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { KeptTrade, JournalState, KnownOrder } from '../../journal/records/state.ts';
import type { Config } from '../../model/config.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import type { FollowKnown } from '../../model/followed.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Plan } from '../../model/order.ts';
import { restsBySight } from '../../model/standing.ts';
import { closedElsewhere } from '../../session/lists/closed-elsewhere.ts';
import { filledByTrades, placedOf } from '../../session/lists/followed-parts.ts';

interface Unfollowed {
  readonly plan: Plan;
  readonly config: Pick<Config, 'execution'>;
  /** By the ids that the orders had first. */
  readonly journal: JournalState;
  readonly again?: FollowKnown['again'];
  /** What was closed of it elsewhere. */
  readonly account: KnownAccount;
  readonly name: PlanName;
  readonly instrumentOf?: ((symbol: string) => Instrument | undefined) | undefined;
  readonly nowMs: number;
}

/** Ids of the orders that a follower would place or cancel now. Nothing, of a plan that was never followed. */
export function dueNow(of: Unfollowed): readonly string[] {
  const { plan, journal, nowMs } = of;
  if (!plan.orders.some(needsFollow) || ![...journal.values()].some(({ because }) => because !== undefined)) return [];
  const { steps } = due(...knownNow(of), nowMs);
  return [...new Set(steps.flatMap((step) => (step.does === 'withhold' ? [] : [step.id])))];
}

function knownNow({
  plan,
  config,
  journal,
  again,
  account,
  name,
  instrumentOf,
  nowMs,
}: Unfollowed): [FollowPlan, FollowKnown] {
  const { onUnknown, maxPauseMs } = config.execution;
  const follow = followPlan(plan, { instrumentOf: (symbol) => instrumentOf?.(symbol), onUnknown, maxPauseMs });
  const told = new Map([...journal].map(([id, order]) => [id, withTold(order)] as const));
  const open = new Set(
    [...journal.values()].flatMap((one) => (one.seen && restsBySight(one.seen) ? [one.clientOid] : [])),
  );
  const seenOf = (clientOid: string) => ({ isOpen: open.has(clientOid), priceLooks: ASKED });
  const known = {
    approvedMs: nowMs,
    startedMs: nowMs,
    lookedMs: nowMs,
    placed: placedOf(plan.orders, told, seenOf),
    closedElsewhere: closedElsewhere(follow, account, name),
    positions: new Map(),
    prices: new Map(),
    ...defined({ again }),
  };
  return [follow, known];
}

/** Nobody asks for a price here: what a price decides is due once it is asked. */
const ASKED = { asked: 2, passed: 0 };

/** Where a look has said that more was filled than its trades come to: the rest as one trade. */
export function withTold(order: KnownOrder): KnownOrder {
  const { trades = [], seen } = order;
  const more = Decimal.parse(seen?.filledSize ?? '')?.minus(filledByTrades(order));
  if (seen === undefined || more === undefined || more.coefficient <= 0n) return order;
  const one: KeptTrade = ['told', more.canonical(), seen.averagePrice ?? '0', seen.atMs];
  return { ...order, trades: [...trades, one] };
}
