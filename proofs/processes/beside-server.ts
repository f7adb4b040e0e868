/**
 * Runs of the built command beside one another, on one account and one PostgreSQL journal: two to eight plans, some of them started
 * twice, some runs suspended for a while, and now and then the whole server. `--runs N` counts scenes, one after the other, as
 * they share the server.
 */
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { checkKnown, checkOnce, checkTold, outcomesOf, readAccounts } from '../ledger-check.ts';
import { pause, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';
import { randomOf, type Random } from '../random.ts';
import { randomPlan, WIDE, wideConfig } from '../random-plans.ts';
import { ordo, place, start, type Ended, type Place, type Running } from '../support/ordo.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';

const COUNTED = ['scenes', 'starts', 'proceeded', 'refused', 'runs suspended', 'servers suspended', 'orders'];
const LIVE = ['--execute', '--live', '--yes', '--output', 'ndjson'];
const [DONE, LOCKED] = [0, 10];
/** A run that stood still for longer than the time limit of an answer, two seconds, calls what it awaited unknown. */
const RUN_MS = 1200;
/** Far less than what a run takes for a dead line. */
const SERVER_MS = 3000;

const besideServer = proofOf('beside-server', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  const server = await startPostgres({ fsync: true });
  if (server === undefined) return found.hold(false, 'this machine', 'has no PostgreSQL server');
  try {
    for (let run = 0; run < runs; run++) await oneScene(randomOf(seed, run), `scene ${run}`, found, server);
  } finally {
    await server.stop();
  }
});

interface Runner {
  readonly plan: string;
  readonly running: Running;
  readonly ended: Ended;
}

async function oneScene(random: Random, where: string, found: Findings, server: PostgresServer): Promise<void> {
  const paper = await startPaperExchange({ ...WIDE, latencyMs: random.pick([0, 20, 100, 300]) });
  const at = place(paper.origin);
  at.env['ORDO_JOURNAL'] = await server.newDatabase();
  try {
    const settings = { inFlight: random.int(1, 4), maxOrdersPerCall: random.pick([1, 3, 20]) };
    at.write('ordo.config.yaml', wideConfig({ ...settings, onUnknown: 'stop' }));
    const counts = new Map(Array.from({ length: random.int(2, 8) }, (_, n) => [`plan-${n}`, random.int(3, 25)]));
    for (const [plan, count] of counts) at.write(`${plan}.yaml`, randomPlan(random, plan, count));
    const plans = [...counts.keys()].flatMap((plan) => (random.chance(0.3) ? [plan, plan] : [plan]));
    const spreadMs = random.pick([0, 0, 300]);
    const standing = random.chance(0.25)
      ? standStill(random.int(300, SERVER_MS), random.int(200, 1500), server)
      : undefined;
    const runners = await Promise.all(plans.map((plan) => runOf(plan, { random, spreadMs, at, found })));
    if ((await standing) === true) found.count('servers suspended');
    found.count('scenes');
    found.count('starts', runners.length);
    for (const [plan, count] of counts)
      judgePlan(
        runners.filter((one) => one.plan === plan),
        count,
        found,
        where,
      );
    await judgeAll(runners, { at, paper, counts }, found, where);
  } finally {
    await paper.close();
    at.remove();
  }
}

async function standStill(forMs: number, afterMs: number, server: PostgresServer): Promise<boolean> {
  await pause(afterMs);
  const goOn = await server.suspend();
  await pause(forMs);
  goOn();
  return true;
}

interface Surroundings {
  readonly random: Random;
  readonly spreadMs: number;
  readonly at: Place;
  readonly found: Findings;
}

async function runOf(plan: string, { random, spreadMs, at, found }: Surroundings): Promise<Runner> {
  const [startMs, isSuspended, forMs] = [random.below(spreadMs + 1), random.chance(0.3), random.int(100, RUN_MS)];
  await pause(startMs);
  const running = start(['run', `${plan}.yaml`, ...LIVE], at);
  // One that is refused sends nothing.
  const isSending = async (): Promise<boolean> =>
    running.until(/"call-sent"/).then(
      () => true,
      () => false,
    );
  if (isSuspended && (await isSending()) && running.child.kill('SIGSTOP')) {
    found.count('runs suspended');
    await pause(forMs);
    running.child.kill('SIGCONT');
  }
  return { plan, running, ended: await running.ended };
}

/** One run of the plan sends all of it. Another finds nothing to do, or is told who has it. */
function judgePlan(runners: readonly Runner[], count: number, found: Findings, where: string): void {
  const pids = new Set(runners.map(({ running }) => running.child.pid));
  const accepted = runners.flatMap(({ ended }) => outcomesOf(ended.stdout)).filter((one) => one.outcome === 'accepted');
  found.hold(accepted.length === count, where, `${accepted.length} of ${count} orders were told accepted`);
  for (const { plan, running, ended } of runners) {
    const { code, stderr } = ended;
    found.count(code === LOCKED ? 'refused' : 'proceeded');
    found.hold(code === DONE || (code === LOCKED && runners.length > 1), where, `${plan} ends ${code} ${stderr}`);
    const named = Number(/account: pid (\d+) of \S+ on \S+, since 20/.exec(stderr.replaceAll(/\s+/g, ' '))?.[1]);
    const isTrue = code !== LOCKED || (named !== running.child.pid && pids.has(named));
    found.hold(isTrue, where, `${plan} is told of ${named}: ${stderr}`);
  }
}

interface Whole {
  readonly at: Place;
  readonly paper: PaperExchange;
  readonly counts: ReadonlyMap<string, number>;
}

async function judgeAll(runners: readonly Runner[], whole: Whole, found: Findings, where: string): Promise<void> {
  const { at, paper, counts } = whole;
  const scene = { paper, found, where };
  const told = runners.flatMap(({ ended }) => outcomesOf(ended.stdout));
  const orders = [...counts.values()].reduce((sum, count) => sum + count, 0);
  found.count('orders', orders);
  found.hold(paper.orders.length === orders, where, `${paper.orders.length} of ${orders} orders stand`);
  checkOnce(scene);
  checkTold(told, scene);
  checkKnown({ known: await readAccounts(at, paper, ['default']), told }, scene);
  const verified = await ordo(['journal', 'verify'], at);
  found.hold(verified.code === DONE, where, `the chain: ${verified.stdout}${verified.stderr}`);
}

if (import.meta.main) await prove({ runs: 30 }, besideServer);
