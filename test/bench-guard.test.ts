import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { isMet, rowOf, type Row } from '../bench/support/figures.ts';
import { compare, comparisonTable, fellBehind, MARGIN, type Comparison } from '../bench/support/guard.ts';
import { pageWith, readRecord } from '../bench/support/record.ts';
import { table } from '../bench/support/table.ts';

const timed = (what: string, ratio: number, cpu?: number): Row => ({
  ...rowOf({ what, unit: 'ms', samples: [40, 50, 60] }),
  ratio: { to: 'rival', median: ratio, ...(cpu !== undefined && { cpu }) },
});
const ofDisk = (ratio: number): Row => ({ ...timed('a', ratio), margin: 0.5 });
const counted = (what: string, ...samples: number[]): Row => rowOf({ what, unit: 'calls', samples });
const standings = (found: readonly Comparison[]): string[] => found.map(({ standing }) => standing);

describe('the guard', () => {
  it('lets a ratio be worse by the margin and no more', () => {
    const recorded = [timed('a', 2)];
    expect(standings(compare(recorded, [[timed('a', 2 * (1 + MARGIN))]]))).toEqual(['holds']);
    expect(standings(compare(recorded, [[timed('a', 2 * (1 + MARGIN) + 0.001)]]))).toEqual(['behind']);
    expect(standings(compare(recorded, [[timed('a', 1.6)]]))).toEqual(['ahead']);
  });

  it('takes the best of the tries, each figure by itself', () => {
    const found = compare(
      [timed('a', 1), timed('b', 1)],
      [
        [timed('a', 1.5), timed('b', 1)],
        [timed('a', 1.1), timed('b', 1.5)],
      ],
    );
    expect(standings(found)).toEqual(['holds', 'holds']);
    expect(standings(compare([timed('a', 1)], [[timed('a', 1.3)], [timed('a', 1.2)]]))).toEqual(['behind']);
  });

  it('compares CPU where both sides know it, and time where one does not', () => {
    expect(standings(compare([timed('a', 1, 4)], [[timed('a', 9, 4)]]))).toEqual(['holds']);
    expect(standings(compare([timed('a', 1, 4)], [[timed('a', 1, 5)]]))).toEqual(['behind']);
    expect(standings(compare([timed('a', 1, 4)], [[timed('a', 9)]]))).toEqual(['behind']);
    expect(standings(compare([timed('a', 1)], [[timed('a', 1, 9)]]))).toEqual(['holds']);
  });

  it('never compares a time', () => {
    const slow = rowOf({ what: 'a', unit: 'ms', samples: [1000] });
    expect(compare([rowOf({ what: 'a', unit: 'ms', samples: [1] })], [[slow]])).toEqual([]);
  });

  it('lets a figure be worse by a margin of its own', () => {
    expect(standings(compare([ofDisk(4)], [[ofDisk(6)]]))).toEqual(['holds']);
    expect(standings(compare([ofDisk(4)], [[ofDisk(6.1)]]))).toEqual(['behind']);
  });

  it('sees one call that is refused among thousands', () => {
    const none = counted('refused', 0, 0, 0, 0);
    expect(standings(compare([none], [[none]]))).toEqual(['holds']);
    expect(standings(compare([none], [[counted('refused', 0, 0, 0, 1)]]))).toEqual(['behind']);
  });

  it('tells rows of the same words apart by what they go on from, and by their rival', () => {
    const recorded = [timed('steady', 1), timed('… CPU', 1), timed('rough', 1), timed('… CPU', 3)];
    const found = compare(recorded, [[timed('steady', 1), timed('… CPU', 3), timed('rough', 1), timed('… CPU', 3)]]);
    expect(found.filter(fellBehind).map(({ what }) => what)).toEqual(['steady … CPU']);
    const other = { ...timed('a', 5), ratio: { to: 'another', median: 5 } };
    expect(standings(compare([timed('a', 1), other], [[timed('a', 1), other]]))).toEqual(['holds', 'holds']);
  });

  it('does not let a row off that nobody measures any more, and lets a new one in', () => {
    const found = compare([timed('renamed', 1)], [[timed('name', 1)]]);
    expect(standings(found)).toEqual(['lost', 'new']);
    expect(found.map(fellBehind)).toEqual([true, false]);
  });

  it('says what is on record, what is now, and its verdict', () => {
    const told = comparisonTable(compare([timed('a', 2, 4)], [[timed('a', 2, 5)]]));
    expect(told.split('\n').at(-1)).toBe('| a    | 4.00× CPU | 4.60× CPU | 5.00× CPU |  +25 % | FELL BEHIND |');
  });
});

const page = readFileSync(new URL('../bench/README.md', import.meta.url), 'utf8');

test('the page of the benchmarks shows the figures on record', () => {
  expect(pageWith(page, readRecord())).toBe(page);
});

test('a target of CPU is missed by CPU alone, and by a row that has none', () => {
  const target = { of: 'cpu', most: 0.1 } as const;
  expect(isMet({ ...timed('a', 0.9, 0.1), target })).toBe(true);
  expect(isMet({ ...timed('a', 0.05, 0.11), target })).toBe(false);
  expect(isMet({ ...timed('a', 0.05), target })).toBe(false);
  expect(table([{ ...timed('a', 0.05, 0.11), target }])).toMatch(/CPU ≤ 0\.1× +\| ✗/);
});

test('every benchmark that misses a target says why', () => {
  const missed = Object.entries(readRecord()).filter(([, { rows }]) => rows.some((row) => isMet(row) === false));
  for (const [name] of missed) expect(page).toContain(`\n- **${name}.** `);
});
