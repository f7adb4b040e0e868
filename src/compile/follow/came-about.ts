/** Whether what an order waits for has come about, and since when; whether its end has. */
import type { Until } from '../../model/follow.ts';
import type { FollowCancelReason } from '../../model/followed.ts';
import type { PlannedOrder } from '../../model/order.ts';
import { isOver, lastFill, type GroupView } from './group-view.ts';
import type { FollowedOrder } from './followed-order.ts';
import { stepsIn, wasAccepted } from './part-view.ts';
import type { Turn } from './turn.ts';

/** It has come about, at this instant; it may yet; or it cannot any more. */
export type Came = number | 'not-yet' | 'never';

interface UntilCame {
  readonly because: FollowCancelReason;
  readonly of: readonly string[];
}

export class CameAbout {
  readonly #turn: Turn;
  readonly #groupOf = new Map<string, GroupView>();
  readonly #came = new Map<readonly string[], Came>();
  readonly #ended = new Map<Until, UntilCame | undefined>();

  constructor(turn: Turn, groups: readonly GroupView[]) {
    this.#turn = turn;
    for (const view of groups) for (const { id } of view.group.exits) this.#groupOf.set(id, view);
  }

  /** Everything that the order waits for, whichever run that was in. One without conditions is due from the start of this one. */
  since({ after, afterFilled, afterAt }: PlannedOrder): Came {
    if ((after ?? afterFilled ?? afterAt) === undefined) return this.#turn.known.startedMs;
    const parts: Came[] = [
      ...(after === undefined ? [] : [this.#cameAll(after, (id) => this.#accepted(id))]),
      ...(afterFilled === undefined ? [] : [this.#cameAll(afterFilled, (id) => this.#whole(id))]),
      ...(afterAt === undefined ? [] : [this.#turn.isPast(afterAt.ms) ? afterAt.ms : ('not-yet' as const)]),
    ];
    return latest(parts);
  }

  /** A close-out has come, or came: no target of its group is placed any more, whether or not it closed anything. */
  isClosedOut({ closeOuts }: GroupView): boolean {
    return closeOuts.some((one) => this.#hasCome(one.order) && this.ended(one) === undefined);
  }

  /** Why what is left of the order is to be cancelled; undefined while it is not. */
  ended(view: FollowedOrder): UntilCame | undefined {
    const { until } = view.order;
    if (until === undefined) return undefined;
    if (until.at !== undefined && this.#turn.isPast(until.at.ms)) return { because: 'until-at', of: [] };
    const sent = view.parts.find((part) => part.part.state !== 'rejected' && part.part.state !== 'absent');
    if (until.forMs !== undefined && sent !== undefined && this.#turn.isPast(sent.part.sentMs + until.forMs))
      return { because: 'until-for', of: [] };
    if (this.#ended.has(until)) return this.#ended.get(until);
    const first = until.filled?.find((id) => this.#hasBegun(id));
    const ended: UntilCame | undefined = first === undefined ? undefined : { because: 'until-filled', of: [first] };
    this.#ended.set(until, ended);
    return ended;
  }

  /** As `since` tells, without asking of what is not whole whether it can still be: that is asked for a target that a close-out waits for. */
  #hasCome({ after = [], afterFilled = [], afterAt }: PlannedOrder): boolean {
    return (
      (afterAt === undefined || this.#turn.isPast(afterAt.ms)) &&
      after.every((id) => this.#turn.view(id).parts.some(wasAccepted)) &&
      afterFilled.every((id) => this.#isWhole(id))
    );
  }

  #hasBegun(id: string): boolean {
    return this.#turn.view(id).parts.some(({ filled, part }) => filled > 0n || part.firedMs !== undefined);
  }

  #cameAll(ids: readonly string[], came: (id: string) => Came): Came {
    const known = this.#came.get(ids);
    if (known !== undefined) return known;
    const all = latest(ids.map(came));
    this.#came.set(ids, all);
    return all;
  }

  #accepted(id: string): Came {
    const view = this.#turn.view(id);
    const first = view.parts.find(wasAccepted);
    if (first !== undefined) return first.part.answeredMs ?? first.part.sentMs;
    return isOver(this.#turn, view) ? 'never' : 'not-yet';
  }

  /** Filled whole: all that is due of it, and something was. */
  #whole(id: string): Came {
    const view = this.#turn.view(id);
    if (this.#isWhole(id)) return lastFill([view]) as number;
    const group = this.#groupOf.get(id);
    const isPast = group === undefined ? isOver(this.#turn, view) : group.isEntered && this.#isIdle(view, group);
    return isPast ? 'never' : 'not-yet';
  }

  #isWhole(id: string): boolean {
    const view = this.#turn.view(id);
    const group = this.#groupOf.get(id);
    return view.filled > 0n && (group === undefined ? this.#isFilled(view) : isClosed(view, group));
  }

  /** It is over, and not whole. */
  #isIdle(exit: FollowedOrder, view: GroupView): boolean {
    if (exit.open > 0n) return false;
    if (exit.off !== undefined || view.held === 0n || isLeftOut(exit, view)) return true;
    return view.group.targets.includes(exit.order.id) && this.isClosedOut(view);
  }

  #isFilled({ order, filled }: FollowedOrder): boolean {
    return filled >= stepsIn(order.size, this.#turn.plan.stepOf(order.symbol));
  }
}

const latest = (parts: readonly Came[]): Came => {
  let last = 0;
  let isWaiting = false;
  for (const one of parts) {
    if (one === 'never') return 'never';
    if (one === 'not-yet') isWaiting = true;
    else last = Math.max(last, one);
  }
  return isWaiting ? 'not-yet' : last;
};

/** Nothing more can become due of the exit once nothing more is filled: what is less than the minimum size is not sent. */
function isClosed({ order: { id }, filled, open }: FollowedOrder, view: GroupView): boolean {
  if (!view.isEntered || open > 0n) return false;
  const { group, shares, held } = view;
  const target = group.targets.indexOf(id);
  const missing = target < 0 ? held : (shares[target] as bigint) - filled;
  return missing <= 0n || missing < group.least;
}

/** Once a stop has fired nothing more is placed of a target. */
export const isLeftOut = ({ order: { id } }: FollowedOrder, { hasFired, group }: GroupView): boolean =>
  hasFired && group.targets.includes(id);
