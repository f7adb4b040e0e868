/** `requireStop`: what counts as a stop, and how much of an order it closes. */
import { describe, expect, test } from 'vitest';
import type { Policy } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { codes, load, marked, plan } from '../support/plans.ts';
import { BREAK, COVER, LADDER, LONG, NOW, SHORT, stop, under } from './stop-plans.ts';

describe('a stop', () => {
  test.each([
    ['the order’s own', [`${LONG}, stopLoss: 49000`]],
    ['the order’s own, at market', [`${NOW}, stopLoss: 49000`]],
    ['a trigger that closes as much', [LONG, stop('1', '49000')]],
    ['a trigger that closes more', [LONG, stop('2', '49000')]],
    ['triggers that close as much together', [LONG, stop('0.4', '49000'), stop('0.6', '48000', undefined, 't')]],
    ['one trigger of several orders', [LONG, LONG.replace('id: a', 'id: b'), stop('2', '49000')]],
    ['a trigger below every rung', [LADDER, stop('1', '48000')]],
    ['triggers among the rungs', [LADDER, stop('0.5', '49500'), stop('0.5', '48000', undefined, 't')]],
    [
      'a ladder of triggers',
      [
        LONG,
        'id: s, side: close-long, size: { total: 1 }, price: { from: 48000, to: 47000, steps: 2 }, trigger: 49000',
      ],
    ],
    ['a trigger with a limit that takes', [LONG, stop('1', '49000', 'side: close-long, price: 48900')]],
    ['a trigger above a short', [SHORT, stop('1', '51000', COVER)]],
    [
      'a trigger above a short, with a limit that takes',
      [SHORT, stop('1', '51000', 'side: close-short, price: 51100')],
    ],
    ['a trigger below the reference of an order at market', [`${NOW}, reference: 50000`, stop('1', '49999.9')]],
    ['a trigger below that of an order at market', [BREAK, stop('1', '49999.9')]],
    [
      'a trigger of the same margin mode',
      [`${LONG}, marginMode: isolated`, `${stop('1', '49000')}, marginMode: isolated`],
    ],
  ])('is %s', (_, orders) => {
    expect(under(orders, 'requireStop', 'true')).toEqual([]);
    expect(under(orders, 'requireStop', 'false')).toEqual([]);
  });

  test.each([
    ['nothing', [LONG]],
    ['a take-profit', [`${LONG}, takeProfit: 51000`]],
    ['a trigger that closes less', [LONG, stop('0.9999', '49000')]],
    [
      'a trigger that closes a step less than two orders',
      [LONG, LONG.replace('id: a', 'id: b'), stop('1.9999', '49000')],
    ],
    ['a trigger on the winning side', [LONG, stop('1', '51000')]],
    ['a trigger at the entry', [LONG, stop('1', '50000.0')]],
    ['a trigger below a short', [SHORT, stop('1', '49000', COVER)]],
    ['a trigger of the other position', [LONG, stop('1', '49000', COVER)]],
    [
      'a trigger that opens the other position',
      [
        LONG,
        stop('1', '49000', 'side: open-short, price: market, maxDistance: 3%, reference: 50000'),
        'id: c, side: close-short, size: 1, price: market, trigger: 52000',
      ],
    ],
    ['a trigger of another symbol', [LONG, `${stop('1', '49000')}, symbol: half`]],
    ['a trigger of the other margin mode', [LONG, `${stop('1', '49000')}, marginMode: isolated`]],
    ['a trigger with a limit at itself', [LONG, stop('1', '49000', 'side: close-long, price: 49000')]],
    ['a trigger with a limit that would wait', [LONG, stop('1', '49000', 'side: close-long, price: 49000.1')]],
    [
      'a trigger with a limit that would wait, of a short',
      [SHORT, stop('1', '51000', 'side: close-short, price: 50999.9')],
    ],
    ['a limit order', [LONG, 'id: s, side: close-long, size: 1, price: 49000']],
    ['an order at market', [LONG, 'id: s, side: close-long, size: 1, price: market']],
    [
      'a trigger above the reference of an order at market',
      [`${NOW}, reference: 50000, maxDistance: 5%`, stop('1', '50000.1')],
    ],
    ['a trigger of which nobody knows on which side it is', [NOW, stop('1', '49000')]],
  ])('is not %s', (_, orders) => {
    expect(under(orders, 'requireStop', 'true')).toEqual(['policy/no-stop']);
    expect(under(orders, 'maxLossAtStops', '99999999')).toEqual(['policy/no-stop']);
    expect(under(orders, 'requireStop', 'false')).toEqual([]);
  });

  test('of an order itself counts first and leaves the trigger to the others', () => {
    const other = LONG.replace('id: a', 'id: b');
    const both = [`${LONG}, stopLoss: 49500`, other, stop('1', '49000')];
    expect(under(both, 'requireStop', 'true')).toEqual([]);
    expect(under(both, 'maxLossAtStops', '1500')).toEqual([]);
    expect(under(both, 'maxLossAtStops', '1499')).toEqual(['policy/max-loss-at-stops']);
  });

  test('of a deeper order does not take what only a higher one can use', () => {
    // 49500 lies above the lower rung, so that it stops the higher one only.
    const stops = [stop('0.5', '48000', undefined, 't'), stop('0.5', '49500')];
    expect(under([LADDER, ...stops], 'requireStop', 'true')).toEqual([]);
    expect(under([LADDER, stop('1', '49500')], 'requireStop', 'true')).toEqual(['policy/no-stop']);
  });

  test.each([
    [
      '',
      [LONG],
      '`a` opens 1 without a stop, so policy.requireStop forbids it',
      'add `stopLoss`, or a trigger below 50000 that closes as much',
    ],
    [
      'of a short',
      [SHORT],
      '`a` opens 1 without a stop, so policy.requireStop forbids it',
      'add `stopLoss`, or a trigger above 50000 that closes as much',
    ],
    [
      'that closes too little',
      [LONG, stop('0.4', '49000')],
      '`a` opens 1, and stops close only 0.4 of it, so policy.requireStop forbids it',
      'add `stopLoss`, or a trigger below 50000 that closes as much',
    ],
    [
      'of rungs',
      [LADDER],
      '`a-1` opens 0.5 without a stop, so policy.requireStop forbids it (and 1 more rung)',
      'add `stopLoss`, or a trigger below 49000 that closes as much',
    ],
    [
      'at market',
      [NOW],
      '`a` opens 1 without a stop, so policy.requireStop forbids it',
      'add `stopLoss`; or a trigger that closes as much, and `reference:` with where the market is',
    ],

    [
      'of a trigger order',
      [BREAK],
      '`a` opens 1 without a stop, so policy.requireStop forbids it',
      'add a trigger below 50000 that closes as much',
    ],
  ])('that lacks %s is told of at the order', (_, orders, message, hint) => {
    const loaded = load(plan(orders), { policy: { requireStop: true, maxLossAtStops: Decimal.of('999999') } });
    expect(loaded.diagnostics.map((one) => [one.code, one.message, one.hint])).toEqual([
      ['policy/no-stop', message, hint],
    ]);
    expect([loaded.plan, marked(loaded)]).toEqual([undefined, ['a']]);
  });

  test('of the other margin mode is named, with what to write', () => {
    const orders = [LONG, `${stop('1', '49000')}, marginMode: isolated`];
    const [found] = load(plan(orders), { policy: { requireStop: true } }).diagnostics;
    expect([found?.message, found?.hint]).toEqual([
      '`a` opens 1 without a stop: `s` has another margin mode, isolated, so policy.requireStop forbids it',
      'write `marginMode: cross` at `s`',
    ]);
    expect(under([LONG, `${stop('1', '49000')}, marginMode: cross`], 'requireStop', 'true')).toEqual([]);
  });

  test('is not asked for where an order has an error, which may be the stop itself', () => {
    const policy: Policy = { requireStop: true, maxLossAtStops: Decimal.of('1') };
    const wrong = [
      [`${LONG}, stopLoss: 4e4`],
      [`${LONG}, stoploss: 49000`],
      [LONG, stop('1', '4e4')],
      [LONG, stop('1e3', '49000')],
      [LONG, stop('1', '49000').replace('close-long', 'long')],
      [LONG, `${stop('1', '49000')}, marginMode: shared`],
    ];
    for (const orders of wrong)
      expect(codes(load(plan(orders), { policy })).filter((code) => code.startsWith('policy/'))).toEqual([]);
  });

  test('is not asked of closing orders', () => {
    for (const order of ['size: 1, price: market', 'size: 1, price: 5', 'size: 1, price: market, trigger: 5'])
      for (const side of ['close-long', 'close-short']) {
        expect(under([`id: a, side: ${side}, ${order}`], 'requireStop', 'true')).toEqual([]);
        expect(under([`id: a, side: ${side}, ${order}`], 'maxLossAtStops', '0.0001')).toEqual([]);
      }
  });
});

describe('the plan’s limits only tighten', () => {
  test.each([
    ['requireStop: true', { requireStop: true }, []],
    ['requireStop: true', { requireStop: false }, []],
    ['requireStop: false', { requireStop: true }, ['false']],
    ['maxLossAtStops: 2000.00', { maxLossAtStops: Decimal.of('2000') }, []],
    ['maxLossAtStops: 2000.01', { maxLossAtStops: Decimal.of('2000') }, ['2000.01']],
  ] as [string, Policy, string[]][])('%s beside a policy of %j is looser at %j', (limit, policy, looser) => {
    const loaded = load(plan([`${LONG}, stopLoss: 49000`], `limits: { ${limit} }`), { policy });
    expect([codes(loaded), marked(loaded)]).toEqual([looser.map(() => 'policy/looser-limit'), looser]);
  });

  test.each([
    ['requireStop: yes', 'value/word'],
    ['requireStop: 1', 'value/word'],
    ['requireStop: [true]', 'value/type'],
    ['maxLossAtStops: 0', 'value/zero'],
    ['maxLossAtStops: 2%', 'value/number'],
    ['maxLoss: 5', 'key/unknown'],
  ])('%s is no limit', (limit, code) => {
    expect(codes(load(plan([`${LONG}, stopLoss: 49000`], `limits: { ${limit} }`)))).toEqual([code]);
  });
});
