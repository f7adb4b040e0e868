/** A percentage where none can stand: the hint is what was meant, and following it to the letter makes no dangerous plan. */
import { describe, expect, test } from 'vitest';
import { load, ordersOf, plan, priceOf } from '../support/plans.ts';

const order = (fields: string): string => plan([`id: a, symbol: btc, ${fields}`]);
const hintOf = (fields: string): string | undefined => load(order(fields)).diagnostics[0]?.hint;

describe('a preset in percent', () => {
  test.each([
    ['open-long', 'stopLoss', '2%', '=tick(price * 0.98)', '62720'],
    ['open-long', 'stopLoss', '-2%', '=tick(price * 0.98)', '62720'],
    ['open-long', 'takeProfit', '2.5%', '=tick(price * 1.025)', '65600'],
    ['open-long', 'takeProfit', '+3 %', '=tick(price * 1.03)', '65920'],
    ['open-short', 'stopLoss', '2%', '=tick(price * 1.02)', '65280'],
    ['open-short', 'stopLoss', '−2%', '=tick(price * 1.02)', '65280'],
    ['open-short', 'takeProfit', '10%', '=tick(price * 0.9)', '57600'],
  ] as const)('of %s, %s: %s', (side, key, percent, expression, value) => {
    const fields = `side: ${side}, size: 1, price: 64000, ${key}:`;
    expect(hintOf(`${fields} ${percent}`)?.split('% from the entry is a price: write ')[1]).toBe(expression);
    const { diagnostics, plan: read } = load(order(`${fields} ${expression}`));
    expect(diagnostics.map(({ code }) => code).filter((code) => code !== 'order/unprotected')).toEqual([]);
    expect(read?.orders[0]?.[key]?.canonical()).toBe(value);
  });

  test('of a size, and of a ladder', () => {
    const sized = 'side: open-short, price: 64000, trigger: 64100, size: { risk: 50, stop:';
    expect(hintOf(`${sized} 2% }`)).toContain('write =tick(price * 1.02)');
    expect(ordersOf(load(order(`${sized} =tick(price * 1.02) }`))).map(priceOf)).toEqual(['64000']);
    const ladder = 'side: open-long, size: { total: 1 }, price: { from: 2000, to: 1000, steps: 2 }, stopLoss: 2%';
    expect(hintOf(ladder)).toContain('write =tick(price * 0.98)');
  });

  test('at market goes by the written reference, and where there is none shows no expression', () => {
    const atMarket = 'side: open-long, size: 1, price: market, stopLoss: 2%';
    expect(hintOf(`${atMarket}, reference: 64000`)).toContain('write =tick(64000 * 0.98)');
    expect(hintOf(atMarket)).toBe('a percentage is not allowed here: write the price itself');
  });

  test.each(['98%', '0%', '51%'])('of %s may be anything', (percent) => {
    expect(hintOf(`side: open-long, size: 1, price: 64000, stopLoss: ${percent}`)).toBe(
      'a percentage is not allowed here: write the price itself',
    );
  });
});

describe('no hint about another percentage names a number', () => {
  test.each([
    ['size: 1%', 'side: open-long, price: 64000, size: 1%', 'a size is in base coin'],
    [
      'risk: 1%',
      'side: open-long, price: 64000, stopLoss: 60000, size: { risk: 1% }',
      'write the amount in quote coin',
    ],
    ['notional: 5%', 'side: open-long, price: 64000, size: { notional: 5% }', 'write the amount in quote coin'],
    [
      'total: 5%',
      'side: open-long, price: { from: 2, to: 1, steps: 2 }, size: { total: 5% }',
      'a total is in base coin',
    ],
    ['price: 2%', 'side: open-long, size: 1, price: 2%', 'write the price itself'],
    ['trigger: 2%', 'side: open-long, size: 1, price: 64000, trigger: 2%', 'write the price itself'],
  ])('%s', (_, fields, said) => {
    const hint = hintOf(fields);
    expect(hint).toContain(said);
    expect(hint).not.toMatch(/write [\d.]/);
  });
});

test.each([
  ['0.03', 'write 3% or 0.03%, whichever is meant'],
  ['0.5', 'write 50% or 0.5%, whichever is meant'],
  ['3', 'write 3%, or another percentage such as 3% or 0.5%'],
])('maxDistance: %s', (written, hint) => {
  expect(hintOf(`side: open-long, size: 1, price: 64000, reference: 64000, maxDistance: ${written}`)).toBe(hint);
});
