import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { codes, everyMark as marked, instrument, listOf, loadText as load } from '../support/plans.ts';

const btc = listOf(instrument('cmt_btcusdt', '0.1', '0.001', '0.001', '100'));

const FULL = `# yaml-language-server: $schema=../schemas/plan.schema.json
version: 1
name: btc-breakout
generation: 2
description: Breakout entry
validUntil: 2026-12-01T02:30:00.5+02:30
defaults:
  symbol: cmt_btcusdt
  timeInForce: ioc
orders:
  - id: 007
    side: open-long
    size: "0.010"
    price: 64000.10
    takeProfit: 68000
    stopLoss: '62000'
  - { id: no, side: close-long, size: 0.91, trigger: 61900, price: market, timeInForce: normal }
  -
    id: null
    side: open-short
    symbol: cmt_ethusdt
    marginMode: isolated
    timeInForce: post-only
    size: 1
    price: 3000
`;

describe('a valid plan', () => {
  test('is read as it is written, defaults applied', () => {
    const { plan } = load(FULL);
    const text = JSON.parse(JSON.stringify(plan)) as unknown;
    const common = { symbol: 'cmt_btcusdt', marginMode: 'cross' };
    expect(text).toEqual({
      name: 'btc-breakout',
      generation: 2,
      description: 'Breakout entry',
      validUntil: { ms: Date.UTC(2026, 11, 1, 0, 0, 0, 500), text: '2026-12-01T02:30:00.5+02:30' },
      orders: [
        {
          ...common,
          id: '007',
          side: 'open-long',
          size: '0.010',
          price: { kind: 'limit', at: '64000.10' },
          timeInForce: 'ioc',
          takeProfit: '68000',
          stopLoss: '62000',
          line: 11,
        },
        {
          ...common,
          id: 'no',
          side: 'close-long',
          size: '0.91',
          price: { kind: 'market' },
          timeInForce: 'normal',
          trigger: '61900',
          line: 17,
        },
        {
          ...common,
          id: 'null',
          symbol: 'cmt_ethusdt',
          marginMode: 'isolated',
          side: 'open-short',
          size: '1',
          price: { kind: 'limit', at: '3000' },
          timeInForce: 'post-only',
          line: 19,
        },
      ],
      ladders: [],
      limits: {},
    });
  });

  test('has only the keys that it says', () => {
    const { plan } = load('version: 1\nname: a\norders: [{ id: a, side: open-long, size: 1, price: 2, symbol: b }]');
    expect(Object.keys(plan ?? {}).toSorted()).toEqual(['generation', 'ladders', 'limits', 'name', 'orders']);
    expect(Object.keys(plan?.orders[0] ?? {})).not.toContain('takeProfit');
  });

  test.each(['\r\n', '\n'])('is the same with line ends %j, in JSON, and after a document start', (end) => {
    const plain = load(FULL).plan;
    expect(load(FULL.replaceAll('\n', end)).plan).toEqual(plain);
    expect(load(`---\n${FULL}...\n`).plan?.orders.map((order) => order.id)).toEqual(
      plain?.orders.map((order) => order.id),
    );
    const json =
      '{\n\t"version": 1,\n\t"name": "a",\n\t"orders": [{"id":"a","side":"open-long","size":0.10,"price":2,"symbol":"b"}]\n}';
    expect(load(json).plan?.orders[0]?.size.toString()).toBe('0.10');
  });

  test('a folded description is one line of text', () => {
    const { plan } = load(
      'version: 1\nname: a\ndescription: >-\n  two\n  lines\norders: [{ id: a, side: open-long, size: 1, price: 2, symbol: b }]',
    );
    expect(plan?.description).toBe('two lines');
  });
});

const planOf = (fields: string, head = 'version: 1\nname: a\n'): string => `${head}orders:\n  - { ${fields} }\n`;
const ORDER = 'id: a, symbol: cmt_btcusdt, side: open-long, size: 1, price: 64000';

describe('presets, triggers and time in force', () => {
  test.each([
    ['takeProfit: 65000, stopLoss: 63000', []],
    ['takeProfit: 64000', ['order/take-profit-side']],
    ['stopLoss: 64000.0', ['order/stop-loss-side']],
    ['takeProfit: 63000, stopLoss: 65000', ['order/presets-crossed']],
    ['trigger: 63000', []],
    ['trigger: 63000, timeInForce: normal', []],
    ['trigger: 63000, timeInForce: fok', ['order/trigger-time-in-force']],
    ['trigger: 63000, takeProfit: 1, stopLoss: 2', ['order/presets-on-trigger', 'order/presets-on-trigger']],
  ])('a long limit entry with %s', (fields, expected) => {
    expect(codes(load(planOf(`${ORDER}, ${fields}`)))).toEqual(expected);
  });

  test.each([
    ['open-short', 'takeProfit: 63000, stopLoss: 65000', []],
    ['open-short', 'stopLoss: 63000', ['order/stop-loss-side']],
    ['close-short', 'stopLoss: 65000', ['order/presets-on-close']],
    ['close-long', 'trigger: 63000', []],
    ['close-long', 'trigger: 63000, stopLoss: 1', ['order/presets-on-trigger']],
  ])('%s with %s', (side, fields, expected) => {
    expect(codes(load(planOf(`${ORDER.replace('open-long', side)}, ${fields}`)))).toEqual(expected);
  });

  test.each([
    ['takeProfit: 2, stopLoss: 1', []],
    ['takeProfit: 1, stopLoss: 1', ['order/presets-crossed']],
    ['stopLoss: 99999', []],
    ['timeInForce: post-only', ['order/post-only-market']],
    ['timeInForce: post-only, trigger: 5', ['order/trigger-time-in-force']],
    ['timeInForce: ioc', []],
  ])('a long market entry with %s', (fields, expected) => {
    expect(codes(load(planOf(`${ORDER.replace('64000', 'market')}, ${fields}`)))).toEqual(expected);
  });
});

test('a trigger order is normal whatever the defaults say, with a warning', () => {
  const loaded = load(
    planOf(`${ORDER}, trigger: 64100`, 'version: 1\nname: a\ndefaults: { timeInForce: post-only }\n'),
  );
  expect([codes(loaded), loaded.plan?.orders[0]?.timeInForce]).toEqual([['order/default-not-applied'], 'normal']);
});

const precise = (fields: string): LoadedPlan => load(planOf(fields), { instruments: btc, strictSymbols: true });

describe('precision', () => {
  test('names the nearest valid values on both sides, of an instrument that is named with its source', () => {
    const [finding] = precise(ORDER.replace('64000', '64000.07')).diagnostics;
    expect(finding?.code).toBe('order/off-tick');
    expect(finding?.hint).toMatch(/64000\.0 or 64000\.1\b.*a test.*2026-11-21T08:00:00Z/);
  });

  test('never names zero, nor a size out of bounds', () => {
    expect(precise(ORDER.replace('64000', '0.01')).diagnostics[0]?.hint).toMatch(/^write 0\.1 /);
    expect(precise(ORDER.replace('size: 1', 'size: 0.0015')).diagnostics[0]?.hint).toMatch(/^write 0\.001 or 0\.002 /);
    expect(precise(ORDER.replace('size: 1', 'size: 0.0009')).diagnostics[0]?.code).toBe('order/below-minimum');
  });

  test.each([
    ['0.001', []],
    ['100', []],
    ['100.001', ['order/above-maximum']],
  ])('a size of %s is held against the bounds', (size, expected) => {
    expect(codes(precise(ORDER.replace('size: 1', `size: ${size}`)))).toEqual(expected);
  });

  test('a default symbol that has an error is no symbol to look up', () => {
    const text = planOf(
      'id: a, side: open-long, size: 1, price: 2',
      'version: 1\nname: a\ndefaults: { symbol: a/b }\n',
    );
    expect(codes(load(text, { instruments: btc, strictSymbols: true }))).toEqual(['value/spelling']);
  });

  test('trailing zeros are on the tick', () => {
    expect(precise(ORDER.replace('64000', '64000.1000')).plan?.orders[0]?.price).toMatchObject({ kind: 'limit' });
  });

  test('is unchecked, and said to be, without a list', () => {
    const loaded = load(planOf(ORDER));
    expect([loaded.uncheckedSymbols, codes(loaded)]).toEqual([['cmt_btcusdt'], []]);
  });

  test('a symbol out of the list is an error of a strict list, and one warning of another', () => {
    const text = `version: 1\nname: a\ndefaults: { symbol: btc }\norders:\n  - { id: a, side: open-long, size: 1, price: 2 }\n  - { id: b, side: open-long, size: 1, price: 2 }\n`;
    const strict = load(text, { instruments: btc, strictSymbols: true });
    const lenient = load(text, { instruments: btc });
    expect([codes(strict), marked(strict), strict.plan]).toEqual([['instrument/unknown'], ['btc'], undefined]);
    expect([codes(lenient), lenient.uncheckedSymbols, lenient.plan?.orders.length]).toEqual([
      ['instrument/unlisted'],
      ['btc'],
      2,
    ]);
  });

  test('no flood of warnings keeps an error out', () => {
    const orders = Array.from(
      { length: 300 },
      (_, i) => `  - { id: o${i}, symbol: s${i}, side: open-long, size: 1, price: 2 }\n`,
    ).join('');
    const loaded = load(`version: 1\nname: a\norders:\n${orders}`, { instruments: btc, policy: { maxOrders: 299 } });
    expect([loaded.plan, codes(loaded)[0]]).toEqual([undefined, 'policy/max-orders']);
  });
});

describe('policy', () => {
  const two = `version: 1\nname: a\ndefaults: { symbol: b }\norders:\n  - { id: a, side: open-long, size: 0.1, price: 100 }\n  - { id: b, side: close-long, size: 5, price: market }\n  - { id: c, side: open-short, size: 0.2, price: 100 }\n`;

  test('counts what opens, exactly, and a limit that is just met is kept', () => {
    const policy = {
      symbols: ['b'],
      maxOrders: 3,
      maxOrderNotional: Decimal.of('20'),
      maxPlanNotional: Decimal.of('30.0'),
    };
    expect(load(two, { policy }).plan?.orders).toHaveLength(3);
    expect(codes(load(two, { policy: { ...policy, maxPlanNotional: Decimal.of('29.999999999999999999') } }))).toEqual([
      'policy/max-plan-notional',
    ]);
    expect(codes(load(two, { policy: { ...policy, maxOrderNotional: Decimal.of('19.9') } }))).toEqual([
      'policy/max-order-notional',
    ]);
  });

  test('what cannot be computed is a breach, a trigger at the market too', () => {
    const market = planOf('id: a, symbol: b, side: open-long, size: 1, price: market, trigger: 5');
    expect(codes(load(market, { policy: { maxPlanNotional: Decimal.of('1000') } }))).toEqual([
      'policy/unknown-notional',
    ]);
    expect(codes(load(market, { policy: { maxOrders: 1 } }))).toEqual([]);
  });
});
