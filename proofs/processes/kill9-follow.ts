/**
 * Kills `ordo run --follow` with SIGKILL after a fill, after a stop's bytes, after the fill of a sibling, in a resize, and holds what is
 * left against the exchange's own book. Each run is a random plan on a moving market with depth: up to four starts that are killed, then
 * one that comes to its end. The market goes on meanwhile.
 */
import { Decimal } from '../../src/model/decimal.ts';
import type { FaultName } from '../../src/paper/faults.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { FollowJudge } from '../following/judge.ts';
import { drawPlan, PLAN_KINDS, PLACES, type DrawnPlan } from '../following/draw.ts';
import { wholeEvents } from '../ledger-check.ts';
import { inTurns, pause, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { WIDE } from '../random-plans.ts';
import { randomOf, type Random } from '../random.ts';
import { windowsText } from '../spoken.ts';
import { ordo, place, start, type Ended, type Place, type Running } from '../support/ordo.ts';

export const COUNTED = ['runs', 'kills', 'starts', 'orders placed', 'fills in part', 'parts of stops', 'cancels'];

/** Mostly waiting: for the market, and between two looks. */
const ABREAST = 7;
const FOLLOW = ['--execute', '--live', '--follow', '--yes', '--output', 'ndjson'];
/** Of each an order stands, or its refusal is told: an order of which nobody can tell is unknown for a minute. */
const FAULTS: readonly FaultName[] = ['drop-after', 'garbage', 'http-502-after', 'reject-one', 'no-order-id'];
/** A machine that is busy with other runs answers late. */
const SLACK_MS = 3000;
const LONGEST_MS = 120_000;

export const kill9Follow = proofOf('kill9-follow', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  await inTurns(runs, ABREAST, async (run) => {
    await oneRun(randomOf(seed, run), found, { run, where: `run ${run}` });
    found.count('runs');
  });
});

const configOf = (maxPause: string): string => `version: 1
instruments: instruments.json
exchange: { ${windowsText({ ip: '100000/10s', account: '100000/10s' })}, orderCalls: 10000/1s, timeout: 10s }
execution: { cancelWait: 1s, lookEvery: 500ms, maxPause: ${maxPause} }
`;

/** Where a kill waits for something to happen at the exchange. */
const KILLS = ['fill', 'stop', 'sibling', 'resize', 'any'] as const;
const LATE_MS = [0, 0, 1, 3, 10, 40, 150];

export async function oneRun(random: Random, found: Findings, { run, where }: { run: number; where: string }): Promise<void> {
  const beganMs = performance.now();
  const faults: Partial<Record<FaultName, number>> = {};
  const maxPauseMs = random.pick([8000, 300_000]);
  const options: PaperOptions = {
    ...WIDE,
    latencyMs: random.pick([0, 5, 20, 60]),
    seed: random.below(1e9),
    faults,
    market: { seed: random.below(1e9), stepMs: 0, depth: Decimal.ofDigits(BigInt(random.int(20, 400)), PLACES) },
  };
  const paper = await startPaperExchange(options);
  const at = place(paper.origin);
  const market = setInterval(() => paper.advance(1), random.pick([40, 80, 150]));
  try {
    await ordo(['instruments'], at);
    at.write('ordo.config.yaml', configOf(`${maxPauseMs / 1000}s`));
    const kind = PLAN_KINDS[run % PLAN_KINDS.length] as (typeof PLAN_KINDS)[number];
    const plan = drawPlan(random, `f${run}`, { kind, maxPauseMs, nowMs: Date.now() });
    const file = at.write('plan.yaml', plan.text);
    const dry = await ordo(['run', file, '--live', '--output', 'ndjson'], at);
    found.hold(dry.code === 0, where, `the dry run ends with ${dry.code}: ${dry.stdout}${dry.stderr}`);
    if (random.chance(0.3)) faults[random.pick(FAULTS)] = 0.15;
    const judge = new FollowJudge({ paper, plan, dryRun: wholeEvents(dry.stdout), found, where, slackMs: SLACK_MS });
    const args = ['run', file, ...FOLLOW];
    for (let kills = random.int(1, 4); kills > 0; kills--) {
      const how = random.pick(KILLS);
      const ended = await killedBy(random, start(args, at), { paper, judge, plan, how });
      found.count('starts');
      judge.run(ended);
      if (ended.signal !== 'SIGKILL') break;
      found.count('kills');
      await pause(random.pick([0, 0, 100, 500, 2000]));
    }
    for (const name of Object.keys(faults) as FaultName[]) delete faults[name];
    const last = await toItsEnd(start(args, at), { found, where });
    clearInterval(market);
    found.count('starts');
    judge.run(last);
    judge.end(last);
    await judgeJournal(at, found, where);
    count(judge, paper, found);
    if (process.env['SHOWN'] !== undefined) console.log(where, kind, last.code, Math.round(performance.now() - beganMs), JSON.stringify(plan.text), JSON.stringify(faults), last.code === 0 ? '' : last.stdout.slice(0, 9000), paper.requests.length);
  } finally {
    clearInterval(market);
    await paper.close();
    at.remove();
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

const isCancel = ({ path, method }: { path: string; method: string }): boolean =>
  method === 'DELETE' || path.includes('cancel');

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

async function toItsEnd(running: Running, { found, where }: { found: Findings; where: string }): Promise<Ended> {
  const timer = setTimeout(() => {
    found.hold(false, where, `it does not end in ${LONGEST_MS / 1000} s`);
    running.child.kill('SIGTERM');
  }, LONGEST_MS);
  const ended = await running.ended;
  clearTimeout(timer);
  return ended;
}

async function judgeJournal(at: Place, found: Findings, where: string): Promise<void> {
  const verified = await ordo(['journal', 'verify'], at);
  found.hold(verified.code === 0, where, `journal verify ends with ${verified.code}: ${verified.stdout}`);
}

function count(judge: FollowJudge, paper: PaperExchange, found: Findings): void {
  const placed = judge.book.placed();
  found.count('orders placed', placed.length);
  found.count('fills in part', placed.filter(({ filled, order }) => filled > 0 && filled < Number(order.size) * 10 ** PLACES).length);
  found.count('parts of stops', placed.filter(({ part }) => part > 1).length);
  found.count('cancels', paper.requests.filter(isCancel).length);
}

if (import.meta.main) await prove({ runs: 250 }, kill9Follow);
