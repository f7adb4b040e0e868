/**
 * Starts of the same run at the same moment: one proceeds and places each order once, the others end with exit 10 and say
 * who holds the account. `--runs N` counts pairs; every twentieth comes with ten at once, a holder that is suspended, and one
 * that is killed.
 */
import { hostname, userInfo } from 'node:os';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { bids, place, start, type Ended, type Running } from '../support/ordo.ts';
import { checkKnown, checkOnce, checkTold, outcomesOf, readState } from '../ledger-check.ts';
import { WIDE } from '../random-plans.ts';
import { inTurns, pause, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';

const LIVE = ['--execute', '--live', '--yes', '--output', 'ndjson'];
const ORDERS = 6;
const LOCKED = 10;
/** A pair is mostly waiting. */
const ABREAST = 3;
const UNKNOWN = 7;

/** Far longer than the word of a call takes to be read, so that its sender is stopped before the answer comes. */
const LATENCY_MS = 1000;
/** How long a holder is suspended: longer than any start waits for the lock. */
const SUSPENDED_MS = 1500;
const MANY = 10;

type Scene = (go: () => Running, paper: PaperExchange, found: Findings, where: string) => Promise<readonly Ended[]>;

const COUNTED = ['pairs', 'starts', 'proceeded', 'refused'];

export const starts = proofOf('starts', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  await inTurns(runs, ABREAST, async (run) => {
    await inScene(together(2), found, `pair ${run}`);
    found.count('pairs');
    if (run % 20 !== (seed % 20) % Math.min(20, runs)) return;
    await inScene(together(MANY), found, `ten beside pair ${run}`);
    await inScene(suspended, found, `suspended beside pair ${run}`);
    await inScene(killed, found, `killed beside pair ${run}`);
  });
});

/** A scene on an exchange and a journal of its own; after it each order is known truly and stands at most once. */
async function inScene(scene: Scene, found: Findings, where: string): Promise<void> {
  const paper = await startPaperExchange({ ...WIDE, latencyMs: LATENCY_MS });
  const at = place(paper.origin);
  try {
    // The check before sending would take a latency for each of its questions, and has no part in this.
    at.write('ordo.config.yaml', 'version: 1\nexecution: { accountCheck: off }\n');
    const plan = at.write('plan.yaml', bids('starts', ORDERS));
    const all = await scene(() => start(['run', plan, ...LIVE], at), paper, found, where);
    const told = all.flatMap(({ stdout }) => outcomesOf(stdout));
    const judged = { paper, found, where };
    checkOnce(judged);
    checkTold(told, judged);
    checkKnown({ known: await readState(at, paper, 'starts'), told }, judged);
    found.count('starts', all.length);
  } finally {
    await paper.close();
    at.remove();
  }
}

const together =
  (count: number): Scene =>
  async (go, paper, found, where) => {
    const running = Array.from({ length: count }, go);
    // Whoever sends sleeps until all others have asked for the lock, however long they take on a busy machine.
    await Promise.all(running.map((one) => Promise.race([one.ended, asleep(one)])));
    for (const one of running) one.child.kill('SIGCONT');
    const all = await Promise.all(running.map(({ ended }) => ended));
    const [winner, ...others] = all.filter(({ code }) => code === 0);
    found.hold(
      winner !== undefined && others.length === 0,
      where,
      `${all.map(({ code }) => code).join(', ')} are the exit codes`,
    );
    found.hold(paper.orders.length === ORDERS, where, `${paper.orders.length} orders stand`);
    const pid = running[winner === undefined ? -1 : all.indexOf(winner)]?.child.pid;
    for (const one of all) if (one !== winner) refused(one, pid, found, where);
    found.count('proceeded', winner === undefined ? 0 : 1);
    return all;
  };

const asleep = (one: Running): Promise<unknown> => one.until(/call-sent/).then(() => one.child.kill('SIGSTOP'));

/** A holder that sleeps is not robbed, and goes on when it wakes. */
const suspended: Scene = async (go, paper, found, where) => {
  const holder = go();
  await holder.until(/call-sent/);
  holder.child.kill('SIGSTOP');
  const second = await go().ended;
  await pause(SUSPENDED_MS);
  const third = await go().ended;
  for (const one of [second, third]) refused(one, holder.child.pid, found, where);
  holder.child.kill('SIGCONT');
  const first = await holder.ended;
  found.hold(first.code === 0 && paper.orders.length === ORDERS, where, `the holder ended ${first.code}`);
  found.count('suspended holders kept the lock');
  return [first, second, third];
};

/** A holder that is killed holds no longer; what it had in flight is unknown to the next, or found by it if it arrived meanwhile. */
const killed: Scene = async (go, paper, found, where) => {
  const holder = go();
  await holder.until(/call-sent/);
  holder.child.kill('SIGKILL');
  const first = await holder.ended;
  const second = await go().ended;
  const isFound = second.code === 0 && paper.orders.length === ORDERS;
  found.hold(
    second.code === UNKNOWN || isFound,
    where,
    `after a killed holder the next ended ${second.code} ${second.stderr}`,
  );
  found.count('killed holders freed the lock');
  return [first, second];
};

/** Exit 10, in words that name the holder's pid, user, host and since when. */
function refused({ code, stdout, stderr }: Ended, pid: number | undefined, found: Findings, where: string): void {
  const named = `pid ${pid} of ${userInfo().username} on ${hostname()}, since 2`;
  found.hold(code === LOCKED, where, `the other ended ${code}: ${stderr}`);
  found.hold(stderr.includes(named), where, `does not say "${named}…": ${stderr}`);
  found.hold(!stdout.includes('"call-sent"'), where, 'a refused start sent a call');
  found.count('refused');
}

if (import.meta.main) await prove({ runs: 200 }, starts);
