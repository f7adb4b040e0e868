/** The three cancel calls over real HTTP: what they take, what they answer, and what they refuse. */
import { describe, expect, it } from 'vitest';
import { PATHS, single, type Changes } from '../support/paper-client.ts';
import { AT_MARKET, CANCEL, desks } from './after-placing.ts';

const desk = desks();
const SUCCESS = { client_oid: null, result: true, err_msg: null };
const UNKNOWN_ID = '700000000000000001';

describe('a cancel that is taken on', () => {
  it('by the order id, or by the client order id, which is not echoed', async () => {
    const at = await desk();
    const [a, b] = [await at.place('a'), await at.place('b')];
    expect((await at.send(CANCEL.one, { orderId: a })).text).toBe(
      `{"order_id":"${a}","client_oid":null,"result":true,"err_msg":null}`,
    );
    expect(await at.call(CANCEL.one, { clientOid: 'b' })).toEqual({ order_id: b, ...SUCCESS });
    expect(at.states()).toEqual(['canceled', 'canceled']);
  });

  it('of a trigger order, by its own call', async () => {
    const at = await desk();
    const stop = await at.placeTrigger('stop');
    expect(await at.call(CANCEL.trigger, { orderId: stop })).toEqual({ order_id: stop, ...SUCCESS });
    expect(at.states()).toEqual(['canceled']);
    const told = await at.call('/capi/v2/order/historyPlan?symbol=cmt_btcusdt', undefined);
    expect(told).toMatchObject({ list: [{ order_id: stop, status: '-1' }] });
  });

  it('of many, by order ids', async () => {
    const at = await desk();
    const ids = [await at.place('a'), await at.place('b')];
    const [a, b] = ids;
    expect((await at.send(CANCEL.many, { ids: [a] })).text).toBe(
      `{"result":true,"orderIds":["${a}"],"clientOids":[],"cancelOrderResultList":` +
        `[{"err_msg":"","order_id":"${a}","client_oid":"","result":true}],"failInfos":[]}`,
    );
    expect(await at.call(CANCEL.many, { ids })).toMatchObject({ result: true, orderIds: [a, b], failInfos: [] });
    expect(at.states()).toEqual(['canceled', 'canceled']);
  });

  it('of many, by client order ids', async () => {
    const at = await desk();
    const a = await at.place('a');
    expect(await at.call(CANCEL.many, { cids: ['a'] })).toEqual({
      result: true,
      orderIds: [],
      clientOids: ['a'],
      cancelOrderResultList: [{ err_msg: '', order_id: a, client_oid: 'a', result: true }],
      failInfos: [],
    });
  });

  it('again does no harm', async () => {
    const at = await desk();
    const orderId = await at.place('a');
    for (let time = 0; time < 3; time++) {
      expect(await at.call(CANCEL.one, { orderId })).toEqual({ order_id: orderId, ...SUCCESS });
    }
  });

  it('of an id that several orders have takes the one that rests, the newest first', async () => {
    const at = await desk();
    await at.place('a');
    await at.place('a');
    await at.place('a', AT_MARKET);
    expect(await at.call(CANCEL.one, { clientOid: 'a' })).toMatchObject({ result: true });
    expect(at.states()).toEqual(['open', 'canceled', 'filled']);
    await at.call(CANCEL.one, { clientOid: 'a' });
    expect(at.states()).toEqual(['canceled', 'canceled', 'filled']);
  });

  it('frees the client order id for a trigger order', async () => {
    const at = await desk();
    const orderId = await at.place('a');
    expect(await at.placeTrigger('a')).toBe('undefined');
    await at.call(CANCEL.one, { orderId });
    expect(await at.placeTrigger('a')).toMatch(/^[0-9]{18}$/);
  });
});

describe('an order that is not there, or is filled', () => {
  it('by status: 50005 at 400, and 40015', async () => {
    const at = await desk();
    await at.place('done', AT_MARKET);
    const missing = await at.send(CANCEL.one, { orderId: UNKNOWN_ID });
    expect([missing.status, JSON.parse(missing.text)]).toMatchObject([
      400,
      { code: '50005', msg: 'Order does not exist', data: null },
    ]);
    const filled = await at.send(CANCEL.one, { clientOid: 'done' });
    expect([filled.status, JSON.parse(filled.text)]).toMatchObject([
      400,
      { code: '40015', msg: 'FAILED_PRECONDITION: FAILED_ORDER_FILLED' },
    ]);
  });

  it('by the body: result is false, with the word where one is known', async () => {
    const at = await desk({ cancelRefusals: 'body' });
    const done = await at.place('done', AT_MARKET);
    const refused = { client_oid: null, result: false };
    expect(await at.call(CANCEL.one, { orderId: UNKNOWN_ID })).toEqual({
      ...refused,
      order_id: UNKNOWN_ID,
      err_code: 'order_no_exist_error',
      err_msg: 'Order does not exist',
    });
    expect(await at.call(CANCEL.one, { clientOid: 'nobody' })).toMatchObject({ ...refused, order_id: null });
    expect(await at.call(CANCEL.one, { orderId: done })).toEqual({
      ...refused,
      order_id: done,
      err_msg: 'FAILED_PRECONDITION: FAILED_ORDER_FILLED',
    });
    expect((await at.send(CANCEL.trigger, { orderId: UNKNOWN_ID })).status).toBe(200);
  });

  it('in a batch stands in both lists, and fails it only if no other was taken on', async () => {
    const at = await desk();
    const [rests, done] = [await at.place('rests'), await at.place('done', AT_MARKET)];
    const answer = await at.call(CANCEL.many, { ids: [done, rests, UNKNOWN_ID] });
    expect(answer).toMatchObject({
      result: true,
      orderIds: [rests],
      cancelOrderResultList: [{ result: false }, { result: true }, { result: false }],
      failInfos: [
        { order_id: done, result: false, err_msg: 'FAILED_PRECONDITION: FAILED_ORDER_FILLED' },
        { order_id: UNKNOWN_ID, result: false, err_msg: 'Order does not exist' },
      ],
    });
    expect(at.states()).toEqual(['canceled', 'filled']);
    expect(await at.call(CANCEL.many, { cids: ['nobody'] })).toMatchObject({
      result: false,
      clientOids: [],
      failInfos: [{ order_id: '', client_oid: 'nobody' }],
    });
  });

  it('no call reaches an order of the other kind', async () => {
    const at = await desk();
    const [order, stop] = [await at.place('order'), await at.placeTrigger('stop')];
    expect(await at.call(CANCEL.trigger, { orderId: order })).toMatchObject({ code: '50005' });
    expect(await at.call(CANCEL.one, { orderId: stop })).toMatchObject({ code: '50005' });
    expect(await at.call(CANCEL.one, { clientOid: 'stop' })).toMatchObject({ code: '50005' });
    expect(await at.call(CANCEL.many, { ids: [stop], cids: undefined })).toMatchObject({ result: false });
    expect(at.states()).toEqual(['open', 'untriggered']);
  });

  it('a trigger order that fired is filled, and what it became is found by its own id', async () => {
    const at = await desk();
    const stop = await at.placeTrigger('stop', { match_type: '0', execute_price: '65000', trigger_price: '64500' });
    at.exchange.fire(stop);
    expect(await at.call(CANCEL.trigger, { orderId: stop })).toMatchObject({ code: '40015' });
    expect(await at.call(CANCEL.one, { clientOid: 'stop' })).toMatchObject({ result: true });
    expect(at.states()).toEqual(['triggered', 'canceled']);
  });
});

describe('a body that is refused cancels nothing', () => {
  const id = '719288599253615461';
  const rows: [why: string, path: string, body: string | Changes, code: string][] = [
    ['the wrong spelling', CANCEL.one, { order_id: id }, '40017'],
    ['an unknown field beside a right one', CANCEL.one, { orderId: id, symbol: 'cmt_btcusdt' }, '40017'],
    ['the wrong spelling of a trigger', CANCEL.trigger, { order_id: id }, '40017'],
    ['a trigger by client order id', CANCEL.trigger, { clientOid: 'a' }, '40017'],
    ['neither id', CANCEL.one, {}, '40913'],
    ['neither list', CANCEL.many, {}, '40913'],
    ['an empty list', CANCEL.many, { ids: [] }, '40913'],
    ['both ids', CANCEL.one, { orderId: id, clientOid: 'a' }, '40020'],
    ['both lists', CANCEL.many, { ids: [id], cids: ['a'] }, '40020'],
    ['an id that is not digits', CANCEL.one, { orderId: 'a' }, '40020'],
    ['an id that is a number', CANCEL.one, `{"orderId":${id}}`, '40020'],
    ['an empty id', CANCEL.one, { orderId: '' }, '40019'],
    ['one bad id among good ones', CANCEL.many, { ids: [id, 'a'] }, '40020'],
    ['no list', CANCEL.many, { ids: id }, '40020'],
    ['one of 51', CANCEL.many, { ids: Array.from({ length: 51 }, () => id) }, '40912'],
    ['no JSON', CANCEL.one, 'orderId=1', '40017'],
    ['no object', CANCEL.one, '[]', '40017'],
    ['an id twice', CANCEL.one, `{"orderId":"${id}","orderId":"${id}"}`, '40017'],
  ];

  it.each(rows)('%s', async (_why, path, body, code) => {
    const at = await desk({ strict: false });
    expect(await at.place('a')).toBe(id);
    const received = await at.send(path, body);
    expect([received.status, (JSON.parse(received.text) as Changes)['code']]).toEqual([400, code]);
    expect(at.states()).toEqual(['open']);
  });

  it('the limit of a batch is an option', async () => {
    const at = await desk({ cancelBatchLimit: 2 });
    const ids = [await at.place('a'), await at.place('b'), await at.place('c')];
    expect(await at.call(CANCEL.many, { ids })).toMatchObject({ code: '40912' });
    expect(await at.call(CANCEL.many, { ids: ids.slice(1) })).toMatchObject({ result: true });
    expect(at.states()).toEqual(['open', 'canceled', 'canceled']);
  });

  it('nor does a request that is not signed, has no content type, has a query, or is not POST', async () => {
    const at = await desk();
    const body = { orderId: await at.place('a') };
    expect((await at.send(CANCEL.one, body, { secret: 'other' })).status).toBe(401);
    const typed = await at.send(CANCEL.one, body, { headers: { 'Content-Type': 'text/plain' } });
    expect((JSON.parse(typed.text) as Changes)['code']).toBe('40007');
    const local = await at.send(CANCEL.one, body, { headers: { locale: undefined } });
    expect((JSON.parse(local.text) as Changes)['code']).toBe('40017');
    expect((await at.send(`${CANCEL.one}?orderId=1`, body)).status).toBe(400);
    expect((await at.send(CANCEL.one, undefined)).status).toBe(405);
    expect(at.states()).toEqual(['open']);
  });

  it('all orders at once is no call of it', async () => {
    const at = await desk();
    expect((await at.send('/capi/v2/order/cancelAllOrders', { cancelOrderType: 'normal' })).status).toBe(404);
  });
});

describe('what a cancel costs', () => {
  it('is its weight', async () => {
    const at = await desk();
    for (const path of Object.values(CANCEL)) await at.send(path, {});
    expect(at.exchange.requests.map(({ path, weight }) => [path, weight])).toEqual([
      [CANCEL.one, { ip: 2, uid: 3 }],
      [CANCEL.many, { ip: 5, uid: 10 }],
      [CANCEL.trigger, { ip: 2, uid: 3 }],
    ]);
  });

  it('counts as an order call beside the placings', async () => {
    const at = await desk({ orderCalls: { amount: 2, windowMs: 1000 } });
    const orderId = await at.place('a');
    expect((await at.send(CANCEL.one, { orderId })).status).toBe(200);
    expect((await at.send(CANCEL.one, { orderId })).status).toBe(429);
    expect((await at.send(PATHS.single, single())).status).toBe(429);
    expect(at.exchange.refusedByRate).toBe(2);
  });
});
