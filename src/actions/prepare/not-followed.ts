/** How the groups of a followed plan stand, and what is due of it while nobody follows it, by what the journal knows. Asks nobody. */
import { due } from '../../compile/follow/due.ts';
import { followPlan, type FollowPlan } from '../../compile/follow/follow-plan.ts';
import { needsFollow } from '../../compile/follow/later.ts';
import { groupStandings, isAtEnd, type GroupStanding } from '../../compile/follow/standing.ts';
import { waitingOrders, type WaitingOrder } from '../../compile/follow/waiting.ts';
import { saidOfExits, type KnownAccount } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { KeptTrade, JournalState, KnownOrder } from '../../journal/records/state.ts';
import type { Config } from '../../model/config.ts';
import { Decimal } from '../../model/decimal.ts';
import { defined } from '../../model/defined.ts';
import { emptyOf, positionName, type UnfollowedStep, type FollowKnown } from '../../model/followed.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Plan } from '../../model/order.ts';
import { restsBySight } from '../../model/standing.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import { closedElsewhere } from '../../session/lists/closed-elsewhere.ts';
import { filledByTrades, lostIds, placedOf } from '../../session/lists/followed-parts.ts';
import { closedByOwn } from '../../session/lists/own-closes.ts';
import { heldByOthers } from '../../session/lists/held-by-plan.ts';
import { shortPositions, type ShortPosition } from '../../session/lists/short-positions.ts';
import { mayBeClosed, unansweredCloses } from '../../session/lists/unanswered-closes.ts';

export interface Unfollowed {
  readonly plan: Plan;
  readonly config: Pick<Config, 'execution'>;
  /** By the ids that the orders had first. */
  readonly journal: JournalState;
  readonly again?: FollowKnown['again'] | undefined;
  /** What was closed of it elsewhere. */
  readonly account: KnownAccount;
  readonly name: PlanName;
  readonly instrumentOf?: ((symbol: string) => Instrument | undefined) | undefined;
  readonly nowMs: number;
  /** The newest look at the account, where that is young enough to count. */
  readonly look?: AccountLook | undefined;
  /** The same, however old: what was closed before it stays closed. */
  readonly newest?: AccountLook | undefined;
}

/** Nothing, of a plan that was never followed. */
export interface FollowedNow {
  /** What was filled of the entries of each group, and what of it is covered. */
  readonly groups: readonly GroupStanding[];
  /** What waits for what. */
  readonly waiting: readonly WaitingOrder[];
  /** What a follower would place or cancel now. */
  readonly due: readonly UnfollowedStep[];
  /** Nothing is held, and nothing can become due any more. */
  readonly isOver: boolean;
  /** Positions that the newest look saw smaller than what the plan counts, and nothing in the journal says who closed what is missing. */
  readonly short: readonly ShortPosition[];
}

export const NOT_FOLLOWED: FollowedNow = { groups: [], waiting: [], due: [], isOver: false, short: [] };

export function followedNow(of: Unfollowed): FollowedNow {
  const { nowMs } = of;
  if (!wasFollowed(of)) return NOT_FOLLOWED;
  const [follow, before] = knownNow(of);
  const [known, short] = withOwnCloses(of, follow, before);
  const groups = groupStandings(follow, known, nowMs);
  return {
    groups,
    waiting: waitingOrders(follow, known, nowMs),
    due: dueNow(of, follow, known),
    isOver: isAtEnd(follow, known, nowMs) && groups.every(({ held }) => held.isZero),
    short: short.filter((one) => !mayBeClosed(one, unansweredCloses(follow.orders, known.placed))),
  };
}

/** What `ordo close` and `ordo flatten` closed counts before a follower has read the trades of it. */
function withOwnCloses(
  { account, name, nowMs, newest }: Unfollowed,
  follow: FollowPlan,
  known: FollowKnown,
): [FollowKnown, readonly ShortPosition[]] {
  if (newest === undefined) return [known, []];
  const groups = groupStandings(follow, known, nowMs);
  const others = heldByOthers(account, name);
  const seen = { sizes: heldIn(newest), atMs: newest.atMs };
  const { closed, unexplained } = closedByOwn({ groups, account, name, placed: known.placed, others, seen });
  if (closed.size === 0) return [known, unexplained];
  const all = new Map(known.closedElsewhere);
  for (const [group, size] of closed) all.set(group, (all.get(group) ?? Decimal.zero).plus(size));
  return [{ ...known, closedElsewhere: all }, unexplained];
}

const wasFollowed = ({ plan, journal }: Unfollowed): boolean =>
  plan.orders.some(needsFollow) && [...journal.values()].some(({ because }) => because !== undefined);

/**
 * What is followed, where only a follower's look can say more: less of a position was seen than its trades come to, a trigger fired, or
 * an answer was lost.
 */
export function unsureNow(of: Unfollowed): FollowPlan | undefined {
  if (!wasFollowed(of)) return undefined;
  const [follow, known] = knownNow(of);
  if (lostIds(of.journal).length > 0) return follow;
  if (isUnknownIn(of.journal)) return follow;
  const others = heldByOthers(of.account, of.name);
  return shortPositions(groupStandings(follow, known, of.nowMs), heldIn(of.look), others).length > 0
    ? follow
    : undefined;
}

/** An order that left and has no answer: whoever follows the plan looks for it by its client order id at each look. */
export const isUnknownIn = (journal: JournalState): boolean =>
  [...journal.values()].some(({ state }) => state === 'unknown' || state === 'in-flight');

/** By `positionName`, over both margin modes; what was not told is not in it. */
export function heldIn(look: AccountLook | undefined): ReadonlyMap<string, Decimal> {
  const held = new Map<string, Decimal>();
  for (const [symbol, { positions }] of look?.symbols ?? []) {
    if (positions === undefined) continue;
    for (const side of ['long', 'short'] as const) {
      const own = positions.filter((one) => one.side === side);
      held.set(
        positionName(symbol, side === 'long'),
        own.reduce((sum, { size }) => sum.plus(size), Decimal.zero),
      );
    }
  }
  return held;
}

function dueNow({ plan, nowMs }: Unfollowed, follow: FollowPlan, known: FollowKnown): readonly UnfollowedStep[] {
  const { steps } = due(follow, known, nowMs);
  const asks = steps.filter(({ does }) => does === 'ask-price');
  // A price decides how an exit is sent, not whether: by the last one that was paid each says why it is due.
  const priced = asks.length === 0 ? [] : due(follow, { ...known, prices: paidOf(plan, known) }, nowMs).steps;
  return [...steps, ...priced.filter(({ does }) => does === 'place')].flatMap((step) =>
    step.does === 'place' || step.does === 'cancel' ? [dueStep(step, known)] : [],
  );
}

/** The price of the newest trade of each symbol. */
function paidOf({ orders }: Plan, { placed, lookedMs = 0 }: FollowKnown): FollowKnown['prices'] {
  const trades = orders.flatMap(({ id, symbol }) =>
    (placed.get(id) ?? []).flatMap((part) => [...part.trades.values()].map(({ price, ms }) => ({ symbol, price, ms }))),
  );
  const inTurn = trades.toSorted((one, other) => one.ms - other.ms);
  return new Map(inTurn.map(({ symbol, price }) => [symbol, { price, ms: lookedMs }]));
}

function dueStep({ does, id, because, of }: Omit<UnfollowedStep, 'firedIds'>, { placed }: FollowKnown): UnfollowedStep {
  const parts = of.map((one) => ({ id: one, parts: placed.get(one) ?? [] }));
  const times = parts.flatMap((one) => one.parts.flatMap(({ trades }) => [...trades.values()].map(({ ms }) => ms)));
  const firedIds = parts.filter((one) => one.parts.some(({ firedMs }) => firedMs !== undefined)).map((one) => one.id);
  return { does, id, because, of, firedIds, ...(times.length > 0 && { atMs: Math.max(...times) }) };
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
  look,
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
    emptyPositions: emptyOf(heldIn(look)),
    prices: new Map(),
    ...saidOfExits(account, name),
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
