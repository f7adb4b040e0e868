/** The client over TLS, with HTTP/1.1 and HTTP/2: a server that cannot prove itself gets no byte, and an order leaves once. */
import { constants, createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { placed } from './fault-cases.ts';
import { afterTest, client } from './rig.ts';
import { selfSigned, type SelfSigned } from './self-signed.ts';
import { callOf, classOf, rulesOf, type ResultClass } from './world.ts';

const DAY_MS = 86_400_000;
const trustedBefore = getCACertificates('default');
afterEach(() => setDefaultCACertificates(trustedBefore));

let good: SelfSigned;
beforeAll(() => {
  good = selfSigned('127.0.0.1', Date.now() + DAY_MS);
});

async function placeAt(port: number, timeoutMs = 5000): Promise<readonly string[]> {
  const result = await client(`https://127.0.0.1:${port}`, { timeoutMs }).place(callOf('single'));
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

const respond = (status: number, body: string) => (stream: ServerHttp2Stream) => {
  stream.respond({ ':status': status, 'content-type': 'application/json' });
  stream.end(body);
};

describe('HTTP/2', () => {
  let requests = 0;
  async function serve(answer: (stream: ServerHttp2Stream) => void): Promise<number> {
    setDefaultCACertificates([good.cert]);
    requests = 0;
    const server: Http2SecureServer = createSecureServer({ ...good });
    server.on('session', (session) => {
      session.on('error', () => {});
      afterTest(async () => session.destroy());
    });
    server.on('stream', (stream: ServerHttp2Stream) => {
      stream.on('error', () => {});
      stream.resume().on('end', () => {
        requests += 1;
        answer(stream);
      });
    });
    afterTest(() => new Promise((resolve) => void server.close(() => resolve())));
    return portOf(server);
  }
  const rows: [name: string, answer: (stream: ServerHttp2Stream) => void, want: readonly [ResultClass, string]][] = [
    ['an answer', respond(200, placed('single')), ['accepted', 'accepted']],
    ['status 421', respond(421, ''), ['unknown', 'cut']],
    ['a redirect', respond(307, ''), ['unknown', 'redirect']],
    ['a stream reset', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), ['unknown', 'cut']],
    ['a stream refused', (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM), ['unknown', 'cut']],
    ['a session ended', (stream) => stream.session?.destroy(), ['unknown', 'cut']],
  ];
  it.each(rows)('%s', async (_name, answer, want) => {
    const port = await serve(answer);
    expect(await placeAt(port)).toEqual(want);
    await wait(20);
    expect(requests).toBe(1);
  });

  const silences: [name: string, answer: (stream: ServerHttp2Stream) => void][] = [
    ['silence', () => {}],
    ['GOAWAY, then silence', (stream) => stream.session?.goaway(constants.NGHTTP2_NO_ERROR)],
  ];
  it.each(silences)('%s', async (_name, answer) => {
    const port = await serve(answer);
    expect(await placeAt(port, 150)).toEqual(['unknown', 'timeout']);
    expect(requests).toBe(1);
  });
});
