/**
 * `node proofs/processes/many-runners.ts [--runners 8] [--calls 120] [--window 2000]`: runners of one account on one PostgreSQL journal,
 * each with a plan and a session of its own, and an exchange that is only a latency. Judged where the exchange counts: no window holds
 * more than the limit, and together they take hardly longer than one of them alone. Singles and batches are mixed.
 */
import { parseArgs } from 'node:util';
import type { Claim, Ledger } from '../../src/journal/records/ledger.ts';
import type { Attempt, Intent } from '../../src/journal/records/request.ts';
import { openServerLedger } from '../../src/journal/postgres/pg-ledger.ts';
import type { Limits } from '../../src/model/call.ts';
import { OPERATIONS } from '../../src/exchange/v2/requests.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { pause } from '../proof.ts';

const { values } = parseArgs({
  options: {
    runners: { type: 'string', default: '8' },
    calls: { type: 'string', default: '120' },
    window: { type: 'string', default: '2000' },
  },
});
const windowMs = Number(values.window);
const LIMIT = 200;
const rate = { amount: LIMIT, windowMs };
const LIMITS: Limits = { ip: rate, uid: rate, orderCalls: { amount: 1000, windowMs }, inFlight: 8 };
const ACCOUNT = { origin: 'http://127.0.0.1:1', name: 'main' };
/** Orders of a batch. */
const SIZE = 20;

interface Arrival {
  readonly atMs: number;
  readonly uid: number;
}

/** What came of all runners together. */
interface Sent {
  readonly tookMs: number;
  /** Between the first that was done and the last. */
  readonly spreadMs: number;
  readonly arrivals: readonly Arrival[];
  readonly asks: number;
}

interface Work {
  readonly name: string;
  readonly calls: number;
  readonly arrivals: Arrival[];
}

async function claimed(ledger: Ledger, plan: string): Promise<Claim> {
  const name = { plan, generation: 1 };
  const got = await ledger.claim({ account: ACCOUNT, plan: name }, LIMITS);
  if (!got.ok) throw new Error(`${plan} is held`);
  await got.value.begin({ ...name, planFile: 'plan.yaml', digest: '' });
  return got.value;
}

async function sendAll(ledger: Ledger, runners: number, calls: number): Promise<Sent> {
  const arrivals: Arrival[] = [];
  const names = Array.from({ length: runners }, (_, at) => `plan-${at}`);
  const claims = await Promise.all(names.map((name) => claimed(ledger, name)));
  const startedMs = performance.now();
  const share = Math.ceil(calls / runners);
  const done = await Promise.all(
    claims.map(async (claim, at) => {
      const asks = await sendOwn(claim, { name: `r${at}`, calls: share, arrivals });
      return { asks, atMs: performance.now() };
    }),
  );
  for (const claim of claims) await claim.release();
  const ends = done.map(({ atMs }) => atMs);
  return {
    tookMs: Math.max(...ends) - startedMs,
    spreadMs: Math.max(...ends) - Math.min(...ends),
    arrivals,
    asks: done.reduce((sum, { asks }) => sum + asks, 0),
  };
}

/** How often it asked for weight. */
async function sendOwn(claim: Claim, { name, calls, arrivals }: Work): Promise<number> {
  const flying = new Set<Promise<void>>();
  let [next, asks] = [0, 0];
  while (next < calls) {
    while (flying.size >= LIMITS.inFlight) await Promise.race(flying);
    const wanted = Array.from({ length: Math.min(LIMITS.inFlight - flying.size, calls - next) }, (_, at) =>
      intentOf(name, next + at),
    );
    asks += 1;
    const { attempts, waitMs } = await claim.intend(wanted);
    for (const [at, attempt] of attempts.entries()) {
      const call = answered(claim, attempt, wanted[at] as Intent, arrivals);
      flying.add(call);
      void call.finally(() => flying.delete(call));
    }
    next += attempts.length;
    if (waitMs !== undefined) await (Number.isFinite(waitMs) ? pause(waitMs) : Promise.race(flying));
  }
  await Promise.all(flying);
  return asks;
}

/** Every third call is a single one. */
function intentOf(name: string, number: number): Intent {
  const kind = number % 3 === 0 ? 'single' : 'batch';
  const orders = Array.from({ length: kind === 'single' ? 1 : SIZE }, (_, at) => ({
    id: `o${number}-${at}`,
    clientOid: `${name}n${number}a${at}`,
    lineage: 0,
    content: {},
  }));
  return { call: { number, kind, ...OPERATIONS[kind], body: '', orders }, signedAtMs: Date.now(), orders };
}

/** The exchange counts a call when half of its latency is over. */
async function answered(claim: Claim, attempt: Attempt, intent: Intent, arrivals: Arrival[]): Promise<void> {
  const latencyMs = 10 + Math.random() * 50;
  await pause(latencyMs / 2);
  arrivals.push({ atMs: performance.now(), uid: attempt.cost.uid });
  await pause(latencyMs / 2);
  const verdicts = intent.orders.map(
    ({ clientOid }) => ({ outcome: 'accepted', orderId: clientOid, rule: 'accepted' }) as const,
  );
  await claim.conclude(attempt, { how: 'answered', verdicts, latencyMs });
}

/** The most that any sliding window held. */
function mostIn(arrivals: readonly Arrival[]): number {
  const sorted = arrivals.toSorted((a, b) => a.atMs - b.atMs);
  let [first, held, most] = [0, 0, 0];
  for (const { atMs, uid } of sorted) {
    held += uid;
    while ((sorted[first] as Arrival).atMs <= atMs - windowMs) held -= (sorted[first++] as Arrival).uid;
    most = Math.max(most, held);
  }
  return most;
}

const server = await startPostgres({ fsync: true });
if (server === undefined) throw new Error('this machine has no PostgreSQL server');
try {
  const machine = {
    self: { host: 'here', user: 'proof', pid: process.pid, since: '' },
    monotonicMs: () => performance.now(),
    wallMs: Date.now,
    defer: (act: () => void) => void setImmediate(act),
  };
  const sendBy = async (runners: number): Promise<Sent> =>
    sendAll(openServerLedger(await server.newDatabase(), machine), runners, Number(values.calls));
  const one = await sendBy(1);
  const all = await sendBy(Number(values.runners));
  const told = { 'one runner': one, [`${values.runners} runners`]: all };
  for (const [name, { tookMs, spreadMs, arrivals, asks }] of Object.entries(told)) {
    const each = `${(asks / arrivals.length).toFixed(2)} asks a call`;
    console.log(
      `${name}: ${arrivals.length} calls in ${Math.round(tookMs)} ms, at most ${mostIn(arrivals)} of ${LIMIT} in a window, ${each}, done within ${Math.round(spreadMs)} ms`,
    );
  }
  const ratio = all.tookMs / one.tookMs;
  console.log(`${values.runners} runners take ${ratio.toFixed(3)} of one runner’s time`);
  if (mostIn(all.arrivals) > LIMIT || mostIn(one.arrivals) > LIMIT) process.exitCode = 1;
} finally {
  await server.stop();
}
