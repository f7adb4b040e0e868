/**
 * What `ordo close`, `ordo flatten` and plain orders of a plan closed of its groups, where no follower has counted it yet: the journal has
 * how much those orders filled, and a look that the position is smaller by as much. Pure.
 */
import type { GroupStanding } from '../../compile/follow/standing.ts';
import { knownOf, type KnownAccount } from '../../journal/records/known-account.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import { lineageFilled, type KnownOrder } from '../../journal/records/state.ts';
import { Decimal } from '../../model/decimal.ts';
import { positionName, type FollowKnown } from '../../model/followed.ts';
import { CLOSE_PLAN } from '../../model/own-plans.ts';
import { isLong, type Side } from '../../model/order.ts';
import { surelyFilledOf } from './followed-parts.ts';
import { isPlainClose, lineagesOf, tradeIdsOf } from './group-orders.ts';
import type { Sizes } from './held-by-plan.ts';
import { LAG_MS, shortPositions, type ShortPosition } from './short-positions.ts';

interface Judging {
  readonly groups: readonly GroupStanding[];
  readonly name: PlanName;
  readonly account: KnownAccount;
  readonly placed: FollowKnown['placed'];
  /** Held by other plans that are followed. */
  readonly others: Sizes;
  /** What the newest look saw held, and when. */
  readonly seen: { readonly sizes: Sizes; readonly atMs: number };
}

export interface OwnClosed {
  /** By the names of the groups. */
  readonly closed: ReadonlyMap<string, Decimal>;
  /** What is missing of positions, and no close of ordo explains. */
  readonly unexplained: readonly ShortPosition[];
}

/** Only where one group alone holds a side, or nothing is left of it, is it known whose it was. */
export function closedByOwn({ groups, account, name: own, placed, others, seen }: Judging): OwnClosed {
  const closes = ownCloses(account, own);
  const now = withoutLater(seen, closes);
  const closed = new Map<string, Decimal>();
  const unexplained: ShortPosition[] = [];
  for (const short of shortPositions(groups, now, others)) {
    const name = positionName(short.symbol, short.side === 'long');
    const holders = groups.filter((group) => isOn(group, name) && !group.held.isZero);
    const times = holders.flatMap((holder) => fillsOf(holder, placed));
    const since = closes.filter((close) => close.name === name && close.sentMs >= Math.min(...times));
    const missing = short.counted.plus(short.others).minus(short.position);
    const isExplained = sum(since).compare(missing) >= 0 && Math.max(...times) <= seen.atMs;
    const [holder, ...more] = holders;
    if (isExplained && short.position.isZero)
      for (const { entries, held } of holders) closed.set(entries.join(' '), held);
    else if (isExplained && holder !== undefined && more.length === 0 && short.others.isZero)
      closed.set(holder.entries.join(' '), missing);
    // What was filled a moment before the look may not be in it.
    else if (Math.max(...times) < seen.atMs - 2 * LAG_MS) unexplained.push(short);
  }
  return { closed, unexplained };
}

interface OwnClose {
  /** Of the position. */
  readonly name: string;
  readonly sentMs: number;
  /** What it filled, and no plan has as closed elsewhere. */
  readonly size: Decimal;
}

function ownCloses(account: KnownAccount, name: PlanName): readonly OwnClose[] {
  const plan = knownOf(account, name);
  const plain = plan === undefined ? [] : [...plan.orders.values()].filter((order) => isPlainClose(plan, order));
  const counted = account.flatMap(({ elsewhere = [] }) => elsewhere.flatMap(({ trades }) => trades));
  return [...(knownOf(account, CLOSE_PLAN)?.orders.values() ?? []), ...plain].map((order): OwnClose => {
    const { side = '', symbol = '' } = order.content;
    const ids = new Set(lineagesOf(order).flatMap(tradeIdsOf));
    const taken = counted.filter(([, orderId, does]) => does === 'closes' && ids.has(orderId));
    const left = taken.reduce((size, trade) => size.minus(Decimal.of(trade[3])), filledOf(order));
    return { name: positionName(symbol, isLong(side as Side)), sentMs: order.sentAtMs, size: left };
  });
}

/** Of one that a follower placed its trades tell it. */
const filledOf = (order: KnownOrder): Decimal =>
  order.because === undefined
    ? (lineageFilled(order) ?? Decimal.zero)
    : lineagesOf(order).reduce((all, one) => all.plus(surelyFilledOf(one)), Decimal.zero);
const sum = (closes: readonly OwnClose[]): Decimal => closes.reduce((all, { size }) => all.plus(size), Decimal.zero);

/** Less what was closed since it was seen. */
function withoutLater({ sizes, atMs }: Judging['seen'], closes: readonly OwnClose[]): Sizes {
  const later = closes.filter(({ sentMs }) => sentMs > atMs);
  return new Map(
    [...sizes].map(([name, size]) => {
      const left = size.minus(sum(later.filter((close) => close.name === name)));
      return [name, left.coefficient < 0n ? Decimal.zero : left];
    }),
  );
}

const isOn = ({ symbol, isLong: long }: GroupStanding, name: string): boolean => positionName(symbol, long) === name;

const fillsOf = ({ entries }: GroupStanding, placed: FollowKnown['placed']): number[] =>
  entries.flatMap((id) => (placed.get(id) ?? []).flatMap(({ trades }) => [...trades.values()].map(({ ms }) => ms)));
