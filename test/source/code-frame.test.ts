import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { renderDiagnostic, renderDiagnostics } from '../../src/source/code-frame.ts';
import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { SourceFile } from '../../src/source/source-file.ts';

/** A diagnostic at the first occurrence of `found` in a text. */
function at(text: string, found: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf(found);
  const source = new SourceFile('plan.yaml', text);
  return {
    severity: 'error',
    code: 'key/unknown',
    message: 'a message',
    source,
    start,
    end: start + found.length,
    ...more,
  };
}

/** What is above the carets of a block: by columns of the screen, not by characters. */
function pointedAt(block: string): string {
  const lines = block.split('\n');
  const signs = lines.findIndex((line) => /\|\s*\^+$/.test(line));
  const carets = lines[signs] as string;
  let column = 0;
  let text = '';
  for (const character of lines[signs - 1] as string) {
    if (carets[column] === '^') text += character;
    column += stringWidth(character);
  }
  return text;
}

describe('a diagnostic', () => {
  test('is a block of what, where, the line and the hint', () => {
    expect(renderDiagnostic(at('a: 1\nb: wrong\n', 'wrong', { hint: 'do this' }))).toBe(
      [
        'error[key/unknown]: a message',
        ' --> plan.yaml:2:4',
        '  |',
        '2 | b: wrong',
        '  |    ^^^^^',
        '  = do this',
      ].join('\n'),
    );
  });

  test('aligns to the longest line number, and shows a second place in the order of the file', () => {
    const text = `first: 1\n${'\n'.repeat(9)}again: 2\n`;
    const related = [{ message: 'here before', start: 0, end: 5 }];
    expect(
      renderDiagnostic(at(text, 'again', { severity: 'warning', related }))
        .split('\n')
        .slice(1),
    ).toEqual([
      '  --> plan.yaml:11:1',
      '   |',
      ' 1 | first: 1',
      '   | ----- here before',
      '...',
      '11 | again: 2',
      '   | ^^^^^',
    ]);
  });
});

describe('the marks of a diagnostic', () => {
  test.each([
    ['wide characters', 'note: 原油と石油 wrong', 'wrong'],
    ['wide characters inside', 'note: a 原油 b', '原油'],
    ['emoji', 'note: 🛢🛢 wrong', 'wrong'],
    ['combining marks', 'note: e\u0301e\u0301 wrong', 'wrong'],
    ['escaped characters', 'note: \u001b[31m\u202e wrong', 'wrong'],
    ['a tab', '\tnote:\twrong', 'wrong'],
  ])('has its carets right behind %s', (_, text, found) => {
    expect(pointedAt(renderDiagnostic(at(text, found)))).toBe(found);
  });

  test('marks an escaped character over all of its columns', () => {
    expect(pointedAt(renderDiagnostic(at('a\u200bb', '\u200b')))).toBe('\\u{200b}');
  });

  test.each([
    ['at the begin', 0],
    ['in the middle', 5_000],
    ['at the end', 9_990],
  ])('shows of a long line the part %s', (_, before) => {
    const text = `${'x'.repeat(before)}!wrong!${'y'.repeat(9_990 - before)}`;
    for (const width of [40, 100]) {
      const block = renderDiagnostic(at(text, 'wrong'), { width });
      expect(pointedAt(block)).toBe('wrong');
      expect(Math.max(...block.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
    }
  });

  test('of long wide lines too, and of carets longer than the line', () => {
    const text = '原'.repeat(300);
    const block = renderDiagnostic({ ...at(text, '原'), start: 100, end: 10_000 }, { width: 60 });
    expect(Math.max(...block.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(60);
  });

  test('has a caret where there is no character', () => {
    const source = new SourceFile('plan.yaml', 'a:\n');
    expect(
      renderDiagnostic({ ...at('a', 'a'), source, start: 2, end: 2 })
        .split('\n')
        .slice(3),
    ).toEqual(['1 | a:', '  |   ^']);
  });
});

describe('whatever the file holds, a diagnostic', () => {
  test('of an empty file has no line', () => {
    expect(renderDiagnostic(at('', ''))).toBe('error[key/unknown]: a message\n --> plan.yaml:1:1');
  });

  test('lets nothing of the file, its name or a message drive the terminal', () => {
    const bad = '\u001b]0;x\u0007\u202e\r';
    const diagnostic = at(`${bad}wrong${bad}`, 'wrong', {
      message: bad,
      hint: bad,
      source: new SourceFile(bad, `${bad}wrong${bad}`),
    });
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    expect(renderDiagnostics([diagnostic])).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test('has colours only when asked, and then the same words', () => {
    const diagnostic = at('a: wrong', 'wrong', { hint: 'do this' });
    const colored = renderDiagnostic(diagnostic, { color: true });
    expect(colored).not.toBe(renderDiagnostic(diagnostic));
    // eslint-disable-next-line no-control-regex -- the codes of colours
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderDiagnostic(diagnostic));
  });
});

describe('several diagnostics', () => {
  const text = 'a\nb\nc\n';

  test('are shown errors first, in the order of the file, and counted', () => {
    const source = new SourceFile('plan.yaml', text);
    const one = (start: number, severity: 'error' | 'warning'): Diagnostic => ({
      ...at(text, 'a'),
      source,
      severity,
      start,
      end: start + 1,
    });
    const shown = renderDiagnostics([one(0, 'warning'), one(4, 'error'), one(2, 'error')]);
    expect(shown.match(/^\w+(?=\[)|\d:1$|^\d .*s?,.*$/gm)).toEqual([
      'error',
      '2:1',
      'error',
      '3:1',
      'warning',
      '1:1',
      '2 errors, 1 warning',
    ]);
  });

  test('past fifty are only counted', () => {
    const many = Array.from({ length: 53 }, () => at(text, 'b'));
    const lines = renderDiagnostics(many).split('\n');
    expect(lines.filter((line) => line.startsWith('error['))).toHaveLength(50);
    expect(lines.filter((line) => line !== '').slice(-2)).toEqual(['and 3 more', '53 errors']);
  });

  test('none are no text', () => {
    expect(renderDiagnostics([])).toBe('');
  });
});

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

describe('words that are wider than the screen', () => {
  const message = 'a message of many words that says in the end what `is wrong` with this line of the plan, and why';
  const hint = 'a hint of many words that says what to write in its place, and where more is said of it';
  const wide = at('a: 1\nb: wrong\n', 'wrong', { message, hint });

  test('wrap between words, indented below what they go on from', () => {
    expect(renderDiagnostic(wide, { width: 60 }).split('\n')).toEqual([
      'error[key/unknown]: a message of many words that says in',
      '  the end what `is wrong` with this line of the plan, and',
      '  why',
      ' --> plan.yaml:2:4',
      '  |',
      '2 | b: wrong',
      '  |    ^^^^^',
      '  = a hint of many words that says what to write in its',
      '    place, and where more is said of it',
    ]);
  });

  test.each([40, 60, 80, 100, 200])(
    'say the same in %i columns, in colour and without, and no line is wider',
    (width) => {
      const block = renderDiagnostic(wide, { width });
      expect(Math.max(...block.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
      expect(words(block)).toEqual(words(renderDiagnostic(wide)));
      expect(stripVTControlCharacters(renderDiagnostic(wide, { width, color: true }))).toBe(block);
    },
  );
});
