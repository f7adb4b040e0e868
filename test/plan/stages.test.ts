import { describe, expect, test } from 'vitest';
import { compilePlan } from '../../src/compile/compile-plan.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { limits } from '../support/plan-builder.ts';
import { codes, load, marked, ordersOf, plan } from '../support/plans.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

/** Closing orders, each an id and what it waits for: `a`, `b > a, c`. */
const ordersFor = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    const [id, after] = line.split(' > ');
    return `id: ${id ?? ''}, side: close-long, size: 1, price: 64000${after === undefined ? '' : `, after: [${after}]`}`;
  });
const waiting = (...lines: string[]): LoadedPlan => load(plan(ordersFor(lines)));
/** The same, with a ladder `l` of three rungs before them that waits as well. */
const withLadder = (after: string, ...lines: string[]): LoadedPlan =>
  load(
    plan([
      `id: l, side: close-long, size: { total: 3 }, price: { from: 61000, to: 63000, steps: 3 }${after === '' ? '' : `, after: [${after}]`}`,
      ...ordersFor(lines),
    ]),
  );
const told = (loaded: LoadedPlan): unknown[] => [codes(loaded), marked(loaded)];

describe('after', () => {
  test('names orders above and below, ladders, and single rungs', () => {
    const loaded = withLadder('', 'a > b', 'b', 'c > l', 'd > l-2, a');
    expect(ordersOf(loaded).map(({ id, after }) => [id, after])).toEqual([
      ['l-1', undefined],
      ['l-2', undefined],
      ['l-3', undefined],
      ['a', ['b']],
      ['b', undefined],
      ['c', ['l-1', 'l-2', 'l-3']],
      ['d', ['l-2', 'a']],
    ]);
  });

  test('of a ladder is that of each rung', () => {
    expect(ordersOf(withLadder('a', 'a')).map(({ after }) => after)).toEqual([['a'], ['a'], ['a'], undefined]);
  });

  test('compiles to stages that share no call, names written twice counting once', () => {
    const loaded = waiting('a', 'b > a, a', 'c > a', 'd > b, c', 'e');
    const schedule = compilePlan(v2.calls, loaded.plan as NonNullable<LoadedPlan['plan']>, new Map(), {
      limits: limits(),
      batchPresets: false,
      maxOrdersPerCall: 20,
    });
    const calls = schedule.calls.map(
      ({ orders, waitsFor = [] }) => `${orders.map(({ id }) => id).join(' ')}: ${waitsFor.length}`,
    );
    expect(calls).toEqual(['a: 0', 'e: 0', 'b: 1', 'c: 1', 'd: 2']);
  });

  test.each([
    ['a slip of the pen', ['entry', 'b > entri'], 'entri', 'did you mean `entry`?'],
    ['another case', ['Entry', 'b > entry'], 'entry', 'did you mean `Entry`?'],
    ['nothing like it', ['a', 'b > breakout'], 'breakout', 'write the id of an order, or the name of a ladder'],
    [
      'the name of a property',
      ['a', 'b > constructor'],
      'constructor',
      'write the id of an order, or the name of a ladder',
    ],
  ])('of an unknown order, %s', (_, lines, at, hint) => {
    const loaded = waiting(...lines);
    expect([...told(loaded), loaded.diagnostics[0]?.hint]).toEqual([['stage/unknown-order'], [at], hint]);
  });

  test('of a rung that the ladder has not', () => {
    const beyond = withLadder('', 'a > l-3, l-4');
    expect(told(beyond)).toEqual([['stage/unknown-order'], ['l-4']]);
    expect(beyond.diagnostics[0]?.hint).toBe('the ladder has the rungs `l-1` to `l-3`');
  });

  test('of a rung is not judged where the ladder has an error', () => {
    const text = plan([
      'id: l, side: close-long, size: { total: 3 }, price: { from: 61000, to: 61000, steps: 3 }',
      ...ordersFor(['a > l-7', 'b > l', 'c > l-x']),
    ]);
    expect(told(load(text))).toEqual([
      ['ladder/one-price', 'stage/unknown-order'],
      ['61000', 'l-x'],
    ]);
  });

  test.each([
    ['[]', 'value/empty'],
    ['a', 'value/type'],
    ['["a b"]', 'value/spelling'],
  ])('%s has not its form', (after, code) => {
    expect(codes(load(plan([`id: a, side: close-long, size: 1, price: 5, after: ${after}`])))).toEqual([code]);
  });

  test('of many unknown orders is told of as many as anybody reads', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `o${index} > nowhere${index}`);
    const loaded = waiting(...lines);
    expect([new Set(codes(loaded)), loaded.diagnostics.length]).toEqual([new Set(['stage/unknown-order']), 20]);
  });
});

describe('orders that wait for each other', () => {
  test.each([
    ['for itself', ['a > a'], [['a']]],
    ['for itself, written twice', ['a > a, a'], [['a']]],
    ['two', ['a > b', 'b > a'], [['b', 'a']]],
    ['three, and one that leads to them', ['z > a', 'a > b', 'b > c', 'c > a'], [['b', 'c', 'a']]],
    [
      'two circles',
      ['a > b', 'b > a', 'c > d', 'd > c'],
      [
        ['b', 'a'],
        ['d', 'c'],
      ],
    ],
  ])('%s', (_, lines, circles) => {
    const loaded = waiting(...lines);
    const links = loaded.diagnostics.map(({ start, end, source, related = [] }) =>
      [{ start, end }, ...related].map((span) => source.text.slice(span.start, span.end)),
    );
    expect([new Set(codes(loaded)), links]).toEqual([new Set(['stage/cycle']), circles]);
    expect(loaded.plan).toBeUndefined();
  });

  test.each([
    ['its own name', 'l', [], ['l']],
    ['one of its own rungs', 'l-2', [], ['l-2']],
    ['an order that waits for a rung', 'a', ['a > l-3'], ['a']],
    ['an order that waits for the ladder', 'a', ['a > b', 'b > l'], ['a']],
  ])('a ladder that waits for %s', (_, after, lines, at) => {
    expect(told(withLadder(after, ...lines))).toEqual([['stage/cycle'], at]);
  });

  test('a ladder and its rung are one link, told once', () => {
    expect(codes(withLadder('a', 'a > l, l-1, l-2'))).toEqual(['stage/cycle']);
  });

  test('are shown by their first links, and the rest counted', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `o${index} > o${(index + 1) % 1_000}`);
    const [found, ...others] = waiting(...lines).diagnostics;
    expect(others).toEqual([]);
    expect(found?.related).toHaveLength(9);
    expect(found?.message).toBe('`o0` waits for itself: o0 → o1 → o2 → o3 → o4 → o5 → o6 → o7 → o8 → … 991 more → o0');
  });

  test('of which there are thousands are told of as many as anybody reads', () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `o${index} > o${(index + 1) % 3_000}, o0`);
    expect(waiting(...lines).diagnostics.length).toBeLessThanOrEqual(20);
  });
});

test('a chain of ten thousand is a plan, and its circle an error', () => {
  const lines = Array.from({ length: 9_999 }, (_, index) => `o${index} > o${index + 1}`);
  expect(ordersOf(waiting(...lines, 'o9999'))).toHaveLength(10_000);
  expect(codes(waiting(...lines, 'o9999 > o0'))).toEqual(['stage/cycle']);
});
