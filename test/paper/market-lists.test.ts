/** What the lists and answers of the exchange say of a market that moved, over real HTTP. */
import { afterEach, expect, it } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import {
  batch,
  entry,
  json,
  list,
  PATHS,
  send,
  single,
  startAmple,
  trigger,
  type Changes,
} from '../support/paper-client.ts';

const open: PaperExchange[] = [];
afterEach(async () => {
  for (const exchange of open.splice(0)) await exchange.close();
});

async function moving(seed: number): Promise<PaperExchange> {
  const exchange = await startAmple({ market: { seed, stepMs: 0 } });
  open.push(exchange);
  return exchange;
}

const market = { match_price: '1', price: undefined };

it('a fired stop is history, with the order that it became and what that lost; a preset waits among the triggers', async () => {
  const exchange = await moving(3);
  const ask = async (path: string) => list(await send(exchange.origin, `/capi/v2/order/${path}`, undefined));
  const entered = single({ client_oid: 'in', ...market, size: '0.02', presetStopLossPrice: '40000' });
  await send(exchange.origin, PATHS.single, entered);
  await send(exchange.origin, PATHS.trigger, trigger({ trigger_price: '63990' }));
  await send(exchange.origin, PATHS.trigger, trigger({ client_oid: 'far', trigger_price: '50000' }));
  for (let step = 0; step < 500 && exchange.orders.at(-1)?.clientOid !== 'stop'; step++) exchange.advance(1);
  expect((await ask('currentPlan')).map((one) => [one['client_oid'], one['triggerPrice'], one['status']])).toEqual([
    ['far', '50000', '0'],
    [expect.stringMatching(/^assigned/), '40000', '0'],
  ]);
  const told = json(await send(exchange.origin, '/capi/v2/order/historyPlan?symbol=cmt_btcusdt', undefined));
  expect(told).toMatchObject({
    nextPage: false,
    list: [{ client_oid: 'stop', status: '2', filled_qty: '0.01', price_avg: '63989.9' }],
  });
  expect((told['list'] as Changes[])[0]?.['triggerTime']).toMatch(/^[0-9]{13}$/);
  const [closed, opened] = await ask('history');
  expect(closed).toMatchObject({
    client_oid: 'stop',
    type: 'close_long',
    status: 'filled',
    filledQtyContracts: 100,
    totalProfits: '-0.102',
  });
  expect(opened).toMatchObject({ client_oid: 'in', status: 'filled', totalProfits: '0' });
  const detail = await send(
    exchange.origin,
    `/capi/v2/order/detail?orderId=${String(closed?.['order_id'])}`,
    undefined,
  );
  expect(json(detail)).toEqual(closed);
});

it('the trigger history filters, and says whether there is more', async () => {
  const exchange = await moving(3);
  for (const client_oid of ['a', 'b', 'c'])
    await send(exchange.origin, PATHS.trigger, trigger({ client_oid, trigger_price: '64000' }));
  exchange.advance(1);
  const ask = async (query: string) => {
    const told = json(await send(exchange.origin, `/capi/v2/order/historyPlan?symbol=cmt_btcusdt${query}`, undefined));
    return [
      (told['list'] as Changes[]).map((one) => `${String(one['client_oid'])} ${String(one['status'])}`),
      told['nextPage'],
    ];
  };
  expect(await ask('')).toEqual([['c -1', 'b -1', 'a -1'], false]);
  expect(await ask('&pageSize=2')).toEqual([['c -1', 'b -1'], true]);
  expect(await ask('&delegateType=1')).toEqual([[], false]);
  expect(await ask('&delegateType=3&startTime=1')).toEqual([['c -1', 'b -1', 'a -1'], false]);
  expect(await ask('&endTime=1')).toEqual([[], false]);
  expect(list(await send(exchange.origin, '/capi/v2/order/history', undefined))).toEqual([]);
});

it('presets of a market order are held against the price of now', async () => {
  const exchange = await moving(3);
  const last = async () =>
    Number(json(await send(exchange.origin, '/capi/v2/market/ticker?symbol=cmt_btcusdt', undefined))['last']);
  for (let step = 0; step < 500 && (await last()) > 63_800; step++) exchange.advance(1);
  const guarded = single({ ...market, presetTakeProfitPrice: '63900' });
  expect((await send(exchange.origin, PATHS.single, guarded)).status).toBe(200);
  const beyond = single({ ...market, presetStopLossPrice: '63900' });
  expect((await send(exchange.origin, PATHS.single, beyond)).status).toBe(400);
});

it('a close without a position is refused with the code of the engine; in a batch, that entry alone', async () => {
  const exchange = await moving(1);
  const out = await send(exchange.origin, PATHS.single, single({ type: '3' }));
  expect([out.status, json(out)['code'], json(out)['msg']]).toEqual([
    400,
    '40015',
    'FAILED_PRECONDITION: The position available amount not enough',
  ]);
  const told = json(
    await send(
      exchange.origin,
      PATHS.batch,
      batch([entry({ client_oid: 'in' }), entry({ client_oid: 'out', type: '3' })]),
    ),
  );
  expect((told['order_info'] as Changes[]).map((one) => [one['result'], one['error_code']])).toEqual([
    [true, ''],
    [false, '40015'],
  ]);
});
