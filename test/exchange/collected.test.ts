/**
 * The time limit holds through garbage collection. fetch ties its own signal to ours by a weak reference (nodejs/node#55428), so
 * that of a request which is no longer reachable never fires: what waits for its answer would wait for ever.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { fetchPublic } from '../../src/exchange/send/connect.ts';
import type { Script } from '../../proofs/support/fault-server.ts';
import { callOf, classOf, rulesOf } from '../support/prompt-exchange.ts';
import { ANSWER, client, serve, write } from './rig.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const HEAD_END = ANSWER.indexOf('\r\n\r\n') + 4;
const STALLS: readonly (readonly [string, Script])[] = [
  ['before the head', {}],
  ['in the head', { onRequest: write(ANSWER.subarray(0, 20)) }],
  ['before the body', { onRequest: write(ANSWER.subarray(0, HEAD_END)) }],
  ['in the body', { onRequest: write(ANSWER.subarray(0, -1)) }],
];

it.each(STALLS)('an answer that stalls %s is given up in time', async (_, script) => {
  const { origin } = await serve(script);
  const collecting = setInterval(collectGarbage, 150);
  onTestFinished(() => clearInterval(collecting));
  const call = callOf('single');
  const sent = await client(origin, { timeoutMs: 200 }).place(call);
  expect([classOf(sent), rulesOf(sent)]).toEqual(['unknown', ['timeout']]);
  const question = { origin, path: '/list', locale: 'en-US', timeoutMs: 200, userAgent: 'ordo' };
  expect(await fetchPublic(question)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('200 ms') as unknown },
  });
});
