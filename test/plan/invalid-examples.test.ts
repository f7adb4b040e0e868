import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadSetup } from '../../src/commands/inputs/setup.ts';
import type { World } from '../../src/commands/world.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { realClock } from '../../src/system/clock.ts';
import { entryAt, readFile } from '../../src/system/files.ts';
import { renderDiagnostics } from '../../src/source/code-frame.ts';
import { hasErrors } from '../../src/source/diagnostic.ts';
import { exampleNames, exampleUrl, loadExample, mistakeOf } from '../support/invalid-examples.ts';
import type { WorldParts } from '../support/world-parts.ts';

/** What is a warning and leaves the plan valid. */
const ONLY_WARNED =
  /default-not-applied|unlisted|variable-unused|order-unprotected|order-size-outlier|order-stop-beyond-trigger|order-closes-other-side|order-far-preset|order-far-from-trigger|order-takes-at-once|order-crossing|plan-expired|order-large-worth|order-closes-more|order-stop-before-entry|order-stop-may-fire-first|order-stop-side-unknown|order-stop-may-rest|order-stop-after-entry|size-share-large|yaml-comment|order-far-from-reference-digits|exit-reserved|exit-preset-stays|exit-one-stop|exit-plain-close/;

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
    expect(codes.some((code) => mistakeOf(name).startsWith(code))).toBe(true);
    expect(hasErrors(diagnostics)).toBe(!ONLY_WARNED.test(mistakeOf(name)));
    expect(plan === undefined).toBe(hasErrors(diagnostics));
  });

  test.each(exampleNames)('%s says the same to a person, with the files around it, today', async (name) => {
    const world: WorldParts = {
      files: {
        folder: fileURLToPath(new URL('../../', import.meta.url)),
        entryAt,
        read: readFile,
      },
      clock: realClock,
    };
    const planPath = `examples/invalid/${name}.yaml`;
    const { diagnostics } = await loadSetup(world as World, { planPath, otherwise: paperInstruments });
    expect(renderDiagnostics(diagnostics)).toBe(renderDiagnostics(loadExample(name).diagnostics));
  });
});
