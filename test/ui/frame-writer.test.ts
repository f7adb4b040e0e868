/** What the writer of frames promises, on an emulator: after each frame the rows are those wanted, and what stood above stays. */
import { stripVTControlCharacters } from 'node:util';
import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/report/text/columns.ts';
import { frameBytes, type ScreenFrame, type Size } from '../../src/ui/frame-writer.ts';

/** Few different rows, so that many stay; wide characters, marks, colours, and rows that are full to the last column. */
const TEXTS = [
  '',
  'a',
  'order-1',
  '✓ 注文の説明 ✓',
  'e\u0301te\u0301',
  '한국어',
  '─'.repeat(90),
  '注'.repeat(45),
  '0123456789 '.repeat(9),
];
const sizes = fc.record({ width: fc.integer({ min: 4, max: 90 }), rows: fc.integer({ min: 2, max: 14 }) });
const anyRow = fc.record({ text: fc.constantFrom(...TEXTS), isPainted: fc.boolean() });
const step = fc.record({
  rows: fc.array(anyRow, { maxLength: 14 }),
  size: fc.option(sizes, { nil: undefined, freq: 3 }),
});
const story = fc.record({ start: sizes, above: fc.nat(20), steps: fc.array(step, { minLength: 1, maxLength: 12 }) });
type Story = typeof story extends fc.Arbitrary<infer Of> ? Of : never;

/** As much as fits, as whoever draws a row sees to. */
function cutTo(text: string, width: number): string {
  let cut = text;
  while (widthOf(cut) > width) cut = Array.from(cut).slice(0, -1).join('');
  return cut;
}

const frameOf = (rows: Story['steps'][number]['rows'], size: Size): ScreenFrame => ({
  size,
  lines: rows.slice(0, size.rows - 1).map(({ text, isPainted }) => {
    const shown = cutTo(text, size.width);
    return isPainted && shown !== '' ? `\u001b[7m${shown}\u001b[27m` : shown;
  }),
});

const plain = (line: string): string => stripVTControlCharacters(line).trimEnd();

class Emulated {
  readonly terminal: InstanceType<typeof xterm.Terminal>;

  constructor({ width, rows }: Size) {
    this.terminal = new xterm.Terminal({
      cols: width,
      rows,
      scrollback: 100,
      allowProposedApi: true,
      convertEol: true,
    });
  }

  write(text: string): Promise<void> {
    return new Promise((resolve) => this.terminal.write(text, resolve));
  }

  /** All rows of the screen that is shown, those scrolled away included. */
  rows(): string[] {
    const { active } = this.terminal.buffer;
    const { cols } = this.terminal;
    return Array.from(
      { length: active.length },
      (_, at) => active.getLine(at)?.translateToString(true, 0, cols).trimEnd() ?? '',
    );
  }

  /** Where the cursor is, counted from the first row that is still kept. */
  get cursor(): { readonly row: number; readonly column: number } {
    const { baseY, cursorY, cursorX } = this.terminal.buffer.active;
    return { row: baseY + cursorY, column: cursorX };
  }

  get top(): number {
    return this.terminal.buffer.active.baseY;
  }

  resize({ width, rows }: Size): void {
    this.terminal.resize(width, rows);
  }
}

/** On the other screen the frame is all there is. */
function expectAlone(screen: Emulated, wanted: readonly string[]): void {
  const { rows } = screen.terminal;
  expect(screen.rows().slice(screen.top)).toEqual([
    ...wanted,
    ...Array.from({ length: rows - wanted.length }, () => ''),
  ]);
}

/** The cursor waits below an inline frame, which is in view as a whole. What stands above it. */
function aboveInline(screen: Emulated, wanted: readonly string[]): string[] {
  const { row, column } = screen.cursor;
  const rows = screen.rows();
  const first = row - wanted.length;
  expect(column).toBe(0);
  expect(rows.slice(first, row)).toEqual(wanted);
  expect(first).toBeGreaterThanOrEqual(screen.top);
  expect(rows.slice(row).filter((text) => text !== '')).toEqual([]);
  return rows.slice(0, first);
}

async function played({ start, above, steps }: Story, isWhole: boolean): Promise<void> {
  const screen = new Emulated(start);
  const before = Array.from({ length: above }, (_, at) => `above-${at}`.slice(0, start.width));
  await screen.write(before.map((text) => `${text}\n`).join(''));
  if (isWhole) await screen.write('\u001b[?1049h');
  let [standing, wasCut]: [ScreenFrame | undefined, boolean] = [undefined, false];
  for (const one of steps) {
    const was = standing ?? { lines: [], size: start };
    const size = one.size ?? was.size;
    if (one.size !== undefined) screen.resize(size);
    const frame = frameOf(one.rows, size);
    const bytes = frameBytes(standing, frame, isWhole);
    if (bytes === '') expect(frame.lines).toEqual(was.lines);
    await screen.write(bytes);
    const wanted = frame.lines.map(plain);
    if (isWhole) expectAlone(screen, wanted);
    else {
      const stays = aboveInline(screen, wanted);
      const isNarrower = size.width < was.size.width;
      wasCut ||= isNarrower || size.rows <= was.lines.length;
      // Nothing of a frame that was wrapped is in view; else nothing that stood there has gone.
      if (isNarrower && standing !== undefined) expect(stays).toHaveLength(screen.top);
      if (!wasCut) expect(stays).toEqual(before);
    }
    standing = frame;
  }
  screen.terminal.dispose();
}

describe.each([
  ['on the other screen', true],
  ['inline', false],
] as const)('%s', (_, isWhole) => {
  test('whatever frames and sizes follow each other, the last one stands', async () => {
    await fc.assert(
      fc.asyncProperty(story, (one) => played(one, isWhole)),
      { numRuns: 40 },
    );
  });
});

describe('a frame', () => {
  const size = { width: 20, rows: 5 };
  const first = { lines: ['one', 'two', 'three'], size };

  test('costs nothing where nothing changed, and else only the rows that changed', () => {
    for (const isWhole of [true, false]) {
      expect(frameBytes(first, { ...first, lines: [...first.lines] }, isWhole)).toBe('');
      const next = frameBytes(first, { lines: ['one', '2', 'three'], size }, isWhole);
      expect(next).toContain('2');
      expect(next).not.toMatch(/one|three/);
    }
  });

  test('goes row by row where it is inline: erased from the top of a screen on, some terminals keep it as history', () => {
    expect(frameBytes(first, { lines: [], size }, false)).not.toContain('\u001b[J');
  });

  test('is shown as a whole, and leaves the terminal wrapping lines', () => {
    for (const isWhole of [true, false]) {
      const bytes = frameBytes(undefined, first, isWhole);
      expect(bytes.startsWith('\u001b[?2026h\u001b[?7l')).toBe(true);
      expect(bytes.endsWith('\u001b[?7h\u001b[?2026l')).toBe(true);
    }
  });

  test('with a row that the terminal takes for wider than it was counted leaves the others alone', async () => {
    for (const isWhole of [true, false]) {
      const screen = new Emulated(size);
      await screen.write(frameBytes(undefined, { lines: ['first', 'x'.repeat(33), 'last'], size }, isWhole));
      expect(screen.rows().slice(0, 4)).toEqual(['first', 'x'.repeat(20), 'last', '']);
    }
  });
});
