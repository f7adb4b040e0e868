/** Presets on trigger orders: an error where the interface has no field for them, and judged like any preset where it has. */
import { expect, test } from 'vitest';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';

const load = (order: string, triggerPresets = true): ReturnType<typeof loadPlan> =>
  loadPlan(
    new SourceFile(
      'plan.yaml',
      `version: 1\nname: a\ndefaults: { symbol: cmt_btcusdt }\norders:\n  - { id: late, ${order} }\n`,
    ),
    { instruments: paperInstruments, triggerPresets },
  );
const errors = (order: string, triggerPresets?: boolean): string[] =>
  load(order, triggerPresets).diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));

const OPENS = 'side: open-long, size: 0.02, trigger: 65000, price: 65010';

test('one that opens carries them, with the digits as they are written', () => {
  const { plan } = load(`${OPENS}, stopLoss: 64000.0, takeProfit: 67000`);
  expect([plan?.orders[0]?.stopLoss?.toString(), plan?.orders[0]?.takeProfit?.toString()]).toEqual([
    '64000.0',
    '67000',
  ]);
  expect(load(`${OPENS}, stopLoss: 64000.0`).diagnostics.map(({ code }) => code)).not.toContain('order/unprotected');
});

test.each([
  [`${OPENS}, stopLoss: 65005`, 'order/stop-loss-side'],
  [`${OPENS}, stopLoss: 66000`, 'order/stop-loss-side'],
  [`${OPENS}, takeProfit: 64000`, 'order/take-profit-side'],
  [`${OPENS}, takeProfit: 64000, stopLoss: 66000`, 'order/presets-crossed'],
  ['side: close-long, size: 0.02, trigger: 60000, price: market, stopLoss: 59000', 'order/presets-on-close'],
  ['side: open-long, size: { risk: 50, stop: 64000 }, trigger: 65000, price: 65010, stopLoss: 64000', 'size/stop'],
  [`${OPENS}, stopLoss: 64000.05`, 'order/off-tick'],
])('%s is %s', (order, code) => expect(errors(order)).toEqual([code]));

test('a risk is sized by the stop that the trigger order carries', () => {
  const { plan } = load('side: open-long, size: { risk: 50 }, trigger: 65000, price: 65010, stopLoss: 64010');
  expect(plan?.orders[0]?.size.toString()).toBe('0.05');
});

test('where the interface has no field for them they are an error each', () =>
  expect(errors(`${OPENS}, stopLoss: 64000, takeProfit: 67000`, false)).toEqual([
    'order/presets-on-trigger',
    'order/presets-on-trigger',
  ]));

test.each([
  [
    'an entry: the exit that takes the size of what was filled of it',
    `${OPENS}, stopLoss: 64000`,
    'delete it, and write the exit as an order of its own: size { filled: late }, trigger 64000, price market; or use version 3 of the interface, which takes it',
  ],
  [
    'a ladder: by its name',
    'side: open-long, size: { total: 0.02 }, trigger: 65000, price: { from: 65010, to: 65020, steps: 2 }, stopLoss: 64000',
    'delete it, and write the exit as an order of its own: size { filled: late }, trigger 64000, price market; or use version 3 of the interface, which takes it',
  ],
  [
    'a target',
    `${OPENS}, takeProfit: 67000`,
    'delete it, and place the target as an order of its own: a `close-long` at 67000, size { filled: late }',
  ],
  [
    'a close, of which nothing is filled that another could close',
    'side: close-long, size: 0.02, trigger: 60000, price: market, stopLoss: 59000',
    'delete it: presets belong to the order that opens the position',
  ],
])('the way on of %s', (_, order, hint) =>
  expect(load(order, false).diagnostics.find(({ code }) => code === 'order/presets-on-trigger')?.hint).toBe(hint),
);
