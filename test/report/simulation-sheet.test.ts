/** A simulation on a terminal: how many lines and columns it takes, and how its picture is drawn. */
import { describe, expect, test } from 'vitest';
import { inAscii } from '../../src/report/text/edge.ts';
import { joinCandles } from '../../src/simulate/candles/joined.ts';
import { widthOf } from '../../src/source/text-width.ts';
import { terminalText } from '../../src/show/terminal.ts';
import { simulationSheet } from '../../src/views/simulate/sheet.ts';
import { valueSheet } from '../../src/views/simulate/value-table.ts';
import { readWell } from '../support/candles.ts';
import { compiled, simulated } from '../support/simulated.ts';
import { simulatedOf } from '../support/simulated-sheets.ts';

const HOUR = 3_600_000;
const FROM = Date.UTC(2026, 10, 20);

/** Hours that go up and down by a few tens, from 64000 on. */
const hours = (count: number): string =>
  `time,open,high,low,close\n${Array.from({ length: count }, (_, at) => {
    const [open, close] = [64_000 + (at % 7) * 20, 64_000 + ((at + 1) % 7) * 20];
    return `${FROM + at * HOUR},${open},${Math.max(open, close) + 15},${Math.min(open, close) - 15},${close}\n`;
  }).join('')}`;

const plan = (orders: readonly string[]): string =>
  `version: 1\nname: many\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.map((order) => `  - ${order}\n`).join('')}`;

/** Far below, each with its own distance, so that no two are alike. */
const bids = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, at) => `{ id: order-${at + 1}, side: open-long, size: 0.01, price: ${64_010 - at}, stopLoss: ${63_900 - at} }`,
  );

function shown(orders: readonly string[], count: number, width = 80): string {
  const file = readWell(hours(count));
  const joined = joinCandles([file]);
  if (!joined.ok) throw new Error('the candles do not join');
  const value = simulated(compiled(plan(orders)), { prices: { candles: [joined.value.candles] } });
  const told = { simulated: value, candles: [joined.value], warnings: [], found: [], notes: [], canAsk: true };
  return terminalText(simulationSheet(told), { color: false, width });
}

const linesOf = (text: string): string[] => text.trimEnd().split('\n');
const picture = (text: string): string[] => linesOf(text).filter((line) => /^ +\d+(?:\.\d+)? \| /.test(line));

test.each([
  [40, 80],
  [120, 120],
])('%i orders take at most %i lines, none over 80 columns', (orders, most) => {
  const lines = linesOf(shown(bids(orders), 200));
  expect(lines.length).toBeLessThanOrEqual(most);
  expect(Math.max(...lines.map((line) => widthOf(line)))).toBeLessThanOrEqual(80);
  expect(lines.filter((line) => line.startsWith('  order-')).length).toBeLessThanOrEqual(40);
});

describe('the picture', () => {
  test('has at most twelve rows and 64 columns: neighbours share one', () => {
    const rows = picture(shown(bids(2), 1000));
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThanOrEqual(12);
    for (const row of rows) expect(widthOf(row.replace(/ {2}\S.*order.*$/, ''))).toBeLessThanOrEqual(10 + 64);
  });

  test('says the day where there are several', () => {
    expect(shown(bids(2), 60)).toMatch(/^ +11-20 00:00 .*11-21 /m);
    expect(shown(bids(2), 8)).toMatch(/^ +00:00 01:00 02:00 /m);
  });

  test('is left out below 60 columns, and of ASCII where there is no more', () => {
    expect(picture(shown(bids(2), 8, 59))).toEqual([]);
    const rows = picture(inAscii(shown(bids(2), 8))).join('\n');
    expect(rows).toMatch(/#\^?/);
    expect(rows).toContain(':');
    expect(rows).not.toMatch(/[^\n\u0020-\u007e]/);
  });
});

test('neighbouring rungs that fared alike are one line, with their sum', () => {
  const ladder = '{ id: low, side: open-long, size: { total: 0.3 }, price: { from: 63000, to: 62000, steps: 3 } }';
  expect(shown([ladder], 8)).toContain(
    '  low-1 to low-3  open-long  0.3  63000 to 62000   not reached: lowest 63985\n',
  );
});

test('of a few orders no word is cut, however narrow it is', () => {
  const text = shown(bids(3), 8, 60);
  expect(text.slice(0, text.indexOf('Range'))).not.toContain('…');
  expect(Math.max(...linesOf(text).map((line) => widthOf(line)))).toBeLessThanOrEqual(60);
});

test('an order that is written with zeros at its end was filled whole, at its price', () => {
  const zeros = '{ id: zeros, side: open-long, size: 0.010, price: 63990.0, stopLoss: 63000 }';
  expect(shown([zeros], 8)).toMatch(/^ {2}zeros +open-long +0\.010 +63990\.0 +00:00$/m);
});

test('a row that cannot be judged does not say that it is not met', () => {
  const ofRange = simulatedOf('a');
  const expected = ofRange.expected.map((one) => ({ ...one, met: 'undecidable' as const }));
  const told = { candles: [], warnings: [], found: [], notes: [], canAsk: false };
  const sheet = valueSheet(told, [{ simulated: { ...ofRange, expected }, value: { name: 'stop', value: '1' } }]);
  const text = terminalText(sheet, { color: false, width: 80 });
  expect(text).toContain('cannot be judged');
  expect(text).not.toContain('not met');
});
