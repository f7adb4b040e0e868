import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chromiumHere } from '../../proofs/page/browser.ts';
import { contrastOf } from '../../proofs/page/contrast.ts';
import { reportPage } from '../../proofs/page/report-page.ts';

const chromium = chromiumHere();
if (chromium === undefined)
  process.stderr.write(
    'SKIPPED: the HTML report in a real browser, as there is no Chromium here (install one, or name it in CHROMIUM)\n',
  );

describe('the HTML report in a real browser', () => {
  test.skipIf(chromium === undefined)(
    'runs no text, filters, sorts and prints, in light and dark',
    { timeout: 120_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ordo-report-page-'));
      try {
        const { violations, figures } = await reportPage(chromium as string, { folder, short: true });
        expect(violations).toEqual([]);
        expect(figures).toMatchObject({ pages: 12, filters: 1, sorts: 5 });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  test('contrast as WCAG counts it', () => {
    expect(contrastOf('rgb(0, 0, 0)', 'rgb(255, 255, 255)')).toBeCloseTo(21);
    expect(contrastOf('rgb(118, 118, 118)', 'rgb(255, 255, 255)')).toBeCloseTo(4.54, 2);
  });
});
