import { describe, expect, test } from 'vitest';
import type { Candles } from '../../../src/simulate/candles/candles.ts';
import { joinCandles, type JoinedCandles } from '../../../src/simulate/candles/joined.ts';
import { commonRanges } from '../../../src/simulate/used-range.ts';
import type { CandleFile } from '../../../src/simulate/candles/reader.ts';
import { csvOf, readWell, walk, type WrittenRow, digestOf } from '../../support/candles.ts';

const MINUTES = walk(3, 240);
const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 20);

/** Minutes put together. */
function longer(rows: readonly WrittenRow[], minutes: number): WrittenRow[] {
  return Array.from({ length: rows.length / minutes }, (_, at) => {
    const part = rows.slice(at * minutes, (at + 1) * minutes);
    const [first, last] = [part[0] as WrittenRow, part.at(-1) as WrittenRow];
    const [high, low] = [
      Math.max(...part.map((row) => Number(row[2]))),
      Math.min(...part.map((row) => Number(row[3]))),
    ];
    return [first[0], first[1], high.toFixed(1), low.toFixed(1), last[4], '1'] as const;
  });
}

const HOURS = longer(MINUTES, 60);
const fileOf = (rows: readonly WrittenRow[], file = 'a.csv'): CandleFile => readWell(csvOf(rows), { file });

function joined(...files: readonly CandleFile[]): JoinedCandles {
  const result = joinCandles(files as [CandleFile, ...CandleFile[]]);
  if (!result.ok) throw new Error(result.error.diagnostics.map(({ code, message }) => `${code}: ${message}`).join());
  return result.value;
}

const mistake = (...files: readonly CandleFile[]): string => {
  const result = joinCandles(files as [CandleFile, ...CandleFile[]]);
  return result.ok ? 'none' : (result.error.diagnostics[0]?.code ?? '');
};

const timesOf = ({ openMs }: Candles): number[] => Array.from(openMs, (ms) => (ms - START) / 60_000);

describe('files of a symbol', () => {
  test('are joined by time, in any order, and say a candle once', () => {
    const whole = digestOf(fileOf(MINUTES).candles);
    const parts = [MINUTES.slice(100), MINUTES.slice(0, 120)].map((rows) => fileOf(rows));
    for (const files of [parts, parts.toReversed()]) {
      const { candles, leftOut } = joined(...files);
      expect(digestOf(candles)).toBe(whole);
      expect(leftOut).toBe(0);
    }
  });

  test('take detail in the place of the longer candle that it covers whole', () => {
    const detail = fileOf(MINUTES.slice(60, 120));
    for (const files of [
      [fileOf(HOURS), detail],
      [detail, fileOf(HOURS)],
    ]) {
      const { candles, leftOut, warnings } = joined(...files);
      expect(timesOf(candles)).toEqual([0, ...Array.from({ length: 60 }, (_, at) => 60 + at), 120, 180]);
      expect([...new Set(candles.lengthMs)]).toEqual([HOUR, 60_000]);
      expect([leftOut, warnings]).toEqual([0, []]);
    }
  });

  test('leave detail out that does not cover its candle', () => {
    const { candles, leftOut } = joined(fileOf(HOURS), fileOf(MINUTES.slice(61, 125)));
    expect(timesOf(candles)).toEqual([0, 60, 120, 180]);
    expect(leftOut).toBe(64);
  });

  test('take shorter candles before, behind and in gaps of the longer ones', () => {
    const { candles, gaps } = joined(fileOf(HOURS.slice(1, 3)), fileOf(MINUTES));
    expect(candles.openMs).toHaveLength(240);
    expect(gaps.count).toBe(0);
    const rest = joined(fileOf([...HOURS.slice(0, 2), HOURS[3] as WrittenRow]), fileOf(MINUTES.slice(120, 180)));
    expect(rest.candles.openMs).toHaveLength(63);
    expect(rest.gaps.count).toBe(0);
  });

  test('join three lengths', () => {
    const { candles } = joined(fileOf(MINUTES.slice(60, 75)), fileOf(HOURS), fileOf(longer(MINUTES, 15).slice(4, 8)));
    expect(timesOf(candles)).toEqual([0, ...Array.from({ length: 15 }, (_, at) => 60 + at), 75, 90, 105, 120, 180]);
  });

  test('have mistakes of their own', () => {
    const other = MINUTES.map(
      ([ms, open, high, low, close, traded]) => [ms, open, `1${high}`, low, close, traded] as const,
    );
    expect(mistake(fileOf(MINUTES), fileOf(other))).toBe('candles/double');
    const later = HOURS.map(([ms, ...rest]) => [ms + HOUR / 2, ...rest] as const);
    expect(mistake(fileOf(HOURS), fileOf(later))).toBe('candles/length');
    expect(mistake(fileOf(longer(MINUTES, 40)), fileOf(longer(MINUTES, 15)))).toBe('candles/length');
    expect(mistake(fileOf(longer(MINUTES, 60)), fileOf(longer(MINUTES, 20)), fileOf(longer(MINUTES, 15)))).toBe(
      'candles/length',
    );
  });

  test('warn of detail that leaves its candle by more than a tick', () => {
    const [first, second, ...rest] = HOURS as [WrittenRow, WrittenRow, ...WrittenRow[]];
    const lower = (by: number): WrittenRow => {
      const [ms, open, high, low, close, traded] = second;
      return [ms, open, (Number(high) - by).toFixed(1), low, close, traded];
    };
    const warned = (by: number): string[] =>
      joined(fileOf([first, lower(by), ...rest]), fileOf(MINUTES.slice(60, 120))).warnings.map(({ code }) => code);
    expect(warned(0.1)).toEqual([]);
    expect(warned(0.2)).toEqual(['candles/overlap']);
  });
});

describe('gaps', () => {
  test('are counted, with the longest', () => {
    const { gaps, warnings } = joined(
      fileOf([...MINUTES.slice(0, 100), ...MINUTES.slice(101, 150), ...MINUTES.slice(155)]),
    );
    expect(gaps).toEqual({
      count: 2,
      missingMs: 360_000,
      spanMs: 14_400_000,
      longest: { fromMs: START + 150 * 60_000, lengthMs: 300_000 },
    });
    expect(warnings.map(({ code }) => code)).toEqual(['candles/gaps']);
  });

  test('of one per cent are not warned of', () => {
    expect(joined(fileOf([...walk(1, 201).slice(0, 100), ...walk(1, 201).slice(102)])).warnings).toEqual([]);
  });
});

const msOf = (time: string): number => Date.parse(`2026-11-20T${time}Z`);

describe('a part', () => {
  const { candles } = fileOf(HOURS);
  const part = (from: string, to: string): number[] => {
    const [range] = commonRanges([candles], msOf(from), msOf(to)) ?? [];
    return range === undefined ? [] : timesOf(candles).slice(range.first, range.last + 1);
  };

  test('begins with the first candle that opens then or later, and has none that closes later', () => {
    expect(part('00:00', '04:00')).toEqual([0, 60, 120, 180]);
    expect(part('00:01', '03:59')).toEqual([60, 120]);
    expect(part('01:00', '03:00')).toEqual([60, 120]);
    expect(part('03:01', '03:02')).toEqual([]);
    expect(part('05:00', '04:00')).toEqual([]);
  });
});

const used = (...files: readonly CandleFile[]): (readonly [number, number])[] | undefined =>
  commonRanges(files.map(({ candles }) => candles))?.map(({ candles, first, last }) => {
    const times = timesOf(candles);
    return [times[first] as number, (times[last] as number) + (candles.lengthMs[last] as number) / 60_000] as const;
  });

describe('the time of several symbols', () => {
  test('begins and ends at one moment, whatever their lengths', () => {
    expect(used(fileOf(HOURS), fileOf(MINUTES.slice(30, 210)))).toEqual([
      [60, 180],
      [60, 180],
    ]);
    expect(used(fileOf(MINUTES.slice(90, 230)), fileOf(HOURS), fileOf(longer(MINUTES, 30)))).toEqual([
      [120, 180],
      [120, 180],
      [120, 180],
    ]);
  });

  test('is not cut by a gap, in which nothing was traded', () => {
    const gap = [...MINUTES.slice(0, 110), ...MINUTES.slice(130)];
    expect(used(fileOf(HOURS.slice(0, 2)), fileOf(gap))).toEqual([
      [0, 120],
      [0, 110],
    ]);
  });

  test('is none where none is covered by all', () => {
    expect(used(fileOf(HOURS), fileOf(MINUTES.slice(70, 110)))).toBeUndefined();
  });
});
