/** Mistakes that traders make in plans, each with the answer that it must get and the fix that this answer names. */
import { LAYOUT_ROWS } from './layout-rows.ts';
import { NUMBER_ROWS } from './number-rows.ts';
import type { PlanRow } from './plan-row.ts';
import { SIZING_ROWS } from './sizing-rows.ts';
import { LADDER_ROWS, WORD_ROWS } from './word-rows.ts';

/** A valid plan. Each row writes one part of it wrongly. */
export const PLAN = `version: 1
name: desk
generation: 1
validUntil: 2099-01-01T08:00:00Z
vars:
  entry: 64000
defaults:
  symbol: cmt_btcusdt
limits: { maxOrders: 50 }
orders:
  - id: first
    side: open-long
    size: 0.1
    price: 64000
    stopLoss: =tick(entry * 0.97)
  - id: ladder
    side: open-long
    size: { total: 0.3 }
    price: { from: 63000, to: 63900, steps: 3, spacing: linear }
    stopLoss: 62000
    after: [first]
  - { id: add, side: open-long, size: 0.1, price: 63500, stopLoss: 62000, timeInForce: post-only }
`;

export const PLAN_ROWS: readonly PlanRow[] = [
  ...LAYOUT_ROWS,
  ...NUMBER_ROWS,
  ...WORD_ROWS,
  ...LADDER_ROWS,
  ...SIZING_ROWS,
];

/** Whole plans that are wrong: the text, code, place and words, and the whole text mended. */
const ORDER =
  'id: a\n    symbol: cmt_btcusdt\n    side: open-long\n    size: 0.1\n    price: 64000\n    stopLoss: 62000\n';
const HEAD = 'version: 1\nname: a\n';
const WHOLE = `${HEAD}orders:\n  - ${ORDER}`;

export const WHOLE_ROWS: readonly PlanRow[] = [
  [WHOLE, '', 'text/empty', '1:1', 'begin with `version: 1`'],
  [WHOLE, '# later\n', 'text/empty', '1:1', 'no content'],
  [WHOLE, HEAD, 'key/missing', '1:1', 'add `orders:`'],
  [WHOLE, `${HEAD}orders:\n    ${ORDER}`, 'value/type', '4:5', 'each beginning with `- id: …`'],
  [WHOLE, `${WHOLE}---\n${WHOLE}`, 'yaml/second-document', '10:1', 'split the file'],
  [
    WHOLE,
    WHOLE.replace('64000', '64 000').replaceAll('\n', '\r\n'),
    'value/number',
    '8:12',
    'write 64000',
    WHOLE.replaceAll('\n', '\r\n'),
  ],
  [WHOLE, 'id,side,size\na,open-long,0.1\n', 'value/type', '1:1', '`version`, `name` and `orders`'],
  [
    WHOLE,
    '{"version":1,"name":"a","orders":{"id":"a","symbol":"cmt_btcusdt","side":"open-long","size":0.1,"price":64000,"stopLoss":62000}}',
    'value/type',
    '1:34',
    'a list of orders',
    '{"version":1,"name":"a","orders":[{"id":"a","symbol":"cmt_btcusdt","side":"open-long","size":0.1,"price":64000,"stopLoss":62000}]}',
  ],
];
