/** The time limit over an answer: it is kept whatever becomes of the sockets, and by a process that nothing else holds. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { deadlineIn } from '../../src/exchange/send/deadline.ts';
import { client, serve } from './rig.ts';
import { callOf } from '../support/prompt-exchange.ts';

it('holds a process whose request waits without a socket', async () => {
  const child = new URL('children/wait-without-socket.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [child]);
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'not-sent', message: 'no whole answer within 300 ms' });
});

it('one that is longer than a timer can be does not fire at once', async () => {
  const server = await serve({});
  const placing = client(server.origin, { timeoutMs: 40 * 86_400_000 }).place(callOf('single'));
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
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
