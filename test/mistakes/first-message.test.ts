/** The first message names the cause, at its place; what it says to write is right as typed, and so is the mended plan. */
import { describe, expect, test } from 'vitest';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import type { Diagnostic } from '../../src/source/diagnostic.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { HEAD, type FirstRow } from './first-row.ts';
import { LADDER_SLIPS } from './ladder-slips.ts';
import { KEY_SLIPS, VALUE_SLIPS } from './other-tools-rows.ts';
import { takenAtItsWord } from './taken-at-its-word.ts';
import { DIGIT_ROWS, STOP_ROWS } from './trade-rows.ts';

const planOf = (orders: readonly string[], top = ''): string =>
  `${HEAD}${top}orders:\n${orders.map((one) => `  - { ${one} }\n`).join('')}`;

const judged = (text: string): readonly Diagnostic[] =>
  loadPlan(new SourceFile('plan.yaml', text), { instruments: paperInstruments, strictSymbols: true }).diagnostics;

const markedBy = ({ source, start, end }: Diagnostic): string => source.text.slice(start, end);

function holds({ orders, says: [severity, code, marked, words], mended, top = '', mendedTop = top }: FirstRow): void {
  const [first] = judged(planOf(orders, top));
  if (first === undefined) return expect.fail('nothing is said');
  expect([first.severity, first.code, markedBy(first)]).toEqual([severity, code, marked]);
  for (const one of words.split(' … ')) expect(`${first.message}; ${first.hint ?? ''}`).toContain(one);
  const typed = takenAtItsWord(first);
  if (typed !== undefined) expect(judged(typed).filter((one) => isSame(one, first))).toEqual([]);
  if (mended === undefined) return;
  const left = judged(planOf(mended, mendedTop)).filter((one) => one.code !== MAY_FIRE_FIRST);
  expect(left.map(({ message }) => message)).toEqual([]);
}

/** Said of every stop behind the market of an entry that waits for a trigger: no order takes it back. */
const MAY_FIRE_FIRST = 'order/stop-may-fire-first';

const isSame = (one: Diagnostic, first: Diagnostic): boolean => one.code === first.code && one.start === first.start;

const named = (rows: readonly FirstRow[]): readonly (readonly [string, FirstRow])[] =>
  rows.map((row) => [`${row.says[1]} at ${row.says[2]}: ${row.says[3]}`, row]);

describe('slips of digits and units', () => {
  test.each(named(DIGIT_ROWS))('%s', (_, row) => holds(row));
});

describe('stops and targets', () => {
  test.each(named(STOP_ROWS))('%s', (_, row) => holds(row));
});

describe('ladders', () => {
  test.each(named(LADDER_SLIPS))('%s', (_, row) => holds(row));
});

describe('keys of other tools', () => {
  test.each(named(KEY_SLIPS))('%s', (_, row) => holds(row));
});

describe('values of other tools', () => {
  test.each(named(VALUE_SLIPS))('%s', (_, row) => holds(row));
});

test('a number of an id is no comment', () => {
  const text = `${HEAD}orders:\n  - id: entry #1\n    side: open-long\n    size: 0.01\n    price: 63000\n    stopLoss: 61000\n`;
  const [first, ...more] = judged(text);
  expect([first?.code, first?.hint, more]).toEqual(['yaml/comment', 'write `entry-1`, or else a space after `#`', []]);
  expect(judged(takenAtItsWord(first as Diagnostic) ?? '')).toEqual([]);
  expect(judged(text.replace('#1', '# 1'))).toEqual([]);
});
