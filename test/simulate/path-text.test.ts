/** Paths as they are typed. */
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { pathTexts, readPath } from '../../src/simulate/path-text.ts';

const TICK = Decimal.of('0.1');
const fault = (text: string): string => {
  const read = readPath(text, TICK);
  return read.ok ? 'none' : `${read.error.step}: ${read.error.message}`;
};

describe('a path', () => {
  it('has prices, percentages of the step before, and gaps', () => {
    const read = readPath('64000, 63500,+2%,gap:61000,gap:-0.5%', TICK);
    expect(read.ok && pathTexts(read.value, TICK)).toEqual(['64000', '63500', '64770', 'gap:61000', 'gap:60695']);
  });

  it('takes a percentage to the nearest tick', () => {
    const read = readPath('1,+33%,-50%', TICK);
    expect(read.ok && pathTexts(read.value, TICK)).toEqual(['1', '1.3', '0.7']);
  });

  it.each([
    ['64000,63500.05', '2: is not on the tick of 0.1; the nearest prices are 63500 and 63500.1'],
    ['+2%,64000', '1: the first step is the price at the placing: it cannot be a percentage'],
    ['gap:64000', '1: the first step is the price at the placing: it cannot be a gap'],
    ['64000,', '2: a step is a price, a signed percentage such as +2%, or gap: and one of these'],
    ['64000,2%', '2: a step is a price, a signed percentage such as +2%, or gap: and one of these'],
    ['64000,-100%', '2: a price is above zero'],
    ['0', '1: a price is above zero'],
    [`64000${',1'.repeat(10_001)}`, '10001: a path has at most 10000 steps'],
  ])('%s', (text, wanted) => {
    expect(fault(text)).toBe(wanted);
  });
});
