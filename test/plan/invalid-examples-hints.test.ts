/** A hint that says what to write is taken at its word: written there, the mistake is gone. */
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { exampleNames, loadExample, loadInstead } from '../support/invalid-examples.ts';

/** What a hint says to write, literally, in its first words. */
const LITERAL: readonly RegExp[] = [
  /^did you mean `([^`]+)`\?/,
  /^write ([\d.]+%?)(?: or |, or | \(|$)/,
  /^write (=.+?)(?:; near it are |, which rounds|$)/,
  /write (=.+)$/,
  /^write `([^`:]+)`(?:$|, or else )/,
  /^write (\d\S* \* \w+)$/,
  /^write (\{ .+ \}), which all rungs share$/,
];

function wordsOf({ hint = '' }: Diagnostic): string | undefined {
  for (const pattern of LITERAL) {
    const words = pattern.exec(hint)?.[1];
    if (words !== undefined) return words;
  }
  return undefined;
}

const rows = exampleNames.flatMap((name) =>
  loadExample(name).diagnostics.flatMap((diagnostic) => {
    const words = wordsOf(diagnostic);
    return words === undefined ? [] : [{ name, diagnostic, words, code: diagnostic.code }];
  }),
);

describe('a hint is right', () => {
  test('in many examples, of many kinds', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(new Set(rows.map(({ code }) => code)).size).toBeGreaterThan(14);
  });

  test.each(rows)('$name, $code: $words', ({ name, diagnostic, words }) => {
    const { source, start, end } = diagnostic;
    const text = source.text.slice(0, start) + words + source.text.slice(end);
    const left = loadInstead(name, new SourceFile(source.path, text)).diagnostics.filter(
      // Of a symbol only the spelling can be hinted at; whether there is such a pair is another question.
      (one) => one.severity === 'error' && one.code !== 'instrument/unknown',
    );
    const isHere = (one: Diagnostic): boolean => one.start < start + words.length && one.end > start;
    expect(left.filter(isHere).map((one) => one.message)).toEqual([]);
  });
});
