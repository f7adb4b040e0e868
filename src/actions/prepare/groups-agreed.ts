/**
 * Groups whose first stop is the `stopLoss` of an entry, held against the account's protection: no more of them is covered there than the
 * one line says, and what somebody else's stop covers is covered. Pure.
 */
import type { GroupStanding } from '../../compile/follow/standing.ts';
import { Decimal } from '../../model/decimal.ts';
import { sameSymbol } from '../../model/symbol.ts';
import type { Protection, StakePiece } from '../../protection/protection.ts';

type Sizes = Record<StakePiece['result'], Decimal> & {
  /** Not known for another reason than that no look has seen a `stopLoss`. */
  readonly isUnsure: boolean;
};

/**
 * `isFresh`: the protection goes by a look that was made for it, and knows all that looks have told of presets. An older one has no word
 * on what was filled since, unless it is the last one.
 */
export function agreedGroups(
  groups: readonly GroupStanding[],
  protection: Protection,
  { isFresh, isLast = false }: { readonly isFresh: boolean; readonly isLast?: boolean },
): readonly GroupStanding[] {
  const agreed = new Map<GroupStanding, GroupStanding>();
  for (const own of Map.groupBy(groups, ({ symbol, isLong }) => `${symbol.toLowerCase()} ${isLong}`).values()) {
    if (!own.some(({ hasPreset }) => hasPreset)) continue;
    const line = lineOf(own[0] as GroupStanding, protection);
    const raised = isFresh && isAllCovered(line) ? own.map(covered) : own;
    let naked = left(line.naked, raised, 'naked');
    let unknown = isFresh || isLast ? left(line.unknown, raised, 'unknown') : Decimal.zero;
    let above = least(
      raised.reduce((sum, one) => sum.plus(one.covered), Decimal.zero).minus(line.covered),
      naked.plus(unknown),
    );
    for (const [index, group] of raised.entries()) {
      const size = group.hasPreset ? least(atLeastNone(above), group.covered) : Decimal.zero;
      const [bare, unsure] = [least(size, naked), least(size.minus(least(size, naked)), unknown)];
      [naked, unknown, above] = [naked.minus(bare), unknown.minus(unsure), above.minus(bare).minus(unsure)];
      agreed.set(own[index] as GroupStanding, {
        ...group,
        covered: group.covered.minus(bare).minus(unsure),
        naked: group.naked.plus(bare),
        unknown: group.unknown.plus(unsure),
      });
    }
  }
  return groups.map((group) => agreed.get(group) ?? group);
}

const least = (one: Decimal, other: Decimal): Decimal => (one.compare(other) < 0 ? one : other);
const atLeastNone = (size: Decimal): Decimal => (size.coefficient < 0n ? Decimal.zero : size);

const isUnseen = ({ result, reason }: StakePiece): boolean => result === 'unknown' && reason === 'preset-not-seen';
const sumOf = (some: readonly StakePiece[]): Decimal => some.reduce((sum, { size }) => sum.plus(size), Decimal.zero);

/** What is held of that position, in both margin modes. */
function lineOf({ symbol, isLong }: GroupStanding, { positions }: Protection): Sizes {
  const side = isLong ? 'long' : 'short';
  const own = positions.filter((position) => position.side === side && sameSymbol(position.symbol, symbol));
  const held = own.flatMap(({ pieces }) => pieces.filter(({ unit }) => unit.state === 'held'));
  return {
    covered: sumOf(held.filter(({ result }) => result === 'covered')),
    naked: sumOf(held.filter(({ result }) => result === 'naked')),
    unknown: sumOf(held.filter(isUnseen)),
    isUnsure: held.some((piece) => piece.result === 'unknown' && !isUnseen(piece)),
  };
}

const isAllCovered = ({ covered: size, naked, unknown, isUnsure }: Sizes): boolean =>
  !size.isZero && naked.isZero && unknown.isZero && !isUnsure;

/** Whose only stop is on the exchange: nobody sends another, so what closes it there is all that there is. */
const covered = (group: GroupStanding): GroupStanding =>
  group.isByPreset ? { ...group, covered: group.held, naked: Decimal.zero, unknown: Decimal.zero } : group;

const left = (size: Decimal, groups: readonly GroupStanding[], what: 'naked' | 'unknown'): Decimal =>
  atLeastNone(groups.reduce((rest, group) => rest.minus(group[what]), size));
