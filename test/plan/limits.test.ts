/** The config's policy and a plan's own limits: just met, passed by a step, and what they never hold up. */
import { describe, expect, test } from 'vitest';
import type { Policy } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { codes, load, marked, plan } from '../support/plans.ts';

const NOTIONALS = ['maxOrderNotional', 'maxSideNotional', 'maxPlanNotional', 'maxCloseNotional'] as const;
const policyOf = (key: (typeof NOTIONALS)[number], most: string): Policy => ({ [key]: Decimal.of(most) });

/** The same limit as the config's policy and as the plan's own; both must say the same. */
function under(orders: readonly string[], key: string, most: string): string[] {
  const number = key === 'maxOrders' ? Number(most) : Decimal.of(most);
  const byPolicy = codes(load(plan(orders), { policy: { [key]: number } }));
  const byPlan = codes(load(plan(orders, `limits: { ${key}: ${most} }`)));
  expect(byPlan).toEqual(byPolicy);
  return byPolicy;
}

const LONG = 'id: a, side: open-long, size: 0.1, price: 50000, stopLoss: 1';
const MORE = 'id: b, side: open-long, size: 0.2, price: 50000, stopLoss: 1';
const SHORT = 'id: c, side: open-short, size: 0.1, price: 50000, stopLoss: 99999';
const CLOSE = 'id: d, side: close-long, size: 1, price: 50000';
const LADDER = 'id: l, side: open-long, size: { total: 0.3 }, price: { from: 50000, to: 40000, steps: 3 }, stopLoss: 1';

describe('a limit that is just met is kept, and by one step more it is passed', () => {
  test.each([
    ['maxOrders', [LONG, MORE, CLOSE], '3', '2', ['policy/max-orders']],
    ['maxOrders', [LADDER, CLOSE], '4', '3', ['policy/max-orders']],
    ['maxOrderNotional', [LONG, MORE], '10000', '9999.99999', ['policy/max-order-notional']],
    ['maxOrderNotional', [LADDER], '5000', '4999.9', ['policy/max-order-notional']],
    ['maxSideNotional', [LONG, MORE, SHORT], '15000', '14999.9', ['policy/max-side-notional']],
    ['maxPlanNotional', [LONG, MORE, SHORT], '20000', '19999.9', ['policy/max-plan-notional']],
    ['maxPlanNotional', [LADDER, SHORT], '18500', '18499.9', ['policy/max-plan-notional']],
    ['maxCloseNotional', [LONG, CLOSE], '50000', '49999.9', ['policy/max-close-notional']],
  ])('%s of %j', (key, orders, met, passed, expected) => {
    expect(under(orders, key, met)).toEqual([]);
    expect(under(orders, key, passed)).toEqual(expected);
  });

  test('an order is larger by one step of its size', () => {
    expect(under([LONG], 'maxPlanNotional', '5000')).toEqual([]);
    expect(under([LONG.replace('0.1', '0.1001')], 'maxPlanNotional', '5000')).toEqual(['policy/max-plan-notional']);
    expect(under([LONG.replace('50000', '50000.1')], 'maxPlanNotional', '5000')).toEqual(['policy/max-plan-notional']);
  });

  test('the breach of a sum is at the order that passes it, once', () => {
    const loaded = load(plan([LONG, MORE, SHORT, MORE.replace('id: b', 'id: e')]), {
      policy: policyOf('maxPlanNotional', '14000'),
    });
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    const [{ start, end, source, message }] = errors as [(typeof errors)[number]];
    expect([errors.length, source.line(source.position(start).line), source.text.slice(start, end)]).toEqual([
      1,
      expect.stringContaining('id: b'),
      '0.2',
    ]);
    expect(message).toMatch(/ 30000 in all; the policy allows 14000\b/);
  });

  test('a ladder is told of once, with how many more of its rungs', () => {
    const { diagnostics } = load(plan([LADDER]), { policy: policyOf('maxOrderNotional', '4400') });
    const [found, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
    expect(others).toEqual([]);
    expect(found?.message).toBe('the order of rung 1 is worth 5000; the policy allows 4400 (and 1 more rung)');
  });

  test('sides are counted by symbol', () => {
    const other = 'id: e, symbol: half, side: open-long, size: 2, price: 5000, stopLoss: 1';
    expect(under([LONG, other], 'maxSideNotional', '10000')).toEqual([]);
    expect(under([LONG, other, MORE], 'maxSideNotional', '10000')).toEqual(['policy/max-side-notional']);
  });
});

describe('symbols', () => {
  const two = [
    LONG,
    ...['b', 'c'].map((id) => `id: ${id}, symbol: half, side: open-long, size: 1, price: 5, stopLoss: 1`),
  ];
  test('that are not listed are told once each, of the policy and of the plan', () => {
    const policy = load(plan(two), { policy: { symbols: ['btc'] } });
    expect([codes(policy), marked(policy)]).toEqual([['policy/symbol'], ['half']]);
    const own = load(plan(two, 'limits: { symbols: [half] }'));
    expect([codes(own), marked(own)]).toEqual([['policy/symbol'], ['btc']]);
  });
});

describe('the plan’s limits only tighten the policy', () => {
  const policy: Policy = {
    symbols: ['btc', 'half'],
    maxOrders: 9,
    ...Object.fromEntries(NOTIONALS.map((key) => [key, Decimal.of('90000')])),
  };
  test.each([
    ['maxOrders', '8', '9', '10'],
    ...NOTIONALS.map((key): [string, string, string, string] => [key, '89999.99', '90000.00', '90000.01']),
    ['symbols', '[btc]', '[half, btc]', '[btc, quarter]'],
  ] as [string, string, string, string][])('%s: %s and %s do, %s is looser', (key, tighter, equal, looser) => {
    const written = (limit: string): LoadedPlan => load(plan([LONG], `limits: { ${key}: ${limit} }`), { policy });
    expect([codes(written(tighter)), codes(written(equal))]).toEqual([[], []]);
    const loaded = written(looser);
    expect([codes(loaded), loaded.plan]).toEqual([['policy/looser-limit'], undefined]);
    expect(marked(loaded)).toEqual([key === 'symbols' ? 'quarter' : looser]);
    expect(codes(load(plan([LONG], `limits: { ${key}: ${looser} }`)))).toEqual([]);
  });

  test('and both are kept to', () => {
    const loaded = load(plan([MORE], 'limits: { maxOrderNotional: 8000 }'), {
      policy: policyOf('maxOrderNotional', '9000'),
    });
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ message }) => /the policy|the plan itself/.exec(message)?.[0])).toEqual([
      'the policy',
      'the plan itself',
    ]);
  });

  test.each([
    ['maxOrders: 0', 'value/spelling'],
    ['maxOrderNotional: 0', 'value/zero'],
    ['maxOrderNotional: 0.00', 'value/zero'],
    [`maxOrderNotional: ${'9'.repeat(41)}`, 'value/digits'],
    ['maxOrderNotional: =5', 'value/number'],
    ['maxOrderSize: 5', 'value/type'],
    ['maxOrderSize: [5]', 'value/type'],
    ['maxOrderSize: {}', 'value/empty'],
    ['maxOrderSize: { btc: 0 }', 'value/zero'],
    ['maxOrderSize: { btc: 0.0 }', 'value/zero'],
    ['maxOrderSize: { btc: 1e3 }', 'value/number'],
    ['maxOrderSize: { btc: [1] }', 'value/type'],
    [`maxOrderSize: { btc: ${'9'.repeat(41)} }`, 'value/digits'],
    ['maxOrderSize: { BTC/USDT: 1 }', 'value/spelling'],
    ['maxOrderSize: { btc: 1, btc: 2 }', 'key/duplicate'],
    ['maxStandingOrders: 5', 'key/unknown'],
    ['symbols: []', 'value/empty'],
    ['symbols: btc', 'value/type'],
  ])('%s is no limit', (limit, code) => {
    expect(codes(load(plan([LONG], `limits: { ${limit} }`)))).toEqual([code]);
  });
});

describe('closing orders', () => {
  const tight: Policy = {
    maxOrderNotional: Decimal.of('1'),
    maxSideNotional: Decimal.of('1'),
    maxPlanNotional: Decimal.of('1'),
  };
  test.each([
    ['at a limit', CLOSE],
    ['at market', CLOSE.replace('50000', 'market')],
    ['by a trigger at market', `${CLOSE.replace('50000', 'market')}, trigger: 49000`],
    ['by a trigger with a limit', `${CLOSE}, trigger: 49000`],
    ['in a ladder', LADDER.replace('open', 'close').replace(', stopLoss: 1', '')],
  ])('%s are never held up by what is meant for opening', (_, order) => {
    expect(codes(load(plan([order]), { policy: tight }))).toEqual([]);
  });

  test.each([
    ['at market, whose worth nobody knows', CLOSE.replace('50000', 'market')],
    ['at market, whatever its reference', `${CLOSE.replace('50000', 'market')}, reference: 64000, maxDistance: 5%`],
    ['at market behind a trigger', `${CLOSE.replace('50000', 'market')}, trigger: 49000`],
  ])('%s: a way out stays open', (_, order) => {
    expect(codes(load(plan([order]), { policy: policyOf('maxCloseNotional', '1') }))).toEqual([]);
  });

  test('have one limit of their own, of one order', () => {
    const both = [CLOSE, CLOSE.replace('id: d', 'id: e')];
    expect(under(both, 'maxCloseNotional', '50000')).toEqual([]);
    expect(under(both, 'maxCloseNotional', '49999')).toEqual([
      'policy/max-close-notional',
      'policy/max-close-notional',
    ]);
  });
});

describe('what an opening order may come to be worth', () => {
  const MARKET = 'id: a, side: open-long, size: 0.1, price: market';
  test.each([
    ['a limit: its price', LONG, '5000', '4999.9'],
    ['a limit, whatever its reference', `${LONG}, reference: 60000, maxDistance: 50%`, '5000', '4999.9'],
    [
      'a trigger below its limit: the limit',
      `id: a, side: open-long, size: 0.1, price: 50000, trigger: 49000`,
      '5000',
      '4999.9',
    ],
    [
      'a trigger above its limit: the trigger',
      `id: a, side: open-long, size: 0.1, price: 50000, trigger: 51000`,
      '5100',
      '5099.9',
    ],
    ['a sell that may take: the reference', `${SHORT}, reference: 60000`, '6000', '5999.9'],
    [
      'a sell that may take: the reference and its distance',
      `${SHORT}, reference: 60000, maxDistance: 50%`,
      '9000',
      '8999.9',
    ],
    [
      'a sell that never takes',
      `${SHORT}, timeInForce: post-only, reference: 60000, maxDistance: 50%`,
      '5000',
      '4999.9',
    ],
    ['a sell above its reference', `${SHORT}, reference: 48000, maxDistance: 5%`, '5040', '5039.9'],
    ['a sell far above its reference', `${SHORT}, reference: 40000, maxDistance: 50%`, '6000', '5999.9'],
    ['at market: the reference and its distance', `${MARKET}, reference: 50000, maxDistance: 4%`, '5200', '5199.9'],
    ['at market, by a fraction of a percent', `${MARKET}, reference: 50000, maxDistance: 0.05%`, '5002.5', '5002.4'],
    ['at market behind a trigger: its distance', `${MARKET}, trigger: 50000, maxDistance: 4%`, '5200', '5199.9'],
    [
      'at market behind a trigger: the reference first',
      `${MARKET}, trigger: 52000, reference: 51000, maxDistance: 4%`,
      '5304',
      '5303.9',
    ],
    [
      'by notional: the size that came of it',
      'id: a, side: open-long, size: { notional: 4999 }, price: 50000',
      '4995',
      '4994.9',
    ],
  ])('%s', (_, order, met, passed) => {
    expect(under([order], 'maxOrderNotional', met)).toEqual([]);
    expect(under([order], 'maxOrderNotional', passed)).toEqual(['policy/max-order-notional']);
  });

  test.each([
    ['at market', MARKET],
    ['at market with a reference and no distance', `${MARKET}, reference: 50000`],
    ['at market behind a trigger and no distance', `${MARKET}, trigger: 50000`],
  ])('%s is not known, which is a breach of each limit of worth and of no other', (_, order) => {
    for (const key of ['maxOrderNotional', 'maxSideNotional', 'maxPlanNotional'] as const)
      expect(under([order], key, '999999999')).toEqual(['policy/unknown-notional']);
    expect(under([order], 'maxCloseNotional', '1')).toEqual([]);
    expect(under([order], 'maxOrders', '1')).toEqual([]);
  });

  test('of an order with an error is not asked', () => {
    const wrong = load(plan(['id: a, side: open-long, size: 1e3, price: market']), {
      policy: policyOf('maxPlanNotional', '1'),
    });
    expect(codes(wrong)).toEqual(['value/number']);
  });
});
