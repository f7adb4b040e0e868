/** What a difference says, whatever the plans are: mirrored, bounded, and harmless in a pull request. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { PlannedOrder } from '../../src/model/order.ts';
import { planChanges } from '../../src/model/plan-changes.ts';
import { differenceJson } from '../../src/views/diff/json.ts';
import { sheetPage } from '../../src/show/html.ts';
import { markdown } from '../../src/show/markdown.ts';
import { terminalText } from '../../src/show/terminal.ts';
import { differenceSheet } from '../../src/views/diff/sheet.ts';
import { areSame, type Difference, type DiffSide } from '../../src/views/diff/difference.ts';
import { widthOf } from '../../src/source/text-width.ts';
import { anOrder, anyOrders, PLAN } from '../support/plan-builder.ts';

const sideOf = (name: string, orders: readonly PlannedOrder[]): DiffSide => ({
  name,
  plan: PLAN,
  orders,
  whole: { calls: 1, weight: { ip: 2, uid: 5 }, forecastMs: 0, digest: 'd'.repeat(64) },
});

const markdownOf = (difference: Difference): string => markdown(differenceSheet(difference));

const between = (before: readonly PlannedOrder[], after: readonly PlannedOrder[]): Difference => ({
  before: sideOf('before.yaml', before),
  after: sideOf('after.yaml', after),
  changes: planChanges(before, after),
  looser: [],
});

test('back is the mirror of forth, and a plan does not differ from itself', () => {
  fc.assert(
    fc.property(anyOrders(8), anyOrders(8), (before, after) => {
      const [forth, back] = [planChanges(before, after), planChanges(after, before)];
      expect(forth.added).toEqual(back.removed);
      expect(forth.removed).toEqual(back.added);
      const mirrored = back.changed.map(({ id, fields }) => [
        id,
        Object.fromEntries(Object.entries(fields).map(([field, [from, to]]) => [field, [to, from]])),
      ]);
      expect(Object.fromEntries(forth.changed.map(({ id, fields }) => [id, fields]))).toEqual(
        Object.fromEntries(mirrored) as object,
      );
      expect(areSame(between(before, before))).toBe(true);
      const isSame = JSON.stringify(before) === JSON.stringify(after);
      if (isSame) expect(areSame(between(before, after))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('no line is wider than the terminal, at any width', () => {
  fc.assert(
    fc.property(anyOrders(6), anyOrders(6), fc.integer({ min: 30, max: 120 }), (before, after, width) => {
      const text = terminalText(differenceSheet(between(before, after)), { color: false, width });
      for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(width);
    }),
    { numRuns: 40 },
  );
});

const MODEL = anOrder({
  stopLoss: '50000.123456789012345',
  takeProfit: '70000.123456789012345',
});

/** Orders of many symbols, with long ids and names that they wait for. */
const many = (amount: number, price: string): PlannedOrder[] => {
  const at = { kind: 'limit', at: Decimal.of(price) } as const;
  return Array.from({ length: amount }, (_, index) => ({
    ...MODEL,
    id: `${'order-with-a-long-name-'.repeat(2)}${index}`,
    symbol: `cmt_${index % 300}_${'x'.repeat(20)}`,
    price: at,
    size: Decimal.of(`${index + 1}`),
    after: [`other-${price}-${index}`, 'and-one-more-order'],
  }));
};

const sizeOf = (before: readonly PlannedOrder[], after: readonly PlannedOrder[]): number =>
  Buffer.byteLength(markdownOf(between(before, after)));

test('Markdown of 2,000 orders has less than 20 kB, and of 20,000 hardly more', () => {
  const [was, is] = [many(2000, '60000'), many(3000, '61000').slice(1000)];
  for (const size of [sizeOf(was, many(2000, '61000')), sizeOf([], is), sizeOf(was, [])])
    expect(size).toBeLessThan(20_000);
  const mixed = sizeOf(was, is);
  expect(mixed).toBeLessThan(20_000);
  expect(sizeOf([], many(20_000, '60000')) - sizeOf([], was)).toBeLessThan(1000);
});

const EVIL = [
  '@octocat `code` | cell',
  '![x](http://evil.example/x.png)',
  '[a link](https://evil.example)',
  '<img src=x onerror=alert(1)> <!-- --> </details>',
  '\n\n# head\n```\nblock',
  '``` ~~~',
  '##[error]x ::set-output name=x::y',
  '#1 owner/repo#2 https://evil.example www.evil.example ann@evil.example',
  '\\` \\| \u202e\u200b',
];

test.each(EVIL)('Markdown has %j in code only', (text) => {
  const order = { ...anOrder({ id: text, symbol: text, price: '60000' }), after: [text] };
  const difference: Difference = {
    before: { ...sideOf(text, []), plan: { name: text, generation: 1 } },
    after: { ...sideOf(`${text}.yaml`, [order]), plan: { name: `${text}2`, generation: 2 } },
    changes: planChanges([], [order]),
    looser: [{ name: text, before: text, after: text }],
    warnings: [{ place: text, code: 'order/unprotected', message: text }],
    next: { digest: 'd'.repeat(64), isLive: true, file: text, options: [{ name: 'config', value: text }], ref: text },
  };
  const told = markdownOf(difference);
  const [fence = ''] = /^`{3,}(?=sh$)/m.exec(told) ?? [];
  const [above = '', command = '', ...rest] = told.split(new RegExp(`^${fence}(?:sh)?$`, 'm'));
  expect(told).not.toContain('##[');
  // The block holds one line, and nothing comes after it.
  expect(command.trim().split('\n')).toHaveLength(1);
  expect(rest).toEqual(['\n']);
  const [marker = '', ...lines] = above.split('\n');
  expect(marker).toMatch(/^<!-- ordo diff: [A-Za-z0-9._/:%-]* -->$/);
  for (const line of lines) {
    // What is left of a line without its code is ours.
    expect(line.replaceAll(/`[^`]*`/g, '').replace(/^<\/?details>(?:<summary>.*<\/summary>)?$/, '')).toMatch(
      /^[A-Za-z0-9 ,.:;|→…–#*>~+-]*$/,
    );
    expect(line).not.toMatch(/[\u202e\u200b]/);
  }
  const widths = Map.groupBy(
    lines.filter((line) => line.startsWith('|')),
    (line) => line.split('|').length,
  );
  expect(new Set(widths.keys())).toEqual(new Set([4, 5, 9]));
});

test('ten warnings of the plan are told, and the rest is counted', () => {
  const warnings = Array.from({ length: 12 }, (_, at) => ({
    place: `p.yaml:${at}`,
    code: 'order/unprotected',
    message: 'x',
  }));
  const told = markdownOf({ ...between([], [anOrder({ price: '60000' })]), warnings });
  expect(told).toContain('**12 warnings**');
  expect(told.match(/^- `p\.yaml:\d+ order\/unprotected: x`$/gm)).toHaveLength(10);
  expect(told).toContain('- … and 2 more warnings\n');
});

function firstLine(name: string): string {
  const difference = between([], []);
  return markdownOf({ ...difference, after: { ...difference.after, name } }).split('\n')[0] ?? '';
}

test('the first line tells two paths apart, whatever they are made of', () => {
  expect(firstLine('plans/eth/grid.yaml')).toBe('<!-- ordo diff: plans/eth/grid.yaml -->');
  const alike = ['plans/eth/a.yaml', 'plans/eth_a.yaml', 'plans/eth a.yaml', 'plans/eth%20a.yaml', 'plans/\u00e9.yaml'];
  expect(new Set(alike.map(firstLine)).size).toBe(alike.length);
});

test.each(EVIL)('JSON has %j as it is, and lines of it are one line each', (text) => {
  const order = anOrder({ id: text, price: '60000' });
  const difference = between([], [order]);
  expect((JSON.parse(differenceJson(difference)) as { added: string[] }).added).toEqual([text]);
  const told = terminalText(differenceSheet(difference), { color: false, width: 300 });
  expect(told).not.toMatch(/[\u202e\u200b]/);
  expect(told.split('\n').filter((line) => line.startsWith('  + '))).toHaveLength(1);
});

test.each(EVIL)('a page has %j as text only', (text) => {
  const order = anOrder({ price: '60000' });
  const namesOf = (id: string): string[] => {
    const page = sheetPage(differenceSheet(between([], [{ ...order, id, symbol: id }])));
    return page.match(/<[a-z/!]+/g) ?? [];
  };
  expect(namesOf(text)).toEqual(namesOf('harmless'));
});
