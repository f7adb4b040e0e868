/** The row of what is held and naked, in however few columns: what is left out goes in one order, and what is naked stays whole. */
import { describe, expect, test } from 'vitest';
import type { ProtectionStated } from '../../src/model/event.ts';
import { widthOfPieces } from '../../src/report/text/page.ts';
import { lineRows } from '../../src/views/protection/line.ts';

const LINE: ProtectionStated['line'] = {
  sign: '!',
  hold: 'hold ≈8,944.41',
  working: '+ ≈35,827,545.34 working',
  atStops: 'at stops 100',
  naked: 'NAKED ≈35,827,545.34',
  unknown: 'UNKNOWN 2',
  asOf: '12:04:51Z',
};
const COVERED = { ...LINE, sign: '✓', naked: 'naked 0', unknown: 'unknown 0' } as const;

const at = (line: ProtectionStated['line'], width: number, most = 4): string =>
  lineRows(line, width, most)
    .map((row) => row.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join(''))
    .join('\n');

describe('the row', () => {
  test.each([
    [120, '! hold ≈8,944.41 + ≈35,827,545.34 working · at stops 100 · NAKED ≈35,827,545.34 · UNKNOWN 2 · 12:04:51Z'],
    [80, '! hold ≈8,944.41 · at stops 100 · NAKED ≈35,827,545.34 · UNKNOWN 2'],
    [60, '! hold ≈8,944.41 · at stops 100 · NAKED ≈35,827,545.34\n  UNKNOWN 2'],
    [40, '! hold ≈8,944.41 · at stops 100\n  NAKED ≈35,827,545.34 · UNKNOWN 2'],
    [24, '! hold ≈8,944.41\n  at stops 100\n  NAKED ≈35,827,545.34\n  UNKNOWN 2'],
  ])('in %i columns', (width, text) => {
    expect(at(LINE, width)).toBe(text);
  });

  test.each([
    [60, 2, '! hold ≈8,944.41 · at stops 100 · NAKED ≈35,827,545.34\n  UNKNOWN 2'],
    [60, 1, '! hold ≈8,944.41 · NAKED ≈35,827,545.34 · UNKNOWN 2'],
    [40, 1, '! NAKED ≈35,827,545.34 · UNKNOWN 2'],
    [24, 1, '! NAKED ≈35,827,545.34'],
  ])('in %i columns and %i rows', (width, most, text) => {
    expect(at(LINE, width, most)).toBe(text);
  });

  test('never lacks how much is naked, nor what is not known where it may wrap, and fits', () => {
    for (let width = 22; width <= 120; width++)
      for (let most = 1; most <= 4; most++) {
        const rows = lineRows(LINE, width, most);
        expect(rows.length).toBeLessThanOrEqual(most);
        for (const row of rows) expect(widthOfPieces(row)).toBeLessThanOrEqual(width);
        expect(at(LINE, width, most)).toContain('NAKED ≈35,827,545.34');
        if (most > 1) expect(at(LINE, width, most)).toContain('UNKNOWN 2');
      }
  });

  test('says what is held and lost, where nothing is naked or unknown', () => {
    expect(at(COVERED, 31)).toBe('✓ hold ≈8,944.41 · at stops 100');
    expect(at(COVERED, 20)).toBe('✓ hold ≈8,944.41\n  at stops 100');
    expect(at(COVERED, 20, 1)).toBe('✓ hold ≈8,944.41');
  });
});
