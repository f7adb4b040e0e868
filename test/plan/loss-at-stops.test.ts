/** `maxLossAtStops`: what is lost at the stops, just met and passed by a step. */
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { load, plan } from '../support/plans.ts';
import { BREAK, COVER, LADDER, LONG, NOW, SHORT, stop, under } from './stop-plans.ts';

describe('the loss at the stops', () => {
  test.each([
    ['its own stop', [`${LONG}, stopLoss: 48000.5`], '1999.5', '1999.4999'],
    ['a short’s', [`${SHORT}, stopLoss: 50100`], '100', '99.9'],
    [
      'of several orders',
      [`${LONG}, stopLoss: 48000`, `${SHORT.replace('id: a', 'id: b')}, stopLoss: 50100`],
      '2100',
      '2099',
    ],
    [
      'of several symbols',
      [`${LONG}, stopLoss: 48000`, 'id: b, symbol: half, side: open-long, size: 2, price: 50, stopLoss: 40'],
      '2020',
      '2019',
    ],
    ['of a ladder', [`${LADDER}, stopLoss: 48000`], '1500', '1499'],
    ['by a trigger', [LONG, stop('1', '49000')], '1000', '999'],
    ['by a trigger that closes more', [LONG, stop('5', '49000')], '1000', '999'],
    [
      'by the triggers that come first',
      [LONG, stop('0.5', '49000'), stop('9', '48000', undefined, 't')],
      '1500',
      '1499',
    ],
    [
      'of a short, by the triggers that come first',
      [SHORT, stop('9', '52000', COVER), stop('0.5', '51000', COVER, 't')],
      '1500',
      '1499',
    ],
    [
      'by a trigger with a limit, to the limit',
      [LONG, stop('1', '49000', 'side: close-long, price: 48900')],
      '1100',
      '1099',
    ],
    ['of a ladder, by a trigger', [LADDER, stop('1', '48000')], '1500', '1499'],
    [
      'a trigger with its limit: the limit',
      ['id: a, side: open-long, size: 1, trigger: 49900, price: 50000, reference: 49800', stop('1', '49000')],
      '1000',
      '999',
    ],
    ['at market: the reference put up', [`${NOW}, reference: 50000, maxDistance: 4%, stopLoss: 49000`], '3000', '2999'],
    [
      'at market, short: the reference put down',
      [`${SHORT.replace('price: 50000', 'price: market')}, reference: 50000, maxDistance: 4%, stopLoss: 51000`],
      '3000',
      '2999',
    ],
    [
      'at market, short, as far down as nothing',
      [`${SHORT.replace('price: 50000', 'price: market')}, reference: 50000, maxDistance: 400%, stopLoss: 51000`],
      '51000',
      '50999',
    ],
    ['at market behind a trigger: that put up', [`${BREAK}, maxDistance: 4%`, stop('1', '49000')], '3000', '2999'],
    ['at market, by a trigger', [`${NOW}, reference: 50000, maxDistance: 0.05%`, stop('1', '49000')], '1025', '1024.9'],
  ])('counts %s', (_, orders, met, passed) => {
    expect(under(orders, 'maxLossAtStops', met)).toEqual([]);
    expect(under(orders, 'maxLossAtStops', passed)).toEqual(['policy/max-loss-at-stops']);
  });

  test.each([
    ['at market', `${NOW}, stopLoss: 49000`],
    ['at market, with a reference and no distance', `${NOW}, reference: 50000, stopLoss: 49000`],
  ])('%s is not known, which is a breach', (_, order) => {
    expect(under([order], 'maxLossAtStops', '99999999')).toEqual(['policy/unknown-loss']);
    expect(under([order], 'requireStop', 'true')).toEqual([]);
  });

  test('behind a trigger without a distance is not known either', () => {
    expect(under([BREAK, stop('1', '49000')], 'maxLossAtStops', '99999999')).toEqual(['policy/unknown-loss']);
  });

  test('is a breach at the order that passes the limit, with what it comes to in all', () => {
    const orders = ['a', 'b', 'c'].map((id) => `${LONG.replace('id: a', `id: ${id}`)}, stopLoss: 49000`);
    const loaded = load(plan(orders), { policy: { maxLossAtStops: Decimal.of('1500') } });
    const [found, ...others] = loaded.diagnostics;
    expect([others, found?.message, found?.hint]).toEqual([
      [],
      'the loss at the stops is 3000; the policy allows 1500, which this order passes',
      'reduce it by 1500: make orders smaller or their stops nearer, or change policy.maxLossAtStops',
    ]);
    expect(found?.source.position(found.start).line).toBe(6);
  });
});
