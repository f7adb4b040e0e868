/** Every way in which a connection can fail, over real sockets: its class, and that the order left at most once. */
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drip, httpAnswer, type Script } from '../../proofs/support/fault-server.ts';
import { placed } from '../support/fault-cases.ts';
import { ANSWER, client, serve, write, writeAndEnd } from './rig.ts';
import { callOf, classOf, rulesOf, type ResultClass } from '../support/prompt-exchange.ts';

const HEAD_END = ANSWER.indexOf('\r\n\r\n') + 4;
const chunked = (body: string): string => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`;
const gzipped = gzipSync(placed('single'));

interface Case {
  readonly name: string;
  readonly script: Script;
  readonly want: readonly [ResultClass, string];
  /** Whole requests that reached the server; 1 where nothing is said. */
  readonly requests?: 0;
  readonly https?: true;
  /** It is about waiting in vain. */
  readonly waits?: true;
}

const NOTHING_LEFT = ['not-sent', 'nothing-left'] as const;
const CUT = ['unknown', 'cut'] as const;
const TIMEOUT = ['unknown', 'timeout'] as const;
const UNREADABLE = ['unknown', 'unreadable'] as const;
const ACCEPTED = ['accepted', 'accepted'] as const;

const CASES: readonly Case[] = [
  {
    name: 'reset on accept',
    script: { onAccept: (socket) => socket.resetAndDestroy() },
    want: NOTHING_LEFT,
    requests: 0,
  },
  { name: 'TLS that never begins', script: {}, want: NOTHING_LEFT, requests: 0, https: true, waits: true },
  {
    name: 'TLS handshake junk',
    script: { onAccept: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') },
    want: ['not-sent', 'tls-refused'],
    requests: 0,
    https: true,
  },
  {
    name: 'TLS handshake reset',
    script: { onAccept: (socket) => socket.resetAndDestroy() },
    want: NOTHING_LEFT,
    requests: 0,
    https: true,
  },
  { name: 'end on accept', script: { onAccept: (socket) => socket.end() }, want: CUT },
  { name: 'reset after the request', script: { onRequest: (_request, socket) => socket.resetAndDestroy() }, want: CUT },
  { name: 'end after the request', script: { onRequest: (_request, socket) => void socket.end() }, want: CUT },
  { name: 'silence', script: {}, want: TIMEOUT },
  {
    name: 'byte by byte, too slow',
    script: { onRequest: (_request, socket) => drip(socket, ANSWER, 20) },
    want: TIMEOUT,
  },
  {
    name: 'byte by byte, in time',
    script: { onRequest: (_request, socket) => drip(socket, ANSWER, 1) },
    want: ACCEPTED,
  },
  { name: 'headers, then silence', script: { onRequest: write(ANSWER.subarray(0, HEAD_END)) }, want: TIMEOUT },
  { name: 'headers, then the end', script: { onRequest: writeAndEnd(ANSWER.subarray(0, HEAD_END)) }, want: CUT },
  { name: 'half the headers', script: { onRequest: writeAndEnd(ANSWER.subarray(0, 20)) }, want: CUT },
  { name: 'a body one byte short', script: { onRequest: writeAndEnd(ANSWER.subarray(0, -1)) }, want: CUT },
  { name: 'a body one byte short, then silence', script: { onRequest: write(ANSWER.subarray(0, -1)) }, want: TIMEOUT },
  {
    name: 'a body longer than its length',
    script: { onRequest: writeAndEnd(Buffer.concat([ANSWER, Buffer.from('}')])) },
    want: ACCEPTED,
  },
  {
    name: 'no length, cut',
    script: { onRequest: writeAndEnd(`HTTP/1.1 200 OK\r\n\r\n${placed('single').slice(0, -1)}`) },
    want: UNREADABLE,
  },
  {
    name: 'bad chunk size',
    script: { onRequest: write(chunked(`zz\r\n${placed('single')}\r\n0\r\n\r\n`)) },
    want: CUT,
  },
  { name: 'chunks without an end', script: { onRequest: writeAndEnd(chunked(`5\r\n{"ord\r\n`)) }, want: CUT },
  { name: 'garbage', script: { onRequest: write('\u0000\u0001 no protocol of this world\r\n\r\n') }, want: CUT },
  {
    name: 'garbage before the request',
    script: { onAccept: (socket) => socket.write('220 mail ready\r\n') },
    want: CUT,
  },
  {
    name: 'an upgrade',
    script: { onRequest: write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n') },
    want: CUT,
  },
  {
    name: 'headers of 1 MiB',
    script: { onRequest: write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1 << 20)}\r\n\r\n`) },
    want: CUT,
  },
  {
    name: 'a body of 2 MiB',
    script: { onRequest: write(httpAnswer(200, ' '.repeat(2 << 20) + placed('single'))) },
    want: UNREADABLE,
  },
  {
    name: '2 MiB in a few bytes of gzip',
    script: {
      onRequest: write(
        httpAnswer(200, gzipSync(' '.repeat(2 << 20) + placed('single')), { 'content-encoding': 'gzip' }),
      ),
    },
    want: UNREADABLE,
  },
  {
    name: 'gzip',
    script: { onRequest: write(httpAnswer(200, gzipped, { 'content-encoding': 'gzip' })) },
    want: ACCEPTED,
  },
  {
    name: 'gzip cut short',
    script: { onRequest: write(httpAnswer(200, gzipped.subarray(0, 30), { 'content-encoding': 'gzip' })) },
    want: UNREADABLE,
  },
  {
    name: 'no gzip after all',
    script: { onRequest: write(httpAnswer(200, placed('single'), { 'content-encoding': 'gzip' })) },
    want: CUT,
  },
  {
    name: 'no UTF-8',
    script: { onRequest: write(httpAnswer(200, Buffer.from([0x22, 0xff, 0x22]))) },
    want: UNREADABLE,
  },
  // undici takes a 100 that nobody asked for as a broken answer: then nothing is known, which is the safe side.
  {
    name: '100 Continue, then the answer',
    script: { onRequest: write(`HTTP/1.1 100 Continue\r\n\r\n${ANSWER.toString()}`) },
    want: CUT,
  },
  {
    name: '103, then the answer',
    script: { onRequest: write(`HTTP/1.1 103 Early Hints\r\n\r\n${ANSWER.toString()}`) },
    want: ACCEPTED,
  },
  { name: '103, then silence', script: { onRequest: write('HTTP/1.1 103 Early Hints\r\n\r\n') }, want: TIMEOUT },
  { name: 'an answer', script: { onRequest: write(ANSWER) }, want: ACCEPTED },
];

describe.each(CASES)('$name', ({ script, want, requests = 1, https, waits }) => {
  it('has its class, and the order left at most once', async () => {
    const server = await serve(script);
    const origin = https ? server.origin.replace('http:', 'https:') : server.origin;
    const exchange = client(origin, waits || want === TIMEOUT ? { timeoutMs: 400 } : {});
    const result = await exchange.place(callOf('single'));
    expect([classOf(result), ...rulesOf(result)]).toEqual(want);
    // A second send would come at once: give it the time to arrive.
    await wait(20);
    expect(server.requests).toHaveLength(requests);
  });
});
