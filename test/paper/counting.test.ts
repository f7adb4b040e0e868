import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMeter, type Counting } from '../../src/paper/counting.ts';

/** In floating point, one window after it is not exactly one window later. */
const FRACTION = 5 / 7000;
const RATE = { amount: 10, windowMs: 1000 };

/** Counts where it fits, as the gate does. */
function run(counting: Counting, phaseMs: number, attempts: readonly { amount: number; atMs: number }[]): boolean[] {
  const meter = createMeter(RATE, counting, phaseMs);
  return attempts.map(({ amount, atMs }) => {
    const fits = meter.fits(amount, atMs);
    if (fits) meter.count(amount, atMs);
    return fits;
  });
}

describe('edges of a window', () => {
  const rows: [string, Counting, number, [amount: number, atMs: number, fits: boolean][]][] = [
    [
      'exactly the amount fits',
      'sliding',
      0,
      [
        [10, 0, true],
        [1, 0, false],
      ],
    ],
    [
      'just before the window is over',
      'sliding',
      0,
      [
        [10, 0, true],
        [1, 999.999, false],
      ],
    ],
    [
      'an amount exactly one window old is free',
      'sliding',
      0,
      [
        [10, 0, true],
        [10, 1000, true],
      ],
    ],
    [
      'fractions of a ms make no false edge',
      'sliding',
      0,
      [
        [10, FRACTION, true],
        [10, FRACTION + 1000, true],
      ],
    ],
    [
      'what is refused costs nothing',
      'sliding',
      0,
      [
        [6, 0, true],
        [6, 1, false],
        [4, 2, true],
        [6, 1000, true],
      ],
    ],
    [
      'a fixed window forgets all at its edge',
      'fixed',
      0,
      [
        [10, 999, true],
        [10, 1000, true],
        [1, 1999, false],
      ],
    ],
    [
      'the phase moves the edge',
      'fixed',
      300,
      [
        [10, 999, true],
        [1, 1000, false],
        [1, 1299, false],
        [10, 1300, true],
      ],
    ],
    [
      'before the first phase is a window too',
      'fixed',
      300,
      [
        [10, 0, true],
        [1, 299, false],
        [10, 300, true],
      ],
    ],
    [
      'a bucket starts full',
      'bucket',
      0,
      [
        [10, 0, true],
        [1, 0, false],
      ],
    ],
    [
      'a bucket refills continuously',
      'bucket',
      0,
      [
        [10, 0, true],
        [1, 99, false],
        [1, 100, true],
        [1, 199, false],
      ],
    ],
    [
      'a bucket never holds more than its amount',
      'bucket',
      0,
      [
        [1, 0, true],
        [10, 9000, true],
        [1, 9000, false],
      ],
    ],
    [
      'a bucket is full again after a window',
      'bucket',
      0,
      [
        [10, FRACTION, true],
        [10, FRACTION + 1000, true],
      ],
    ],
  ];
  it.each(rows)('%s (%s)', (_name, counting, phaseMs, steps) => {
    const answers = run(
      counting,
      phaseMs,
      steps.map(([amount, atMs]) => ({ amount, atMs })),
    );
    expect(answers).toEqual(steps.map(([, , fits]) => fits));
  });

  it('an amount above the rate never fits', () => {
    for (const counting of ['sliding', 'fixed', 'bucket'] as const)
      expect(run(counting, 0, [{ amount: 11, atMs: 0 }])).toEqual([false]);
  });
});

/** What had been counted so far, judged anew at every attempt. */
const judge = (
  list: readonly { amount: number; atMs: number }[],
  fits: (before: typeof list, one: (typeof list)[number]) => boolean,
) => {
  const counted: { amount: number; atMs: number }[] = [];
  return list.map((one) => {
    const answer = fits(counted, one);
    if (answer) counted.push(one);
    return answer;
  });
};
const sum = (list: readonly { amount: number }[]): number => list.reduce((total, one) => total + one.amount, 0);

describe('against brute force', () => {
  const attempts = array(record({ amount: integer({ min: 1, max: 6 }), gapMs: integer({ min: 0, max: 400 }) }), {
    maxLength: 80,
  }).map((steps) => {
    let atMs = 0;
    return steps.map(({ amount, gapMs }) => ({ amount, atMs: (atMs += gapMs) }));
  });

  it('sliding', () => {
    assert(
      property(attempts, (steps) => {
        const expected = judge(
          steps,
          (before, { amount, atMs }) => sum(before.filter((one) => one.atMs > atMs - 1000)) + amount <= 10,
        );
        expect(run('sliding', 0, steps)).toEqual(expected);
      }),
    );
  });

  it('fixed', () => {
    assert(
      property(attempts, integer({ min: 0, max: 999 }), (steps, phaseMs) => {
        const window = (atMs: number): number => Math.floor((atMs - phaseMs) / 1000);
        const expected = judge(
          steps,
          (before, { amount, atMs }) => sum(before.filter((one) => window(one.atMs) === window(atMs))) + amount <= 10,
        );
        expect(run('fixed', phaseMs, steps)).toEqual(expected);
      }),
    );
  });

  it('bucket, refilled ms by ms in hundredths', () => {
    assert(
      property(attempts, (steps) => {
        let level = 1000;
        let nowMs = 0;
        const expected = steps.map(({ amount, atMs }) => {
          for (; nowMs < atMs; nowMs++) level = Math.min(1000, level + 1);
          const fits = amount * 100 <= level;
          if (fits) level -= amount * 100;
          return fits;
        });
        expect(run('bucket', 0, steps)).toEqual(expected);
      }),
    );
  });
});
