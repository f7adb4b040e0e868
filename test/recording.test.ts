/**
 * The README's recording is not made again by the tests, which would take too long: its frames are read back, and held against
 * what is drawn and said today. `npm run screenshot` records it again.
 */
import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthMs, recordingSvg, type Frame } from '../scripts/docs/recording-svg.ts';
import { BROKEN, COLUMNS, COMMAND, EDITED, FIRST, PLAN_FILE, ROWS, STORY } from '../scripts/docs/story.ts';
import { COLORS } from '../scripts/docs/svg.ts';
import type { Cell, Look } from '../scripts/docs/terminal-cells.ts';
import type { PreparedRun } from '../src/actions/prepare/prepared-run.ts';
import type { RunEvent } from '../src/model/event.ts';
import { paperInstruments } from '../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../src/plan/load-plan.ts';
import { painter } from '../src/report/text/tones.ts';
import { renderDiagnostic } from '../src/source/code-frame.ts';
import { SourceFile } from '../src/source/source-file.ts';
import { drawnRows } from './support/drawn-screen.ts';
import { atFirst, type Viewing } from '../src/ui/keys/viewing.ts';
import { dryRunEvents, sentAs } from './support/dry-run.ts';
import { watchAfter } from './support/run-events.ts';
import { fine, SAVED_MS, watching } from './support/watch-events.ts';

const committed = readFileSync(new URL('../docs/recording.svg', import.meta.url), 'utf8');
const TITLE = `ordo ${COMMAND}`;

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const plain: Look = { color: undefined, bold: false, dim: false, inverse: false };
const cellsOf = (text: string, look: Look = plain): Cell[] =>
  Array.from(text, (one) => ({ text: one, width: 1, look }));

/** Rows of cells and the caption, as the marks of one moment say them. */
function momentOf(marks: string): Pick<Frame, 'grid' | 'caption'> {
  const grid: Cell[][] = [];
  const drawn =
    /(?:<rect [^>]*fill="(?<fill>[^"]*)"\/>\n)?<text x="(?<x>\d+)" y="(?<y>\d+)"[^>]*?(?: class="(?<names>[^"]*)")?>(?<text>[^<]+)<\/text>/g;
  const runs = Array.from(marks.matchAll(drawn), ({ groups = {} }) => groups);
  for (const { x, y, names = '', fill, text = '' } of runs.toSorted((a, b) => Number(a['x']) - Number(b['x']))) {
    const row = (grid[(Number(y) - 13) / 18] ??= []);
    row.push(...cellsOf(' '.repeat(Number(x) / 8 - row.length)));
    const inked = fill === undefined ? Number(/c(\d)/.exec(names)?.[1] ?? Number.NaN) : COLORS.indexOf(fill);
    const color = COLORS[inked] === undefined ? undefined : inked;
    const [bold, dim] = [/\bb\b/.test(names), /\bd\b/.test(names)];
    row.push(...cellsOf(unescaped(text), { color, bold, dim, inverse: fill !== undefined }));
  }
  const [, deed = '', words = ''] = /<tspan class="l">([^<]*)<\/tspan> ([^<]*)</.exec(marks) ?? [];
  return { grid: Array.from(grid, (row) => row ?? []), caption: { deed: unescaped(deed), words: unescaped(words) } };
}

/** Reads a recording back: its frames, and the one that stands where nothing moves. */
function framesOf(svg: string): { frames: Frame[]; still: number } {
  const totalMs = Number(/animation-duration:(\d+)ms/.exec(svg)?.[1]);
  const motions = Array.from(svg.matchAll(/@keyframes m(\d+)\{(.*)\}$/gm), ([, at = '', turns = '']) => {
    const read = Array.from(turns.matchAll(/([\d.]+)%\{visibility:(\w+)\}/g), ([, part, seen]) => ({
      atMs: Math.round((Number(part) / 100) * totalMs),
      isSeen: seen === 'visible',
    }));
    return [at, read] as const;
  });
  const turnsOf = new Map(motions);
  const groups = Array.from(
    svg.matchAll(/<g(?: class="(h )?m(\d+)")?>\n([^]*?)\n<\/g>/g),
    ([, hidden, at = '', marks = '']) => ({
      marks,
      isStill: hidden === undefined,
      isSeen: (ms: number) => turnsOf.get(at)?.findLast(({ atMs }) => atMs <= ms)?.isSeen ?? true,
    }),
  );
  const times = [...new Set([0, ...motions.flatMap(([, turns]) => turns.map(({ atMs }) => atMs))])];
  const starts = times.toSorted((a, b) => a - b);
  const frames = starts.map((ms, at): Frame => {
    const seen = groups.filter(({ isSeen }) => isSeen(ms)).map(({ marks }) => marks);
    return { ...momentOf(seen.join('\n')), shownMs: (starts[at + 1] ?? totalMs) - ms };
  });
  const still = starts.findIndex((ms) => groups.every(({ isSeen, isStill }) => isSeen(ms) === isStill));
  return { frames, still };
}

/** Whether every element ends where it must, and all text is text. */
function isWellFormed(svg: string): boolean {
  const open: string[] = [];
  for (const [, closes, name = '', ends] of svg.matchAll(/<(\/?)(\w+)(?: [\w:-]+="[^"<&]*")*(\/?)>/g)) {
    if (closes === '/' && open.pop() !== name) return false;
    if (closes === '' && ends === '') open.push(name);
  }
  const left = svg.replaceAll(/<\/?\w+(?: [\w:-]+="[^"<&]*")*\/?>/g, '').replaceAll(/&(?:amp|lt|gt);/g, '');
  return open.length === 0 && !/[<&]/.test(left);
}

describe('a recording', () => {
  const options = { title: 'a <b>', columns: 12, rows: 3, still: 0 };
  const look = fc.record({
    // The eighth is the terminal's own.
    color: fc.option(fc.nat(6), { nil: undefined }),
    bold: fc.boolean(),
    dim: fc.boolean(),
    inverse: fc.boolean(),
  });
  const word = fc.tuple(fc.constantFrom('go', '<a>', '&', '✓', '━━'), look).map(([text, of]) => cellsOf(text, of));
  const frame = fc.record({
    grid: fc.array(
      fc.array(word, { maxLength: 3 }).map((words) => words.flat()),
      { maxLength: 3 },
    ),
    caption: fc.record({ deed: fc.constantFrom('key', 'save'), words: fc.constantFrom('<q>', 'a & b') }),
    shownMs: fc.integer({ min: 50, max: 3000 }),
  });
  const picture = (frames: readonly Frame[], still = 0): string => recordingSvg(frames, { ...options, still });

  test('shows each frame at its time, and says the same when it is read back and made again', () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 12 }), fc.nat(11), (frames, at) => {
        const svg = picture(frames, at % frames.length);
        expect(isWellFormed(svg)).toBe(true);
        const read = framesOf(svg);
        expect(picture(read.frames, read.still)).toBe(svg);
        let ms = 0;
        for (const { grid, caption, shownMs } of frames) {
          const moment = picture([{ grid, caption, shownMs: 1 }]);
          const shown = read.frames.findLast((_, n) => lengthMs(read.frames.slice(0, n)) <= ms) as Frame;
          expect(picture([{ ...shown, shownMs: 1 }])).toBe(moment);
          ms += shownMs;
        }
      }),
      { numRuns: 100 },
    );
  });

  test('has what stands in several frames once', () => {
    const caption = { deed: 'key', words: 'q' };
    const svg = picture(
      Array.from({ length: 9 }, (_, at) => ({ grid: [cellsOf('same'), cellsOf(`n ${at}`)], caption, shownMs: 100 })),
    );
    expect(svg.match(/>same</g)).toHaveLength(1);
  });

  test('without a frame, or with a row that is too wide, is refused', () => {
    const caption = { deed: 'key', words: 'q' };
    expect(() => picture([])).toThrow(RangeError);
    expect(() => picture([{ grid: [cellsOf('x'.repeat(13))], caption, shownMs: 1 }])).toThrow(RangeError);
  });
});

const rowsOf = ({ grid }: Frame): string[] =>
  grid.map((row) => row.reduce((text, cell) => text + cell.text, '').trimEnd());

/** The words of a text, and what stands together: pairs of words in small letters with one space between. */
const wordsOf = (text: string): string[] => [
  ...(text.match(/[a-z]{3,}/gi) ?? []),
  ...Array.from(text.matchAll(/(?<!\w)(?=([a-z]{3,} [a-z]{3,})(?!\w))/g), ([, pair = '']) => pair),
];

/** What the screen shows after these events, at their time. */
const drawnNow = (events: readonly RunEvent[], viewing: Viewing = atFirst): string[] => {
  const page = { paint: painter(false), width: COLUMNS, rows: ROWS };
  const moment = { nowMs: 0, wallMs: SAVED_MS, hasKeys: true, canPlace: true };
  return drawnRows(page, watchAfter(events), viewing, moment).map((line) => line.trimEnd());
};

/** What the paper exchange has of the first save. */
function placedFirst(): Pick<PreparedRun, 'known' | 'account'> {
  const { plan } = loadPlan(new SourceFile(PLAN_FILE, FIRST), { instruments: paperInstruments });
  if (plan === undefined) throw new Error('the plan of the recording is invalid');
  const known = new Map(plan.orders.map((order, at) => [order.id, sentAs(order, at)]));
  const account = [{ plan: plan.name, generation: plan.generation, orders: known, isPlaced: true }];
  return { known, account };
}

describe('the recording of the README', () => {
  const { frames, still } = framesOf(committed);
  const rows = new Set(frames.flatMap(rowsOf));

  test('is what its frames make today', () => {
    expect(recordingSvg(frames, { title: TITLE, columns: COLUMNS, rows: ROWS, still })).toBe(committed);
  });

  test('is well-formed, small, short, and needs nothing but itself', () => {
    expect(isWellFormed(committed)).toBe(true);
    expect(Buffer.byteLength(committed)).toBeLessThan(150_000);
    expect(lengthMs(frames)).toBeLessThan(25_000);
    expect(committed.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/<script|href|url\(|@import|https?:/);
  });

  test('tells the whole story, and stands at its end where nothing may move', () => {
    const told = frames.map(({ caption: { deed, words } }) => `${deed} ${words}`);
    expect(told.filter((words, at) => words !== told[at - 1])).toEqual(
      STORY.map(({ caption: { deed, words } }) => `${deed} ${words}`),
    );
    expect(rowsOf(frames[still] as Frame).join('\n')).toMatch(/ probe .*filled at /);
  });

  test('names nobody, and no place on the machine that made it', () => {
    const text = [...rows].join('\n');
    expect(text).not.toMatch(/\/(?:home|root|tmp|Users|var|work)\b|@/);
    expect(text.match(/\d+\.\d+\.\d+\.\d+/g)?.filter((address) => address !== '127.0.0.1')).toEqual([]);
  });

  const following = [fine, watching('following')];
  const [origin = ''] = /127\.0\.0\.1:\d+/.exec([...rows].join('\n')) ?? [];
  const first = [watching('reading'), ...dryRunEvents(FIRST, { exchange: `http://${origin}` }), ...following];

  test('begins with the screen of its first plan as it is drawn today', () => {
    expect(drawnNow(first).filter((row) => !rows.has(row))).toEqual([]);
  });

  test('says what its save changes, and draws that plan, as today', () => {
    const changed: RunEvent = {
      event: 'plan-changed',
      added: ['probe'],
      removed: [],
      changed: [{ id: 'entry', fields: { price: ['63300', '63200'] } }],
      weight: { ip: [0, 2], uid: [0, 5] },
    };
    const saved = [...first, watching('reading'), changed, ...dryRunEvents(EDITED, placedFirst()), ...following];
    const [head = '', ...drawn] = drawnNow(saved, { ...atFirst, tab: 'picture' });
    expect(head).toContain('btc-pullback');
    expect(drawn.join('\n')).toMatch(/probe[^]*this save: 1 added, 1 price/);
    expect(drawn.filter((row) => !rows.has(row))).toEqual([]);
  });

  test('has the mistake as it is explained', () => {
    const { diagnostics } = loadPlan(new SourceFile(PLAN_FILE, BROKEN), { instruments: paperInstruments });
    expect(diagnostics).toHaveLength(1);
    const lines = diagnostics.flatMap((one) => renderDiagnostic(one).split('\n'));
    const framed = lines.filter((line) => !/^ +(?:=| {3})/.test(line)).map((line) => ` ${line}`.trimEnd());
    expect(framed.length).toBeGreaterThan(4);
    expect(framed.filter((line) => !rows.has(line))).toEqual([]);
  });

  test('says no word that the command does not say', () => {
    const folder = new URL('../src/', import.meta.url);
    const source = globSync('**/*.{ts,tsx}', { cwd: folder })
      .map((path) => readFileSync(new URL(path, folder), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''))
      .flatMap((text) => text.match(/`[^`]*`|'[^'\n]*'/g) ?? [])
      .join('\n')
      .replaceAll(/\$\{[^}]*\}/g, ' ');
    const known = new Set(wordsOf([source, COMMAND, ...STORY.map(({ save = '' }) => save)].join('\n')));
    expect([...new Set(wordsOf([...rows].join('\n')))].filter((word) => !known.has(word))).toEqual([]);
  });
});
