import { describe, expect, it } from 'vitest';
import { OPERATIONS as V3 } from '../../src/exchange/v3/operations.ts';
import { httpAnswer } from '../../proofs/support/fault-server.ts';
import { answered, refusal } from '../support/fault-cases.ts';
import { NOW_MS } from '../support/prompt-exchange.ts';
import { INTERFACES, SPELLINGS } from '../support/spellings.ts';
import { client, serve, write } from './rig.ts';

const QUERY = { symbol: 'cmt_btcusdt' };
const JUDGING = { refusalCodes: new Set<string>(), clean: (words: string) => words.replaceAll('weex_key', '[secret]') };
/** The name of its symbol, what it is asked for, and what that costs. */
const WIRES = {
  v2: {
    symbol: 'CMT_BTCUSDT',
    target: '/capi/v2/account/position/singlePosition?symbol=cmt_btcusdt',
    weight: { ip: 2, uid: 3, orderCalls: 0 },
  },
  v3: {
    symbol: 'BTCUSDT',
    target: '/capi/v3/account/position/singlePosition?symbol=BTCUSDT',
    weight: { ip: 2, uid: 0 },
  },
};
const holds = (long: string, short: string): object => ({
  kind: 'answered',
  value: expect.objectContaining({ kind: 'position', long, short }) as object,
});

describe.each(INTERFACES)('a position on %s', (version) => {
  const { operations, spell } = SPELLINGS[version];
  const wire = WIRES[version];
  const read = (status: number, text: string): object =>
    operations.position.judge(answered(status, spell(text)), QUERY, JUDGING);

  it.each([
    ['of neither side', '[]', '0', '0'],
    ['of one side', '[{"side":"LONG","size":"0.010"}]', '0.01', '0'],
    ['of both', '[{"side":"long","size":"1"},{"side":"Short","size":2.50}]', '1', '2.5'],
    ['under the other name', '[{"positionSide":"SHORT","size":"3"}]', '0', '3'],
    ['under both', '[{"side":"SHORT","positionSide":"short","size":"3"}]', '0', '3'],
    [
      'of both margin modes, to the digit',
      '[{"side":"LONG","size":"0.1","margin_mode":"SHARED"},{"side":"LONG","size":"0.2","margin_mode":"ISOLATED"}]',
      '0.3',
      '0',
    ],
    ['of nothing', '[{"side":"LONG","size":"0.0000"}]', '0', '0'],
    ['of its symbol', `[{"symbol":"${wire.symbol}","side":"LONG","size":"1"}]`, '1', '0'],
    ['in an envelope', '{"code":"00000","data":[{"side":"LONG","size":"1"}]}', '1', '0'],
  ])('%s', (_, text, long, short) => expect(read(200, text)).toEqual(holds(long, short)));

  it.each([
    [200, ''],
    [200, '{}'],
    [200, 'null'],
    [200, '{"side":"LONG","size":"1"}'],
    [200, '[null]'],
    [200, '[{"side":"LONG"}]'],
    [200, '[{"size":"1"}]'],
    [200, '[{"side":"BOTH","size":"1"}]'],
    [200, '[{"side":"LONG","positionSide":"SHORT","size":"1"}]'],
    [200, '[{"side":"LONG","size":"-1"}]'],
    [200, '[{"side":"LONG","size":"1e3"}]'],
    [200, '[{"symbol":"cmt_ethusdt","side":"LONG","size":"1"}]'],
    [200, '[{"side":"LONG","size":"1"},{"side":"?","size":"1"}]'],
    [500, '[]'],
    [302, '[]'],
    [400, refusal('40020', 'Parameter of weex_key')],
  ])('is never made of %i %s', (status, text) => {
    const came = read(status, text);
    expect(came).toMatchObject({ kind: 'answered', value: { kind: 'failed' } });
    expect(JSON.stringify(came)).not.toContain('weex_key');
  });

  it.runIf(version === 'v3')('keeps each row of its own words', () => {
    const third = [{ symbol: 'BTCUSDT', side: 'LONG', size: '300', marginType: 'CROSSED', openValue: '27.96900' }];
    expect(V3.position.judge(answered(200, JSON.stringify(third)), QUERY, JUDGING)).toMatchObject({
      value: { rows: [{ side: 'long', size: '300', marginMode: 'cross', openValue: '27.96900' }] },
    });
  });

  it.runIf(version === 'v2')('keeps each row as it was told, with its margin mode and what it was opened for', () => {
    const rows = [
      { side: 'LONG', size: '0.10', margin_mode: 'SHARED', open_value: '6400.5' },
      { side: 'LONG', size: '0.2', margin_mode: 'ISOLATED', openValue: 12802 },
      { side: 'SHORT', size: '0', margin_mode: 'other', open_value: '-1' },
    ];
    const told = [
      { side: 'long', size: '0.10', marginMode: 'cross', openValue: '6400.5' },
      { side: 'long', size: '0.2', marginMode: 'isolated', openValue: '12802' },
      { side: 'short', size: '0' },
    ];
    expect(read(200, JSON.stringify(rows))).toMatchObject({ value: { long: '0.3', short: '0', rows: told } });
  });

  it('refused by the rate limit, or for its timestamp, is told apart', () => {
    expect(read(429, '')).toMatchObject({ kind: 'rate-refused', again: true });
    expect(read(400, refusal('40008', 'expired'))).toMatchObject({ kind: 'clock-refused', value: { kind: 'failed' } });
  });

  it('is asked for over HTTP, with a signature', async () => {
    const server = await serve({ onRequest: write(httpAnswer(200, '[{"side":"LONG","size":"1"}]')) });
    const exchange = client(server.origin, { operations });
    expect(await exchange.send(exchange.operations.position, QUERY, NOW_MS)).toEqual(holds('1', '0'));
    const [request] = server.requests;
    expect(request?.target).toBe(wire.target);
    expect(request?.headers.get('access-key')).toBe('weex_key');
    expect(operations.position).toMatchObject({ method: 'GET', isRepeatable: true, weight: wire.weight });
  });
});
