/** The time limit over an answer: it is kept whatever becomes of the sockets, and by a process that nothing else holds. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpAnswer } from '../../proofs/support/fault-server.ts';
import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { deadlineIn } from '../../src/exchange/send/deadline.ts';
import { placed } from '../support/fault-cases.ts';
import { callOf, classOf, rulesOf } from '../support/prompt-exchange.ts';
import { afterTest, ANSWER, client, serve } from './rig.ts';

it('holds a process whose request waits without a socket', async () => {
  const child = new URL('children/wait-without-socket.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [child]);
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'not-sent', message: 'no whole answer within 300 ms' });
});

it('one that is longer than a timer can be does not fire at once', async () => {
  const server = await serve({});
  const placing = client(server.origin, { timeoutMs: 40 * 86_400_000 }).place(callOf('single'));
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), 10_000);
  const ended = await Promise.race([placing, new Promise((resolve) => setTimeout(() => resolve('waits'), 100))]);
  expect(ended).toBe('waits');
});

it('cleared, it does not hold the process, nor abort', () => {
  vi.useFakeTimers();
  const deadline = deadlineIn(10);
  deadline.clear();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  expect(deadline.signal.aborted).toBe(false);
});

/** Asks with 500 ms of patience, and stands still for 800 ms once the request has arrived. */
async function placedAfterStandstill(answer: Buffer, afterMs: number): Promise<CallResult> {
  const worker = new Worker(new URL('children/answer-late.ts', import.meta.url), { workerData: { answer, afterMs } });
  afterTest(async () => void (await worker.terminate()));
  const [{ port }] = (await once(worker, 'message')) as [AddressInfo];
  worker.once('message', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800));
  return client(`http://127.0.0.1:${port}`, { timeoutMs: 500 }).place(callOf('single'));
}

describe('a process that stood still past the deadline', () => {
  const PADDING = ' '.repeat(300_000);

  it.each([
    ['a short answer', ANSWER],
    ['an answer of many reads', httpAnswer(200, PADDING + placed('single'))],
  ])('reads %s that had arrived', async (_, answer) => {
    expect(classOf(await placedAfterStandstill(answer, 20))).toBe('accepted');
  });

  it('takes the beginning of an answer for no answer', async () => {
    const result = await placedAfterStandstill(ANSWER.subarray(0, -1), 20);
    expect([classOf(result), rulesOf(result)]).toEqual(['unknown', ['timeout']]);
  });
});

it('a silent server is given up at the deadline', async () => {
  const server = await serve({});
  const startedMs = performance.now();
  const result = await client(server.origin, { timeoutMs: 400 }).place(callOf('single'));
  expect(rulesOf(result)).toEqual(['timeout']);
  expect(performance.now() - startedMs).toBeLessThan(2000);
});

describe('deadlineIn', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is over at once while the request has not left', () => {
    const deadline = deadlineIn(10, () => undefined);
    vi.advanceTimersByTime(10);
    expect(deadline.signal.aborted).toBe(true);
  });

  it('goes on for as long as every turn brings bytes, and no longer', () => {
    let bytes = 0;
    let bringing = 3;
    const deadline = deadlineIn(10, () => (bringing-- > 0 ? ++bytes : bytes));
    vi.advanceTimersByTime(10);
    const turns: boolean[] = [];
    while (vi.getTimerCount() > 0) {
      turns.push(deadline.signal.aborted);
      vi.advanceTimersToNextTimer();
    }
    expect([turns, deadline.signal.aborted]).toEqual([[false, false, false], true]);
  });

  it('ends though bytes never stop', () => {
    let bytes = 0;
    const deadline = deadlineIn(10, () => bytes++);
    vi.advanceTimersByTime(10);
    for (let turn = 0; turn < 200; turn++) vi.advanceTimersToNextTimer();
    expect([deadline.signal.aborted, vi.getTimerCount()]).toEqual([true, 0]);
  });

  it.each([
    [1000, 'no whole answer within 10 ms'],
    [3000, 'no whole answer within 10 ms, and this machine did not run for a while'],
  ])('%i ms late by the wall clock: says %s', (lateMs, words) => {
    const deadline = deadlineIn(10);
    vi.setSystemTime(Date.now() + lateMs);
    vi.advanceTimersByTime(10);
    expect(deadline.words()).toBe(words);
  });

  it('cleared between two turns, does not abort', () => {
    const deadline = deadlineIn(10, () => 0);
    vi.advanceTimersByTime(10);
    deadline.clear();
    expect(vi.getTimerCount()).toBe(0);
    expect(deadline.signal.aborted).toBe(false);
  });
});
