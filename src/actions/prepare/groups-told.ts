/** The groups of a plan as the public stream tells them. */
import type { GroupStanding } from '../../compile/follow/standing.ts';
import type { PublicEvent } from '../../model/event.ts';
import { sameSymbol } from '../../model/symbol.ts';

type ProtectionTold = Extract<PublicEvent, { event: 'protection' }>;
type GroupTold = NonNullable<ProtectionTold['positions'][number]['groups']>[number];

export interface ToldGroup {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly told: GroupTold;
}

export const toldGroup = (
  { entries, symbol, isLong, held, covered, naked, unknown }: GroupStanding,
  since?: string,
): ToldGroup => ({
  symbol,
  side: isLong ? 'long' : 'short',
  told: {
    entries: [...entries],
    held: held.canonical(),
    covered: covered.canonical(),
    naked: naked.canonical(),
    unknown: unknown.canonical(),
    ...(since !== undefined && { since }),
  },
});

interface GroupsNow {
  readonly groups: readonly GroupStanding[];
  readonly atMs: number;
}

/** `naked` has since when each group is; it is kept up. */
export function groupsOf({ groups, atMs }: GroupsNow, naked: Map<string, string>): readonly ToldGroup[] {
  return groups.map((group): ToldGroup => {
    const name = group.entries.join(' ');
    if (group.naked.isZero) naked.delete(name);
    else if (!naked.has(name)) naked.set(name, new Date(atMs).toISOString());
    return toldGroup(group, naked.get(name));
  });
}

/** Each position with its groups. */
export function withGroups(event: ProtectionTold, groups: readonly ToldGroup[]): ProtectionTold {
  const positions = event.positions.map((position) => {
    const own = groups.filter(({ symbol, side }) => sameSymbol(symbol, position.symbol) && side === position.side);
    const [first, ...more] = own.map(({ told }) => told);
    return first === undefined ? position : { ...position, groups: [first, ...more] as [GroupTold, ...GroupTold[]] };
  });
  return { ...event, positions };
}
