/**
 * What is due of a plan that is followed: every step follows from the plan, from what the journal and the looks know, and from the
 * time. It keeps nothing, so a follower that was killed goes on with the same steps.
 */
import { defined } from '../../model/defined.ts';
import type { UnknownBeside } from '../../model/held-back.ts';
import type { FollowKnown, FollowStep, PlacedPart } from '../../model/followed.ts';
import { doneSteps, untilSteps } from './cancel-steps.ts';
import { closeOutSteps } from './close-out-steps.ts';
import { CameAbout } from './came-about.ts';
import type { FollowPlan } from './follow-plan.ts';
import { groupViews, type GroupView } from './group-view.ts';
import { plainSteps } from './plain-steps.ts';
import { stopSteps } from './stop-steps.ts';
import { targetSteps } from './target-steps.ts';
import { Turn } from './turn.ts';

export interface Due {
  /** In the order in which they go. What depends on another one's answer is due once that is known. */
  readonly steps: readonly FollowStep[];
  /** When something may become due by time alone; undefined: nothing does. */
  readonly wakeMs?: number;
  /** Openings that would be steps, were these orders not unknown. */
  readonly heldBack?: UnknownBeside;
}

/** Nothing is due before the first full look. `time` is the exchange's. */
export function due(plan: FollowPlan, known: FollowKnown, time: number): Due {
  if (known.lookedMs === undefined) return { steps: [] };
  const turn = new Turn(plan, known, time);
  const views = groupViews(turn);
  const facts = new CameAbout(turn, views);
  const frozen = frozenOf(turn, views);
  for (const view of views) if (!view.isFrozen) groupSteps(turn, view, facts);
  untilSteps(turn, facts, frozen);
  const heldBack = plainSteps(turn, facts, frozen);
  return { steps: turn.steps, ...defined({ wakeMs: turn.wakeMs, heldBack }) };
}

function groupSteps(turn: Turn, view: GroupView, facts: CameAbout): void {
  if (doneSteps(turn, view)) return;
  askForPrice(turn, view);
  const byStop = stopSteps(turn, view, facts);
  const byCloseOut = closeOutSteps(turn, view, facts);
  targetSteps(turn, view, facts, { byStop, byCloseOut });
}

const PRICE_LOOKS = 2;
const NOT_ASKED = { asked: 0, passed: 0 };

/** A trigger is to be held against the price: in the two looks after its placing, and until a look tells whether a passed one is stuck. */
const wantsPrice = ({ asked, passed }: NonNullable<PlacedPart['priceLooks']>): boolean =>
  asked < PRICE_LOOKS || (passed > 0 && passed < PRICE_LOOKS);

/** The market may have passed what was just placed. */
function askForPrice(turn: Turn, { stops, targets, group }: GroupView): void {
  const { lookedMs = 0, prices } = turn.known;
  const isNew = (prices.get(group.symbol)?.ms ?? -1) >= lookedMs;
  if (isNew) return;
  for (const { order, parts } of [...stops, ...targets])
    for (const { part, isSure, isOrdinary } of parts)
      if (isSure && !isOrdinary && part.state === 'works' && wantsPrice(part.priceLooks ?? NOT_ASKED))
        turn.ask(group.symbol, order.id, 3);
}

/** Orders of which nothing can be said: one contradicts its trades, or what it became is not found; and all of its group. */
function frozenOf(turn: Turn, views: readonly GroupView[]): ReadonlySet<string> {
  const frozen = new Set<string>();
  for (const { order, isFrozen } of turn.views) if (isFrozen) frozen.add(order.id);
  for (const { isFrozen, group } of views) {
    if (!isFrozen) continue;
    for (const id of group.entries) frozen.add(id);
    for (const { id } of group.exits) frozen.add(id);
  }
  return frozen;
}
