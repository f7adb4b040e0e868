/** The two who judge a seed: one what runs said and came to, the other each request as it arrives. */
import { FollowJudge, type FollowScene } from '../../following/judge.ts';
import type { Findings } from '../../proof.ts';
import type { SimClock } from '../../support/sim-clock.ts';
import type { Accuse } from '../violation.ts';
import type { DrawnSeed } from './drawn.ts';
import { MomentJudge } from './moment-judge.ts';
import type { EditedPlan } from './edits/edited-plan.ts';

interface Judged extends Required<Pick<FollowScene, 'paper' | 'dryRun' | 'byHand' | 'cancelled'>> {
  readonly drawn: DrawnSeed;
  readonly found: Findings;
  readonly accuse: Accuse;
  readonly clock: SimClock;
  readonly edited: EditedPlan | undefined;
}

/** Of a look, from what it reads first to what is sent because of it. */
const LOOK_WAYS = 6;

export function judgesOf({ drawn, paper, dryRun, byHand, found, accuse, clock, cancelled, edited }: Judged) {
  const { ways } = drawn;
  const plan = edited ?? drawn.plan;
  const judge = new FollowJudge({
    byHand,
    paper,
    plan,
    dryRun,
    found,
    where: 'it',
    slackMs: ways.lost === 0 && ways.isSlow === undefined ? 2000 : 12_000,
    earlyMs: ways.mostMs + 5,
    mayLose: true,
    // Of two groups on one side one closes what the other holds, where both its stop and its target fire, and it is told.
    isBeside: (isLong) => drawn.paper.held !== undefined || edited?.isShared(isLong) === true,
    cancelled,
    ...(edited && { names: edited.names }),
  });
  const moment = new MomentJudge({
    book: judge.book,
    names: judge.names,
    plan,
    accuse,
    nowMs: () => clock.monotonicMs(),
    wallMs: () => clock.wallMs(),
    oldMs: drawn.oldMs,
    byHand,
    isEarly: drawn.paper.tradesLagMs === 0,
    untoldMs: (drawn.paper.listLagMs ?? 0) + LOOK_WAYS * ways.mostMs,
  });
  return { judge, moment };
}
