/**
 * What closes what of a plan that is followed, and what of it is held, by the journal alone: whatever its file says now. Each run that
 * follows a plan puts its groups on record; of an older journal all that opens a position and all that closes it are one group.
 */
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { KeptExit, KeptGroup } from '../../journal/records/run-record.ts';
import { mayRest, mostFilled, type KnownOrder } from '../../journal/records/state.ts';
import { lateText } from '../../model/condition-words.ts';
import { Decimal } from '../../model/decimal.ts';
import type { LatePrices } from '../../model/follow.ts';
import { orderOfPart } from '../../model/ids.ts';
import { identityOf, isLong, isOpening, type Plan, type Side } from '../../model/order.ts';
import { closedElsewhere } from '../../session/lists/closed-elsewhere.ts';
import { isSettled, surelyFilledOf } from '../../session/lists/followed-parts.ts';
import { withTold } from './not-followed.ts';

/** For the record of a run that follows; undefined where it closes nothing. */
export function keptGroups(plan: Plan): readonly KeptGroup[] | undefined {
  const byId = new Map(plan.orders.map((order) => [order.id, order]));
  const nameOf = (id: string): string => identityOf(byId.get(id) ?? { id });
  const kept = (plan.groups ?? []).map(({ entries, exits }): KeptGroup => ({
    entries: entries.map(nameOf),
    exits: exits.map(({ id, kind }): KeptExit => {
      const late = lateOf(byId.get(id)?.late, nameOf);
      return late === undefined ? [nameOf(id), kind] : [nameOf(id), kind, late];
    }),
  }));
  return kept.length === 0 ? undefined : kept;
}

const lateOf = ({ trigger, price }: LatePrices = {}, nameOf: (id: string) => string): string | undefined => {
  const texts = [
    ...(trigger === undefined ? [] : [`trigger ${lateText(trigger, nameOf)}`]),
    ...(price === undefined ? [] : [`price ${lateText(price, nameOf)}`]),
  ];
  return texts.length === 0 ? undefined : texts.join(', ');
};

/** A group as the journal has it. Ids are those that the orders had first. */
export interface GroupAtWork {
  readonly entries: readonly string[];
  readonly exits: readonly string[];
  readonly symbol: string;
  readonly isLong: boolean;
  readonly held: Decimal;
  /** Something is held, or some order of it is open, or how one ended is not known. */
  readonly isLive: boolean;
}

/** Whether it was ever followed: another order than a follower's is none of it. */
export const wasFollowed = ({ followedMs, orders }: Pick<KnownPlan, 'followedMs' | 'orders'>): boolean =>
  followedMs !== undefined || [...orders.values()].some(({ because }) => because !== undefined);

/** It may be open, or a follower placed it and its trades do not say yet how it ended. */
export const isAtWork = (order: KnownOrder): boolean =>
  mayRest(order) || (order.because !== undefined && !isSettled(order));

/** With all its lineages. */
export const filledIn = (order: KnownOrder): Decimal =>
  [...(order.earlier ?? []), order].reduce((sum, one) => sum.plus(filledOfOne(one)), Decimal.zero);

/** By its trades; of one that no follower placed, as far as it is known. */
function filledOfOne(one: KnownOrder): Decimal {
  const byTrades = surelyFilledOf(withTold(one));
  if (one.because !== undefined || (one.state !== 'filled' && one.state !== 'cancelled')) return byTrades;
  const most = mostFilled(one);
  return most.compare(byTrades) > 0 ? most : byTrades;
}

export function heldGroups(known: KnownPlan, account: KnownAccount): readonly GroupAtWork[] {
  const kept = known.groups?.map(({ entries, exits }) => ({ entries, exits: exits.map(([id]) => id) }));
  return (kept ?? groupsByPosition(known)).flatMap((group) => heldGroup(group, known, account));
}

type GroupIds = Pick<GroupAtWork, 'entries' | 'exits'>;

const sum = (orders: readonly KnownOrder[]): Decimal =>
  orders.reduce((all, order) => all.plus(filledIn(order)), Decimal.zero);

function heldGroup(group: GroupIds, known: KnownPlan, account: KnownAccount): readonly GroupAtWork[] {
  const { entries, exits } = group;
  const ofIds = (ids: readonly string[]): KnownOrder[] => {
    const named = new Set(ids);
    return [...known.orders.values()].filter(({ id }) => named.has(orderOfPart(id)));
  };
  const [opened, closing] = [ofIds(entries), ofIds(exits)];
  const [first] = opened;
  // Of what was never opened nothing is held.
  if (first === undefined) return [];
  const name = entries.join(' ');
  const elsewhere = closedElsewhere({ orderOf: new Map(), groups: [{ name, entries }] }, account, known).get(name);
  // What a person called closed is held no more.
  const left = sum(opened.filter(({ state }) => state !== 'closed'))
    .minus(sum(closing))
    .minus(elsewhere ?? Decimal.zero);
  const held = left.coefficient > 0n ? left : Decimal.zero;
  const { symbol = '', side } = first.content;
  const isLive = !held.isZero || [...opened, ...closing].some(isAtWork);
  return [{ ...group, symbol, isLong: isLong(side as Side), held, isLive }];
}

/** By symbol and side. */
function groupsByPosition({ orders }: KnownPlan): readonly GroupIds[] {
  const byPosition = Map.groupBy(
    orders.values(),
    ({ content: { symbol, side } }) => `${symbol} ${isLong(side as Side)}`,
  );
  return [...byPosition.values()].map((all) => {
    const ids = (opens: boolean): string[] => [
      ...new Set(
        all.flatMap(({ id, content }) => (isOpening(content['side'] as Side) === opens ? [orderOfPart(id)] : [])),
      ),
    ];
    return { entries: ids(true), exits: ids(false) };
  });
}
