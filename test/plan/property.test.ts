import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { renderDiagnostics } from '../../src/source/code-frame.ts';
import { hasErrors } from '../../src/source/diagnostic.ts';
import { readSource } from '../../src/source/read-source.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { Decimal } from '../../src/model/decimal.ts';

const PLAN = `version: 1
name: btc-breakout # a comment
description: "An entry, and its exit"
defaults: { symbol: cmt_btcusdt, marginMode: cross }
orders:
  - id: entry
    side: open-long
    size: 0.010
    price: 64000.10
    stopLoss: '62000'
  - {id: bail-out, side: close-long, size: 0.01, trigger: 61900, price: market}
`;

// eslint-disable-next-line no-control-regex -- control characters are what must not come through
const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

/** A plan exactly when nothing is an error, a reason where there is none, and diagnostics that can be shown. */
function holds(source: SourceFile): boolean {
  const { plan, diagnostics } = loadPlan(source);
  const isPlaced = diagnostics.every(({ start, end }) => start >= 0 && end >= start && start <= source.text.length);
  const isShown = !UNPRINTABLE.test(renderDiagnostics(diagnostics, { width: 60 }));
  return (plan === undefined) === hasErrors(diagnostics) && isPlaced && isShown;
}

test('any written decimal comes through digit for digit', () => {
  const whole = fc.stringMatching(/^(0|[1-9][0-9]{0,19})$/);
  const written = fc
    .tuple(whole, fc.option(fc.stringMatching(/^[0-9]{1,20}$/), { nil: undefined }))
    .map(([a, b]) => (b === undefined ? a : `${a}.${b}`));
  const quote = fc.constantFrom('', '"', "'");
  fc.assert(
    fc.property(written, quote, (text, q) => {
      fc.pre(!Decimal.of(text).isZero);
      const order = `{ id: a, symbol: b, side: close-long, size: ${q}${text}${q}, price: ${q}${text}${q}, trigger: ${text} }`;
      const [read] = loadPlan(new SourceFile('p', `version: 1\nname: a\norders: [${order}]`)).plan?.orders ?? [];
      expect([
        read?.size.toString(),
        read?.trigger?.toString(),
        read?.price.kind === 'limit' && read.price.at.toString(),
      ]).toEqual([text, text, text]);
    }),
  );
});

test('garbage bytes never throw', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    const read = readSource('plan.yaml', bytes);
    return read.ok ? holds(read.value) : read.error.code.startsWith('text/');
  });
  expect(fc.check(property, { numRuns: 300 })).toMatchObject({ failed: false, counterexample: null });
});

test('garbage of the signs that YAML knows never throws', () => {
  const signs = fc.string({
    unit: fc.constantFrom(...'-?:,[]{}#&*!|>\'"%@`~<= \n\t.ab1\\'.split(''), '\r\n', ': ', '- ', '? '),
    maxLength: 60,
  });
  const property = fc.property(signs, (text) => holds(new SourceFile('plan.yaml', text)));
  expect(fc.check(property, { numRuns: 1_000 })).toMatchObject({ failed: false, counterexample: null });
});

test('a plan with one character changed is a plan or has an error, and never throws', () => {
  const character = fc.oneof(
    fc.constantFrom(...' \n\t:-{}[],"\'#&*!?|>%@0.e+'.split('')),
    fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint)),
    fc.constant(''),
  );
  const property = fc.property(fc.nat(PLAN.length - 1), fc.nat(1), character, (at, removed, inserted) =>
    holds(new SourceFile('plan.yaml', PLAN.slice(0, at) + inserted + PLAN.slice(at + removed))),
  );
  expect(fc.check(property, { numRuns: 1_000 })).toMatchObject({ failed: false, counterexample: null });
});
