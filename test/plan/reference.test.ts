/** `reference` and `maxDistance`: the guard against a slip of the finger. */
import { describe, expect, test } from 'vitest';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { codes, load, marked, plan, unchecked } from '../support/plans.ts';

const order = (fields: string): LoadedPlan => load(plan([`id: a, side: close-long, size: 1, ${fields}`]));
const AROUND = 'reference: 64000, maxDistance: 3%';
const FAR = ['order/far-from-reference'];

const atMarket = (side: string, fields: string): string[] =>
  codes(load(plan([`id: a, side: ${side}, size: 1, price: market, ${fields}`])));

const entryOf = (id: string, rest: string): string => `  - { id: ${id}, side: close-long, size: 1, price: 5${rest} }\n`;

describe('a price', () => {
  test.each([
    ['as far as is allowed, below', `price: 62080, ${AROUND}`, []],
    ['as far as is allowed, above', `price: 65920, ${AROUND}`, []],
    ['a tick farther below', `price: 62079.9, ${AROUND}`, FAR],
    ['a tick farther above', `price: 65920.1, ${AROUND}`, FAR],
    ['at the reference, nothing farther allowed', 'price: 64000.0, reference: 64000, maxDistance: 0%', []],
    ['a tick off it', 'price: 64000.1, reference: 64000, maxDistance: 0%', FAR],
    ['far, with a reference only', 'price: 1, reference: 64000', []],
    ['at market', `price: market, ${AROUND}`, []],
    ['of a trigger order', `price: 1, trigger: 64000, ${AROUND}`, FAR],
    ['its trigger', `price: market, trigger: 1, ${AROUND}`, FAR],
    ['without a reference', 'price: 64000, maxDistance: 3%', ['order/no-reference']],
    ['without a reference, behind a trigger', 'price: 64000, trigger: 1, maxDistance: 3%', ['order/no-reference']],
    ['at market behind a trigger, which it is valued from', 'price: market, trigger: 64000, maxDistance: 3%', []],
  ])('%s', (_, fields, expected) => {
    const { diagnostics } = order(fields);
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(expected);
  });

  test('of the defaults is held against orders of their symbol only', () => {
    const text = `defaults: { symbol: btc, ${AROUND} }\norders:\n`;
    const loaded = load(
      text +
        entryOf('a', '') +
        entryOf('b', ', symbol: half') +
        entryOf('c', ', reference: 5') +
        entryOf('d', ', maxDistance: 100%'),
    );
    expect(loaded.diagnostics.map(({ code, source, start }) => [code, source.position(start).line])).toEqual([
      ['order/far-from-reference', 5],
      ['order/default-not-applied', 6],
    ]);
  });

  test.each([
    ['from the lowest on the tick', 'reference: 64000.1, maxDistance: 3%', 'from 62080.1 to 65920.1'],
    ['from above zero', 'reference: 64000, maxDistance: 150%', 'up to 160000'],
  ])('is hinted at with prices that are valid, %s', (_, guard, range) => {
    const { diagnostics } = order(`price: 999999, ${guard}`);
    expect(diagnostics[0]?.hint).toBe(`write a price ${range}, or look at the reference again`);
    for (const [price] of range.matchAll(/[\d.]+/g)) expect(codes(order(`price: ${price}, ${guard}`))).toEqual([]);
  });

  test('of a ladder is told at its range once, and at an end that is written', () => {
    const loaded = load(
      plan([`id: l, side: close-long, size: { total: 5 }, price: { from: 64000, to: 60000, steps: 5 }, ${AROUND}`]),
    );
    expect([codes(loaded), marked(loaded)]).toEqual([
      [...FAR, ...FAR],
      ['{ from: 64000, to: 60000, steps: 5 }', '60000'],
    ]);
    expect(loaded.diagnostics[0]?.message).toMatch(
      /^`price` 62000 of rung 3 is 3\.1… % from the reference 64000;.* \(and 1 more rung\)$/,
    );
  });

  test('needs no list of instruments', () => {
    expect(codes(unchecked(plan([`id: a, side: close-long, size: 1, price: 5, ${AROUND}`])))).toEqual(FAR);
  });
});

describe('a stop-loss or take-profit at market', () => {
  test.each([
    ['open-long', 'stopLoss: 63999.9, takeProfit: 64000.1', []],
    ['open-long', 'stopLoss: 64000', ['order/stop-loss-side']],
    ['open-long', 'takeProfit: 64000', ['order/take-profit-side']],
    ['open-short', 'stopLoss: 63999', ['order/stop-loss-side']],
    ['open-short', 'stopLoss: 64001, takeProfit: 63999', []],
  ])('of %s stands around the reference: %s', (side, presets, expected) => {
    expect(atMarket(side, `reference: 64000, ${presets}`)).toEqual(expected);
  });

  test('without a reference is only held against the other', () => {
    expect(atMarket('open-long', 'stopLoss: 5, takeProfit: 6')).toEqual([]);
    expect(atMarket('open-long', 'stopLoss: 6, takeProfit: 5')).toEqual(['order/presets-crossed']);
  });
});
