/**
 * Kills `ordo run --follow` with SIGKILL after a fill, after a stop's bytes, after the fill of a sibling, in a resize, and holds what is
 * left against the exchange's own book. Each run is a random plan on a moving market with depth: up to four starts that are killed, then
 * one that comes to its end. The market goes on meanwhile.
 */
import type { FaultName } from '../../src/paper/faults.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { drawPlan, PLAN_KINDS, type DrawnPlan, type PlanKind } from '../following/draw.ts';
import type { FollowJudge } from '../following/judge.ts';
import { isCancel, judgeOf, lastRun, stageOf, startFollower, type Staging } from '../following/scene.ts';
import { inTurns, pause, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { randomOf, type Random } from '../random.ts';
import type { Ended, Running } from '../support/ordo.ts';
import { beside } from './beside-follower.ts';

export const COUNTED = [
  'runs',
  'kills',
  'starts',
  'orders placed',
  'orders filled in parts',
  'parts of stops',
  'cancels',
];

/** Mostly waiting: for the market, and between two looks. */
export const ABREAST = 7;
/** Of each an order stands, or its refusal is told: an order of which nobody can tell is unknown for a minute. */
const FAULTS: readonly FaultName[] = ['drop-after', 'garbage', 'http-502-after', 'reject-one', 'no-order-id'];

export const kill9Follow = proofOf('kill9-follow', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  await inTurns(runs, ABREAST, async (run) => {
    await oneRun(randomOf(seed, run), found, run);
    found.count('runs');
  });
});

/** Where a kill waits for something to happen at the exchange. */
const KILLS = ['fill', 'stop', 'sibling', 'resize', 'any'] as const;
const LATE_MS = [0, 0, 1, 3, 10, 40, 150];

/** `journal`: the URL of one on a server. */
export async function oneRun(random: Random, found: Findings, run: number, journal?: string): Promise<void> {
  const faults: Partial<Record<FaultName, number>> = {};
  const options = { latencyMs: random.pick([0, 5, 20, 60]), faults };
  const maxPauseMs = random.pick([8000, 300_000]);
  const cancelled = new Set<string>();
  const where = `run ${run}`;
  const staging: Staging = { random, found, where, maxPauseMs, options, cancelled, ...(journal && { journal }) };
  const stage = await stageOf(staging);
  try {
    const kind = PLAN_KINDS[run % PLAN_KINDS.length] as PlanKind;
    const plan = drawPlan(random, `f${run}`, { kind, maxPauseMs, nowMs: Date.now() });
    const judge = await judgeOf(stage, staging, plan);
    if (random.chance(0.3)) faults[random.pick(FAULTS)] = 0.15;
    for (let kills = random.int(1, 4); kills > 0; kills--) {
      const how = random.pick(KILLS);
      const first = startFollower(stage);
      const { ids } = plan;
      const end = random.chance(0.35)
        ? beside(first, { random, stage, judge, found, where, ids, cancelled })
        : undefined;
      const ended = await killedBy(random, first, { paper: stage.paper, judge, plan, how });
      await end?.();
      found.count('starts');
      judge.run(ended);
      if (ended.signal !== 'SIGKILL') break;
      found.count('kills');
      await pause(random.pick([0, 0, 100, 500, 2000]));
    }
    for (const name of Object.keys(faults) as FaultName[]) delete faults[name];
    found.count('starts');
    await lastRun(stage, judge, staging);
  } finally {
    await stage.close();
  }
}

interface Killing {
  readonly paper: PaperExchange;
  readonly judge: FollowJudge;
  readonly plan: DrawnPlan;
  readonly how: (typeof KILLS)[number];
}

/** What has happened so far of what the kill waits for. */
function happened({ judge, plan, how, paper }: Killing): number {
  const stops = new Set(plan.groups.flatMap((group) => group.stops));
  const entries = new Set(plan.groups.flatMap((group) => group.entries));
  const placed = judge.book.placed();
  if (how === 'fill') return placed.reduce((sum, { filled }) => sum + filled, 0);
  if (how === 'sibling') return placed.reduce((sum, { id, filled }) => (entries.has(id) ? sum : sum + filled), 0);
  if (how === 'stop') return placed.filter(({ id }) => stops.has(id)).length;
  if (how === 'resize')
    return placed.filter(({ id, part }) => stops.has(id) && part > 1).length + paper.requests.filter(isCancel).length;
  return 0;
}

const WAITS_MS = 8000;

async function killedBy(random: Random, running: Running, killing: Killing): Promise<Ended> {
  const from = happened(killing);
  const untilMs = performance.now() + (killing.how === 'any' ? random.int(0, 3000) : WAITS_MS);
  while (running.child.exitCode === null && performance.now() < untilMs) {
    if (happened(killing) > from) {
      await pause(random.chance(0.25) ? random.int(0, 3000) : random.pick(LATE_MS));
      break;
    }
    await pause(3);
  }
  running.child.kill('SIGKILL');
  return running.ended;
}

if (import.meta.main) await prove({ runs: 250 }, kill9Follow);
