/** Of a position that lost its stops to make room for its close, and is held all the same: a person has to know that it may be bare. */
import type { KnownAccount, PlanOrder } from '../../journal/records/known-account.ts';
import { someOf } from '../../model/count.ts';
import type { FlattenNotes, TakenOff } from './flatten-with.ts';
import { isSamePosition, positionName, type HeldNow, type LookedAtAll } from './look-at-all.ts';

interface LastSeen {
  readonly account: KnownAccount;
  /** The positions that are held, by their names. */
  readonly held: ReadonlyMap<string, HeldNow>;
  readonly last?: Pick<LookedAtAll, 'protection'> | undefined;
}

/** What is to be said of each of them; of one that is not held any more, nothing. */
export function bareWords(
  { takenOff }: Pick<FlattenNotes, 'takenOff'>,
  { account, held, last }: LastSeen,
): readonly string[] {
  const gone = goneFrom(account);
  return takenOff.flatMap((one): string[] => {
    const off = one.stops.filter(({ order }) => gone.has(order.clientOid)).map(nameOf);
    const now = held.get(positionName(one.position));
    if (off.length === 0 || now === undefined) return [];
    const words = `its stops were taken off to make room for its close, and it is held all the same: ${someOf(off)}`;
    return [`${positionName(now)}: ${nakedWords(now, last)}${words}`];
  });
}

/** The same where nothing was read since. */
export const maybeBareWords = ({ takenOff }: Pick<FlattenNotes, 'takenOff'>): readonly string[] =>
  takenOff.map(
    ({ position, stops }: TakenOff) =>
      `${positionName(position)}: NAKED if it is still held, as its stops were taken off to make room for its close: ${someOf(stops.map(nameOf))}`,
  );

/** Empty where something else covers all of it. */
function nakedWords(held: HeldNow, last: LastSeen['last']): string {
  const seen = last?.protection.positions.find((one) => isSamePosition(one, held));
  if (seen === undefined) return 'NAKED, as ';
  if (!seen.naked.isZero) return `NAKED ${seen.naked.canonical()}, as `;
  return seen.unknown.isZero ? '' : 'NAKED as far as ordo sees, as ';
}

const goneFrom = (account: KnownAccount): ReadonlySet<string> =>
  new Set(
    account.flatMap(({ orders }) =>
      [...orders.values()].flatMap(({ state, clientOid }) => (state === 'cancelled' ? clientOid : [])),
    ),
  );

const nameOf = ({ plan, order: { id } }: PlanOrder): string => `${plan}: ${id}`;
