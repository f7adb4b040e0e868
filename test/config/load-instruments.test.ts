import { describe, expect, test } from 'vitest';
import { loadInstruments } from '../../src/config/load-instruments.ts';
import { SourceFile } from '../../src/source/source-file.ts';

type Loaded = ReturnType<typeof loadInstruments>;
const load = (text: string): Loaded => loadInstruments(new SourceFile('instruments.json', text));
const list = (instruments: string): string =>
  `{"asOf":"2026-11-21T08:00:00Z","source":"a test","instruments":${instruments}}`;
/** Code and marked characters of each diagnostic. */
const told = ({ diagnostics }: Loaded): string[][] =>
  diagnostics.map((one) => [one.code, one.source.text.slice(one.start, one.end)]);

describe('a list of instruments', () => {
  test('is read digit for digit, quoted or not', () => {
    const { instruments, diagnostics } = load(
      list(
        '{ "a": {"tick":"0.10","step":"0.0001","minSize":"0.0001","maxSize":"1200"},\n "b": {"tick":0.30000000000000000004,"step":10,"minSize":100.0} }',
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(
      JSON.parse(JSON.stringify([instruments?.source, instruments?.asOf, [...(instruments?.bySymbol ?? [])]])),
    ).toEqual([
      'a test',
      '2026-11-21T08:00:00Z',
      [
        ['a', { symbol: 'a', tick: '0.10', step: '0.0001', minSize: '0.0001', maxSize: '1200' }],
        ['b', { symbol: 'b', tick: '0.30000000000000000004', step: '10', minSize: '100.0' }],
      ],
    ]);
  });

  test('may be long', () => {
    const entries = Array.from({ length: 2_000 }, (_, i) => [`s${i}`, { tick: '1', step: '1', minSize: '1' }]);
    expect(load(list(JSON.stringify(Object.fromEntries(entries)))).instruments?.bySymbol.size).toBe(2_000);
  });

  test.each([
    ['a wrong number', '{"a":{"tick":"0.1","step":1e-4,"minSize":"1"}}', [['value/number', '1e-4']]],
    ['a tick of zero', '{"a":{"tick":"0.0","step":"1","minSize":"1"}}', [['value/zero', '"0.0"']]],
    [
      'too many digits',
      `{"a":{"tick":"${'1'.repeat(41)}","step":"1","minSize":"1"}}`,
      [['value/digits', `"${'1'.repeat(41)}"`]],
    ],
    ['an unknown key', '{"a":{"tick":"1","step":"1","minSize":"1","lot":"1"}}', [['key/unknown', '"lot"']]],
    ['a missing key', '{"a":{"tick":"1","minSize":"1"}}', [['key/missing', '{"tick":"1","minSize":"1"}']]],
    [
      'a value of another kind',
      '{"a":{"tick":true,"step":[],"minSize":null}}',
      [
        ['value/type', 'true'],
        ['value/type', '[]'],
        ['value/empty', 'null'],
      ],
    ],
    ['a list', '[]', [['value/type', '[]']]],
    ['a key given twice', '{"a":{"tick":"1","step":"1","minSize":"1","tick":"2"}}', [['key/duplicate', 't']]],
    ['a trailing comma', '{"a":{"tick":"1","step":"1","minSize":"1"},}', [['json/syntax', '}']]],
  ])('with %s is refused at its place', (_, instruments, expected) => {
    const loaded = load(list(instruments));
    expect([loaded.instruments, told(loaded)]).toEqual([undefined, expected]);
  });

  test.each([
    '',
    'null',
    '{',
    '{"asOf":"x"',
    '"text"',
    '[[[[',
    '{}{}',
    '['.repeat(100_000),
    '{"__proto__":{"asOf":"x"}}',
  ])('%j is none', (text) => {
    const { instruments, diagnostics } = load(text.slice(0, 200_000));
    expect(instruments).toBeUndefined();
    expect(diagnostics.length).toBeGreaterThan(0);
  });
});
