/** The groups of a plan as the public stream tells them. */
import type { GroupStanding } from '../../compile/follow/standing.ts';
import { defined } from '../../model/defined.ts';
import type { PublicEvent } from '../../model/event.ts';
import { sameSymbol } from '../../model/symbol.ts';

type ProtectionTold = Extract<PublicEvent, { event: 'protection' }>;
type PositionTold = ProtectionTold['positions'][number];
type GroupTold = NonNullable<PositionTold['groups']>[number];
type WhyNaked = PositionTold['why'][number];

/** What a follower could say of a stop that is missing, and does not: it would place it, will place none any more, or is not there. */
type OfFollow = 'stop-due' | 'stop-let-go' | 'not-followed';

export interface ToldGroup {
  /** Of a group with a stop that a follower places: why what of it is naked has none. */
  readonly why?: OfFollow;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly told: GroupTold;
}

interface GroupBeside {
  readonly since?: string | undefined;
  readonly isFollowed: boolean;
  readonly waits?: GroupTold['waits'];
}

export const toldGroup = (
  { entries, symbol, isLong, held, covered, naked, unknown, hasStop, isByPreset, isLetGo }: GroupStanding,
  { since, isFollowed, waits }: GroupBeside,
): ToldGroup => ({
  ...(hasStop && !isByPreset && { why: isLetGo ? 'stop-let-go' : isFollowed ? 'stop-due' : 'not-followed' }),
  symbol,
  side: isLong ? 'long' : 'short',
  told: {
    entries: [...entries],
    held: held.canonical(),
    covered: covered.canonical(),
    naked: naked.canonical(),
    unknown: unknown.canonical(),
    ...defined({ since, waits }),
  },
});

/** They say no more than that there is none, or not enough. */
const GENERAL: ReadonlySet<WhyNaked['reason']> = new Set(['no-stop', 'stop-too-small']);

/** What became of the last one: that nothing follows is more. */
const GONE: ReadonlySet<WhyNaked['reason']> = new Set([
  'stop-rejected',
  'stop-cancelled',
  'stop-fired',
  'stop-withheld',
]);

interface GroupsNow {
  readonly groups: readonly GroupStanding[];
  readonly atMs: number;
  /** Whether they are followed on. */
  readonly isFollowed: boolean;
  /** Parts of stops that wait for room, by the names of their groups' entries. */
  readonly waits?: ReadonlyMap<string, NonNullable<GroupTold['waits']>>;
}

/** `naked` has since when each group is; it is kept up. */
export function groupsOf(
  { groups, atMs, isFollowed, waits }: GroupsNow,
  naked: Map<string, string>,
): readonly ToldGroup[] {
  return groups.map((group): ToldGroup => {
    const name = group.entries.join(' ');
    if (group.naked.isZero) naked.delete(name);
    else if (!naked.has(name)) naked.set(name, new Date(atMs).toISOString());
    return toldGroup(group, { since: naked.get(name), isFollowed, waits: waits?.get(name) });
  });
}

/** Each position with the groups of this plan, and why what is naked of those has no stop. */
export function withGroups(event: ProtectionTold, plan: string, groups: readonly ToldGroup[]): ProtectionTold {
  const ofEntry = new Map(groups.flatMap(({ why, told }) => told.entries.map((id) => [id, why] as const)));
  const refined = (one: WhyNaked): WhyNaked => {
    const why = one.plan === plan ? ofEntry.get(one.id ?? '') : undefined;
    const isSaid = why !== undefined && (GENERAL.has(one.reason) || (why === 'stop-let-go' && GONE.has(one.reason)));
    return isSaid ? { ...one, reason: why } : one;
  };
  const positions = event.positions.map((position) => {
    const own = groups.filter(({ symbol, side }) => sameSymbol(symbol, position.symbol) && side === position.side);
    const [first, ...more] = own.map(({ told }) => told);
    if (first === undefined) return position;
    const [why, told] = [position.why.map(refined), [first, ...more] as [GroupTold, ...GroupTold[]]];
    return { ...position, why, groups: told };
  });
  return { ...event, positions };
}
