/** A plan of 2,000 orders on version 3 over HTTP, in windows that are short and met: every field, nothing refused, nothing twice. */
import { expect, test } from 'vitest';
import { misshapen, placed, placing, V3, WINDOWS } from '../support/version-3-requests.ts';

const COUNT = 2000;
const KINDS = [
  (n: number) => `side: open-long, size: 0.0${(n % 9) + 1}, price: ${60_000 - n}, stopLoss: 50000, takeProfit: 70000`,
  (n: number) => `side: open-short, size: 0.01, price: ${66_000 + n}, timeInForce: post-only`,
  (n: number) => `side: open-long, size: 0.02, trigger: ${65_000 + n}, price: market`,
  (n: number) =>
    `symbol: cmt_ethusdt, side: open-short, size: 0.1, trigger: ${3100 - n / 100}, price: ${3090 - n / 100}`,
  () => 'side: close-short, size: 0.01, price: market',
];
const many = `version: 1\nname: many\ndefaults: { symbol: cmt_btcusdt }\norders:\n${Array.from(
  { length: COUNT },
  (_, n) => `  - { id: order-${n}, ${KINDS[n % KINDS.length]?.(n) ?? ''} }`,
).join('\n')}\n`;

test('2,000 orders of every kind, none refused, none twice', async () => {
  const paper = await placed(many, V3, WINDOWS);
  expect([placing(paper).length, paper.orders.length, paper.refusedByRate]).toEqual([COUNT, COUNT, 0]);
  expect(new Set(paper.orders.map(({ clientOid }) => clientOid)).size).toBe(COUNT);
  expect(misshapen(placing(paper))).toEqual([]);
}, 180_000);
