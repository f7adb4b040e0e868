/** Percentages and distances where a price or an amount is written: a fix taken literally must not be a dangerous plan. */
import type { PlanRow } from './plan-row.ts';

const STOP = 'stopLoss: =tick(entry * 0.97)';

export const SIZING_ROWS: readonly PlanRow[] = [
  [STOP, 'stopLoss: 2%', 'value/number', '15:15', 'write =tick(price * 0.98)'],
  [STOP, 'stopLoss: -2%', 'value/number', '15:15', 'write =tick(price * 0.98)'],
  [STOP, 'takeProfit: 5%', 'value/number', '15:17', 'write =tick(price * 1.05)', 'takeProfit: =tick(price * 1.05)'],
  ['size: 0.1\n', 'size: 1%\n', 'value/number', '13:11', 'in base coin … { risk: 1%, of: equity }'],
  [
    '{ total: 0.3 }',
    '{ risk: 1% }',
    'size/share',
    '18:19',
    'add `of: equity` … the amount in quote coin',
    '{ risk: 50 }',
  ],
  [
    'price: 64000\n',
    'price: 64000\n    maxDistance: 0.03\n    reference: 64000\n',
    'value/spelling',
    '15:18',
    'write 3% or 0.03%',
    'price: 64000\n    maxDistance: 3%\n    reference: 64000\n',
  ],
];

const OUT = '    after: [first]\n';

/** Valid, and seldom meant: each gets one warning. */
export const CAUTION_ROWS: readonly PlanRow[] = [
  [STOP, 'stopLoss: =500 + entry * 0', 'order/far-preset', '15:15', 'check the formula', STOP],
  ['stopLoss: 62000\n', 'stopLoss: 500\n', 'order/far-preset', '20:15', 'a distance is written =price - 500'],
  ['stopLoss: 62000\n', 'stopLoss: 6200\n', 'order/far-preset', '20:15', 'did you mean `62000`?'],
  [
    OUT,
    `${OUT}  - { id: out, side: close-short, size: 0.1, price: 60000 }\n`,
    'order/closes-other-side',
    '22:22',
    'the plan opens none … check the side',
  ],
  [
    OUT,
    `${OUT}  - { id: out, side: close-long, size: 0.1, trigger: 60000, price: 43500 }\n`,
    'order/far-from-trigger',
    '22:68',
    'check the digits of both',
  ],
  [
    'price: 64000\n',
    'price: 64000\n    reference: 63300\n',
    'order/takes-at-once',
    '14:12',
    'above the reference … an entry that waits for the market to get there has a `trigger`',
  ],
  [
    OUT,
    `${OUT}  - { id: short, side: open-short, size: 0.1, price: 63000, stopLoss: 65000 }\n`,
    'order/crossing',
    '14:12',
    'they may trade with each other',
  ],
];
