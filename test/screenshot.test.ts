import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridOf } from '../scripts/docs/terminal.ts';
import type { Cell, Grid, Look } from '../scripts/docs/terminal-cells.ts';
import { terminalSvg } from '../scripts/docs/terminal-svg.ts';

const COLUMNS = 24;
const plain: Look = { color: undefined, bold: false, dim: false, inverse: false };
const picture = (grid: Grid): string => terminalSvg(grid, { title: 'a <b> & c', columns: COLUMNS });
const row = (text: string, look: Look = plain): Cell[] => Array.from(text, (one) => ({ text: one, width: 1, look }));

interface Drawn {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly text: string;
}

/** What the picture says, read back from its markup. */
function drawn(svg: string): Drawn[] {
  const found = svg.matchAll(/<text x="(\d+)" y="(\d+)" textLength="(\d+)"[^>]*>([^<]*)<\/text>/g);
  return Array.from(found, ([, x, y, length, text = '']) => ({
    column: Number(x) / 8,
    row: (Number(y) - 13) / 18,
    columns: Number(length) / 8,
    text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  }));
}

async function terminal(written: string): Promise<Grid> {
  const emulator = new xterm.Terminal({ cols: COLUMNS, rows: 4, allowProposedApi: true });
  await new Promise<void>((resolve) => emulator.write(written, resolve));
  return gridOf(emulator, 0, 4);
}

const looks = fc.record({
  color: fc.option(fc.nat(7), { nil: undefined }),
  bold: fc.boolean(),
  dim: fc.boolean(),
  inverse: fc.boolean(),
});
const cells = fc.record({
  text: fc.constantFrom('a', '7', '<', '>', '&', '"', "'", ' ', ' ', '✓', '━', '→', '宽'),
  look: fc.oneof({ weight: 4, arbitrary: fc.constant(plain) }, looks),
});

describe('the picture of a terminal', () => {
  test('every character stands in its own column, whatever surrounds it', () => {
    const rows = fc.array(fc.array(cells, { maxLength: COLUMNS / 2 }), { maxLength: 4 });
    fc.assert(
      fc.property(rows, (written) => {
        const grid = written.map((one) => one.map((cell) => ({ ...cell, width: cell.text === '宽' ? 2 : 1 })));
        const said = grid.map(() => Array.from({ length: COLUMNS }, () => ' '));
        for (const { row: at, column, columns, text } of drawn(picture(grid))) {
          let next = column;
          for (const character of text) {
            (said[at] as string[])[next] = character;
            next += character === '宽' ? 2 : 1;
          }
          expect(next - column).toBe(columns);
        }
        const stood = grid.map((one) =>
          one.flatMap(({ text, width }) => [text, ...Array.from({ length: width - 1 }, () => ' ')]).join(''),
        );
        expect(said.map((one) => one.join('').trimEnd())).toEqual(stood.map((one) => one.trimEnd()));
      }),
      { numRuns: 200 },
    );
  });

  test('nothing that a terminal or a title says is markup', () => {
    const svg = picture([row('</text><script>&amp;')]);
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('<b>');
    expect(drawn(svg)).toEqual([{ column: 0, row: 0, columns: 20, text: '</text><script>&amp;' }]);
  });

  test('words stay together, and only symbols are made to fit', () => {
    const svg = picture([row('✓ all is  well  ━━ so')]);
    expect(drawn(svg).map(({ text }) => text)).toEqual(['✓', 'all is', 'well', '━━', 'so']);
    const fitted = svg.matchAll(/lengthAdjust="spacingAndGlyphs">([^<]*)</g);
    expect(Array.from(fitted, ([, text]) => text)).toEqual(['✓', '━━']);
  });

  test('colour, weight and inverse are those of the terminal', async () => {
    const grid = await terminal('\u001b[1;31mred\u001b[0m \u001b[2mdim\u001b[0m \u001b[7;35m on \u001b[0m');
    const svg = picture(grid);
    expect(svg).toMatch(/class="b c1">red</);
    expect(svg).toMatch(/class="d">dim</);
    expect(svg).toMatch(/<rect x="64" y="0" width="32" height="18"[^>]*>\n<text[^>]*class="i"> on </);
  });

  test('a wide character takes two columns', async () => {
    const said = drawn(picture(await terminal('宽b\r\n\u001b[1mc')));
    expect(said).toEqual([
      { column: 0, row: 0, columns: 3, text: '宽b' },
      { column: 0, row: 1, columns: 1, text: 'c' },
    ]);
  });

  test('what it cannot show is refused, not left out', async () => {
    await expect(terminal('\u001b[4munderlined')).rejects.toThrow('cannot show');
    await expect(terminal('\u001b[38;5;200mpink')).rejects.toThrow('cannot show');
    await expect(terminal('\u001b[41mground')).rejects.toThrow('cannot show');
    expect(() => picture([row('x'.repeat(COLUMNS + 1))])).toThrow(RangeError);
    expect(() => picture([row('x', { ...plain, color: 8 })])).toThrow(RangeError);
  });
});
