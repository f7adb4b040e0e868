/** A stop that the market passes on its way to the entry is none: in words, in the policy and in every figure. */
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { riskOf } from '../../src/views/diff/risk.ts';
import { codes, load, marked, plan } from '../support/plans.ts';

const HEDGE = 'id: hedge, side: open-short, size: 0.02, trigger: 63800, price: market';
const BREAK = 'id: break, side: open-long, size: 0.02, trigger: 65000, price: 65010';
const cover = (trigger: string): string => `id: out, side: close-short, size: 0.02, trigger: ${trigger}, price: market`;
const stop = (trigger: string, price = 'market'): string =>
  `id: out, side: close-long, size: 0.02, trigger: ${trigger}, price: ${price}`;

/** The market is at 64000. */
const text = (orders: readonly string[], head = ''): string =>
  plan(orders, head).replace('symbol: btc', 'symbol: btc, reference: 64000');
const of = (orders: readonly string[], head?: string): LoadedPlan => load(text(orders, head));

describe('between the market and the entry', () => {
  test.each([
    [
      'of a short behind a trigger',
      [HEDGE, cover('63900')],
      '`out` (63900) lies between the reference 64000 and the trigger of `hedge` (63800): it fires first, and `hedge` opens without a stop',
      'give it a trigger above 64000, or place it once `hedge` is filled',
    ],
    [
      'of a long behind a trigger',
      [BREAK, stop('64010')],
      '`out` (64010) lies between the reference 64000 and the trigger of `break` (65000): it fires first, and `break` opens without a stop',
      'give it a trigger below 64000, or place it once `break` is filled',
    ],
    [
      'at the market itself',
      [BREAK, stop('64000')],
      '`out` (64000) lies between the reference 64000 and the trigger of `break` (65000): it fires first, and `break` opens without a stop',
      'give it a trigger below 64000, or place it once `break` is filled',
    ],
    [
      'with a limit that takes',
      [BREAK, stop('64010', '64000')],
      '`out` (64010) lies between the reference 64000 and the trigger of `break` (65000): it fires first, and `break` opens without a stop',
      'give it a trigger below 64000, or place it once `break` is filled',
    ],
    [
      'of a trigger and a limit that were swapped',
      ['id: dip, side: open-long, size: 0.02, trigger: 62000, price: 65000', stop('63000')],
      '`out` (63000) lies between the reference 64000 and the trigger of `dip` (62000): it fires first, and `dip` opens without a stop',
      'give it a trigger below 62000, or place it once `dip` is filled',
    ],
    [
      'of a limit that the market is past',
      ['id: high, side: open-long, size: 0.02, price: 65000, timeInForce: ioc', stop('64500')],
      '`out` (64500) lies between the reference 64000 and the price of `high` (65000): the market is past it once `high` opens, so it is no stop',
      'give it a trigger below 64000, or place it once `high` is filled',
    ],
  ])('%s: an error where stops are demanded, else a warning', (_, orders, message, hint) => {
    for (const [severity, limits] of [
      ['warning', 'limits: { maxOrders: 9 }'],
      ['error', 'limits: { requireStop: true }'],
      ['error', 'limits: { maxLossAtStops: 99999 }'],
    ] as const) {
      const { diagnostics } = of(orders, limits);
      const [first, ...more] = diagnostics.filter(
        ({ severity: one, code }) => one === severity && code !== 'order/far-from-trigger',
      );
      expect([first?.code, first?.message, first?.hint]).toEqual(['order/stop-before-entry', message, hint]);
      expect(more.map(({ code }) => code)).toEqual([]);
    }
  });

  test('is marked at the trigger, and said once for policy and limits together', () => {
    const policy = { requireStop: true, maxLossAtStops: Decimal.of('100') };
    const loaded = load(text([HEDGE, cover('63900')], 'limits: { requireStop: true }'), { policy });
    expect([codes(loaded), marked(loaded)]).toEqual([['order/stop-before-entry'], ['63900']]);
  });

  test('is no loss at the stops, and covers nothing', () => {
    const [short] = riskOf(of([HEDGE, cover('63900')]).plan?.orders ?? []);
    expect(short?.ofRun.loss?.covered.canonical()).toBe('0');
    expect(short?.ofRun.loss?.naked.canonical()).toBe('0.02');
    const [wide] = riskOf(of([HEDGE, cover('64100')]).plan?.orders ?? []);
    expect(wide?.ofRun.loss?.amount.canonical()).toBe('6');
    const [high] = riskOf(
      of([
        'id: high, side: open-long, size: 0.02, price: 65000, reference: 64000',
        stop('64500').replace('market', '64400'),
      ]).plan?.orders ?? [],
    );
    expect(high?.ofRun.loss?.naked.canonical()).toBe('0.02');
  });
});

describe('what is beyond the market as well is a stop', () => {
  test.each([
    ['of a short', [HEDGE, cover('64000.1')]],
    ['of a long', [BREAK, stop('63999.9')]],
    ['of a limit that rests', ['id: dip, side: open-long, size: 0.02, price: 63000', stop('62000')]],
    ['beside a target above the market', [BREAK, stop('63000'), stop('66000').replace('out', 'target')]],
  ])('%s', (_, orders) => {
    expect(codes(of(orders, 'limits: { requireStop: true }'))).toEqual([]);
    expect(of(orders).diagnostics).toEqual([]);
  });

  test('which of two triggers comes first is not guessed: without a reference it is a breach', () => {
    const bare = load(plan([HEDGE, cover('64100')], 'limits: { requireStop: true }'));
    expect([codes(bare), marked(bare)]).toEqual([['policy/no-stop'], ['hedge']]);
    expect(bare.diagnostics[0]?.hint).toContain('add `reference:`');
    expect(codes(load(plan([HEDGE, cover('64100')])))).toEqual([]);
  });
});
