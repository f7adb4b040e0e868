/** Ends, times and ladders over time as they are read, and what each mistake comes to. */
import { describe, expect, test } from 'vitest';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { everyCode, load, ordersOf, plan } from '../support/plans.ts';

const one = (words: string): ReturnType<typeof ordersOf>[number] | undefined =>
  ordersOf(load(plan([`id: a, side: open-long, size: 0.1, price: 64000, ${words}`])))[0];

const pair = (a: string, b: string): LoadedPlan =>
  load(
    plan([
      `id: a, side: open-long, size: 0.1, price: 63000, until: { filled: ${a} }`,
      `id: b, side: open-short, size: 0.1, price: 65000, until: { filled: ${b} }`,
    ]),
  );

describe('times', () => {
  test.each([
    ['until: 30s', { forMs: 30_000 }],
    ['until: 45m', { forMs: 2_700_000 }],
    ['until: 2d', { forMs: 172_800_000 }],
    [
      'until: { for: 4h, at: 2026-12-03T01:00:00+01:00 }',
      { forMs: 14_400_000, at: { ms: Date.UTC(2026, 11, 3), text: '2026-12-03T01:00:00+01:00' } },
    ],
  ])('%s', (words, until) => expect(one(words)?.until).toEqual(until));

  test('after takes a list as before, one instant, or a table', () => {
    expect(one('after: 2026-12-01T13:30:00Z')).toMatchObject({ afterAt: { ms: Date.UTC(2026, 11, 1, 13, 30) } });
    const b = 'id: b, side: open-long, size: 0.1, price: 63000';
    const [first] = ordersOf(
      load(
        plan([
          `id: a, side: open-long, size: 0.1, price: 64000, after: { accepted: b, filled: [b], at: 2026-12-01T13:30:00Z }`,
          b,
        ]),
      ),
    );
    expect(first).toMatchObject({ after: ['b'], afterFilled: ['b'], afterAt: { text: '2026-12-01T13:30:00Z' } });
  });

  test('over makes slices, each at its time, that share a total', () => {
    const sold = ordersOf(
      load(
        plan([
          'id: s, side: close-long, size: { total: 1, shape: linear }, price: market, over: { from: 2026-12-01T08:00:00Z, for: 100s, steps: 3 }',
        ]),
      ),
    );
    expect(sold.map(({ id, size, slice }) => [id, size.canonical(), slice?.offsetMs, slice?.everyMs])).toEqual([
      ['s-1', '0.1666', 0, 33_333],
      ['s-2', '0.3333', 33_333, 33_333],
      ['s-3', '0.5001', 66_666, 33_333],
    ]);
  });

  test.each([
    ['until: 45', 'value/duration', '45'],
    ['until: 0m', 'value/duration', '0m'],
    ['until: 1.5h', 'value/duration', 'write 90m'],
    ['until: PT45M', 'value/duration', 'write 45m'],
    ['until: 2 weeks', 'value/duration', 'write 14d'],
    ['until: 2026-12-01', 'value/spelling', 'the time and its offset'],
    ['until: 2026-02-30T00:00:00Z', 'plan/no-such-instant', 'calendar'],
    ['until: [a]', 'value/type', 'write { filled: [a] }'],
    ['until: { filled: nobody }', 'stage/unknown-order', 'to end by'],
    ['until: { fill: a }', 'key/unknown', 'did you mean `filled`?'],
    ['until: {}', 'value/empty', 'is empty'],
    ['after: tomorrow', 'value/type', 'write [tomorrow]'],
    ['after: 45m', 'value/spelling', 'no start to count from'],
    ['after: 2026-12-01 13:30', 'value/spelling', '2026-12-01T13:30:00Z is in UTC'],
    ['after: { at: 2026-12-01T13:30:00Z }, until: 2026-12-01T13:30:00Z', 'until/before', 'write an instant after'],
    ['over: { for: 2h }', 'key/missing', 'steps'],
    ['over: { for: 2h, steps: 1 }', 'ladder/one-step', 'write 2 or more'],
    ['over: { for: 2h, steps: 4, to: 10 }', 'key/unknown', 'how long it takes'],
    ['over: 2h', 'value/type', 'a mapping'],
  ])('%s is %s: %s', (words, code, hint) => {
    const size = words.startsWith('over') ? '{ total: 1 }' : '0.1';
    const loaded = load(plan([`id: a, side: open-long, size: ${size}, price: 64000, ${words}`]));
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map((error) => error.code)).toEqual([code]);
    expect(errors.map(({ message, hint: then = '' }) => `${message}; ${then}`).join('\n')).toContain(hint);
  });

  test('each of two entries may end the other, and none itself', () => {
    expect(everyCode(pair('b', 'a')).filter((code) => code !== 'order/unprotected')).toEqual([]);
    expect(everyCode(pair('a', 'a')).filter((code) => code !== 'order/unprotected')).toEqual(['until/itself']);
  });
});
