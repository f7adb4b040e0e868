/** Fills and positions, as the exchange tells them. */
import { describe, expect, it } from 'vitest';
import { batch, entry, NOW_MS, PATHS } from '../support/paper-client.ts';
import { AT_MARKET, desks } from './after-placing.ts';

const desk = desks();
const FILLS = '/capi/v2/order/fills';
const POSITION = 'account/position/singlePosition?symbol=cmt_btcusdt';

describe('fills', () => {
  it('a fill, with both ids as numbers of 18 digits, no client order id and no price', async () => {
    const at = await desk();
    const orderId = await at.place('a', AT_MARKET);
    const { text } = await at.send(FILLS, undefined);
    expect(text).toMatch(new RegExp(`^\\{"list":\\[\\{"tradeId":[0-9]{18},"orderId":${orderId},`));
    expect(JSON.parse(text)).toEqual({
      list: [
        {
          tradeId: expect.any(Number) as number,
          orderId: Number(orderId),
          symbol: 'cmt_btcusdt',
          marginMode: 'SHARED',
          separatedMode: 'COMBINED',
          positionSide: 'LONG',
          orderSide: 'BUY',
          fillSize: '0.01',
          fillValue: '640.001',
          fillFee: '0',
          liquidateFee: '0',
          realizePnl: '0',
          direction: 'OPEN',
          liquidateType: null,
          legacyOrdeDirection: 'OPEN_LONG',
          createdTime: NOW_MS,
        },
      ],
      nextFlag: false,
      totals: 0,
    });
  });

  it('is the bare list that was read live, if so told', async () => {
    const at = await desk({ fillsAs: 'array' });
    await at.place('a', AT_MARKET);
    expect(await at.rows('order/fills')).toMatchObject([{ symbol: 'cmt_btcusdt' }]);
  });

  it('each part is a row of its own, under its own number', async () => {
    const at = await desk({ fillsAs: 'array' });
    const orderId = await at.place('a');
    at.exchange.fill(orderId, '0.004');
    at.exchange.fill(orderId);
    const { text } = await at.send(FILLS, undefined);
    expect(new Set([...text.matchAll(/"tradeId":([0-9]+)/g)].map(([, id]) => id)).size).toBe(2);
    expect(JSON.parse(text)).toMatchObject([
      { fillSize: '0.006', fillValue: '378' },
      { fillSize: '0.004', fillValue: '252' },
    ]);
  });

  it('also of a batch, of what a trigger became, and with what a close gained', async () => {
    const at = await desk({ fillsAs: 'array' });
    await at.send(PATHS.batch, batch([entry({ ...AT_MARKET, marginMode: 3 })], { marginMode: 3 }));
    await at.place('in', { ...AT_MARKET, size: '0.02' });
    at.exchange.fire(await at.placeTrigger('stop'));
    expect(await at.rows('order/fills')).toMatchObject([
      { legacyOrdeDirection: 'CLOSE_LONG', orderSide: 'SELL', fillValue: '640', realizePnl: '-0.001' },
      { legacyOrdeDirection: 'OPEN_LONG', fillSize: '0.02' },
      { legacyOrdeDirection: 'OPEN_LONG', marginMode: 'ISOLATED' },
    ]);
  });

  it('tells the newest first, and filters', async () => {
    const at = await desk();
    const first = await at.place('a', AT_MARKET);
    at.pass(1000);
    await at.place('b', { ...AT_MARKET, symbol: 'cmt_ethusdt' });
    at.pass(1000);
    await at.place('c', { ...AT_MARKET, size: '0.02' });
    const told = async (query: string) => {
      const answer = await at.call(`${FILLS}${query}`, undefined);
      const sizes = (answer['list'] as Record<string, string>[]).map(
        (row) => `${String(row['symbol'])} ${String(row['fillSize'])}`,
      );
      return [sizes, answer['nextFlag']];
    };
    const [a, b, c] = ['cmt_btcusdt 0.01', 'cmt_ethusdt 0.01', 'cmt_btcusdt 0.02'];
    expect(await told('')).toEqual([[c, b, a], false]);
    expect(await told('?symbol=cmt_btcusdt')).toEqual([[c, a], false]);
    expect(await told(`?orderId=${first}`)).toEqual([[a], false]);
    expect(await told(`?startTime=${NOW_MS + 1000}&endTime=${NOW_MS + 1999}`)).toEqual([[b], false]);
    expect(await told('?limit=2')).toEqual([[c, b], true]);
    for (const wrong of ['?limit=101', '?pageSize=2', '?orderId=a']) {
      expect((await at.send(`${FILLS}${wrong}`, undefined)).status).toBe(400);
    }
  });
});

const row = (side: string, size: string, value: string, mode = 'SHARED') => ({
  symbol: 'cmt_btcusdt',
  side,
  margin_mode: mode,
  separated_mode: 'COMBINED',
  leverage: '20.00',
  size,
  open_value: value,
});

describe('positions', () => {
  it('has a row for each side, empty or not, and for each margin mode', async () => {
    const at = await desk();
    expect(await at.rows(POSITION)).toEqual([row('LONG', '0', '0'), row('SHORT', '0', '0')]);
    await at.place('a', AT_MARKET);
    await at.place('b', { ...AT_MARKET, marginMode: 3 });
    at.exchange.fill(await at.place('c'), '0.005');
    expect(await at.rows(POSITION)).toEqual([
      row('LONG', '0.015', '955.001'),
      row('LONG', '0.01', '640.001', 'ISOLATED'),
      row('SHORT', '0', '0'),
    ]);
  });

  it('a close takes from it, of nothing more than there is, and is never refused', async () => {
    const at = await desk();
    await at.place('in', AT_MARKET);
    await at.place('half', { ...AT_MARKET, type: '3', size: '0.004' });
    expect(await at.rows(POSITION)).toMatchObject([{ side: 'LONG', size: '0.006' }, { size: '0' }]);
    await at.place('more', { ...AT_MARKET, type: '3', size: '1' });
    await at.place('other', { ...AT_MARKET, type: '4' });
    expect(at.states()).toEqual(['filled', 'filled', 'filled', 'filled']);
    expect(await at.rows(POSITION)).toMatchObject([{ size: '0' }, { size: '0' }]);
  });

  it('asks for the symbol, and for the key', async () => {
    const at = await desk();
    const path = '/capi/v2/account/position/singlePosition';
    expect(await at.call(path, undefined)).toMatchObject({ code: '40017' });
    expect((await at.send(`/capi/v2/${POSITION}`, undefined, { secret: 'other' })).status).toBe(401);
  });
});

it('both cost what docs/exchange.md#weights says', async () => {
  const at = await desk();
  await at.send(FILLS, undefined);
  await at.send(`/capi/v2/${POSITION}`, undefined);
  expect(at.exchange.requests.map(({ weight }) => weight)).toEqual([
    { ip: 5, uid: 5 },
    { ip: 2, uid: 3 },
  ]);
});
