import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchEntry, callBody } from '../../src/exchange/v2/bodies.ts';
import { MARGIN_MODES, SIDES, TIMES_IN_FORCE, type Order } from '../../src/model/order.ts';
import { anOrder, anyOrders, type OrderWords } from '../support/plan-builder.ts';

const oid = anOrder({ id: 'one' }).clientOid;
const other = anOrder({ id: 'two' }).clientOid;

describe('the entry of an order in a batch', () => {
  const orders = [anOrder({ id: 'one' }), anOrder({ id: 'two', price: 'market' })];
  const body = callBody('batch', orders);

  it('is its part of the body, byte by byte', () => {
    const entries = [batchEntry(body, oid), batchEntry(body, other)];
    expect(entries[0]).toContain(`"client_oid":"${oid}"`);
    expect(body.endsWith(`"orderDataList":[${entries.join(',')}]}`)).toBe(true);
  });

  it.each([
    ['of no such order', body, 'none'],
    ['of a single call', callBody('single', [anOrder({ id: 'one' })]), oid],
    ['of what is not JSON', body.slice(1), oid],
    ['of a body that is written otherwise', JSON.stringify(JSON.parse(body), undefined, 1), oid],
  ])('%s is not there', (_, text, clientOid) => {
    expect(batchEntry(text, clientOid)).toBeUndefined();
  });
});

describe('the bytes of a single order', () => {
  const rows: [name: string, words: OrderWords, body: string][] = [
    [
      'limit',
      { size: '0.10', price: '64000.10' },
      `{"symbol":"cmt_btcusdt","client_oid":"${oid}","size":"0.10","type":"1","order_type":"0","match_price":"0","price":"64000.10","marginMode":1}`,
    ],
    [
      'market, which has no price',
      { price: 'market', side: 'close-short', marginMode: 'isolated' },
      `{"symbol":"cmt_btcusdt","client_oid":"${oid}","size":"0.01","type":"4","order_type":"0","match_price":"1","marginMode":3}`,
    ],
    [
      'both presets',
      { takeProfit: '68000.0', stopLoss: '62000' },
      `{"symbol":"cmt_btcusdt","client_oid":"${oid}","size":"0.01","type":"1","order_type":"0","match_price":"0","price":"64000","presetTakeProfitPrice":"68000.0","presetStopLossPrice":"62000","marginMode":1}`,
    ],
    [
      'take profit alone',
      { takeProfit: '68000' },
      `{"symbol":"cmt_btcusdt","client_oid":"${oid}","size":"0.01","type":"1","order_type":"0","match_price":"0","price":"64000","presetTakeProfitPrice":"68000","marginMode":1}`,
    ],
    [
      'stop loss alone, at the market',
      { price: 'market', stopLoss: '62000' },
      `{"symbol":"cmt_btcusdt","client_oid":"${oid}","size":"0.01","type":"1","order_type":"0","match_price":"1","presetStopLossPrice":"62000","marginMode":1}`,
    ],
  ];

  it.each(rows)('%s', (_, words, body) => {
    expect(callBody('single', [anOrder(words)])).toBe(body);
  });
});

describe('the bytes of a batch', () => {
  it('name symbol and margin mode once, and every entry in its own fields', () => {
    const orders = [
      anOrder({ size: '0.10', timeInForce: 'post-only', marginMode: 'isolated' }),
      anOrder({ id: 'two', price: 'market', side: 'open-short', marginMode: 'isolated' }),
    ];
    expect(callBody('batch', orders)).toBe(
      '{"symbol":"cmt_btcusdt","marginMode":3,"orderDataList":[' +
        `{"client_oid":"${oid}","size":"0.10","type":"1","order_type":"1","match_price":"0","price":"64000"},` +
        `{"client_oid":"${other}","size":"0.01","type":"2","order_type":"0","match_price":"1"}]}`,
    );
  });

  it('carry presets where they are let in', () => {
    expect(callBody('batch', [anOrder({ stopLoss: '62000.00' }), anOrder({ id: 'two', takeProfit: '70000' })])).toBe(
      '{"symbol":"cmt_btcusdt","marginMode":1,"orderDataList":[' +
        `{"client_oid":"${oid}","size":"0.01","type":"1","order_type":"0","match_price":"0","price":"64000","presetStopLossPrice":"62000.00"},` +
        `{"client_oid":"${other}","size":"0.01","type":"1","order_type":"0","match_price":"0","price":"64000","presetTakeProfitPrice":"70000"}]}`,
    );
  });
});

describe('the bytes of a trigger order', () => {
  it.each([
    ['limit', '61850.50', '0', '61850.50', 'cross', 1],
    ['market', 'market', '1', '0', 'isolated', 3],
  ] as const)('at a %s price', (_, price, matchType, executePrice, marginMode, code) => {
    expect(
      callBody('trigger', [anOrder({ side: 'close-long', size: '0.910', trigger: '61900.0', price, marginMode })]),
    ).toBe(
      `{"symbol":"cmt_btcusdt","client_oid":"${oid}","size":"0.910","type":"3","match_type":"${matchType}","execute_price":"${executePrice}","trigger_price":"61900.0","marginMode":${code}}`,
    );
  });
});

describe('words to codes', () => {
  const every = SIDES.flatMap((side) =>
    TIMES_IN_FORCE.flatMap((timeInForce) => MARGIN_MODES.map((marginMode) => ({ side, timeInForce, marginMode }))),
  );
  const type = { 'open-long': '1', 'open-short': '2', 'close-long': '3', 'close-short': '4' };
  const orderType = { normal: '0', 'post-only': '1', fok: '2', ioc: '3' };
  const mode = { cross: 1, isolated: 3 };

  it.each(every)('$side $timeInForce $marginMode, in every kind of call', ({ side, timeInForce, marginMode }) => {
    const order = anOrder({ side, timeInForce, marginMode });
    const codes = { type: type[side], order_type: orderType[timeInForce] };
    expect(JSON.parse(callBody('single', [order]))).toMatchObject({ ...codes, marginMode: mode[marginMode] });
    expect(JSON.parse(callBody('batch', [order, order]))).toMatchObject({
      marginMode: mode[marginMode],
      orderDataList: [codes, codes],
    });
    const trigger = JSON.parse(
      callBody('trigger', [anOrder({ side, timeInForce, marginMode, trigger: '1' })]),
    ) as object;
    expect(trigger).toMatchObject({ type: type[side], marginMode: mode[marginMode] });
    expect(trigger).not.toHaveProperty('order_type');
  });
});

const kindOf = (order: Order): 'single' | 'trigger' => (order.trigger === undefined ? 'single' : 'trigger');

it('every digit of the plan stands in the bytes, and every value but marginMode is text', () => {
  assert(
    property(anyOrders(5), (orders) => {
      for (const order of orders) {
        const body = callBody(kindOf(order), [order]);
        const { marginMode, ...rest } = JSON.parse(body) as Record<string, unknown>;
        expect(marginMode).toBe(order.marginMode === 'cross' ? 1 : 3);
        expect(Object.values(rest).every((value) => typeof value === 'string')).toBe(true);
        const written = [order.size, order.takeProfit, order.stopLoss, order.trigger].filter(
          (one) => one !== undefined,
        );
        expect(Object.values(rest)).toEqual(expect.arrayContaining(written.map(String)));
      }
    }),
  );
});
