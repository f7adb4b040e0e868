/** What the paper exchange tells of the account, by both versions: money, what is held, how old it is, and what goes wrong with it. */
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/config/rate-text.ts';
import { readFees } from '../../src/model/fees.ts';
import { ACCOUNT_FAULT_MEANINGS, parseAccountFaults, type AccountFaults } from '../../src/paper/account-faults.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { NOW_MS } from '../support/paper-client.ts';
import { AT_MARKET, desks, type Desk } from './after-placing.ts';
import { ask } from './v3/raw.ts';

const desk = desks();

const faultsOf = (text: string): AccountFaults => {
  const faults = parseAccountFaults(text, parseDuration);
  if (!faults.ok) throw new Error(faults.error);
  return faults.value;
};
const withFaults = (text: string, more: PaperOptions = {}): Promise<Desk> =>
  desk({ accountFaults: faultsOf(text), ...more });
const asksThird = async (at: Desk, path: string, passed = 0) =>
  (await ask(at.exchange, 'GET', `/capi/v3/${path}`, { atMs: NOW_MS + passed })).json as Record<string, unknown>[];

const MONEY = 'account/assets';
const HELD = 'account/position/singlePosition?symbol=cmt_btcusdt';
const ALL_HELD = 'account/position/allPosition';

describe('money', () => {
  it('is what there was, with what was gained and what is open, less fees, to the digit', async () => {
    const fees = readFees('0.02%/0.06%');
    if (!fees.ok) throw new Error(fees.error);
    const at = await desk({ balance: '25000', fees: fees.value });
    expect(await at.rows(MONEY)).toEqual([
      { coinName: 'USDT', available: '25000', frozen: '0', equity: '25000', unrealizePnl: '0' },
    ]);
    // 0.01 bought at 64000.1, which is worth 640 at the last price, and a taker's fee of 0.3840006.
    await at.place('in', AT_MARKET);
    expect(await at.rows(MONEY)).toMatchObject([{ equity: '24999.6149994', unrealizePnl: '-0.001' }]);
    expect(await asksThird(at, 'account/balance')).toEqual([
      {
        asset: 'USDT',
        balance: '24999.6149994',
        availableBalance: '24999.6149994',
        frozen: '0',
        unrealizePnl: '-0.001',
      },
    ]);
    // Half of it is sold at 65000 by a maker: 4.9995 gained, 0.065 paid.
    const resting = await at.place('out', { type: '3', size: '0.005', price: '65000' });
    at.exchange.fill(resting);
    expect(await at.rows(MONEY)).toMatchObject([{ equity: '25004.5499994', unrealizePnl: '-0.0005' }]);
    const fills = JSON.parse((await at.send('/capi/v2/order/fills', undefined)).text) as { list: object[] };
    expect(fills.list).toMatchObject([
      { fillFee: '0.065', realizePnl: '4.9995' },
      { fillFee: '0.3840006', realizePnl: '0' },
    ]);
    expect(await asksThird(at, 'userTrades')).toMatchObject([
      { commission: '0.065', maker: true },
      { commission: '0.3840006', maker: false },
    ]);
  });

  it('costs nothing unless told, and a rebate is paid', async () => {
    const at = await desk();
    await at.place('in', AT_MARKET);
    expect(await at.rows(MONEY)).toMatchObject([{ equity: '99999.999' }]);
    const fees = readFees('-0.01%/0%');
    const paid = await desk({ ...(fees.ok && { fees: fees.value }) });
    paid.exchange.fill(await paid.place('in'));
    expect(await paid.rows(MONEY)).toMatchObject([{ equity: '100010.063', unrealizePnl: '10' }]);
  });
});

describe('what is held of all', () => {
  it('has the rows of each symbol that is held, and no other', async () => {
    const at = await desk();
    expect(await at.rows(ALL_HELD)).toEqual([]);
    await at.place('in', { ...AT_MARKET, symbol: 'cmt_ethusdt' });
    expect(await at.rows(ALL_HELD)).toMatchObject([
      { symbol: 'cmt_ethusdt', side: 'LONG', size: '0.01', leverage: '20.00', separated_mode: 'COMBINED' },
      { symbol: 'cmt_ethusdt', side: 'SHORT', size: '0' },
    ]);
  });
});

const isCut = async (at: Desk, path: string): Promise<boolean> =>
  at.send(`/capi/v2/${path}`, undefined).then(
    () => false,
    () => true,
  );

/** Of 60 questions, which were cut. */
const cuts = async (seed: number): Promise<boolean[]> => {
  const at = await withFaults('cut:0.3', { seed });
  const told: boolean[] = [];
  for (let asked = 0; asked < 60; asked++) told.push(await isCut(at, MONEY));
  return told;
};

describe('faults', () => {
  it('cut: no question about the account is answered, and the market is', async () => {
    const at = await withFaults('cut:1');
    for (const path of [MONEY, HELD, ALL_HELD, 'order/current', 'order/currentPlan', 'order/fills'])
      expect([path, await isCut(at, path)]).toEqual([path, true]);
    for (const path of ['account/balance', 'account/accountConfig', 'account/symbolConfig', 'openOrders'])
      await expect(asksThird(at, path)).rejects.toThrow('fetch failed');
    expect(await isCut(at, 'market/ticker?symbol=cmt_btcusdt')).toBe(false);
    expect(await at.place('one')).not.toBe('undefined');
  });

  it('garbage: it cannot be read', async () => {
    const at = await withFaults('garbage:1');
    expect((await at.send(`/capi/v2/${MONEY}`, undefined)).text).toBe('upstream said: [{"');
    expect(await asksThird(at, 'account/symbolConfig')).toBeUndefined();
  });

  it('row-missing: the first row is left out, of orders none', async () => {
    const at = await withFaults('row-missing:1');
    await at.place('one');
    expect(await at.rows(MONEY)).toEqual([]);
    expect(await at.rows(HELD)).toMatchObject([{ side: 'SHORT' }]);
    expect(await at.rows('order/current')).toHaveLength(1);
    expect(await asksThird(at, 'account/balance')).toEqual([]);
    expect((await asksThird(at, 'account/symbolConfig')).map(({ symbol }) => symbol)).not.toContain('BTCUSDT');
    expect(await asksThird(at, 'account/position/singlePosition?symbol=BTCUSDT')).toHaveLength(2);
  });

  it('separated and other-mode: so it is told, and on version 3 so it is', async () => {
    const at = await withFaults('separated,other-mode');
    await at.place('in', AT_MARKET);
    expect(await at.rows(HELD)).toMatchObject([{ separated_mode: 'SEPARATED', margin_mode: 'ISOLATED' }, {}]);
    const [settings] = await asksThird(at, 'account/symbolConfig');
    expect(settings).toMatchObject({ marginType: 'ISOLATED', separatedType: 'SEPARATED' });
  });

  it('lag: what is told is as old as that, of orders as they were too', async () => {
    const at = await withFaults('lag:3s');
    const resting = await at.place('one');
    await at.place('in', AT_MARKET);
    at.pass(2_999);
    expect(await at.rows('order/current')).toEqual([]);
    expect(await at.rows(HELD)).toMatchObject([{ size: '0' }, { size: '0' }]);
    expect(await at.rows(MONEY)).toMatchObject([{ equity: '100000' }]);
    at.pass(1);
    expect(await at.rows('order/current')).toMatchObject([{ order_id: resting, status: 'open' }]);
    expect(await at.rows(HELD)).toMatchObject([{ size: '0.01' }, { size: '0' }]);
    await at.call('/capi/v2/order/cancel_order', { orderId: resting });
    expect(await at.rows('order/current')).toHaveLength(1);
    expect(await asksThird(at, 'openOrders?symbol=BTCUSDT', 3_000)).toHaveLength(1);
    at.pass(3_000);
    expect(await at.rows('order/current')).toEqual([]);
  });

  it('come as often as they should, the same for a seed', async () => {
    const first = await cuts(4);
    expect(await cuts(4)).toEqual(first);
    expect(await cuts(5)).not.toEqual(first);
    const cut = first.filter(Boolean).length;
    expect(cut).toBeGreaterThan(5);
    expect(cut).toBeLessThan(35);
  });
});

describe('the list of faults', () => {
  it('is read by name', () => {
    expect(faultsOf('lag:3s, cut:0.2,garbage:0.1,row-missing:0.1,separated,other-mode')).toEqual({
      lagMs: 3000,
      dealt: { cut: 0.2, garbage: 0.1, 'row-missing': 0.1 },
      isSeparated: true,
      isOtherMode: true,
    });
    expect(faultsOf('separated')).toEqual({ dealt: {}, isSeparated: true, isOtherMode: false });
  });

  it.each([
    ['lag', 'lag:3s'],
    ['lag:soon', 'lag:3s'],
    ['lag:1s,lag:2s', 'twice'],
    ['cut', 'cut:0.1'],
    ['cut:2', 'cut:0.1'],
    ['cut:0.1,cut:0.2', 'twice'],
    ['separated:1', 'separated'],
    ['row', Object.keys(ACCOUNT_FAULT_MEANINGS).join(', ')],
    ['', 'row-missing'],
  ])('refuses %j', (text, word) => {
    expect(parseAccountFaults(text, parseDuration)).toMatchObject({
      ok: false,
      error: expect.stringContaining(word) as string,
    });
  });
});
