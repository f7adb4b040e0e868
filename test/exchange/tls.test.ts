/** The client over TLS: a server that cannot prove itself gets no byte, one that offers HTTP/2 gets HTTP/1.1, and an order leaves once. */
import { createSecureServer, type Http2SecureServer, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/exchange/send/connect.ts';
import { http1Agent } from '../../src/exchange/send/http1-agent.ts';
import { placed } from '../support/fault-cases.ts';
import { afterTest, client } from './rig.ts';
import { selfSigned, type SelfSigned } from '../../proofs/support/self-signed.ts';
import { agent, callOf, classOf, rulesOf, type PromptOptions, type ResultClass } from '../support/prompt-exchange.ts';

const DAY_MS = 86_400_000;
const HOW = { speaking: { interface: 'v2' }, locale: 'en-US', userAgent: 'ordo' } as const;
const trustedBefore = getCACertificates('default');
afterEach(() => setDefaultCACertificates(trustedBefore));

let good: SelfSigned;
beforeAll(() => {
  good = selfSigned('127.0.0.1', Date.now() + DAY_MS);
});

async function placeAt(port: number, changes: Partial<PromptOptions> = {}): Promise<readonly string[]> {
  const result = await client(`https://127.0.0.1:${port}`, changes).place(callOf('single'));
  return [classOf(result), ...rulesOf(result)];
}

interface Listening {
  listen(port: number, host: string, listening: () => void): unknown;
  address(): AddressInfo | string | null;
}
async function portOf(server: Listening): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('a server that cannot prove who it is', () => {
  const rows: [name: string, made: () => SelfSigned, trusted: boolean][] = [
    ['an unknown authority', () => good, false],
    ['an expired certificate', () => selfSigned('127.0.0.1', Date.now() - DAY_MS), true],
    ['another host', () => selfSigned('127.0.0.2', Date.now() + DAY_MS), true],
  ];
  it.each(rows)('%s: no byte of the order', async (_name, made, trusted) => {
    const { key, cert } = made();
    if (trusted) setDefaultCACertificates([cert]);
    let bytes = 0;
    const server = createTlsServer({ key, cert }, (socket) => {
      socket.on('error', () => {});
      socket.on('data', (read) => (bytes += read.length));
    });
    afterTest(() => new Promise((resolve) => void server.close(() => resolve())));
    expect(await placeAt(await portOf(server))).toEqual(['not-sent', 'tls-refused']);
    await wait(20);
    expect(bytes).toBe(0);
  });
});

/** A server that names HTTP/2 first, as the fronts of exchanges do; `versions` are those of the requests it read to their end. */
async function serveHttp2(
  answer: (response: Http2ServerResponse) => void,
  allowHTTP1 = true,
): Promise<{ port: number; versions: string[] }> {
  setDefaultCACertificates([good.cert]);
  const versions: string[] = [];
  const server: Http2SecureServer = createSecureServer({ ...good, allowHTTP1 }, (request, response) => {
    request.resume().on('end', () => {
      versions.push(request.httpVersion);
      answer(response);
    });
  });
  server.on('session', (session) => {
    session.on('error', () => {});
    afterTest(async () => session.destroy());
  });
  server.on('sessionError', () => {});
  server.on('connection', (socket) => afterTest(async () => void socket.destroy()));
  afterTest(() => new Promise((resolve) => void server.close(() => resolve())));
  return { port: await portOf(server), versions };
}

const respond = (status: number, body: string) => (response: Http2ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
};

describe('a server that offers HTTP/2', () => {
  const rows: [name: string, answer: (response: Http2ServerResponse) => void, want: readonly [ResultClass, string]][] =
    [
      ['an answer', respond(200, placed('single')), ['accepted', 'accepted']],
      ['status 421', respond(421, ''), ['unknown', 'cut']],
      ['a redirect', respond(307, ''), ['unknown', 'redirect']],
      ['a connection cut', (response) => void response.socket.destroy(), ['unknown', 'cut']],
    ];
  it.each(rows)('%s: one request, in HTTP/1.1', async (_name, answer, want) => {
    const server = await serveHttp2(answer);
    expect(await placeAt(server.port)).toEqual(want);
    await wait(20);
    expect(server.versions).toEqual(['1.1']);
  });

  it('silence: one request, in HTTP/1.1', async () => {
    const server = await serveHttp2(() => {});
    expect(await placeAt(server.port, { timeoutMs: 1000 })).toEqual(['unknown', 'timeout']);
    expect(server.versions).toEqual(['1.1']);
  });

  it('and nothing else: no byte of the order', async () => {
    const server = await serveHttp2(respond(200, placed('single')), false);
    expect(classOf(await client(`https://127.0.0.1:${server.port}`).place(callOf('single')))).toBe('not-sent');
    await wait(20);
    expect(server.versions).toEqual([]);
  });

  it('and an agent that would take it: its connection ends before the request', async () => {
    const server = await serveHttp2(respond(200, ''));
    const ours = agent();
    const AgentClass = ours.dispatcher.constructor as new (options: object) => typeof ours.dispatcher;
    const dispatcher = new AgentClass({ allowH2: true });
    afterTest(() => ours.close());
    afterTest(() => dispatcher.destroy());
    const asked = fetch(`https://127.0.0.1:${server.port}`, { dispatcher });
    await expect(asked).rejects.toMatchObject({ cause: { message: 'the connection is not HTTP/1.1' } });
    expect(server.versions).toEqual([]);
  });
});

describe('an open connection to one server', () => {
  const keys = { key: 'k', secret: 's', passphrase: 'p' };
  it.each([
    ['ends HTTP/2 of the same process with that server', true],
    ['leaves that with others alone', false],
  ])('%s', async (_, isSame) => {
    const server = await serveHttp2(respond(200, '{}'));
    const origin = `https://127.0.0.1:${isSame ? server.port : 1}`;
    const connected = connect({ ...HOW, origin, timeoutMs: 1000 }, keys);
    if (!connected.ok) throw new Error(connected.error);
    const ours = agent();
    const AgentClass = ours.dispatcher.constructor as new (options: object) => typeof ours.dispatcher;
    await ours.close();
    const dispatcher = new AgentClass({ allowH2: true });
    afterTest(() => connected.value.close());
    afterTest(() => dispatcher.destroy());
    const asked = fetch(`https://127.0.0.1:${server.port}`, { dispatcher });
    if (isSame) await expect(asked).rejects.toMatchObject({ cause: { message: 'the connection is not HTTP/1.1' } });
    else expect((await asked).status).toBe(200);
    expect(server.versions).toEqual(isSame ? [] : ['2.0']);
  });
});

describe('a Node whose agent is not where it is looked for', () => {
  const symbols = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name));
  const before = symbols.map((symbol) => Reflect.get(globalThis, symbol) as unknown);
  afterEach(() => symbols.forEach((symbol, at) => Reflect.set(globalThis, symbol, before[at])));

  it.each<[string, unknown]>([
    ['nothing there', undefined],
    ['a proxy’s agent there', { constructor: { name: 'EnvHttpProxyAgent' } }],
  ])('%s: no exchange, so nothing is sent', (_name, there) => {
    for (const symbol of symbols) Reflect.set(globalThis, symbol, there);
    expect(http1Agent()).toEqual({ ok: false, error: expect.stringContaining('HTTP/1.1') as string });
    const options = { ...HOW, origin: 'https://127.0.0.1', timeoutMs: 1 };
    expect(connect(options, { key: 'k', secret: 's', passphrase: 'p' }).ok).toBe(false);
  });
});
