/** Prices that seldom are what was meant: when they are remarked, and the near miss where they are not. */
import { describe, expect, test } from 'vitest';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { load, plan } from '../support/plans.ts';

/** Its cautions but that of protection, each with the characters that it points at. */
const told = ({ diagnostics }: LoadedPlan): string[] =>
  diagnostics
    .filter(({ code }) => code !== 'order/unprotected')
    .map(({ severity, code, source, start, end }) => `${severity} ${code} ${source.text.slice(start, end)}`);
const judged = (...orders: string[]): string[] => {
  const loaded = load(plan(orders));
  expect(loaded.plan?.orders.length).toBeGreaterThan(0);
  return told(loaded);
};
const one = (fields: string, side = 'open-long'): LoadedPlan =>
  load(plan([`id: a, side: ${side}, size: 1, price: 64000, ${fields}`]));
const hintOf = (loaded: LoadedPlan, code: string): string | undefined =>
  loaded.diagnostics.find((found) => found.code === code)?.hint;

const buy = (price: string, rest = ''): string => `id: l, side: open-long, size: 1, price: ${price}${rest}`;
const sell = (price: string, rest = ''): string => `id: s, side: open-short, size: 1, price: ${price}${rest}`;
const grid = (id: string, side: string, from: string, to: string): string =>
  `id: ${id}, side: ${side}, size: { total: 3 }, price: { from: ${from}, to: ${to}, steps: 3 }`;
const close = (side: string, rest = ''): string => `id: out, side: ${side}, size: 1, price: 64000${rest}`;

describe('a preset more than half the price away', () => {
  test.each([
    ['half', 'open-long', 'stopLoss: 32000', []],
    ['more than half', 'open-long', 'stopLoss: 31999.9', ['warning order/far-preset 31999.9']],
    ['a digit less', 'open-long', 'stopLoss: 6200', ['warning order/far-preset 6200']],
    ['a target', 'open-long', 'stopLoss: 62000, takeProfit: 680000', ['warning order/far-preset 680000']],
    ['a target half away', 'open-long', 'stopLoss: 62000, takeProfit: 96000', []],
    ['the stop of a short', 'open-short', 'stopLoss: 660000', ['warning order/far-preset 660000']],
    ['the target of a short', 'open-short', 'stopLoss: 66000, takeProfit: 500', ['warning order/far-preset 500']],
  ])('%s', (_, side, fields, expected) => {
    expect(told(one(fields, side))).toEqual(expected);
  });

  test.each([
    ['at market, of its reference', 'price: market, reference: 64000, stopLoss: 500', ['warning order/far-preset 500']],
    ['at market, of no reference', 'price: market, stopLoss: 500', []],
    [
      'of a size, from the execution price',
      'price: 64000, trigger: 63900, size: { risk: 50, stop: 500 }',
      ['warning order/far-preset 500'],
    ],
    [
      'of a ladder, once',
      'price: { from: 64000, to: 62000, steps: 3 }, size: { total: 3 }, stopLoss: 500',
      ['warning order/far-preset 500'],
    ],
  ])('%s', (_, fields, expected) => {
    expect(judged(`id: a, side: open-long, ${fields.includes('size') ? '' : 'size: 1, '}${fields}`)).toEqual(expected);
  });

  test('says how far, from what, and of how many rungs', () => {
    const loaded = load(
      plan(['id: a, side: open-long, size: { total: 3 }, price: { from: 50000, to: 40000, steps: 3 }, stopLoss: 500']),
    );
    expect(loaded.diagnostics[0]?.message).toBe(
      '`stopLoss` 500 of rung 1 is 99 % from its entry 50000 (and 2 more rungs)',
    );
  });

  test.each([
    ['a long, its stop', 'open-long', 'stopLoss: 500', 'check its digits; a distance is written =price - 500'],
    ['a short, its target', 'open-short', 'takeProfit: 500', 'check its digits; a distance is written =price - 500'],
    ['no distance', 'open-short', 'stopLoss: 640000', 'check its digits'],
    ['a formula', 'open-long', 'stopLoss: =price - 63000', 'check the formula and its variables'],
  ])('of %s: a hint that leads into no worse plan', (_, side, fields, hint) => {
    const loaded = one(fields, side);
    expect(hintOf(loaded, 'order/far-preset')).toBe(hint);
    const expression = /=.*$/.exec(hint)?.[0];
    if (expression === undefined) return;
    expect(told(one(fields.replace('500', expression), side))).toEqual([]);
  });

  test('at market the hint goes by the reference, as there is no `price` to compute with', () => {
    const fields = 'id: a, side: open-long, size: 1, price: market, reference: 64000, stopLoss:';
    const hint = hintOf(load(plan([`${fields} 500`])), 'order/far-preset');
    expect(hint).toBe('check its digits; a distance is written =64000 - 500');
    expect(judged(`${fields} =64000 - 500`)).toEqual([]);
  });
});

describe('a limit far from its trigger', () => {
  test.each([
    ['of a close', 'close-long', '62000', '6200', ['warning order/far-from-trigger 6200']],
    ['of an entry', 'open-long', '65000', '650100', ['warning order/far-from-trigger 650100']],
    ['a quarter away', 'close-long', '62000', '46500', []],
    ['at market', 'close-long', '62000', 'market', []],
  ])('%s', (_, side, trigger, price, expected) => {
    expect(judged(`id: a, side: ${side}, size: 1, trigger: ${trigger}, price: ${price}`)).toEqual(expected);
  });
});

describe('an opening limit that would take at once', () => {
  const TAKES = ['warning order/takes-at-once 65820'];
  test.each([
    ['a buy above', 'side: open-long, price: 65820', '65100', TAKES],
    ['a buy at it', 'side: open-long, price: 65100', '65100', []],
    ['a buy below', 'side: open-long, price: 65000', '65100', []],
    ['a sell below', 'side: open-short, price: 65820', '65900', TAKES],
    ['a sell above', 'side: open-short, price: 65820', '65100', []],
    ['post-only', 'side: open-long, price: 65820, timeInForce: post-only', '65100', TAKES],
    ['on purpose', 'side: open-long, price: 65820, timeInForce: ioc', '65100', []],
    ['all or nothing', 'side: open-long, price: 65820, timeInForce: fok', '65100', []],
    ['behind a trigger', 'side: open-long, price: 65820, trigger: 65800', '65100', []],
    ['a close that is no stop', 'side: close-short, price: 65820', '65100', ['warning order/takes-at-once 65820']],
    ['a target', 'side: close-short, price: 64000', '65100', []],
  ])('%s', (_, fields, reference, expected) => {
    expect(judged(`id: a, size: 1, ${fields}, reference: ${reference}`)).toEqual(expected);
  });

  test('says by how much, and what else it may be', () => {
    const [, found] = load(plan(['id: a, side: open-long, size: 1, price: 65810, reference: 65000'])).diagnostics;
    expect(found?.message).toBe('takes at once: 65810 is 1.2… % above the reference 65000');
    expect(found?.hint).toBe('check price and side; an entry that waits for the market to get there has a `trigger`');
    const rest = 'id: a, side: open-short, size: 1, price: 60000, reference: 64000, timeInForce: post-only';
    expect(load(plan([rest])).diagnostics[1]?.message).toBe('cannot rest: 60000 is 6.2… % below the reference 64000');
  });
});

describe('a long and a short that cross', () => {
  test.each([
    ['the buy above', buy('65000'), sell('64000'), ['warning order/crossing 65000']],
    ['at one price', sell('64000'), buy('64000'), ['warning order/crossing 64000']],
    ['a tick apart', buy('63999.9'), sell('64000'), []],
    ['of two symbols', buy('65000'), sell('64000', ', symbol: half'), []],
    ['in two margin modes', buy('65000'), sell('64000', ', marginMode: isolated'), ['warning order/crossing 65000']],
    ['behind a trigger', buy('65000', ', trigger: 64900'), sell('64000'), []],
    ['at market', buy('market'), sell('64000'), []],
    ['one closes', buy('65000'), sell('64000').replace('open-short', 'close-long'), []],
  ])('%s', (_, first, second, expected) => {
    expect(judged(first, second)).toEqual(expected);
  });

  test('is told once for a symbol, of the two that are farthest over', () => {
    const { diagnostics } = load(
      plan([grid('l', 'open-long', '62000', '64000'), grid('s', 'open-short', '66000', '63000')]),
    );
    expect(diagnostics.filter(({ code }) => code === 'order/crossing').map(({ message }) => message)).toEqual([
      '`l-3` buys `btc` at 64000, and `s-3` sells it at 63000: they may trade with each other',
    ]);
  });
});

describe('a close of what the plan never opens', () => {
  const LONG = 'id: in, side: open-long, size: 1, price: 60000';
  test.each([
    ['of the other side', [LONG, close('close-short')], ['warning order/closes-other-side close-short']],
    [
      'of the other margin mode',
      [LONG, close('close-long', ', marginMode: isolated')],
      ['warning order/closes-other-side close-long'],
    ],
    ['of the same position', [LONG, close('close-long')], []],
    ['of a symbol that the plan does not open', [LONG, close('close-short', ', symbol: half')], []],
    ['in a plan of closes alone', [close('close-short')], []],
  ])('%s', (_, orders, expected) => {
    expect(judged(...orders)).toEqual(expected);
  });
});
