/**
 * The stops that come with the first fill of an entry, while somebody follows its plan: by the journal alone, so that every look at
 * the account judges the entries of all plans alike, whatever has become of their files.
 */
import type { KnownAccount, KnownPlan } from '../../journal/records/known-account.ts';
import type { KeptStop } from '../../journal/records/run-record.ts';
import { Decimal } from '../../model/decimal.ts';
import { identityOf, type Plan } from '../../model/order.ts';
import { stopsOfPlan } from '../../protection/followed.ts';
import type { GuardedOrder } from '../../protection/guarded.ts';
import { exitOff } from './exit-off.ts';

/** For the record of a run that follows; undefined where no stop comes with a fill. */
export function keptStops(plan: Plan): readonly KeptStop[] | undefined {
  const worst = stopsOfPlan(plan);
  const byId = new Map(plan.orders.map((order) => [order.id, identityOf(order)]));
  const named = (ids: readonly string[]): string[] => ids.map((id) => byId.get(id) ?? id);
  const kept = (plan.groups ?? []).flatMap(({ entries, exits }): KeptStop[] => {
    const at = worst.get(entries[0] ?? '');
    if (at === undefined) return [];
    const stops = exits.filter(({ kind }) => kind === 'stop').map(({ id }) => id);
    return [{ entries: named(entries), stops: named(stops), at: at.canonical() }];
  });
  return kept.length === 0 ? undefined : kept;
}

const keyOf = ({ plan = '', generation = 0, id = '' }: Pick<GuardedOrder, 'plan' | 'generation' | 'id'>): string =>
  `${generation} ${plan}\n${id}`;

/** The stop of each entry whose plan somebody else follows now. */
export function stopsFollowed(account: KnownAccount): (order: GuardedOrder) => Decimal | undefined {
  const stops = new Map<string, Decimal>();
  for (const known of account) {
    if (known.isFollowed !== true) continue;
    const { plan, generation, stops: kept = [] } = known;
    for (const one of kept)
      if (!isLetGo(one, known))
        for (const id of one.entries) stops.set(keyOf({ plan, generation, id }), Decimal.of(one.at));
  }
  return (order) => stops.get(keyOf(order));
}

/** The same of a plan's own entries that were sent already, as it will be followed. */
export function stopsToFollow(plan: Plan, account: KnownAccount): (order: GuardedOrder) => Decimal | undefined {
  const [stops, { name, generation }] = [keptStops(plan), plan];
  const own = account.find((known) => known.plan === name && known.generation === generation);
  return stopsFollowed(stops === undefined || own === undefined ? [] : [{ ...own, stops, isFollowed: true }]);
}

/** Nothing of any of its stops is placed any more. */
const isLetGo = ({ stops }: KeptStop, known: KnownPlan): boolean =>
  stops.every((id) => exitOff(id, 'stop', known) !== undefined);
