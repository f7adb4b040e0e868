import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../src/source/code-frame.ts';
import { hasErrors } from '../../src/source/diagnostic.ts';
import { exampleNames, exampleUrl, loadExample } from '../support/invalid-examples.ts';

/** What is a warning and leaves the plan valid. */
const ONLY_WARNED =
  /default-not-applied|unlisted|variable-unused|order-unprotected|order-size-outlier|order-stop-beyond-trigger|order-closes-other-side|order-far-preset|order-far-from-trigger|order-takes-at-once|order-crossing|plan-expired/;

describe('each invalid example', () => {
  test.each(exampleNames)('%s gives the diagnostics beside it', (name) => {
    const { diagnostics } = loadExample(name);
    const rendered = `${renderDiagnostics(diagnostics)}\n`;
    const golden = exampleUrl(`${name}.expected.txt`);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, rendered);
    expect(existsSync(golden) ? readFileSync(golden, 'utf8') : 'no golden file').toBe(rendered);
  });

  test.each(exampleNames)('%s has the mistake that it is named after, and no plan unless it is a warning', (name) => {
    const { plan, diagnostics } = loadExample(name);
    const codes = diagnostics.map((one) => one.code.replace('/', '-'));
    expect(codes.some((code) => name.replace(/^\d+-/, '').startsWith(code))).toBe(true);
    expect(hasErrors(diagnostics)).toBe(!ONLY_WARNED.test(name));
    expect(plan === undefined).toBe(hasErrors(diagnostics));
  });
});
