/** Since when each part of a stop was missing: from the oldest fill that it is the first to cover, whatever was filled since. */
import { expect, test } from 'vitest';
import { coveredFirst } from '../../src/actions/follow/covered-first.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { PlacedPart } from '../../src/model/followed.ts';
import { deskBetween } from '../support/desk-between.ts';
import { isOpen } from '../support/follow-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

type Filled = readonly (readonly [ms: number, size: string])[];

const part = (clientOid: string, size: string, sentMs: number, more: Partial<PlacedPart> = {}, filled: Filled = []) =>
  ({
    clientOid,
    number: 1,
    size: Decimal.of(size),
    state: 'works',
    sentMs,
    answeredMs: sentMs,
    trades: new Map(filled.map(([ms, one]) => [`${ms}`, { ms, size: Decimal.of(one), price: Decimal.of('64000') }])),
    ...more,
  }) satisfies PlacedPart;

const first = (filled: Filled, covering: readonly PlacedPart[], targets: readonly PlacedPart[] = [], elsewhere = '0') =>
  Object.fromEntries(
    coveredFirst({
      entries: [part('entry', '1', 0, {}, filled)],
      covering,
      targets,
      elsewhere: Decimal.of(elsewhere),
    }),
  );

test('of several fills that it covers it is the first, and none that another part covers', () => {
  const fills: Filled = [
    [1000, '0.1'],
    [1200, '0.1'],
    [3000, '0.1'],
  ];
  // The first left for what a look saw, and the second fill was there by then: nothing was ever whole.
  expect(first(fills, [part('one', '0.1', 1400), part('two', '0.2', 3500)])).toEqual({ one: 1000, two: 1200 });
  expect(first(fills, [part('one', '0.1', 1100), part('two', '0.2', 3500)])).toEqual({ one: 1000, two: 1200 });
  expect(first(fills, [part('all', '0.3', 3500)])).toEqual({ all: 1000 });
});

test('one of which nobody knows stands before what is sent after it, and one that was refused does not', () => {
  const fills: Filled = [
    [1000, '0.1'],
    [5000, '0.1'],
  ];
  const two = part('two', '0.1', 6000);
  for (const state of ['intended', 'unknown', 'accepted'] as const)
    expect(first(fills, [part('one', '0.1', 2000, { state }), two])).toEqual({ one: 1000, two: 5000 });
  for (const state of ['rejected', 'absent'] as const)
    expect(first(fills, [part('one', '0.1', 2000, { state }), two])).toEqual({ two: 1000 });
});

test('what a target or another hand closed needs no stop, and what a stop left open comes after no fill', () => {
  const fills: Filled = [
    [1000, '0.1'],
    [3000, '0.1'],
  ];
  const target = part('target', '0.1', 1500, { state: 'over', end: 'filled' }, [[2000, '0.1']]);
  expect(first(fills, [part('one', '0.1', 1400), part('two', '0.1', 4000)], [target])).toEqual({ one: 1000 });
  expect(first(fills, [part('one', '0.1', 4000)], [], '0.1')).toEqual({ one: 3000 });
  const gone = part('one', '0.2', 3500, { state: 'over', end: 'other', endedMs: 9000 });
  expect(first(fills, [gone, part('two', '0.2', 9500)])).toEqual({ one: 1000 });
});

test('a part that left just before the fill that it was sent for, by another clock, is for that fill', () => {
  expect(first([[1000, '0.1']], [part('one', '0.1', 990)])).toEqual({ one: 1000 });
});

const PLAN = `version: 1
name: covered
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
`;

/** What is asked of the market once a stop is due, and before it is signed. */
const PRICE = /(market\/ticker|symbolPrice)/;

test.each(INTERFACES)(
  '%s: what was filled between the look and the first part is told from its own fill on',
  { timeout: 60_000 },
  async (version) => {
    const told = Promise.withResolvers<undefined>();
    afterTest(() => told.resolve(undefined));
    let [isFilled, asked] = [false, 0];
    const desk = await deskBetween(PLAN, version, (path) => {
      if (!isFilled || !PRICE.test(path)) return undefined;
      asked += 1;
      return { until: told.promise };
    });
    const { paper, order } = desk;
    const one = desk.begin('--output', 'lines');
    await one.until('the entry', () => paper.orders.some(isOpen));
    const { orderId } = order(isOpen);
    const firstMs = Date.now();
    isFilled = true;
    paper.fill(orderId, '0.05');
    await one.until('the price is asked for', () => asked > 0);
    await one.until('some time', () => Date.now() - firstMs > 1_500);
    const secondMs = Date.now();
    paper.fill(orderId, '0.05');
    told.resolve(undefined);
    await one.until('the second part', () => one.written.includes('stop/2 '));
    const endedMs = Date.now();
    const { stdout } = await one.stop();
    const afterOf = (name: string): number => {
      const [, amount = '', unit] = new RegExp(`✓ ${name} .*?([\\d.]+) (m?s) after the fill`).exec(stdout) ?? [];
      return Number(amount) * (unit === 's' ? 1000 : 1);
    };
    // A tenth of a second is rounded.
    expect(afterOf('stop')).toBeGreaterThanOrEqual(secondMs - firstMs - 50);
    expect(afterOf('stop/2')).toBeGreaterThan(0);
    expect(afterOf('stop/2')).toBeLessThanOrEqual(endedMs - secondMs + 50);
  },
);
