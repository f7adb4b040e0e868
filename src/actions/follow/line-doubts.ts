/**
 * Whether the one line says something else of the plan than its follower knows, and when the account is looked at again for that. Lists
 * lag: a look that was made for a fill or a stop may lack both, and nothing that comes later is news. Looks for it grow apart, as what
 * another hand holds or covers no look ends.
 */
import { Decimal } from '../../model/decimal.ts';
import { isUnknownPart, positionName, type PlacedPart } from '../../model/followed.ts';
import { isLong, isOpening } from '../../model/order.ts';
import type { FollowPlan } from '../../compile/follow/follow-plan.ts';
import type { PlanName } from '../../journal/records/scope.ts';
import type { GuardedOrder } from '../../protection/guarded.ts';
import { isUnknown, type Protection, type StakePiece } from '../../protection/protection.ts';
import { sum } from '../../protection/sum.ts';
import type { FollowNews } from '../../session/follow/follow-task.ts';
import { heldIn } from './line-confirmed.ts';

const isCancelOpen = ({ cancel }: PlacedPart): boolean => cancel !== undefined && cancel.answer !== 'refused';

/** The last of them from then on. */
const APART_MS = [2_000, 4_000, 8_000, 15_000, 30_000];

export class LineDoubts {
  readonly #name: PlanName;
  readonly #follow: FollowPlan;
  #line: Protection | undefined;
  /** When the line was told last, and how many looks in a row ended no doubt. */
  #toldMs = Number.NEGATIVE_INFINITY;
  #looks = 0;

  constructor(name: PlanName, follow: FollowPlan) {
    this.#name = name;
    this.#follow = follow;
  }

  /** `news` has its groups as the follower knows them. `isAgain`: it was looked at for a doubt alone. */
  told(line: Protection, news: FollowNews, isAgain: boolean): void {
    this.#line = line;
    this.#toldMs = news.atMs;
    this.#looks = isAgain ? this.#looks + 1 : 0;
  }

  /** Nobody could be asked, or no answer came: it is asked no sooner for that. */
  putOff({ atMs }: FollowNews): void {
    this.#toldMs = atMs;
  }

  isOwed(news: FollowNews): boolean {
    const apart = APART_MS[Math.min(this.#looks, APART_MS.length - 1)] as number;
    return news.atMs - this.#toldMs >= apart && this.isIn(news);
  }

  /** Whether the line and what the follower knows differ. */
  isIn(news: FollowNews): boolean {
    const line = this.#line;
    return (
      line !== undefined &&
      (this.#isHeldOther(line, news) || this.#isUnseen(line, news) || this.#isCoverOther(line, news))
    );
  }

  /** The line has more or less in a position of the plan than the newest look of the follower. */
  #isHeldOther(line: Protection, { read }: FollowNews): boolean {
    if (read === undefined) return false;
    const held = heldIn(line);
    const opened = this.#follow.orders.filter(({ side }) => isOpening(side));
    return [...new Set(opened.map(({ symbol, side }) => positionName(symbol, isLong(side))))].some(
      (name) => (held.get(name) ?? Decimal.zero).compare(read.sizes.get(name) ?? Decimal.zero) !== 0,
    );
  }

  /** An order of the plan is unknown to the line alone. */
  #isUnseen({ orders }: Protection, { known }: FollowNews): boolean {
    const parts = new Map([...known.placed.values()].flat().map((part) => [part.clientOid, part]));
    return orders.some((order) => {
      const part = isUnknown(order) && this.#isOurs(order) ? parts.get(order.clientOid ?? '') : undefined;
      return part !== undefined && !isUnknownPart(part) && part.isMissing !== true && !isCancelOpen(part);
    });
  }

  /** Of what is held, less is covered than the follower knows, or more by stops of the plan. */
  #isCoverOther(line: Protection, { groups }: FollowNews): boolean {
    const own = Map.groupBy(groups, ({ symbol, isLong: ofLong }) => positionName(symbol, ofLong));
    return [...own].some(([name, some]) => {
      const known = some.reduce((all, { covered }) => all.plus(covered), Decimal.zero);
      const pieces = this.#covered(line, name);
      const byOwn = pieces.filter(({ stop }) => stop !== undefined && this.#isOurs(stop));
      return sum(pieces).compare(known) < 0 || sum(byOwn).compare(known) > 0;
    });
  }

  /** Held pieces of a position that the plan's orders opened, as far as that is known. */
  #covered({ positions }: Protection, name: string): StakePiece[] {
    const of = positions.filter(({ symbol, side }) => positionName(symbol, side === 'long') === name);
    return of.flatMap(({ pieces }) =>
      pieces.filter(
        ({ unit, result }) => result === 'covered' && unit.state === 'held' && unit.openers.some(this.#isOurs),
      ),
    );
  }

  readonly #isOurs = ({ plan, generation }: GuardedOrder): boolean =>
    plan === this.#name.plan && generation === this.#name.generation;
}
