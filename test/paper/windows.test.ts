import { afterEach, describe, expect, it } from 'vitest';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import { AMPLE, batch, json, NOW_MS, PATHS, send, single, trigger } from '../support/paper-client.ts';

let nowMs = 0;
let exchange: PaperExchange;
const start = async (options: PaperOptions): Promise<void> => {
  nowMs = 0;
  exchange = await startPaperExchange({ clock: { wallMs: () => NOW_MS, monotonicMs: () => nowMs }, ...options });
};
afterEach(() => exchange.close());

const placeAt = async (atMs: number, body = single()): Promise<number> => {
  nowMs = atMs;
  return (await send(exchange.origin, PATHS.single, body)).status;
};

describe('both windows are debited by every request', () => {
  it('UID: 100 singles of 5 by default, then 429 with code 429, and nothing is processed', async () => {
    await start({});
    for (let placed = 0; placed < 100; placed++) expect(await placeAt(0)).toBe(200);
    const received = await send(exchange.origin, PATHS.single, single());
    expect([received.status, json(received)['code'], json(received)['data']]).toEqual([429, '429', null]);
    expect([exchange.orders.length, exchange.refusedByRate, exchange.requests.at(-1)?.weight]).toEqual([
      100,
      1,
      { ip: 0, uid: 0 },
    ]);
    expect(await placeAt(9_999.9)).toBe(429);
    expect(await placeAt(10_000)).toBe(200);
    expect(exchange.refusedByRate).toBe(2);
  });

  it('IP, which binds first where it is the smaller', async () => {
    await start({ ipWeight: { amount: 9, windowMs: 1000 }, uidWeight: AMPLE });
    expect((await send(exchange.origin, PATHS.batch, batch())).status).toBe(200);
    expect((await send(exchange.origin, PATHS.trigger, trigger())).status).toBe(200);
    expect((await send(exchange.origin, PATHS.batch, batch())).status).toBe(429);
    expect((await send(exchange.origin, PATHS.single, single())).status).toBe(200);
    expect((await send(exchange.origin, '/capi/v2/market/time', undefined)).status).toBe(429);
  });

  it('what a rule refuses costs as much as what is placed', async () => {
    await start({ uidWeight: { amount: 10, windowMs: 1000 } });
    expect(await placeAt(0, single({ size: '0' }))).toBe(400);
    expect((await send(exchange.origin, PATHS.single, single(), { secret: 'other' })).status).toBe(401);
    expect(await placeAt(0)).toBe(429);
  });

  it('a window that had room is not debited for one that was full', async () => {
    await start({ ipWeight: { amount: 12, windowMs: 1000 }, uidWeight: { amount: 10, windowMs: 500 } });
    expect([await placeAt(0), await placeAt(0), await placeAt(0), await placeAt(0), await placeAt(0)]).toEqual([
      200, 200, 429, 429, 429,
    ]);
    expect([await placeAt(500), await placeAt(500)]).toEqual([200, 200]);
  });

  it('a stranger spends of the address, not of the account', async () => {
    await start({ uidWeight: { amount: 5, windowMs: 1000 } });
    expect((await send(exchange.origin, PATHS.single, single(), { headers: { 'ACCESS-KEY': 'other' } })).status).toBe(
      401,
    );
    expect(await placeAt(0)).toBe(200);
  });
});

it('counts order calls, and no other, where it is told to', async () => {
  await start({ orderCalls: { amount: 2, windowMs: 1000 } });
  expect([await placeAt(0), await placeAt(0), await placeAt(999)]).toEqual([200, 200, 429]);
  expect((await send(exchange.origin, '/capi/v2/order/current', undefined)).status).toBe(200);
  expect(await placeAt(1000)).toBe(200);
});

it('counts fixed windows by their phase', async () => {
  await start({ uidWeight: { amount: 5, windowMs: 1000 }, counting: 'fixed', phaseMs: 300 });
  expect([await placeAt(299), await placeAt(300), await placeAt(1299), await placeAt(1300)]).toEqual([
    200, 200, 429, 200,
  ]);
});

it('counts as a bucket', async () => {
  await start({ uidWeight: { amount: 10, windowMs: 1000 }, counting: 'bucket' });
  expect([await placeAt(0), await placeAt(0), await placeAt(499), await placeAt(500), await placeAt(501)]).toEqual([
    200, 200, 429, 200, 429,
  ]);
});
