import { expect, test } from 'vitest';
import { assert, constantFrom, integer, property, string } from 'fast-check';
import { safe, safeText } from '../../src/model/safe-text.ts';
import { cut, cutMiddle, NumberColumn, widthOf, wrap } from '../../src/report/text/columns.ts';
import { stack } from '../../src/report/text/page.ts';
import { table } from '../../src/show/sheet.ts';
import { terminalText } from '../../src/show/terminal.ts';

const texts = string({ unit: constantFrom('a', 'b', ' ', '9', 'é', '日', '😀', 'e\u0301'), maxLength: 40 }).map(
  (text) => safeText(text),
);
const widths = integer({ min: 2, max: 30 });

test('nothing cut or wrapped is wider than it may be', () => {
  assert(
    property(texts, widths, (text, width) => {
      expect(widthOf(cut(text, width))).toBeLessThanOrEqual(width);
      expect(widthOf(cutMiddle(text, width))).toBeLessThanOrEqual(width);
      for (const line of wrap(text, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
    }),
  );
});

const withoutBlanks = (text: string): string => text.replaceAll(' ', '');

test('wrapping loses nothing but blanks', () => {
  assert(
    property(texts, widths, (text, width) => {
      expect(withoutBlanks(wrap(text, width).join(''))).toBe(withoutBlanks(text));
    }),
  );
});

test('what fits is not touched', () => {
  assert(
    property(texts, integer({ min: 80, max: 90 }), (text, width) => {
      expect([cut(text, width), cutMiddle(text, width), wrap(text, width)]).toEqual([text, text, [text]]);
    }),
  );
});

test.each([
  ['pullback-17', 8, 'pul…k-17', 'pullbac…'],
  ['日本語日本語', 5, '日…語', '日本…'],
  ['abc', 1, '…', '…'],
])('%s in %i columns', (text, width, middle, end) => {
  expect([cutMiddle(safeText(text), width), cut(safeText(text), width)]).toEqual([middle, end]);
});

test('numbers stand with their points below each other, and other words to the right', () => {
  const column = new NumberColumn();
  const cells = ['64000', '0.5', '1.25', 'market', '12'].map((text) => safeText(text));
  for (const cell of cells) column.add(cell);
  expect(cells.map((cell) => column.cell(cell))).toEqual(['64000   ', '    0.5 ', '    1.25', '  market', '   12   ']);
});

const column = (title: string) => ({
  title: safeText(title),
  kind: 'number' as const,
  of: (text: string) => safeText(text),
});

test('no table has blank lines between its rows, whatever room it has', () => {
  const rows = table(['a', 'b', 'c'].map(column), ['0.031', '4', '1,344.01']);
  for (let width = 20; width <= 60; width++) {
    const text = terminalText({ blocks: rows }, { color: false, width });
    expect([
      width,
      text
        .trim()
        .split('\n')
        .filter((line) => line.trim() === ''),
    ]).toEqual([width, []]);
  }
});

test('blocks are stacked with one blank line, empty ones without any', () => {
  expect(stack([[], [safe`a`, safe`b`], [], [safe`c`]])).toEqual(['a', 'b', '', 'c']);
});
