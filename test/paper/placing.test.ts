/** What the paper exchange answers to the orders that it takes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaperExchange } from '../../src/paper/server.ts';
import { batch, entry, json, PATHS, send, single, startAmple, trigger, type Changes } from '../support/paper-client.ts';

let exchange: PaperExchange;
beforeEach(async () => {
  exchange = await startAmple();
});
afterEach(() => exchange.close());

const place = (kind: keyof typeof PATHS, body: Changes | string) => send(exchange.origin, PATHS[kind], body);

describe('answers (docs/exchange.md#success)', () => {
  it('a single order: two bare ids', async () => {
    const received = await place('single', single());
    const { orderId } = exchange.orders[0] ?? {};
    expect([received.status, received.text]).toEqual([200, `{"client_oid":"one","order_id":"${orderId}"}`]);
    expect(received.contentType).toMatch(/^application\/json/);
  });

  it('a trigger order: two bare ids', async () => {
    const received = await place('trigger', trigger());
    expect([received.status, json(received)]).toEqual([
      200,
      { client_oid: 'stop', order_id: exchange.orders[0]?.orderId },
    ]);
  });

  it('a batch: one entry per order, in their order, failed ones with code and words', async () => {
    const received = await place(
      'batch',
      batch([entry({ client_oid: 'a' }), entry({ client_oid: 'b', size: '0.00015' }), entry({ client_oid: 'c' })]),
    );
    const [first, second] = exchange.orders;
    const fine = { result: true, error_code: '', error_message: '' };
    expect([received.status, json(received)]).toEqual([
      200,
      {
        result: false,
        order_info: [
          { order_id: first?.orderId, client_oid: 'a', ...fine },
          {
            order_id: '',
            client_oid: 'b',
            result: false,
            error_code: '40015',
            error_message: expect.stringMatching(/^INVALID_ARGUMENT: /) as string,
          },
          { order_id: second?.orderId, client_oid: 'c', ...fine },
        ],
      },
    ]);
    expect(exchange.orders.map((order) => order.clientOid)).toEqual(['a', 'c']);
  });

  it('a batch whose orders are all accepted has result true; 20 are allowed', async () => {
    const received = await place(
      'batch',
      batch(Array.from({ length: 20 }, (_, index) => entry({ client_oid: `n${index}` }))),
    );
    expect(json(received)['result']).toBe(true);
    expect(exchange.orders).toHaveLength(20);
  });

  it('order ids have 18 digits, are above 2^53 and all differ', async () => {
    await place('batch', batch(Array.from({ length: 20 }, () => entry())));
    await place('single', single());
    await place('trigger', trigger());
    const ids = exchange.orders.map((order) => order.orderId);
    expect(new Set(ids).size).toBe(22);
    for (const id of ids) expect(id).toMatch(/^[1-9][0-9]{17}$/);
  });
});

describe('what the documents allow', () => {
  const rows: [name: string, kind: keyof typeof PATHS, body: Changes][] = [
    ['a market order without price', 'single', single({ match_price: '1', price: undefined })],
    ['a market order with price 0', 'single', single({ match_price: '1', price: '0' })],
    ['40 characters of client_oid, _ and - among them', 'single', single({ client_oid: `_-${'a'.repeat(38)}` })],
    ['the greatest size', 'single', single({ size: '1200' })],
    [
      'a close by market above the maximum of opening',
      'single',
      single({ type: '3', match_price: '1', price: undefined, size: '101' }),
    ],
    [
      'presets on both sides of a short',
      'single',
      single({ type: '2', presetTakeProfitPrice: '62000', presetStopLossPrice: '64000' }),
    ],
    [
      'presets of a market long around the last price',
      'single',
      single({ match_price: '1', price: undefined, presetTakeProfitPrice: '64000.1', presetStopLossPrice: '63999.9' }),
    ],
    [
      'presets of a market order around the last price, whatever price it names',
      'single',
      single({ match_price: '1', price: '70000', presetTakeProfitPrice: '65000', presetStopLossPrice: '63000' }),
    ],
    ['a preset as a number', 'single', single({ presetTakeProfitPrice: 65_000.5 })],
    ['a size of steps above 1', 'single', single({ symbol: 'cmt_dogeusdt', size: '300', price: '0.08284' })],
    ['a market trigger with execute_price 0', 'trigger', trigger()],
    ['a market trigger with a price', 'trigger', trigger({ execute_price: '61900' })],
    ['a limit trigger', 'trigger', trigger({ match_type: '0', execute_price: '61800' })],
  ];
  it.each(rows)('%s', async (_name, kind, body) => {
    const received = await place(kind, body);
    expect([received.status, exchange.orders.length, json(received)['order_id']]).toEqual([
      200,
      1,
      exchange.orders[0]?.orderId,
    ]);
  });
});

describe('a client order id is no protection (docs/exchange.md#repeated-client-order-id)', () => {
  it('a repeated one places a second order, alone or in a batch', async () => {
    const first = json(await place('single', single()));
    const second = json(await place('single', single()));
    await place('batch', batch([entry(), entry()]));
    expect(second['order_id']).not.toBe(first['order_id']);
    expect(exchange.orders.map((order) => order.clientOid)).toEqual(['one', 'one', 'one', 'one']);
  });

  it('a trigger may repeat that of an order that no longer rests', async () => {
    await place('single', single({ match_price: '1', price: undefined, client_oid: 'done' }));
    await place('trigger', trigger({ client_oid: 'done' }));
    expect(exchange.orders).toHaveLength(2);
  });

  it('a trigger without one is given one, never the same', async () => {
    const first = json(await place('trigger', trigger({ client_oid: '' })));
    const second = json(await place('trigger', trigger({ client_oid: '' })));
    expect(first['client_oid']).toMatch(/^[A-Za-z0-9]{1,40}$/);
    expect(second['client_oid']).not.toBe(first['client_oid']);
    expect(exchange.orders.map((order) => order.clientOid)).toEqual([first['client_oid'], second['client_oid']]);
  });
});

it('refuses presets in a batch entry where it is told to', async () => {
  const strict = await startAmple({ refuseBatchPresets: true });
  const withPreset = await send(strict.origin, PATHS.batch, batch([entry({ presetTakeProfitPrice: '65000' })]));
  const without = await send(strict.origin, PATHS.batch, batch([entry()]));
  const single_ = await send(strict.origin, PATHS.single, single({ presetTakeProfitPrice: '65000' }));
  await strict.close();
  expect([json(withPreset)['code'], without.status, single_.status]).toEqual(['40017', 200, 200]);
});
