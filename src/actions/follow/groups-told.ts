/** The groups of a plan as the public stream tells them. */
import type { PublicEvent } from '../../model/event.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';

type Position = Extract<PublicEvent, { event: 'protection' }>['positions'][number];
type GroupTold = NonNullable<Position['groups']>[number];

interface ToldGroup {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly told: GroupTold;
}

/** `naked` has since when each group is; it is kept up. */
export function groupsOf({ groups, atMs }: FollowNews, naked: Map<string, string>): readonly ToldGroup[] {
  return groups.map(({ entries, symbol, isLong, held, covered, naked: bare, unknown }): ToldGroup => {
    const name = entries.join(' ');
    if (bare.isZero) naked.delete(name);
    else if (!naked.has(name)) naked.set(name, new Date(atMs).toISOString());
    const since = naked.get(name);
    return {
      symbol,
      side: isLong ? 'long' : 'short',
      told: {
        entries: [...entries],
        held: held.canonical(),
        covered: covered.canonical(),
        naked: bare.canonical(),
        unknown: unknown.canonical(),
        ...(since !== undefined && { since }),
      },
    };
  });
}
