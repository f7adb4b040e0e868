import { protectionOf } from '../../src/protection/protection.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { firstUnsafe, safe, safeText } from '../../src/model/safe-text.ts';
import { shellWord } from '../../src/report/text/phrases.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import type { SettledPlan } from '../../src/actions/settle.ts';
import type { SettleEnd } from '../../src/actions/settling/conclusions.ts';
import { terminalText } from '../../src/show/terminal.ts';
import { settleSheet, type SettleWords } from '../../src/views/settle.ts';
import { painter } from '../../src/report/text/tones.ts';
import { orderId } from '../support/run-events.ts';

type SettledOrder = SettledPlan['orders'][number];

const order = (id: string, end: SettleEnd, evidence: string, isRemoved = false): SettledOrder => ({
  id,
  end,
  evidence,
  isRemoved,
});
const LISTS = 'in none of the lists open, history; that does not prove that it does not exist';
const LOOKED: readonly SettledOrder[] = [
  order('entry', 'found', `order ${orderId(1)}, found in the list history`),
  order('pullback-1', 'not-found', LISTS),
  order('bail-out', 'failed', 'not looked up: open-triggers: status 502'),
  order('hedge', 'found', `order ${orderId(2)}, found in the list open`, true),
];
const DECIDED: readonly SettledOrder[] = [
  order('entry', 'placed', `order ${orderId(1)}, decided by alice on desk-3: seen in the app at 14:05`),
  order('pullback-1', 'absent', 'decided by alice on desk-3: seen in the app at 14:05'),
];
const TWICE =
  'is on the exchange twice: order ids 719288599253615461 and 719288599253615462; cancel one there, then settle --placed entry=ORDER_ID';
const ALARMS: readonly SettledOrder[] = [
  order('hedge', 'found', `order ${orderId(2)}, found in the list open`),
  order('entry', 'found-twice', TWICE),
  order(
    'probe',
    'found-differs',
    'shown as order 71, and differs: size 5, not 0.1; that does not prove that it is this order',
  ),
  order('bail-out', 'order-id-shared', 'shown as order 72 (also the order id of entry)', true),
];
const placed = (file: string): SettleWords => {
  const again = shellWord(safeText(file));
  return { again, run: again, nowMs: 0 };
};
interface Case extends Partial<SettledPlan>, Partial<SettleWords> {
  readonly color?: boolean;
}
const told = (orders: readonly SettledOrder[], { color = false, ...rest }: Case = {}): string => {
  const protection = protectionOf({ basis: 'journal', orders: [] });
  const settled = { orders, cancels: [], nowhere: [], lost: [], unknown: 0, protection, ...rest };
  const words = { ...placed('plan.yaml'), ...rest };
  return terminalText(settleSheet({ plan: 'p', generation: 1 }, settled, words), { color, width: 80 });
};

describe.each([
  ['settle-looked-up', told(LOOKED, { unknown: 2 })],
  ['settle-alarms', told(ALARMS, { unknown: 3 })],
  ['settle-decided', told(DECIDED, { unknown: 1 })],
])('%s', (name, text) => {
  test('is told as the golden file has it (UPDATE_GOLDEN=1 writes it anew)', () => {
    const golden = new URL(`golden/${name}.txt`, import.meta.url);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text);
    expect(existsSync(golden)).toBe(true);
    expect(text).toBe(readFileSync(golden, 'utf8'));
  });
});

test.each<[string, SettleEnd[], number, string]>([
  ['all found', ['found', 'found'], 0, '2 unknown: 2 found on the exchange'],
  ['one missing', ['found', 'not-found', 'found'], 1, '3 unknown: 2 found on the exchange, 1 in no list'],
  ['none looked up', ['failed'], 1, '1 unknown: 1 not looked up'],
  ['one of three decided', ['absent'], 2, '3 unknown: 1 settled as absent, 2 still unknown'],
  ['broken off', [], 2, '2 unknown: 2 still unknown'],
])('the verdict comes first: %s', (_, ends, unknown, verdict) => {
  const orders = ends.map((end, at) => order(`o${at}`, end, 'so'));
  expect(told(orders, { unknown }).split('\n')[0]).toBe(verdict);
});

test('an alarm comes before everything else, in words and in the loudest colour', () => {
  const orders = [order('a', 'found', 'so'), order('b', 'found-twice', 'so')];
  const [first, second] = told(orders, { unknown: 1, color: true }).split('\n');
  expect(first?.startsWith(painter(true)('unknown', safe`! ALARM`))).toBe(true);
  expect(second).toBe('');
});

test('with nothing unknown there is one line, and the line of protection', () =>
  expect(told([])).toMatch(/^[^\n]+\n\n– hold [^\n]+\n$/));

test('a cancel whose end is not known is named, with what ends it', () => {
  const text = told([], { cancels: ['entry'] });
  expect(text).toContain('How a cancel ended is not known: entry.');
  expect(text).toContain('    ordo status plan.yaml --refresh\n');
  expect(text).not.toContain('ordo cancel');
  expect(text).not.toContain('nothing to settle');
});

const commands = (ends: SettleEnd[], unknown: number): string[] =>
  told(
    ends.map((end, at) => order(`o${at}`, end, 'so')),
    { unknown, ...placed('my plan.yaml') },
  )
    .split('\n')
    .filter((line) => line.startsWith('    ordo '))
    .map((line) => line.trim());

test('a command is only ever for what there is to do', () => {
  expect(commands(['found'], 0)).toEqual(["ordo run 'my plan.yaml' --live"]);
  expect(commands(['failed'], 1)).toEqual(["ordo settle 'my plan.yaml'"]);
  expect(commands(['absent', 'absent'], 0)).toEqual(["ordo run 'my plan.yaml' --live --again o0 --again o1"]);
  expect(commands(['found-twice', 'found-twice'], 2)).toEqual(["ordo settle 'my plan.yaml' --placed o0=ORDER_ID"]);
  expect(commands(['order-id-shared'], 1)).toEqual(["ordo settle 'my plan.yaml' --placed o0=ORDER_ID"]);
  expect(commands(['found-differs'], 1)).toEqual(["ordo settle 'my plan.yaml' --placed o0=ORDER_ID"]);
  expect(commands(['not-found'], 1).map((line) => line.split(' ')[4])).toEqual(['--placed', '--absent']);
});

test('nothing that anybody wrote drives the terminal, and no line is wider than it', () => {
  const hostile = '\u001b[2J\u202e\r\n words'.repeat(8);
  const orders = [
    order('entry', 'absent', hostile),
    order('x'.repeat(64), 'failed', hostile),
    order('stop\u001b[2J', 'not-found', hostile),
  ];
  const text = told(orders, { unknown: 2, ...placed(`plan${hostile}.yaml`) });
  expect(firstUnsafe(text.replaceAll('\n', ''))).toBeUndefined();
  for (const line of text.split('\n')) if (!line.startsWith('    ordo ')) expect(widthOf(line)).toBeLessThanOrEqual(80);
});

test('closes of ordo’s own are closed again by hand, and no run is named for them', () => {
  const [long, short] = [safeText('ordo close cmt_btcusdt long'), safeText('ordo close cmt_ethusdt short')];
  const closes = new Map([
    ['entry', long],
    ['pullback-1', short],
    ['hedge', long],
  ]);
  const decided = told(DECIDED, { closes });
  expect(decided).not.toContain('ordo run');
  expect(decided).toContain(
    'Settled as absent. To see what is still held of it, and close that:\n    ordo close cmt_ethusdt short\n',
  );
  expect(decided).toContain(
    'Nothing is unknown any more. To see what is still held of it, and close that:\n    ordo close cmt_btcusdt long\n',
  );
  const looked = told(LOOKED, { closes, unknown: 2 });
  expect(looked).not.toMatch(/ordo run|ordo close|placed again/);
});
