/** Expectations: read from text, and met only if both ends meet them. */
import { describe, expect, it } from 'vitest';
import { judged, readExpectation } from '../../src/simulate/expect.ts';
import type { Expectation } from '../../src/model/simulated.ts';

const RANGE = {
  bound: true,
  result: ['-23.635992', '56.300008'],
  deepest: ['-87.635992', '-7.699992'],
  bareMs: [14_400_000, 10_800_000],
} as const;

function asked(text: string): Expectation {
  const read = readExpectation(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

describe('an expectation', () => {
  it.each([
    ['deepest >= -90', 'met'],
    ['deepest >= -80', 'not-met'],
    ['deepest >= -87.635992', 'met'],
    ['deepest >= -87.635991', 'not-met'],
    ['deepest <= -7.699992', 'met'],
    ['deepest<=-8', 'not-met'],
    ['result >= -23.64', 'met'],
    ['result >= 0', 'not-met'],
    ['result <= 56.300008', 'met'],
    ['result <= 0', 'not-met'],
    ['bare <= 4h', 'met'],
    ['bare <= 239m', 'not-met'],
    ['bare >= 180m', 'met'],
    ['bare >= 1d', 'not-met'],
  ])('%s: %s', (text, met) => {
    expect(judged(asked(text), RANGE).met).toBe(met);
  });

  it('cannot be judged where the range is no bound, or there is no time', () => {
    expect(judged(asked('result >= -1000'), { ...RANGE, bound: false }).met).toBe('undecidable');
    const { bareMs: _, ...path } = RANGE;
    expect(judged(asked('bare <= 9h'), path).met).toBe('undecidable');
  });

  it.each([
    'result',
    'result > 5',
    'worst >= 5',
    'result >= five',
    'bare <= 5',
    'bare <= 5 h',
    'result >= 1e5',
    'bare <= -5m',
  ])('%s is none', (text) => {
    expect(readExpectation(text).ok).toBe(false);
  });
});
