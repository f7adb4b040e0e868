/** Both versions write the same orders: their bodies are read back by a reader of its own. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALLS as V2 } from '../../src/exchange/v2/bodies.ts';
import { batchEntry, CALLS as V3, clientOidsIn } from '../../src/exchange/v3/bodies.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { SIDES, TIMES_IN_FORCE, type Order } from '../../src/model/order.ts';

// A reader of both wires of its own: what an order means, whatever it is called.

type Wire = Readonly<Record<string, string | number>>;
const V2_SIDES = ['BUY LONG', 'SELL SHORT', 'SELL LONG', 'BUY SHORT'];
const V2_TIMES = ['GTC', 'POST_ONLY', 'FOK', 'IOC'];

const meantByV2 = (o: Wire): object => {
  const isTrigger = 'trigger_price' in o;
  const isMarket = o[isTrigger ? 'match_type' : 'match_price'] === '1';
  return {
    symbol: String(o['symbol']).replace('cmt_', '').toUpperCase(),
    id: o['client_oid'],
    side: V2_SIDES[Number(o['type']) - 1],
    size: o['size'],
    price: isMarket ? 'market' : o[isTrigger ? 'execute_price' : 'price'],
    time: isTrigger || isMarket ? undefined : V2_TIMES[Number(o['order_type'])],
    trigger: o['trigger_price'],
    presets: [o['presetTakeProfitPrice'], o['presetStopLossPrice']],
  };
};

const meantByV3 = (o: Wire): object => {
  const isMarket = String(o['type']).endsWith('MARKET');
  return {
    symbol: o['symbol'],
    id: o['newClientOrderId'] ?? o['clientAlgoId'],
    side: `${o['side']} ${o['positionSide']}`,
    size: o['quantity'],
    price: isMarket ? 'market' : o['price'],
    time: o['timeInForce'],
    trigger: o['triggerPrice'],
    presets: [o['tpTriggerPrice'], o['slTriggerPrice']],
  };
};

const digits = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 9999 }))
  .map(([a, b]) => Decimal.of(`${a}.${b}`));
const anyOrder: fc.Arbitrary<Order> = fc
  .record({
    id: fc.constant('a'),
    clientOid: fc.stringMatching(/^[a-z2-7]{36}$/),
    symbol: fc.constantFrom('cmt_btcusdt', 'BTCUSDT', 'cmt_dogeusdt'),
    side: fc.constantFrom(...SIDES),
    size: digits,
    price: fc.oneof(
      fc.constant({ kind: 'market' as const }),
      digits.map((at) => ({ kind: 'limit' as const, at })),
    ),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    marginMode: fc.constant('cross' as const),
    trigger: fc.option(digits, { nil: undefined }),
    takeProfit: fc.option(digits, { nil: undefined }),
    stopLoss: fc.option(digits, { nil: undefined }),
  })
  // On version 2 a trigger order carries no presets.
  .filter(
    ({ trigger, takeProfit, stopLoss }) => trigger === undefined || (takeProfit ?? stopLoss) === undefined,
  ) as unknown as fc.Arbitrary<Order>;

test('an order means the same by both versions, to the digit', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const kind = order.trigger === undefined ? 'single' : 'trigger';
      const [two, three] = [V2, V3].map(({ place }) => place.write(kind, [order]).body) as [string, string];
      expect(meantByV3(JSON.parse(three) as Wire)).toEqual(meantByV2(JSON.parse(two) as Wire));
      expect(clientOidsIn(three)).toEqual([order.clientOid]);
    }),
    { numRuns: 500 },
  );
});

test('a batch has an entry for each order, whose text is found again', () => {
  const [one, two] = fc.sample(
    anyOrder.filter(({ trigger }) => trigger === undefined),
    2,
  ) as [Order, Order];
  const { path, body } = V3.place.write('batch', [one, two]);
  expect([path, clientOidsIn(body)]).toEqual(['/capi/v3/batchOrders', [one.clientOid, two.clientOid]]);
  expect(meantByV3(JSON.parse(batchEntry(body, two.clientOid) ?? '{}') as Wire)).toEqual(
    meantByV3(JSON.parse(V3.place.write('single', [two]).body) as Wire),
  );
  expect([batchEntry(body, 'none'), batchEntry('{', 'none')]).toEqual([undefined, undefined]);
});

test('a cancel names its order in the query of a request without a body, and a batch in a body without a float', () => {
  const named = [{ id: 'a', clientOid: 'c1', orderId: '702345678901234567' }];
  expect(V3.cancel.write('single', named)).toEqual({
    method: 'DELETE',
    path: '/capi/v3/order?orderId=702345678901234567',
    body: '',
  });
  expect(V3.cancel.write('trigger', named).path).toBe('/capi/v3/algoOrder?orderId=702345678901234567');
  expect(V3.cancel.write('single', [{ id: 'a', clientOid: 'c1' }]).path).toBe('/capi/v3/order?origClientOrderId=c1');
  expect(V3.cancel.write('batch', [...named, ...named]).body).toBe(
    '{"orderIdList":[702345678901234567,702345678901234567]}',
  );
});

test('an id in a batch of cancels keeps all its digits, and one that is no number is a text', () => {
  const ids = ['9223372036854775807', '9007199254740993', '7a', '007'];
  const { body } = V3.cancel.write(
    'batch',
    ids.map((orderId, at) => ({ id: `a${at}`, clientOid: `c${at}`, orderId })),
  );
  expect(body).toBe('{"orderIdList":[9223372036854775807,9007199254740993,"7a","007"]}');
  expect(() => JSON.parse(body) as unknown).not.toThrow();
});
