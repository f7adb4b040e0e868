/** The row of what is held and naked, in however few columns: what is left out goes in one order, and what is naked stays whole. */
import { describe, expect, test } from 'vitest';
import type { ProtectionStated } from '../../src/model/event.ts';
import { widthOfPieces } from '../../src/report/text/page.ts';
import { roomy } from '../../src/ui/frame/row.tsx';
import { lineVersions } from '../../src/views/protection/line.ts';

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

const at = (line: ProtectionStated['line'], width: number): string =>
  roomy(lineVersions(line), width)
    .map((piece) => (typeof piece === 'string' ? piece : piece[1]))
    .join('|');

describe('the row', () => {
  test.each([
    [120, '! hold ≈8,944.41 + ≈35,827,545.34 working|at stops 100|NAKED ≈35,827,545.34|UNKNOWN 2|12:04:51Z'],
    [80, '! hold ≈8,944.41|at stops 100|NAKED ≈35,827,545.34|UNKNOWN 2'],
    [50, '! hold ≈8,944.41|NAKED ≈35,827,545.34|UNKNOWN 2'],
    [40, '! NAKED ≈35,827,545.34|UNKNOWN 2'],
    [24, '! NAKED ≈35,827,545.34'],
  ])('in %i columns', (width, text) => {
    expect(at(LINE, width)).toBe(text);
  });

  test('is never cut where what is naked has room, and never says that it is naked without how much', () => {
    for (let width = 22; width <= 120; width++) {
      expect(at(LINE, width)).toContain('NAKED ≈35,827,545.34');
      expect(widthOfPieces(roomy(lineVersions(LINE), width))).toBeLessThanOrEqual(width);
    }
  });

  test('says what is held, where nothing is naked or unknown', () => {
    expect(at(COVERED, 30)).toBe('✓ hold ≈8,944.41|at stops 100');
    expect(at(COVERED, 20)).toBe('✓ hold ≈8,944.41');
  });
});
