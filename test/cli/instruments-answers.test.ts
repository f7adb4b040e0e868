/** `ordo instruments` against servers that answer with a list that is odd, or with anything but a list. */
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contracts } from '../../src/paper/v2/order/instruments.ts';
import {
  closedPort,
  drip,
  httpAnswer,
  startFaultServer,
  type FaultServer,
  type Script,
} from '../../proofs/support/fault-server.ts';
import { afterTest, type At } from '../support/live.ts';
import { here } from '../support/here.ts';
import { place, type Ended } from '../../proofs/support/ordo.ts';

const instruments = (at: At): Promise<Ended> => here(['instruments'], at);
const fileOf = (at: At): string => join(at.folder, 'instruments.json');
const read = (at: At): string => readFileSync(fileOf(at), 'utf8');
const STANDING =
  '{"asOf":"2026-01-02T03:04:05Z","source":"a test","instruments":{"cmt_a":{"tick":"1","step":"1","minSize":"1"}}}\n';

async function served(script: Script): Promise<{ server: FaultServer; at: At }> {
  const server = await startFaultServer(script);
  const at = place(server.origin);
  afterTest(() => server.close());
  afterTest(() => at.remove());
  return { server, at };
}
const answering = (...answer: Parameters<typeof httpAnswer>): Script => ({
  onRequest: (_request, socket) => void socket.write(httpAnswer(...answer)),
});
const listText = (...records: object[]): string => JSON.stringify(records);
const record = (symbol: string, changes: object = {}): object => ({
  ...contracts.get('cmt_btcusdt')?.record,
  symbol,
  ...changes,
});

describe('an answer that is no list leaves the file as it is', () => {
  const HTML = { 'content-type': 'text/html' };
  const ENVELOPE = '{"code":"40020","msg":"bad \\u001b[31mred","requestTime":1,"data":null}';
  const cutShort = (socket: Socket): void =>
    void socket.end(httpAnswer(200, listText(record('cmt_a'))).subarray(0, -1));
  const slowly = (socket: Socket): void => drip(socket, httpAnswer(200, listText(record('cmt_a'))), 20);
  const rows: [name: string, script: Script, code: number, said: RegExp][] = [
    ['cut short', { onRequest: (_, socket) => cutShort(socket) }, 2, /the connection was closed/],
    ['reset', { onRequest: (_, socket) => void socket.resetAndDestroy() }, 2, /the connection was (reset|closed)/],
    ['too slow', { onRequest: (_, socket) => slowly(socket) }, 2, /no whole answer within 400 ms/],
    ['silence', {}, 2, /no whole answer within 400 ms/],
    ['500', answering(500, listText(record('cmt_a'))), 2, /status 500\n/],
    ['502 in HTML', answering(502, '<html>Bad Gateway</html>', HTML), 2, /status 502\n/],
    ['HTML', answering(200, '<html>Welcome</html>', HTML), 2, /the answer is not JSON/],
    ['not UTF-8', answering(200, Buffer.from([0x5b, 0xff, 0x5d])), 2, /the answer is not UTF-8/],
    ['an error in an envelope', answering(200, ENVELOPE), 2, /status 200, 40020 bad \\e\[31mred\n/],
    [
      'a full window',
      answering(429, '{"code":"429","msg":"slow down"}', { 'retry-after': '7' }),
      8,
      /asks to wait 7 s/,
    ],
    ['no contract', answering(200, '[]'), 2, /the list is empty/],
    ['a symbol twice', answering(200, listText(record('cmt_a'), record('cmt_a'))), 2, /the list has cmt_a twice/],
    [
      'none that is exact',
      answering(200, listText(record('cmt_a', { tick_size: null }))),
      2,
      /cmt_a: `tick_size` is missing/,
    ],
    ['50 MB', answering(200, Buffer.alloc(50_000_000, ' ')), 2, /the answer is over 8 MiB/],
  ];
  test.each(rows)('%s', async (_name, script, code, said) => {
    const { server, at } = await served(script);
    at.write('instruments.json', STANDING);
    if (said.source.includes('400 ms')) at.write('ordo.config.yaml', 'version: 1\nexchange: { timeout: 400ms }\n');
    const ended = await instruments(at);
    expect([ended.code, ended.stderr, ended.stdout]).toEqual([code, expect.stringMatching(said) as string, '']);
    expect(ended.stderr).toContain('nothing was written');
    expect(read(at)).toBe(STANDING);
    expect(server.requests).toHaveLength(1);
  });

  test.each([301, 302, 307, 308])('%i to another host is not followed', async (status) => {
    const { server: other } = await served(answering(200, listText(record('cmt_evil'))));
    const { at } = await served(answering(status, '', { location: `${other.origin}/capi/v2/market/contracts` }));
    const { code, stderr } = await instruments(at);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`status ${status}, and a redirect is not followed`) as string,
    ]);
    expect(other.connections()).toBe(0);
    expect(existsSync(fileOf(at))).toBe(false);
  });

  test('nobody there', async () => {
    const at = place(`http://127.0.0.1:${await closedPort()}`);
    afterTest(() => at.remove());
    const { code, stderr } = await instruments(at);
    expect([code, stderr]).toEqual([2, expect.stringContaining('the connection was refused') as string]);
  });
});

test('the keys of the environment do not leave, and no header names a signature', async () => {
  const { server, at } = await served(answering(200, listText(record('cmt_a'))));
  at.env['ORDO_API_SECRET'] = 'never-to-be-seen';
  expect((await instruments(at)).code).toBe(0);
  const [request] = server.requests;
  expect([...(request?.headers.keys() ?? [])].filter((name) => name.startsWith('access-'))).toEqual([]);
  expect([...(request?.headers.values() ?? [])].join('\n')).not.toMatch(/never-to-be-seen|^paper$/m);
});

test('a byte order mark is dropped, exponents are exact, and what is not exact is told and left out', async () => {
  const text = listText(
    record('cmt_pepeusdt', {
      contract_val: '1E+5',
      size_increment: '-5',
      minOrderSize: '100000',
      maxOrderSize: '1E+10',
    }),
    record('cmt_bad\u001b]0;x\u0007', {}),
    record('cmt_odd', { size_increment: '3' }),
  ).replace('"tick_size":"1"', '"tick_size":10');
  const { at } = await served(answering(200, `\ufeff${text}`));
  const { code, stdout } = await instruments(at);
  expect(code).toBe(0);
  expect(stdout.replace(/DATE|\d{4}-\S+/, 'DATE')).toBe(`wrote instruments.json: 1 symbol, as of DATE

left out, as it cannot be read exactly
  cmt_bad\\e]0;x\\u{7}  no plan can name such a symbol
  cmt_odd             its step 0.0001 is not a multiple of 0.001, which
                      \`size_increment\` comes to
`);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(read(at)).toContain(
    '"cmt_pepeusdt": { "tick": "0.0000000001", "step": "100000", "minSize": "100000", "maxSize": "10000000000" }',
  );
});
