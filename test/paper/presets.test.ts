/** The trigger orders that presets become where prices do not move, and the words that they are told in. */
import { describe, expect, it } from 'vitest';
import { AT_MARKET, CANCEL, desks, type Desk } from './after-placing.ts';

const desk = desks();
const GUARDED = { presetTakeProfitPrice: '70000', presetStopLossPrice: '60000' };
const CLOSE = { ...AT_MARKET, type: '3' };

/** Trigger prices of what waits. */
const waiting = async (at: Desk): Promise<unknown[]> =>
  (await at.rows('order/currentPlan')).map((row) => row['triggerPrice']);
const presetAt = async (at: Desk, price: string): Promise<string> =>
  String((await at.rows('order/currentPlan')).find((row) => row['triggerPrice'] === price)?.['order_id']);

describe('presets', () => {
  it('become nothing unless they are asked for', async () => {
    const at = await desk();
    await at.place('in', { ...AT_MARKET, ...GUARDED });
    expect(await waiting(at)).toEqual([]);
  });

  it('wait among the triggers, under ids that the exchange gives, once their order fills', async () => {
    const at = await desk({ presets: true });
    await at.place('in', { ...AT_MARKET, ...GUARDED });
    const rows = await at.rows('order/currentPlan');
    expect(rows).toMatchObject([
      { triggerPrice: '60000', type: '3', size: '0.01', status: '0' },
      { triggerPrice: '70000', type: '3', size: '0.01', status: '0' },
    ]);
    for (const row of rows) expect(row['client_oid']).toBe(`assigned${String(row['order_id'])}`);
  });

  it('are made once, with the first part', async () => {
    const at = await desk({ presets: true });
    const orderId = await at.place('in', GUARDED);
    expect(await waiting(at)).toEqual([]);
    at.exchange.fill(orderId, '0.001');
    at.exchange.fill(orderId);
    expect(await waiting(at)).toEqual(['60000', '70000']);
  });

  it('end with the position, and with each other', async () => {
    const at = await desk({ presets: true });
    await at.place('in', { ...AT_MARKET, ...GUARDED });
    await at.place('half', { ...CLOSE, size: '0.005' });
    expect(await waiting(at)).toEqual(['60000', '70000']);
    await at.place('out', { ...CLOSE, size: '0.005' });
    expect(await waiting(at)).toEqual([]);
    await at.place('again', { ...AT_MARKET, ...GUARDED });
    await at.place('more', AT_MARKET);
    at.exchange.fire(await presetAt(at, '70000'));
    expect(await waiting(at)).toEqual([]);
  });

  it('that are orphans outlive both, until they are cancelled', async () => {
    const at = await desk({ presets: true, orphans: true });
    await at.place('in', { ...AT_MARKET, ...GUARDED });
    at.exchange.fire(await presetAt(at, '70000'));
    expect(await at.rows('account/position/singlePosition?symbol=cmt_btcusdt')).toMatchObject([
      { size: '0' },
      { size: '0' },
    ]);
    expect(await waiting(at)).toEqual(['60000']);
    expect(await at.call(CANCEL.trigger, { orderId: await presetAt(at, '60000') })).toMatchObject({ result: true });
    expect(await waiting(at)).toEqual([]);
  });

  it('of a long stay where a short is closed', async () => {
    const at = await desk({ presets: true });
    await at.place('in', { ...AT_MARKET, ...GUARDED });
    await at.place('short', { ...AT_MARKET, type: '2' });
    await at.place('out', { ...AT_MARKET, type: '4' });
    expect(await waiting(at)).toEqual(['60000', '70000']);
  });
});

it('open triggers are told in the words seen live, if so told; their history is not', async () => {
  const at = await desk({ liveWords: true, cancelDelayMs: 10 });
  await at.placeTrigger('a');
  const b = await at.placeTrigger('b', { type: '4' });
  await at.call(CANCEL.trigger, { orderId: b });
  expect((await at.rows('order/currentPlan')).map((row) => [row['status'], row['type']])).toEqual([
    ['UNTRIGGERED', 'CLOSE_SHORT'],
    ['UNTRIGGERED', 'CLOSE_LONG'],
  ]);
  at.pass(10);
  const told = await at.call('/capi/v2/order/historyPlan?symbol=cmt_btcusdt', undefined);
  expect(told).toMatchObject({ list: [{ status: '-1', type: '4' }] });
});
