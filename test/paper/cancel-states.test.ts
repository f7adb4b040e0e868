/** Between a cancel that is taken on and its end, and what fills meanwhile. */
import { describe, expect, it } from 'vitest';
import { AT_MARKET, CANCEL, desks } from './after-placing.ts';

const desk = desks();
const DELAY = { cancelDelayMs: 500 };

describe('a cancel that takes time', () => {
  it('is told as canceling among the open orders, and as canceled in the history', async () => {
    const at = await desk(DELAY);
    const orderId = await at.place('a');
    expect(await at.call(CANCEL.one, { orderId })).toMatchObject({ result: true });
    at.pass(499);
    expect(await at.rows('order/current')).toMatchObject([{ order_id: orderId, status: 'canceling', filled_qty: '0' }]);
    expect(await at.rows('order/history')).toEqual([]);
    expect(at.states()).toEqual(['canceling']);
    at.pass(1);
    expect(await at.rows('order/current')).toEqual([]);
    expect(await at.rows('order/history')).toMatchObject([{ order_id: orderId, status: 'canceled', filled_qty: '0' }]);
    expect(await at.call(`/capi/v2/order/detail?orderId=${orderId}`, undefined)).toMatchObject({ status: 'canceled' });
    expect(at.states()).toEqual(['canceled']);
  });

  it('again is taken on, and ends no later', async () => {
    const at = await desk(DELAY);
    const orderId = await at.place('a');
    await at.call(CANCEL.one, { orderId });
    at.pass(400);
    expect(await at.call(CANCEL.many, { ids: [orderId] })).toMatchObject({ result: true });
    at.pass(100);
    expect(at.states()).toEqual(['canceled']);
  });

  it('ends each order at its own time', async () => {
    const at = await desk(DELAY);
    await at.place('a');
    await at.place('b');
    await at.call(CANCEL.one, { clientOid: 'a' });
    at.pass(300);
    await at.call(CANCEL.one, { clientOid: 'b' });
    at.pass(200);
    expect(at.states()).toEqual(['canceled', 'canceling']);
    at.pass(300);
    expect(at.states()).toEqual(['canceled', 'canceled']);
  });

  it('of a trigger order holds it among the open triggers until then', async () => {
    const at = await desk(DELAY);
    const orderId = await at.placeTrigger('stop');
    await at.call(CANCEL.trigger, { orderId });
    expect(await at.rows('order/currentPlan')).toMatchObject([{ order_id: orderId, status: '0' }]);
    expect(await at.rows('order/current')).toEqual([]);
    at.pass(500);
    expect(await at.rows('order/currentPlan')).toEqual([]);
    const told = await at.call('/capi/v2/order/historyPlan?symbol=cmt_btcusdt', undefined);
    expect(told).toMatchObject({ list: [{ order_id: orderId, status: '-1' }] });
  });

  it('holds the client order id until then', async () => {
    const at = await desk(DELAY);
    const orderId = await at.place('a');
    await at.call(CANCEL.one, { orderId });
    expect(await at.placeTrigger('a')).toBe('undefined');
    at.pass(500);
    expect(await at.placeTrigger('a')).not.toBe('undefined');
  });

  it('leaves an order to be filled in whole: then it is filled', async () => {
    const at = await desk(DELAY);
    const orderId = await at.place('a');
    await at.call(CANCEL.one, { orderId });
    at.exchange.fill(orderId);
    at.pass(500);
    expect(await at.rows('order/history')).toMatchObject([
      { status: 'filled', filled_qty: '0.01', price_avg: '63000', filledQtyContracts: 100 },
    ]);
    expect(await at.call(CANCEL.one, { orderId })).toMatchObject({ code: '40015' });
  });

  it('leaves an order to be filled in part: then it is cancelled with that', async () => {
    const at = await desk(DELAY);
    const orderId = await at.place('a');
    await at.call(CANCEL.one, { orderId });
    at.exchange.fill(orderId, '0.004');
    expect(await at.rows('order/current')).toMatchObject([{ status: 'canceling', filled_qty: '0.004' }]);
    at.pass(500);
    expect(await at.rows('order/history')).toMatchObject([{ status: 'canceled', filled_qty: '0.004' }]);
  });

  it('leaves a trigger order to fire', async () => {
    const at = await desk(DELAY);
    const orderId = await at.placeTrigger('stop');
    await at.call(CANCEL.trigger, { orderId });
    at.exchange.fire(orderId);
    at.pass(500);
    expect(at.states()).toEqual(['triggered', 'filled']);
  });
});

describe('what is done by hand', () => {
  it('fills in parts: open with what is filled, then filled, at the average price', async () => {
    const at = await desk();
    const orderId = await at.place('a');
    at.exchange.fill(orderId, '0.0025');
    expect(await at.rows('order/current')).toMatchObject([
      { status: 'open', filled_qty: '0.0025', price_avg: '63000', filledQtyContracts: 25 },
    ]);
    at.exchange.fill(orderId, '0.0050', '62000');
    at.exchange.fill(orderId);
    expect(await at.rows('order/current')).toEqual([]);
    expect(await at.rows('order/history')).toMatchObject([
      { status: 'filled', filled_qty: '0.01', price_avg: '62500' },
    ]);
  });

  it('a cancelled order keeps what was filled', async () => {
    const at = await desk();
    const orderId = await at.place('a');
    at.exchange.fill(orderId, '0.003');
    await at.call(CANCEL.one, { orderId });
    expect(await at.rows('order/history')).toMatchObject([{ status: 'canceled', filled_qty: '0.003' }]);
  });

  it('fires a trigger order, which becomes one of its own under its client order id', async () => {
    const at = await desk();
    const stop = await at.placeTrigger('stop');
    at.exchange.fire(stop);
    expect(await at.call('/capi/v2/order/historyPlan?symbol=cmt_btcusdt', undefined)).toMatchObject({
      list: [{ order_id: stop, status: '2', filled_qty: '0.01', price_avg: '64000' }],
    });
    const [became] = await at.rows('order/history');
    expect(became).toMatchObject({ client_oid: 'stop', status: 'filled', type: 'close_long' });
    expect(became?.['order_id']).not.toBe(stop);
  });

  it('a trigger with a limit becomes an order that rests, and tells its later fills too', async () => {
    const at = await desk();
    const stop = await at.placeTrigger('stop', { match_type: '0', execute_price: '65000' });
    at.exchange.fire(stop);
    const [rests] = await at.rows('order/current');
    at.exchange.fill(String(rests?.['order_id']), '0.004');
    expect(at.order(stop)).toMatchObject({ status: 'triggered', filledSize: '0.004', averagePrice: '65000' });
  });

  it('the exchange cancels by itself, at once', async () => {
    const at = await desk(DELAY);
    const [order, stop] = [await at.place('a'), await at.placeTrigger('stop')];
    at.exchange.fill(order, '0.001');
    at.exchange.cancelByExchange(order);
    at.exchange.cancelByExchange(stop);
    expect(at.states()).toEqual(['canceled', 'canceled']);
    expect(await at.rows('order/history')).toMatchObject([{ status: 'canceled', filled_qty: '0.001' }]);
  });

  it('throws for an order that does not rest, for the other kind, and for more than is left', async () => {
    const at = await desk();
    const [open, stop] = [await at.place('a'), await at.placeTrigger('stop')];
    const done = await at.place('done', AT_MARKET);
    at.exchange.fill(open, '0.009');
    for (const wrong of [
      () => at.exchange.fill(done),
      () => at.exchange.fill(stop),
      () => at.exchange.fill('1'),
      () => at.exchange.fill(open, '0.0011'),
      () => at.exchange.fill(open, '0'),
      () => at.exchange.fire(open),
      () => at.exchange.cancelByExchange(done),
    ])
      expect(wrong).toThrow(/^order /);
    expect(at.states()).toEqual(['open', 'untriggered', 'filled']);
  });
});
