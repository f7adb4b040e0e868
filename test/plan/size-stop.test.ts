/** `stop` in a size: the stop of an order that cannot carry one itself, a trigger order before all. */
import { describe, expect, test } from 'vitest';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { orderContent, type Plan } from '../../src/model/order.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { codes, load, marked, ordersOf, plan, sizesOf, wordsOf } from '../support/plans.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const open = (fields: string, side = 'open-long'): LoadedPlan => load(plan([`id: a, side: ${side}, ${fields}`]));
const messages = ({ diagnostics }: LoadedPlan): string[] =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);

describe('a size by risk and its own stop', () => {
  test.each([
    ['the execution price of a trigger', 'trigger: 65000, price: 65010', '63510', 'open-long', '0.0333'],
    ['at market its trigger', 'trigger: 65000, price: market', '64000', 'open-long', '0.05'],
    ['its trigger, not its reference', 'trigger: 65000, price: market, reference: 64100', '64000', 'open-long', '0.05'],
    ['a short', 'trigger: 63000, price: 62990', '63990', 'open-short', '0.05'],
    ['the price of a plain limit', 'price: 65000', '64000', 'open-long', '0.05'],
    ['at market the reference', 'price: market, reference: 65000', '64000', 'open-long', '0.05'],
    ['an expression with `price`', 'trigger: 65000, price: 65000', '=tick(price * 0.98)', 'open-long', '0.0384'],
  ])('is divided by the distance from %s', (_, fields, stop, side, size) => {
    const loaded = open(`${fields}, size: { risk: 50, stop: "${stop}" }`, side);
    expect(sizesOf(loaded)).toEqual([size]);
  });

  test('is exactly the size that the same `stopLoss` gives, with the same words', () => {
    for (const price of ['64000', '{ from: 63000, to: 61000, steps: 3 }']) {
      const inSize = ordersOf(open(`price: ${price}, size: { risk: 77, stop: 60010.5 }`));
      const preset = ordersOf(open(`price: ${price}, size: { risk: 77 }, stopLoss: 60010.5`));
      expect(inSize.map(({ size }) => size)).toEqual(preset.map(({ size }) => size));
      expect(inSize.map((order) => wordsOf(order, 'size'))).toEqual(preset.map((order) => wordsOf(order, 'size')));
    }
  });

  test('computes the stop for each rung, and says it of the ladder', () => {
    const loaded = open('price: { from: 60000, to: 50000, steps: 3 }, size: { risk: 30, stop: =price - 100 }');
    expect(sizesOf(loaded)).toEqual(['0.1', '0.1', '0.1']);
    expect(loaded.plan?.ladders[0]?.words).toContain('stop of each: price - 100');
  });

  test('says the stop in its formula', () => {
    const [order] = ordersOf(open('trigger: 65000, price: 65010, size: { risk: 50, stop: 63510 }'));
    expect(wordsOf(order, 'size')).toBe('50 / |65010 - 63510|, cut down to the step 0.0001');
  });

  test('never reaches the exchange: nothing of it is in the order, nor in its body', () => {
    const loaded = open('trigger: 65000, price: 65010, size: { risk: 50, stop: 63510 }');
    expect(orderContent(ordersOf(loaded)[0] as Plan['orders'][number])).not.toHaveProperty('stop');
    const { exchange, execution } = defaultConfig;
    const { calls } = compilePlan(v2.calls, loaded.plan as Plan, emptyJournal, {
      ...exchange,
      ...execution,
    });
    expect(calls.map(({ body }) => body).join('')).not.toContain('63510');
  });

  test('does not count as protection: only an order at the exchange does', () => {
    const alone =
      'id: a, side: open-long, trigger: 65000, price: 65010, size: { risk: 50, stop: 63510 }, reference: 64000';
    expect(load(plan([alone])).diagnostics.map(({ code }) => code)).toEqual(['order/unprotected']);
    expect(load(plan([alone], 'limits: { requireStop: true }')).plan).toBeUndefined();
    const exit = 'id: b, side: close-long, trigger: 63510, price: market, size: 0.0333';
    expect(codes(load(plan([alone, exit], 'limits: { requireStop: true }')))).toEqual(['order/stop-may-fire-first']);
  });
});

describe('a stop in a size is refused', () => {
  test.each([
    ['beside `stopLoss`', 'price: 64000, stopLoss: 62000, size: { risk: 50, stop: 62000 }', 'size/stop', 'stop'],
    ['with `notional`', 'price: 64000, size: { notional: 50, stop: 62000 }', 'size/stop', 'stop'],
    ['with `total`', 'price: { from: 2, to: 1, steps: 2 }, size: { total: 2, stop: 0.5 }', 'size/stop', 'stop'],
    ['at the entry', 'price: 64000, size: { risk: 50, stop: 64000 }', 'order/stop-loss-side', '64000'],
    ['above a long', 'price: 64000, size: { risk: 50, stop: 64100 }', 'order/stop-loss-side', '64100'],
    [
      'above the trigger of a long at market',
      'trigger: 64000, price: market, size: { risk: 50, stop: 64100 }',
      'order/stop-loss-side',
      '64100',
    ],
    ['off the tick', 'price: 64000, size: { risk: 50, stop: 62000.05 }', 'order/off-tick', '62000.05'],
    [
      'with digits without end',
      'price: 64000, size: { risk: 50, stop: =price / 3 }',
      'expression/endless',
      '=price / 3',
    ],
    ['from `price` at market', 'price: market, size: { risk: 50, stop: =price }', 'expression/unknown-name', 'price'],
    ['that is no number', 'price: 64000, size: { risk: 50, stop: 1e3 }', 'value/number', '1e3'],
    ['without a price', 'price: market, size: { risk: 50, stop: 62000 }', 'size/no-price', 'risk'],
  ])('%s', (_, fields, code, mark) => {
    const loaded = open(fields);
    expect(codes(loaded)).toEqual([code]);
    expect(marked(loaded)).toEqual([mark]);
  });

  test('on a closing order, at market and behind a trigger alike', () => {
    for (const fields of ['price: 66000', 'trigger: 63000, price: market']) {
      expect(codes(open(`${fields}, size: { risk: 50, stop: 62000 }`, 'close-long'))).toEqual(['size/stop']);
    }
  });

  test('a trigger order with `stopLoss` and `risk` is told where its stop goes', () => {
    const [one, ...more] = open('trigger: 65000, price: 65010, stopLoss: 63510, size: { risk: 50 }').diagnostics;
    expect(one?.hint).toBe(
      'write it into the size as `stop`, and write the exit as an order of its own: size { filled: a }, trigger 63510, price market; or use version 3 of the interface, which takes it',
    );
    expect(more).toEqual([]);
    const both = open('trigger: 65000, price: 65010, stopLoss: 63510, size: { risk: 50, stop: 63510 }');
    expect(codes(both)).toEqual(['order/presets-on-trigger']);
  });

  test('`sl` in a size is told its name, and a trigger order without a stop what it lacks', () => {
    expect(open('price: 64000, size: { risk: 50, stopLoss: 62000 }').diagnostics[0]?.hint).toBe('did you mean `stop`?');
    const bare = open('trigger: 65000, price: 65010, size: { risk: 50 }');
    expect(messages(bare)).toEqual(['`risk` is what is lost at the stop, and the size has no `stop`']);
  });
});
