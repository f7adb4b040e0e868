import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPaperExchange, type PaperExchange } from '../../src/paper/server.ts';
import { batch, json, PATHS, send, single, startAmple } from '../support/paper-client.ts';

let exchange: PaperExchange;
beforeEach(async () => {
  exchange = await startAmple();
});
afterEach(() => exchange.close());

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(exchange.origin).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const works = async (): Promise<void> => {
  expect((await send(exchange.origin, PATHS.single, single())).status).toBe(200);
};

it('closes promptly with idle, half-sent and stalled connections open, as often as it is told', async () => {
  const silent = await open();
  const half = await open();
  half.write(`POST ${PATHS.single} HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"symbol"`);
  await works();
  const ended = Promise.all([once(silent, 'close'), once(half, 'close')]);
  await exchange.close();
  await exchange.close();
  await ended;
  await expect(send(exchange.origin, PATHS.single, single())).rejects.toThrow('fetch failed');
});

it('lives on when a client resets before, within and after its request', async () => {
  const before = await open();
  before.resetAndDestroy();
  const within = await open();
  within.write(`POST ${PATHS.single} HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{`, () =>
    within.resetAndDestroy(),
  );
  await once(within, 'close');
  const after = await open();
  const body = JSON.stringify(batch());
  after.write(`POST ${PATHS.batch} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`, () =>
    after.resetAndDestroy(),
  );
  await once(after, 'close');
  await works();
  expect(exchange.orders).toHaveLength(1);
  // What was cut short has not arrived: it is neither judged nor kept.
  expect(exchange.requests.filter((one) => one.path === PATHS.single && one.status !== 200)).toEqual([]);
});

it('answers bytes that are no HTTP with 400, and lives on', async () => {
  const socket = await open();
  socket.write('\u0000\u0001 order please\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
  await works();
});

it('answers later by the latency, without holding up others', async () => {
  const slow = await startAmple({ latencyMs: 100 });
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(slow.origin, PATHS.single, single())));
  const elapsed = performance.now() - began;
  await slow.close();
  expect(answers.map((one) => one.status)).toEqual(Array(8).fill(200));
  expect(elapsed).toBeGreaterThanOrEqual(98);
  expect(elapsed).toBeLessThan(8 * 100);
});

it('lives on when a client is gone before its answer', async () => {
  await exchange.close();
  exchange = await startAmple({ latencyMs: 20 });
  const gone = await open();
  gone.write(`POST ${PATHS.single} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`);
  await expect.poll(() => exchange.requests.length).toBe(1);
  gone.resetAndDestroy();
  await works();
  expect(exchange.requests.map((one) => one.status)).toEqual([401, 200]);
});

it('closes while an answer is on its way', async () => {
  const slow = await startAmple({ latencyMs: 60_000 });
  const outcome = send(slow.origin, PATHS.single, single()).then(
    () => 'answered',
    () => 'cut',
  );
  await expect.poll(() => slow.orders.length).toBe(1);
  await slow.close();
  expect(await outcome).toBe('cut');
});

it('keeps no requests where it is told so, and all orders', async () => {
  const lean = await startAmple({ keepRequests: false });
  await send(lean.origin, PATHS.single, single());
  await lean.close();
  expect([lean.requests.length, lean.orders.length]).toEqual([0, 1]);
});

it('listens on the port it is given, on loopback, and says so when it is taken', async () => {
  expect(exchange.origin).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
  const port = Number(new URL(exchange.origin).port);
  await expect(startPaperExchange({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await exchange.close();
  const again = await startPaperExchange({ port });
  const received = await send(again.origin, PATHS.single, single(), { timestamp: String(Date.now()) });
  await again.close();
  expect([again.origin, received.status, json(received)['client_oid']]).toEqual([exchange.origin, 200, 'one']);
});
