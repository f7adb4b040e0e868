import { describe, expect, test } from 'vitest';
import { sarifDocument } from '../../src/report/formats/sarif.ts';
import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { diagnosticAt as at } from '../support/diagnostic-at.ts';

interface Place {
  readonly id?: number;
  readonly message?: { readonly text: string };
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { startLine: number; startColumn: number; endLine: number; endColumn: number };
  };
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [Place];
  readonly relatedLocations?: readonly Place[];
}

interface Run {
  readonly tool: { readonly driver: { name: string; version: string; rules: { id: string }[] } };
  readonly columnKind: string;
  readonly results: readonly Result[];
}

function runOf(diagnostics: readonly Diagnostic[], pathOf = (name: string): string => name): Run {
  const document = JSON.parse(sarifDocument(diagnostics, '1.2.3', pathOf)) as { version: string; runs: [Run] };
  expect(document.version).toBe('2.1.0');
  expect(document.runs).toHaveLength(1);
  return document.runs[0];
}

const only = (diagnostic: Diagnostic, path?: string): Result =>
  runOf([diagnostic], path === undefined ? undefined : () => path).results[0] as Result;
const uriOf = (path: string): string => only(at('a', 'a'), path).locations[0].physicalLocation.artifactLocation.uri;
const regionOf = (diagnostic: Diagnostic): object => only(diagnostic).locations[0].physicalLocation.region;

describe('a SARIF document', () => {
  test('of nothing is a run without results', () => {
    expect(runOf([])).toEqual({
      tool: { driver: { name: 'ordo', version: '1.2.3', rules: [] } },
      columnKind: 'utf16CodeUnits',
      results: [],
    });
  });

  test('describes each rule that was broken once, and every result points at its own', () => {
    const run = runOf([
      at('a', 'a'),
      at('a', 'a', { code: 'instrument/unlisted', severity: 'warning' }),
      at('a b', 'b', { hint: 'do this' }),
    ]);
    expect(run.tool.driver.rules).toEqual([
      {
        id: 'order/off-tick',
        name: 'OrderOffTick',
        shortDescription: { text: 'A price off the tick' },
        fullDescription: { text: expect.stringContaining('multiples of the tick') as string },
        help: { text: expect.stringMatching(/^Write .*\.$/) as string },
        defaultConfiguration: { level: 'error' },
      },
      expect.objectContaining({ id: 'instrument/unlisted', defaultConfiguration: { level: 'warning' } }),
    ]);
    expect(
      run.results.map(({ ruleId, ruleIndex, level, message }) => [ruleId, ruleIndex, level, message.text]),
    ).toEqual([
      ['order/off-tick', 0, 'error', 'bad'],
      ['instrument/unlisted', 1, 'warning', 'bad'],
      ['order/off-tick', 0, 'error', 'bad\ndo this'],
    ]);
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  });
});

describe('a place in a SARIF document', () => {
  test('counts columns in UTF-16 code units, the end behind the last', () => {
    expect(regionOf(at('a\n🛢 wrong\n', 'wrong'))).toEqual({
      startLine: 2,
      startColumn: 4,
      endLine: 2,
      endColumn: 9,
    });
    expect(regionOf(at('a: [1,\n2]', '[1,\n2]'))).toEqual({ startLine: 1, startColumn: 4, endLine: 2, endColumn: 3 });
  });

  test('points into an empty file at its begin', () => {
    expect(regionOf({ ...at('', ''), end: 1 })).toEqual({ startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 });
  });

  test('has the other places of a mistake, numbered', () => {
    const related = [
      { message: 'first used here', start: 0, end: 1 },
      { message: 'and here', start: 2, end: 3 },
    ];
    const found = only(at('a\nb\nc', 'c', { related })).relatedLocations;
    expect(found?.map(({ id, message }) => [id, message?.text])).toEqual([
      [0, 'first used here'],
      [1, 'and here'],
    ]);
    expect(found?.[1]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'plan.yaml' },
      region: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 2 },
    });
  });
});

describe('a text in a SARIF document', () => {
  test.each([
    ['plans/a.yaml', 'plans/a.yaml'],
    ['my plans/a, b ö#1?.yaml', 'my%20plans/a%2C%20b%20%C3%B6%231%3F.yaml'],
    ['100%.yaml', '100%25.yaml'],
    ['a:b.yaml', 'a%3Ab.yaml'],
    ['/tmp/a b.yaml', 'file:///tmp/a%20b.yaml'],
    ['C:/plans/a.yaml', 'file:///C%3A/plans/a.yaml'],
  ])('writes the path %s as a URI', (path, uri) => {
    expect(uriOf(path)).toBe(uri);
    expect(() => new URL(uriOf(path), 'file:///checkout/')).not.toThrow();
  });

  test('lets no text of a plan become a placeholder or a link, and none drive a terminal', () => {
    const message = 'a {0} [here](http://example.com) { from: 1 } \u001b[31m\u202e\u0085';
    const text = sarifDocument([at('a', 'a', { message, hint: message })], '1.2.3', () => `${message}.yaml`);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(only(at('a', 'a', { message })).message.text).toBe(
      'a { 0} [here] (http://example.com) { from: 1 } \\e[31m\\u{202e}\\u{ 85}',
    );
  });
});
