/**
 * What `ordo close` and `ordo flatten` closed before a follow began: it counts in what is told until the trades that prove it are read.
 * What is due goes by trades alone.
 */
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import { groupStandings } from '../../compile/follow/standing.ts';
import { Decimal } from '../../model/decimal.ts';
import type { AccountLook } from '../../protection/journal/look.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';
import { closedByOwn } from '../../session/lists/own-closes.ts';
import { heldByOthers } from '../../session/lists/held-by-plan.ts';
import { heldIn } from '../prepare/not-followed.ts';
import { nameOf, type PreparedRun } from '../prepare/prepared-run.ts';

interface OwnClosesWith {
  readonly run: PreparedRun;
  readonly follow: FollowPlan;
  /** What was seen last before it began. */
  readonly newest: AccountLook | undefined;
}

export class OwnClosesTold {
  readonly #with: OwnClosesWith;

  constructor(how: OwnClosesWith) {
    this.#with = how;
  }

  /** The same news with what is closed taken off its groups. */
  counted<News extends FollowNews>(news: News): News {
    const { run, follow, newest } = this.#with;
    const { account = [] } = run;
    const { groups, known, read, atMs } = news;
    const seen =
      read === undefined
        ? newest && { sizes: heldIn(newest), atMs: newest.atMs }
        : { sizes: read.sizes, atMs: read.ms };
    if (seen === undefined) return news;
    const name = nameOf(run.plan);
    const others = heldByOthers(account, name);
    const { closed } = closedByOwn({ groups, account, name, placed: known.placed, others, seen });
    if (closed.size === 0) return news;
    const closedElsewhere = new Map(known.closedElsewhere);
    for (const [group, size] of closed)
      closedElsewhere.set(group, (closedElsewhere.get(group) ?? Decimal.zero).plus(size));
    return { ...news, groups: groupStandings(follow, { ...known, closedElsewhere }, atMs) };
  }
}
