/** What is said of a request that failed: why, and nothing of the request. */
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { failureWords } from '../../src/exchange/send/failure-words.ts';
import { callOf } from '../support/prompt-exchange.ts';
import { client } from './rig.ts';

const failed = (code: string): Error =>
  new TypeError('fetch failed with secrets', { cause: Object.assign(new Error('secrets'), { code }) });

it.each([
  ['ECONNREFUSED', 'connection', 'the connection was refused (ECONNREFUSED)'],
  ['ENOTFOUND', 'connection', 'the host name was not found (ENOTFOUND)'],
  ['EAI_AGAIN', 'connection', 'the host name could not be looked up (EAI_AGAIN)'],
  ['ECONNRESET', 'connection', 'the connection was reset (ECONNRESET)'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'the certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)'],
  ['EWHATEVER', 'connection', 'EWHATEVER'],
])('%s', (code, failure, message) => {
  expect(failureWords(failed(code))).toEqual({ failure, message });
});

it('an error without a code', () => {
  expect(failureWords(new Error('secrets')).message).toBe('the connection failed');
});

it('a port that nothing listens at', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  expect(await client(`http://127.0.0.1:${port}`).place(callOf('single'))).toMatchObject({
    kind: 'not-sent',
    message: 'the connection was refused (ECONNREFUSED)',
  });
});

it('a port that fetch refuses', async () => {
  expect(await client('http://127.0.0.1:9').place(callOf('single'))).toMatchObject({
    kind: 'not-sent',
    message: 'Node’s fetch does not connect to such a port',
  });
});
