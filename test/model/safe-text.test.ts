import { assert, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstUnsafe, safeText } from '../../src/model/safe-text.ts';

/** What a terminal obeys, hides or turns around; by Unicode's own properties and not by the list under test. */
const HARMFUL =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff\u{1fffe}\u{1ffff}\u{2fffe}-\u{2ffff}\u{3fffe}-\u{3ffff}\u{4fffe}-\u{4ffff}\u{5fffe}-\u{5ffff}\u{6fffe}-\u{6ffff}\u{7fffe}-\u{7ffff}\u{8fffe}-\u{8ffff}\u{9fffe}-\u{9ffff}\u{afffe}-\u{affff}\u{bfffe}-\u{bffff}\u{cfffe}-\u{cffff}\u{dfffe}-\u{dffff}\u{efffe}-\u{effff}\u{ffffe}-\u{fffff}\u{10fffe}-\u{10ffff}]/u;

const hostile: readonly [name: string, text: string][] = [
  ['colour', '\u001b[31mred\u001b[0m'],
  ['cursor home and clear', '\u001b[H\u001b[2J'],
  ['window title', '\u001b]0;owned\u0007'],
  ['clipboard', '\u001b]52;c;b3duZWQ=\u001b\\'],
  ['hyperlink', '\u001b]8;;http://127.0.0.1/\u001b\\here\u001b]8;;\u001b\\'],
  ['alternate screen', '\u001b[?1049h'],
  ['C1 control sequence introducer', '\u009b31m'],
  ['C1 operating system command', '\u009d0;owned\u009c'],
  ['device control string', '\u0090q\u009c'],
  ['carriage return over the line', 'rejected\raccepted'],
  ['a forged line', 'no\n✔ entry accepted'],
  ['backspaces', 'unknown\b\b\b\b\b\b\baccepted'],
  ['NUL and DEL', 'a\u0000b\u007f'],
  ['bidi override', '\u202e1000.0\u202c'],
  ['bidi isolate', '\u2067abc\u2069'],
  ['marks of direction', 'a\u200eb\u200fc\u061cd'],
  ['zero width', 'en\u200btry\u200c\u200d\u2060\ufeff'],
  ['soft hyphen and fillers', 'a\u00adb\u115fc\u3164d\uffa0e\u17b4f'],
  ['line and paragraph separators', 'a\u2028b\u2029c'],
  ['tag characters', 'a\u{e0041}\u{e007f}b'],
  ['variation selectors', 'a\ufe0fb\u{e0100}'],
  ['musical and shorthand controls', 'a\u{1d173}b\u{1d17a}c\u{1bca0}d\u{1bca3}'],
  ['interlinear annotation', 'a\ufff9b\ufffac\ufffb'],
  ['lone surrogates', 'a\ud800b\udc00'],
  ['what is no character', 'a\ufffeb\uffffc\ufdd0d\u{10ffff}'],
];

describe('text that came from outside', () => {
  it.each(hostile)('%s is shown and not obeyed', (_, text) => {
    expect(safeText(text)).not.toMatch(HARMFUL);
    expect(safeText(text)).not.toBe(text);
    const found = firstUnsafe(text);
    expect(found?.codePoint).toBe(text.codePointAt(found?.index ?? 0));
    expect(HARMFUL.test(String.fromCodePoint(found?.codePoint ?? 0x41))).toBe(true);
  });

  it('holds nothing harmful, whatever comes in', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(safeText(text)).not.toMatch(HARMFUL);
        expect(firstUnsafe(text) === undefined).toBe(!HARMFUL.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('escapes every harmful character there is', () => {
    const wrong: number[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const text = String.fromCodePoint(code);
      if (HARMFUL.test(text) === (safeText(text) === text)) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });

  it('leaves plain text alone, and makes one line of many', () => {
    expect(safeText('Größe 0.10 ≥ 价格 🚀 é')).toBe('Größe 0.10 ≥ 价格 🚀 é');
    expect(safeText('a\r\n\tb\u001b')).toBe(String.raw`a\r\n\tb\e`);
  });

  it('is as safe at the cut, which never halves a character', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 30 }), integer({ min: 0, max: 30 }), (text, limit) => {
        const shown = safeText(text, limit);
        expect(shown).not.toMatch(HARMFUL);
        expect(shown.endsWith('…')).toBe(text.length > limit || text.endsWith('…'));
      }),
    );
    expect(safeText('ab🚀', 3)).toBe('ab…');
  });

  it('finds the first harmful character from where it is told to look', () => {
    expect(firstUnsafe('a\u0007b\u0008', 2)).toEqual({ index: 3, codePoint: 8 });
    expect(firstUnsafe('plain')).toBeUndefined();
  });
});
