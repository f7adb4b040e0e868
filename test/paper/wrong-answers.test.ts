/** Answers that contradict what happened to their orders: each from an exchange that took them. */
import { describe, expect, it } from 'vitest';
import type { FaultName } from '../../src/paper/faults.ts';
import {
  batch,
  entry,
  four,
  json,
  NOW_MS,
  PATHS,
  send,
  single,
  startAmple,
  trigger,
  under,
  type Changes,
} from '../support/paper-client.ts';

describe('an answer that says something else than what happened', () => {
  const rows: [fault: FaultName, status: number, code: string, named: boolean][] = [
    ['error-unlisted', 400, '45001', false],
    ['error-with-order', 400, '40015', true],
    ['zeros-with-order', 200, '000000', true],
    ['rate-with-order', 429, '429', true],
  ];

  it.each(rows)('%s: the order stands', (fault, status, code, named) =>
    under([fault], async (exchange) => {
      for (const [path, body] of [
        [PATHS.single, single()],
        [PATHS.trigger, trigger()],
      ] as const) {
        const received = await send(exchange.origin, path, body);
        const orderId = exchange.orders.at(-1)?.orderId;
        expect([received.status, json(received)]).toEqual([
          status,
          { code, msg: expect.stringMatching(/./) as string, requestTime: NOW_MS, data: named ? { orderId } : null },
        ]);
      }
      expect(exchange.orders).toHaveLength(2);
      expect([exchange.refusedByRate, exchange.requests[0]?.weight]).toEqual([0, { ip: 2, uid: 5 }]);
    }),
  );

  it.each(rows)('%s: all orders of a batch stand', (fault, status, code, named) =>
    under([fault], async (exchange) => {
      const received = await send(exchange.origin, PATHS.batch, batch(four));
      const ids = exchange.orders.map(({ orderId }) => ({ orderId }));
      expect(ids).toHaveLength(4);
      expect([received.status, json(received)['code'], json(received)['data']]).toEqual([
        status,
        code,
        named ? ids : null,
      ]);
    }),
  );

  it.each(rows)('%s: what was refused is told as it was', (fault) =>
    under([fault], async (exchange) => {
      expect(json(await send(exchange.origin, PATHS.single, single({ size: '0' })))['code']).toBe('40015');
      const told = json(await send(exchange.origin, PATHS.batch, batch([entry({ size: '0' })])));
      expect([told['result'], exchange.orders]).toEqual([false, []]);
    }),
  );

  it('error-with-order comes with the status of a refusal', async () => {
    const exchange = await startAmple({ faults: { 'error-with-order': 1 }, businessStatus: 200 });
    const received = await send(exchange.origin, PATHS.single, single());
    await exchange.close();
    expect([received.status, json(received)['code'], exchange.orders.length]).toEqual([200, '40015', 1]);
  });
});

it('order-id-again tells each order under the order id of an earlier one', () =>
  under(['order-id-again'], async (exchange) => {
    const first = json(await send(exchange.origin, PATHS.single, single()))['order_id'];
    const again = json(await send(exchange.origin, PATHS.trigger, trigger()));
    const told = json(await send(exchange.origin, PATHS.batch, batch(four)))['order_info'] as Changes[];
    const ids = exchange.orders.map(({ orderId }) => orderId);
    expect([first, again]).toEqual([ids[0], { client_oid: 'stop', order_id: ids[0] }]);
    // Two stood before the batch: so two of its entries have another's id, and the others their own.
    expect(told.map((info) => info['order_id'])).toEqual([ids[0], ids[1], ids[4], ids[5]]);
    expect(told.map((info) => info['client_oid'])).toEqual(['a', 'b', 'c', 'd']);
    expect(new Set(ids).size).toBe(6);
  }));
