/** A position that is smaller than what the plan counts, and no trade in the list explains it: nothing follows from it, and it is said. */
import { expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { ShortWatch, shortWords, type ShortPosition } from '../../src/session/lists/short-positions.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { closeByHand } from '../support/by-hand.ts';
import { followDesk } from '../support/follow-desk.ts';
import { openOn } from '../support/follow-run.ts';

/** The target closes a third; the rest is the trader's. */
const plan = (name = 'short'): string => `version: 1
name: ${name}
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: target, side: close-long, size: { filled: entry, share: 1/3 }, trigger: 65000, price: market }
`;

/** The list lacks the trades of the hand. */
const UNEXPLAINED = { hidesTradesOf: 'hand-' };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('closed by hand in part: it is said, nothing is sent, and the run ends with 6', { timeout: 30_000 }, async () => {
  const { paper, begin, order } = await followDesk(plan(), UNEXPLAINED);
  const one = begin();
  await one.until('the entry', () => paper.orders.length === 1);
  paper.fill(order(({ type }) => type === '1').orderId);
  await one.until('the target', () => paper.orders.length === 2);
  await closeByHand(paper, '0.2');
  await pause(4_000);
  expect(openOn(paper)).toEqual(['3 0.1 65000']);
  expect(paper.orders.length).toBe(3);
  paper.fire(order(({ kind }) => kind === 'trigger').orderId);
  const ended = await one.ended;
  const told = ofKind(eventsOf(ended), 'protection').flatMap(({ short }) => short ?? []);
  // What is open is reported again where something else changes, until two looks agree on more.
  expect(told.filter((now, at) => JSON.stringify(now) !== JSON.stringify(told[at - 1]))).toEqual([
    { symbol: 'cmt_btcusdt', side: 'long', held: '0.1', counted: '0.3' },
    { symbol: 'cmt_btcusdt', side: 'long', held: '0', counted: '0.2' },
  ]);
  expect(ended.code).toBe(6);
});

test('what another plan that was followed holds is not counted as there', { timeout: 30_000 }, async () => {
  const { paper, at, begin, order } = await followDesk(plan('first'), UNEXPLAINED);
  const first = begin();
  await first.until('the entry', () => paper.orders.length === 1);
  paper.fill(order(({ type }) => type === '1').orderId);
  await first.until('the target', () => paper.orders.length === 2);
  await first.stop();
  at.write('plan.yaml', plan('second'));
  const second = begin();
  await second.until('the entry', () => paper.orders.length === 3);
  paper.fill((paper.orders[2] as { orderId: string }).orderId);
  await second.until('the target', () => paper.orders.length === 4);
  await pause(2_500);
  await closeByHand(paper, '0.1');
  await pause(4_000);
  const ended = await second.stop();
  const told = ofKind(eventsOf(ended), 'protection').flatMap(({ short }) => short ?? []);
  expect(told[0]).toEqual({ symbol: 'cmt_btcusdt', side: 'long', held: '0.5', counted: '0.3', others: '0.3' });
});

const short = (position: string, counted: string): readonly ShortPosition[] =>
  position === counted
    ? []
    : [
        {
          symbol: 'cmt_btcusdt',
          side: 'long',
          position: Decimal.of(position),
          counted: Decimal.of(counted),
          others: Decimal.zero,
        },
      ];

/** Looks by their second, each with the position and what the plan counts, and what is told after the last. */
const WATCHED: readonly (readonly [string, readonly (readonly [number, string, string])[], readonly string[]])[] = [
  ['one look', [[0, '0.1', '0.3']], []],
  [
    'two looks that are too near',
    [
      [0, '0.1', '0.3'],
      [1.9, '0.1', '0.3'],
    ],
    [],
  ],
  [
    'two looks',
    [
      [0, '0.1', '0.3'],
      [2, '0.1', '0.3'],
    ],
    ['position 0.1 long cmt_btcusdt, the plan counts 0.3'],
  ],
  [
    'one between that has all',
    [
      [0, '0.1', '0.3'],
      [1, '0.3', '0.3'],
      [2, '0.1', '0.3'],
    ],
    [],
  ],
  [
    'a position that follows the fills',
    [
      [0, '0', '0.1'],
      [2, '0.1', '0.2'],
      [4, '0.2', '0.3'],
    ],
    [],
  ],
  [
    'trades that follow the position',
    [
      [0, '0.2', '0.3'],
      [2, '0.1', '0.2'],
      [4, '0', '0.1'],
    ],
    [],
  ],
  [
    'one that read the position after a fill, and the trades before it',
    [
      [0, '0.1', '0.3'],
      [2, '0.1', '0.3'],
      [4, '0', '0.3'],
    ],
    ['position 0.1 long cmt_btcusdt, the plan counts 0.3'],
  ],
  [
    'the same, and two that agree after it',
    [
      [0, '0.1', '0.3'],
      [2, '0.1', '0.3'],
      [4, '0', '0.3'],
      [5, '0', '0.2'],
      [6, '0', '0.2'],
      [7, '0', '0.2'],
    ],
    ['position 0 long cmt_btcusdt, the plan counts 0.2'],
  ],
  [
    'looks that never agree',
    [
      [0, '0.1', '0.3'],
      [2, '0.05', '0.3'],
      [4, '0.04', '0.3'],
    ],
    ['position 0.1 long cmt_btcusdt, the plan counts 0.3'],
  ],
  [
    'it is back',
    [
      [0, '0.1', '0.3'],
      [2, '0.1', '0.3'],
      [4, '0.3', '0.3'],
    ],
    [],
  ],
];

test('the end waits for looks that agree, and not for ever', () => {
  const watch = new ShortWatch();
  const unsure = [0, 2, 4, 5, 7].map((second) => {
    watch.take(short(second < 4 ? '0.1' : '0', second < 5 ? '0.3' : '0.2'), second * 1_000);
    return watch.isUnsure;
  });
  expect(unsure).toEqual([true, false, true, true, false]);
  for (let second = 8; second <= 40; second += 2) watch.take(short(`0.0${second}`, '0.9'), second * 1_000);
  expect(watch.isUnsure).toBe(false);
  expect(watch.told).toHaveLength(1);
});

test.each(WATCHED)('%s', (_, looks, told) => {
  const watch = new ShortWatch();
  for (const [second, position, counted] of looks) watch.take(short(position, counted), second * 1_000);
  expect(watch.told.map(shortWords)).toEqual(told);
});
