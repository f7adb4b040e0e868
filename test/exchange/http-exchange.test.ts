/** The client over real sockets: how often an order leaves, with which bytes, and whose answer is whose. */
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { CallResult } from '../../src/exchange/answers/call-result.ts';
import { closedPort, httpAnswer } from '../../proofs/support/fault-server.ts';
import { placed, REFUSAL } from '../support/fault-cases.ts';
import { ANSWER, client, serve, write, writeAndEnd } from './rig.ts';
import {
  callOf,
  classOf,
  clientOid,
  credentials,
  KINDS,
  NOW_MS,
  rulesOf,
  type PromptExchange,
  type ResultClass,
} from '../support/prompt-exchange.ts';

afterEach(() => void vi.unstubAllGlobals());

it('a closed port: nothing left, and it may go again', async () => {
  const result = await client(`http://127.0.0.1:${await closedPort()}`).place(callOf('single'));
  expect(result).toMatchObject({ kind: 'not-sent', rule: 'nothing-left', again: true });
});

describe('an order leaves once', () => {
  const STATUSES: [status: number, wanted: ResultClass][] = [
    ...[400, 401, 403, 404, 422].map((status): [number, ResultClass] => [status, 'rejected']),
    ...[418, 429].map((status): [number, ResultClass] => [status, 'rate-refused']),
    // 421 is the one that fetch itself would send again.
    ...[407, 408, 409, 413, 421, 425, 500, 502, 503, 504].map((status): [number, ResultClass] => [status, 'unknown']),
  ];
  it.each(STATUSES)('status %i: %s', async (status, wanted) => {
    const server = await serve({ onRequest: write(httpAnswer(status, REFUSAL, { 'retry-after': '0' })) });
    expect(classOf(await client(server.origin).place(callOf('single')))).toBe(wanted);
    await wait(20);
    expect(server.requests).toHaveLength(1);
  });

  it.each([300, 301, 302, 303, 307, 308])('status %i: the other server hears nothing', async (status) => {
    const other = await serve({ onRequest: write(ANSWER) });
    const location = `${other.origin}/capi/v2/order/placeOrder`;
    const server = await serve({ onRequest: write(httpAnswer(status, '', { location })) });
    const result = await client(server.origin).place(callOf('single'));
    expect(result).toMatchObject({ kind: 'answered', halt: expect.any(String) as string });
    expect(classOf(result)).toBe('unknown');
    await wait(20);
    expect([server.requests.length, other.connections()]).toEqual([1, 0]);
  });

  it.each([
    ['7', 7000],
    ['0', 0],
    ['-1', undefined],
    ['soon', undefined],
    ['1e3', undefined],
  ])('Retry-After %s', async (header, retryAfterMs) => {
    const server = await serve({ onRequest: write(httpAnswer(429, '', { 'retry-after': header })) });
    const result = await client(server.origin).place(callOf('single'));
    expect(result.kind === 'rate-refused' ? result.retryAfterMs : 'another class').toBe(retryAfterMs);
  });

  it('over connections that the server closes when idle', async () => {
    const server = await serve({ onRequest: writeAndEnd(ANSWER) });
    const exchange = client(server.origin);
    for (let call = 0; call < 10; call++) expect(classOf(await exchange.place(callOf('single')))).toBe('accepted');
    expect([server.requests.length, server.connections()]).toEqual([10, 10]);
  });

  it('over a connection that lasts', async () => {
    const server = await serve({ onRequest: write(ANSWER) });
    const exchange = client(server.origin);
    for (let call = 0; call < 10; call++) expect(classOf(await exchange.place(callOf('single')))).toBe('accepted');
    expect(server.requests).toHaveLength(10);
    expect(server.connections()).toBeLessThan(10);
  });

  it('over an idle connection that is reset at the second request', async () => {
    let requests = 0;
    const server = await serve({
      onRequest: (_request, socket) => void (++requests === 1 ? socket.write(ANSWER) : socket.resetAndDestroy()),
    });
    const exchange = client(server.origin);
    expect(classOf(await exchange.place(callOf('single')))).toBe('accepted');
    expect(classOf(await exchange.place(callOf('single')))).toBe('unknown');
    await wait(20);
    expect(server.requests).toHaveLength(2);
  });
});

describe('what is sent', () => {
  const TEXTS = [
    '{"note":"ключ 鍵 🔑 é"}',
    '{"price":"0.10","size":"1e3 \\u0000"}',
    `{"long":"${'ä'.repeat(100_000)}"}`,
  ];
  it.each(KINDS.flatMap((kind) => TEXTS.map((body) => [kind, body] as const)))('%s %.40s', async (kind, body) => {
    const server = await serve({ onRequest: write(httpAnswer(200, placed(kind))) });
    const call = callOf(kind, undefined, body);
    expect(classOf(await client(server.origin).place(call))).toBe('accepted');
    const [request] = server.requests;
    if (request === undefined) throw new Error('nothing arrived');
    expect([request.method, request.target]).toEqual(['POST', call.path]);
    expect(request.body.equals(Buffer.from(body, 'utf8'))).toBe(true);
    const timestamp = request.headers.get('access-timestamp') ?? '';
    expect(timestamp).toBe(String(NOW_MS));
    // Over the very bytes that arrived, and by other code than the client's.
    const signature = createHmac('sha256', credentials.secret.reveal())
      .update(`${timestamp}POST${request.target}`)
      .update(request.body)
      .digest('base64');
    expect(Object.fromEntries(request.headers)).toMatchObject({
      'access-key': credentials.key.reveal(),
      'access-sign': signature,
      'access-passphrase': credentials.passphrase.reveal(),
      locale: 'en-US',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'ordo/test',
    });
    expect(Object.keys(Object.fromEntries(request.headers))).not.toContain('transfer-encoding');
  });

  it('every attempt is signed at its own time', async () => {
    const server = await serve({ onRequest: write(ANSWER) });
    let now = NOW_MS + 0.75;
    const exchange = client(server.origin, { wallMs: () => now });
    for (; now < NOW_MS + 3; now += 1) await exchange.place(callOf('single'));
    const seen = server.requests.map(({ headers }) => headers.get('access-timestamp'));
    expect(seen).toEqual([String(NOW_MS), String(NOW_MS + 1), String(NOW_MS + 2)]);
    expect(new Set(server.requests.map(({ headers }) => headers.get('access-sign'))).size).toBe(3);
  });
});

describe('eight calls at once', () => {
  const calls = Array.from({ length: 8 }, (_, index) => ({
    ...callOf('single', 1, JSON.stringify({ client_oid: clientOid(index) })),
    orders: [{ id: `o${index}`, clientOid: clientOid(index) }],
  }));
  const indexOf = (body: Buffer): number => calls.findIndex((call) => call.body === body.toString());
  const placeAll = (exchange: PromptExchange): Promise<CallResult[]> =>
    Promise.all(calls.map((call) => exchange.place(call)));

  it('each gets the answer to its own order', async () => {
    const server = await serve({
      onRequest: ({ body }, socket) => {
        const index = indexOf(body);
        if (index % 4 === 1) return void socket.resetAndDestroy();
        if (index % 4 === 2) return;
        const text = index % 4 === 0 ? `{"order_id":"9${index}","client_oid":"${clientOid(index)}"}` : REFUSAL;
        // The last first: whoever went by the order of arrival would mix them up.
        setTimeout(() => socket.write(httpAnswer(200, text)), (8 - index) * 5);
      },
    });
    const results = await placeAll(client(server.origin, { timeoutMs: 2000 }));
    expect(results.map((result) => rulesOf(result)[0])).toEqual(
      calls.map((_call, index) => ['accepted', 'cut', 'timeout', 'refused'][index % 4]),
    );
    expect([results[0], results[4]]).toMatchObject([0, 4].map((index) => ({ verdicts: [{ orderId: `9${index}` }] })));
    expect(server.requests).toHaveLength(8);
  });

  it('not sent is said of exactly those that did not arrive', async () => {
    let accepted = 0;
    const server = await serve({
      onAccept: (socket) => void (accepted++ % 2 === 0 && socket.resetAndDestroy()),
      onRequest: (_request, socket) => socket.resetAndDestroy(),
    });
    const results = await placeAll(client(server.origin));
    const arrived = new Set(server.requests.map(({ body }) => indexOf(body)));
    expect(arrived.size).toBe(4);
    for (const [index, result] of results.entries()) {
      // A reset may overtake a request on its way, so not all that left arrived; but nothing that arrived is "not sent".
      if (arrived.has(index)) expect(classOf(result)).toBe('unknown');
    }
    expect(results.filter(({ kind }) => kind === 'not-sent').length).toBeGreaterThan(0);
  });

  it('two clients do not see each other’s requests leave', async () => {
    const server = await serve({ onRequest: write(ANSWER) });
    const nowhere = `http://127.0.0.1:${await closedPort()}`;
    const [answered, refused] = await Promise.all([
      client(server.origin).place(callOf('single')),
      client(nowhere).place(callOf('single')),
    ]);
    expect([classOf(answered), classOf(refused)]).toEqual(['accepted', 'not-sent']);
  });
});

describe('where leaving can no longer be seen', () => {
  it('a client closed under way proves nothing', async () => {
    const server = await serve({});
    const exchange = client(server.origin);
    const placing = exchange.place(callOf('single'));
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), 10_000);
    await exchange.close();
    expect(classOf(await placing)).toBe('unknown');
  });

  it('an answer to what was not seen leaving is not believed, nor is "not sent" from then on', async () => {
    const exchange = client('http://127.0.0.1:1');
    vi.stubGlobal('fetch', async () => new Response(placed('single')));
    expect(classOf(await exchange.place(callOf('single')))).toBe('unknown');
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('fetch failed')));
    expect(classOf(await exchange.place(callOf('single')))).toBe('unknown');
  });
});
