/** What of a plan is not sent yet, as what it waits for has not come about. Pure. */
import type { FollowKnown } from '../../model/followed.ts';
import { CameAbout } from './came-about.ts';
import { waitsForNothing } from './current-stop.ts';
import type { FollowPlan } from './follow-plan.ts';
import { groupViews, type GroupView } from './group-view.ts';
import { Turn } from './turn.ts';

export interface WaitingOrder {
  readonly id: string;
  /** The ids of orders that it waits for to be filled whole, and to be accepted. */
  readonly filled?: readonly string[];
  readonly accepted?: readonly string[];
  /** The instant that it waits for, as written. */
  readonly at?: string;
}

export function waitingOrders(plan: FollowPlan, known: FollowKnown, time: number): readonly WaitingOrder[] {
  const turn = new Turn(plan, known, time);
  const views = groupViews(turn);
  const facts = new CameAbout(turn, views);
  const needless = needlessIn(views);
  return plan.orders.flatMap((order): WaitingOrder[] => {
    const { id, after, afterFilled, afterAt } = order;
    if (waitsForNothing(order) || known.placed.has(id) || needless.has(id) || facts.since(order) !== 'not-yet')
      return [];
    return [
      {
        id,
        ...(afterFilled !== undefined && { filled: afterFilled }),
        ...(after !== undefined && { accepted: after }),
        ...(afterAt !== undefined && { at: afterAt.text }),
      },
    ];
  });
}

/** Exits of which nothing is needed any more: their entries are over, and nothing of these is held. */
const needlessIn = (views: readonly GroupView[]): ReadonlySet<string> =>
  new Set(
    views.flatMap(({ isEntered, isFrozen, held, group }) =>
      isEntered && !isFrozen && held === 0n ? group.exits.map(({ id }) => id) : [],
    ),
  );

export const needlessExits = (plan: FollowPlan, known: FollowKnown, time: number): ReadonlySet<string> =>
  needlessIn(groupViews(new Turn(plan, known, time)));
