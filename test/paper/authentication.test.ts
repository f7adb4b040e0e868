import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureOf } from '../../src/paper/v2/authentication.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { json, NOW_MS, PATHS, send, single, startAmple, type Sending } from '../support/paper-client.ts';

describe('signature vectors (docs/exchange.md#vectors)', () => {
  const rows: [timestamp: string, method: string, target: string, body: string, signature: string][] = [
    [
      '1591089508404',
      'GET',
      '/api/v2/market/depth?symbol=btcusdt_spbl&limit=20',
      '',
      'RJ3amG0naNyhWiqPsjPiDHp0F9PiyHB7kBufnHA3LaU=',
    ],
    [
      '1561022985382',
      'POST',
      '/api/spotPro/v3/order/order',
      '{"symbol":"btcusdt_spbl","size":"8","side":"buy","price":"1","orderType":"limit","clientOrderId":"ww#123456"}',
      'NXq+mcf9dIQnjNEzYNakG7m/MyR561VbvA/C6tk5rzc=',
    ],
    [
      '1659076670000',
      'POST',
      '/capi/v2/order/placeOrder',
      '{"symbol":"cmt_bchusdt","client_oid":"111111111222222","size":"1","type":"1","order_type":"0","match_price":"0","price":"100"}',
      'pQYgGghqLGu+YwwqMTrr+g/IKbvYW2QwsJrRBavvJIU=',
    ],
    [
      '1659076670000',
      'GET',
      '/capi/v2/order/detail?orderId=596471064624628269',
      '',
      '/osAkTkA+aTOXJh1BCQY12DMJbxmSjtQakk/iiZmZZY=',
    ],
    ['1700000000000', 'GET', '/capi/v3/account/balance', '', 'sUu357FD/pXvb9qAcGHPD9j8nURddHaOemS8N0V14rk='],
    ['1659076670000', '', '/v2/ws/private', '', '+u48NTi8dvlK1OGfu35/B/kNnUm3Hl8RUu6hj28QnBM='],
  ];
  it.each(rows)('%s %s %s', (timestamp, method, target, body, signature) => {
    expect(signatureOf('test-secret-key', timestamp, { method, target, body: Buffer.from(body) })).toBe(signature);
  });
});

describe('who may place', () => {
  let exchange: PaperExchange;
  beforeAll(async () => {
    exchange = await startAmple();
  });
  afterAll(() => exchange.close());

  const rows: [name: string, sending: Sending, status: number, code: string][] = [
    ['no key', { headers: { 'ACCESS-KEY': undefined } }, 401, '40001'],
    ['an empty key', { headers: { 'ACCESS-KEY': '' } }, 401, '40001'],
    ['no signature', { headers: { 'ACCESS-SIGN': undefined } }, 401, '40002'],
    ['no timestamp', { headers: { 'ACCESS-TIMESTAMP': undefined } }, 401, '40003'],
    ['no passphrase', { headers: { 'ACCESS-PASSPHRASE': undefined } }, 401, '40011'],
    ['a timestamp in seconds', { timestamp: '1764000000' }, 401, '40005'],
    ['a timestamp that is no number', { timestamp: '176400000000x' }, 401, '40005'],
    ['a timestamp too old', { timestamp: String(NOW_MS - 30_001) }, 401, '40008'],
    ['a timestamp too far ahead', { timestamp: String(NOW_MS + 30_001) }, 401, '40008'],
    ['an unknown key', { headers: { 'ACCESS-KEY': 'other' } }, 401, '40006'],
    ['a wrong passphrase', { headers: { 'ACCESS-PASSPHRASE': 'other' } }, 401, '40012'],
    ['a wrong secret', { secret: 'other' }, 401, '40009'],
    ['another body than the signed one', { signedBody: JSON.stringify(single({ size: '0.02' })) }, 401, '40009'],
    ['the same value in other bytes', { signedBody: JSON.stringify(single(), null, 1) }, 401, '40009'],
    ['no content type', { headers: { 'Content-Type': undefined } }, 400, '40007'],
    ['a form', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 400, '40007'],
    ['another charset', { headers: { 'Content-Type': 'application/json; charset=utf-16' } }, 400, '40007'],
    ['an empty locale', { headers: { locale: '' } }, 400, '40017'],
    ['no locale', { headers: { locale: undefined } }, 400, '40017'],
  ];
  it.each(rows)('refuses %s', async (_name, sending, status, code) => {
    const received = await send(exchange.origin, PATHS.single, single(), sending);
    expect([received.status, json(received)]).toEqual([
      status,
      { code, msg: expect.stringMatching(/./) as string, requestTime: NOW_MS, data: null },
    ]);
    expect(exchange.orders).toEqual([]);
  });
});

it('takes a timestamp at the very edge of the tolerance, and a charset that is UTF-8', async () => {
  const exchange = await startAmple();
  const early = await send(exchange.origin, PATHS.single, single(), { timestamp: String(NOW_MS - 30_000) });
  const late = await send(exchange.origin, PATHS.single, single(), {
    timestamp: String(NOW_MS + 30_000),
    headers: { 'Content-Type': 'Application/JSON; charset=UTF-8' },
  });
  await exchange.close();
  expect([early.status, late.status, exchange.orders.length]).toEqual([200, 200, 2]);
});

it('knows the credentials and the tolerance it is given', async () => {
  const exchange = await startAmple({
    credentials: { key: 'k', secret: 's', passphrase: 'p' },
    timestampToleranceMs: 1000,
  });
  const headers = { 'ACCESS-KEY': 'k', 'ACCESS-PASSPHRASE': 'p' };
  const taken = await send(exchange.origin, PATHS.single, single(), { headers, secret: 's' });
  const expired = await send(exchange.origin, PATHS.single, single(), {
    headers,
    secret: 's',
    timestamp: String(NOW_MS - 1001),
  });
  const stranger = await send(exchange.origin, PATHS.single, single());
  await exchange.close();
  expect([taken.status, json(expired)['code'], json(stranger)['code']]).toEqual([200, '40008', '40006']);
});
