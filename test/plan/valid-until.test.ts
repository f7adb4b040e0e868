/** The end of a plan's time: which instants there are, and what is said once one has passed. */
import { describe, expect, test } from 'vitest';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { codes, loadText as load } from '../support/plans.ts';

const planOf = (until: string): string =>
  `version: 1\nname: a\nvalidUntil: ${until}\norders:\n  - { id: a, symbol: b, side: open-long, size: 1, price: 2 }\n`;
const until = (text: string): LoadedPlan => load(planOf(text));

describe('validUntil', () => {
  test.each([
    ['2026-12-01T00:00Z', Date.UTC(2026, 11, 1)],
    ['2028-02-29T23:59:59.999-11:30', Date.UTC(2028, 2, 1, 11, 29, 59, 999)],
    ['"2026-12-01T00:00:00+00:00"', Date.UTC(2026, 11, 1)],
  ])('%s is an instant', (text, ms) => {
    expect(until(text).plan?.validUntil?.ms).toBe(ms);
  });

  test.each([
    '2026-02-29T00:00Z',
    '2026-13-01T00:00Z',
    '2026-00-01T00:00Z',
    '2026-04-31T00:00Z',
    '2026-12-01T24:00Z',
    '2026-12-01T23:60Z',
    '2026-12-01T23:59:60Z',
    '2026-12-01T00:00+24:00',
    '2026-12-01T00:00+01:60',
  ])('%s is on no calendar', (text) => {
    expect(codes(until(text))).toEqual(['plan/no-such-instant']);
  });

  test.each(['2026-12-01', 'tomorrow', '2026-12-01T00:00:00', '2026-12-01 00:00:00Z', ''])(
    '%j has another form',
    (text) => {
      expect(until(text).plan).toBeUndefined();
    },
  );

  test.each([
    [Date.UTC(2026, 11, 1) - 1, []],
    [Date.UTC(2026, 11, 1), ['plan/expired']],
    [undefined, []],
  ])('at %j: warned of %j, and the same plan', (nowMs, expected) => {
    const text = planOf('2026-12-01T00:00Z');
    const loaded = load(text, nowMs === undefined ? {} : { nowMs });
    expect(codes(loaded)).toEqual(expected);
    expect(loaded.plan).toEqual(load(text).plan);
  });
});
