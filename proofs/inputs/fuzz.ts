/**
 * Fuzzed plans through reading, checking and compiling, in child processes: none may throw, hang or end its process, and each
 * is a plan or has an error. One in 500 goes through the built command with `--execute --live --yes` against a server that
 * counts its connections: an invalid plan opens none.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpAnswer, startFaultServer } from '../support/fault-server.ts';
import { place, start } from '../support/ordo.ts';
import { fuzzedPlan } from './fuzz-plans.ts';
import { STRIDE, type Range, type Told } from './fuzz-worker.ts';
import { inTurns, proofOf, prove, type Findings, type ProofOptions } from '../proof.ts';

const WORKER = new URL('fuzz-worker.ts', import.meta.url);
const WORKERS = 2;
const BATCH = 1000;
/** A worker that says nothing for so long hangs: more than a stride of plans takes at the slowest allowed. */
const SILENT_MS = 60_000;
const COMMAND_EVERY = 500;
const COMMAND_MS = 15_000;

const INVALID = 3;
const BUG = 1;

const COUNTED = [
  'plans',
  'valid',
  'orders compiled',
  'crashes',
  'hangs',
  'through the command',
  'invalid among these',
  'sockets opened by those',
];

export const fuzz = proofOf('fuzz', COUNTED, async ({ runs, seed }: ProofOptions, found) => {
  let slowestMs = 0;
  const workers = Array.from({ length: Math.min(WORKERS, Math.ceil(runs / BATCH)) }, startWorker);
  await inTurns(Math.ceil(runs / BATCH), WORKERS, async (batch) => {
    const from = batch * BATCH;
    const at = workers.findIndex(({ isBusy }) => !isBusy);
    const worker = workers[at] as Worker;
    worker.isBusy = true;
    const slowest = await check({ seed, from, count: Math.min(BATCH, runs - from) }, worker, found);
    slowestMs = Math.max(slowestMs, slowest);
    if (worker.child.connected) worker.isBusy = false;
    else workers[at] = startWorker();
  });
  for (const { child } of workers) child.disconnect();
  await inTurns(WORKERS, WORKERS, (first) => throughCommand(seed, runs, first, found));
  found.note('ms at most for one plan', Math.round(slowestMs));
});

interface Worker {
  child: ChildProcess;
  isBusy: boolean;
}

const startWorker = (): Worker => ({ child: fork(WORKER, { execArgv: ['--max-old-space-size=512'] }), isBusy: false });

type End = { readonly done: NonNullable<Told['done']> } | { readonly at: number; readonly how: 'crashes' | 'hangs' };

/** One batch; where its worker ends or hangs, the plans of that stride are each tried in a process of their own. */
async function check(range: Range, { child }: Worker, found: Findings): Promise<number> {
  const end = await askWorker(child, range, found);
  if ('done' in end) {
    found.count('plans', range.count);
    found.count('valid', end.done.valid);
    found.count('orders compiled', end.done.orders);
    return end.done.slowestMs;
  }
  const { seed } = range;
  for (let number = end.at; number < Math.min(end.at + STRIDE, range.from + range.count); number++) {
    const alone = startWorker().child;
    const one = await askWorker(alone, { seed, from: number, count: 1 }, found);
    if (alone.connected) alone.disconnect();
    if (!('done' in one)) {
      found.count(one.how);
      found.hold(false, `plan ${number} of seed ${seed}`, one.how);
    }
  }
  const rest = end.at + STRIDE - range.from;
  if (rest >= range.count) return 0;
  const next = startWorker();
  const slowest = await check({ seed, from: range.from + rest, count: range.count - rest }, next, found);
  if (next.child.connected) next.child.disconnect();
  return slowest;
}

function askWorker(child: ChildProcess, range: Range, found: Findings): Promise<End> {
  return new Promise((resolve) => {
    let at = range.from;
    const hang = (): void => void child.kill('SIGKILL');
    let timer = setTimeout(hang, SILENT_MS);
    const finish = (end: End): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(end);
    };
    child.on('exit', (_, signal) => finish({ at, how: signal === 'SIGKILL' ? 'hangs' : 'crashes' }));
    child.on('message', (told: Told) => {
      clearTimeout(timer);
      timer = setTimeout(hang, SILENT_MS);
      if (told.at !== undefined) ({ at } = told as { at: number });
      if (told.wrong !== undefined)
        found.hold(false, `plan ${told.wrong.number} of seed ${range.seed}`, told.wrong.what);
      if (told.done !== undefined) finish({ done: told.done });
    });
    child.send(range);
  });
}

/** Every 500th plan, from the `first`-th of them on, by turns with the others that do so. */
async function throughCommand(seed: number, runs: number, first: number, found: Findings): Promise<void> {
  const server = await startFaultServer({
    onRequest: (_, socket) => void socket.write(httpAnswer(400, '{"code":"40015","msg":"no"}')),
  });
  const at = place(server.origin);
  at.write(
    'ordo.config.yaml',
    'version: 1\nexchange: { ipWeight: 100000/1s, uidWeight: 100000/1s, orderCalls: 1000/1s }\n',
  );
  try {
    for (let number = first * COMMAND_EVERY; number < runs; number += WORKERS * COMMAND_EVERY) {
      const before = server.connections();
      const plan = join(at.folder, 'plan.yaml');
      writeFileSync(plan, fuzzedPlan(seed, number));
      const running = start(
        ['run', plan, '--execute', '--live', '--yes', '--output', 'ndjson', '--journal', `${number}.db`],
        at,
      );
      const timer = setTimeout(() => running.child.kill('SIGKILL'), COMMAND_MS);
      const { code, signal, stderr } = await running.ended;
      clearTimeout(timer);
      const where = `plan ${number} of seed ${seed} through the command`;
      found.hold(code !== null && code !== BUG, where, signal === null ? stderr : `ended by ${signal}`);
      found.count('through the command');
      if (code !== INVALID) continue;
      const opened = server.connections() - before;
      found.count('invalid among these');
      found.count('sockets opened by those', opened);
      found.hold(opened === 0, where, `an invalid plan opened ${opened} sockets`);
    }
  } finally {
    await server.close();
    at.remove();
  }
}

if (import.meta.main) await prove({ runs: 200_000 }, fuzz);
