import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { array, assert, constantFrom, integer, nat, option, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderHeadline } from '../../src/model/event.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { SIDES } from '../../src/model/order.ts';
import type { MarketRange } from '../../src/protection/guarded.ts';
import { bySymbol, drawnOrder } from '../../src/views/figures/drawn-order.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import { linesSink } from '../../src/report/run/run-lines.ts';
import { priceAxis, type Level } from '../../src/views/figures/price-axis.ts';
import type { AxisRow } from '../../src/views/figures/axis-row.ts';
import { pictures } from '../../src/views/figures/picture.ts';
import { pictureLines } from '../../src/show/price-lines.ts';
import { pageOf } from '../../src/report/text/page.ts';
import { finished, planned, prologue, started, twelve } from '../support/run-events.ts';

const order = (id: string, fields: Partial<OrderHeadline>): OrderHeadline => ({
  ...(twelve[1] as OrderHeadline),
  id,
  ...fields,
});

const MOST_ROWS = 12;
const page = pageOf({ color: false, width: 80 });
const axisOf = (orders: readonly OrderHeadline[]): { market: readonly AxisRow[]; levels: readonly Level[] } => {
  const { market, levels } = priceAxis(bySymbol(orders.flatMap((one) => drawnOrder(one) ?? []))[0]?.orders ?? []);
  return { market, levels: levels(MOST_ROWS) };
};
const drawn = (orders: readonly OrderHeadline[], width = 80): string[] =>
  pictureLines(pageOf({ color: false, width }), pictures(orders.flatMap((one) => drawnOrder(one) ?? [])), 40);

/** Exposure and picture as the end of a dry run tells them: what stands before what to do next. */
function picture(sent: readonly OrderHeadline[], { width = 80 } = {}): string {
  let text = '';
  const sink = linesSink({ write: (part) => (text += part), color: false, width });
  const compiled = prologue().at(-1);
  if (compiled === undefined) throw new Error('no plan-compiled');
  sink(started(sent, { mode: 'dry-run' }));
  sink(planned(1, 'batch', sent));
  sink(compiled);
  sink(finished({ mode: 'dry-run' }));
  return text.slice(text.indexOf('\nExposure') + 1, text.indexOf('\nNext\n'));
}

const bids = (steps: number, fields: (price: number) => Partial<OrderHeadline> = () => ({})): OrderHeadline[] =>
  Array.from({ length: steps }, (_, at) => {
    const price = 63_500 - at * 250;
    return order(`bid-${at + 1}`, { size: ((at + 1) / 100).toFixed(2), price: String(price), ...fields(price) });
  });

const position = [
  order('entry', { size: '0.01', price: '64000', takeProfit: '68000', stopLoss: '62000' }),
  order('bid-1', { size: '0.02', price: '62500.5' }),
  order('bid-2', { size: '0.03', price: '62000' }),
  order('now', { size: '0.005', price: 'market' }),
  order('target', { side: 'close-long', size: '0.05', price: '69000' }),
  order('breakdown', { side: 'open-short', size: '0.04', trigger: '61500', price: '61480' }),
  order('bail-out', { side: 'close-long', size: '0.15', trigger: '61000', price: 'market' }),
];
const ether = [
  order('a-very-long-order-id-which-is-exactly-sixty-four-characters-long', {
    symbol: 'cmt_ethusdt',
    side: 'open-short',
    marginMode: 'isolated',
    size: '1.250',
    price: '3200.25',
    stopLoss: '3300',
    takeProfit: '2900',
  }),
  order('cover', { symbol: 'cmt_ethusdt', side: 'close-short', size: '0.5', price: '3000' }),
];

const PICTURES: Readonly<Record<string, string>> = {
  'two-symbols': picture([...position, ...ether]),
  'two-symbols-60': picture([...position, ...ether], { width: 60 }),
  ladder: picture([
    ...bids(15, () => ({ stopLoss: '58500', takeProfit: '67500' })),
    order('out', { side: 'close-long', size: '1.2', trigger: '58000', price: 'market' }),
  ]),
  grouped: picture(
    bids(60, (price) => ({ stopLoss: '45000', ...(price % 500 === 0 ? { takeProfit: '70000.5' } : {}) })),
  ),
};

test.each(Object.entries(PICTURES))(
  '%s is drawn as the golden file has it (UPDATE_GOLDEN=1 writes it anew)',
  (name, text) => {
    const golden = new URL(`golden/picture-${name}.txt`, import.meta.url);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text);
    expect(existsSync(golden)).toBe(true);
    expect(text).toBe(readFileSync(golden, 'utf8'));
  },
);

test('symbols that have no room are named', () => {
  const many = Array.from({ length: 8 }, (_, at) => order(`order-${at}`, { symbol: `cmt_${at}` }));
  const text = picture(many);
  expect(text.match(/^ +price \|/gm)?.length).toBeGreaterThan(0);
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/no room for a picture · (?:Prices of cmt_\d · )*Prices of cmt_7 $/);
});

test('the least size shows beside the greatest', () => {
  const [, greatest, least] = drawn([
    order('much', { size: '100000', price: '2' }),
    order('little', { size: '0.0001', price: '1' }),
  ]);
  expect(greatest?.match(/▬/g)).toHaveLength(24);
  expect(least?.match(/▬/g)).toHaveLength(1);
});

test('one price is one level, however it is written, and what stands there is added up', () => {
  const { levels } = axisOf([
    order('a', { price: '64000.0', size: '0.10' }),
    order('b', { price: '64000', size: '0.2' }),
    order('c', { price: '63000', stopLoss: '62000' }),
    order('d', { side: 'open-short', price: '64000.00', size: '7' }),
  ]);
  expect(levels.map(({ high }) => high.toString())).toEqual(['64000.0', '63000', '62000']);
  expect(levels[0]?.rows.map(({ side, size, ids }) => [side, size.toString(), ids])).toEqual([
    ['open-long', '0.30', ['a', 'b']],
    ['open-short', '7', ['d']],
  ]);
});

test('where room is scarce ids go before marks', () => {
  const id = 'an-order-id-that-is-long-enough-to-have-no-room';
  const orders = [
    order(id, { price: '64000', stopLoss: '62000', takeProfit: '66000' }),
    order('other', { price: '62000' }),
    order('third', { price: '66000' }),
  ];
  const lines = drawn(orders, 60).join('\n');
  expect(lines).toMatch(/66000 .* target/);
  expect(lines).toMatch(/62000 .* stop/);
});

const flat = (steps: number): OrderHeadline[] =>
  Array.from({ length: steps }, (_, at) => order(`rung-${at + 1}`, { size: '0.02', price: String(63_900 - at * 100) }));
const barsIn = (lines: readonly string[]): number[] =>
  lines.flatMap((line) => /[▬░]+(?= {2}|$)/.exec(line)?.[0].length ?? []);

test('a flat ladder is flat, whatever shares a row, and a pyramid grows from row to row', () => {
  const lines = drawn(flat(45)).slice(1);
  expect(new Set(barsIn(lines))).toEqual(new Set([24]));
  expect(lines[0]).toMatch(/^ {2}63900 to 63700 \| ▬+ {2}3 × 0\.02 {2}open-long$/);
  const pyramid = barsIn(drawn(bids(45)).slice(1));
  expect(pyramid).toEqual(pyramid.toSorted((a, b) => a - b));
  expect(new Set(pyramid).size).toBe(pyramid.length);
});

test('a mean that does not end says so', () => {
  const [row] = drawn(['0.1', '0.1', '0.2'].map((size, at) => order(`o${at}`, { size, price: '64000' }))).slice(1);
  expect(row).toMatch(/ 3 × ≈0\.13 {2}open-long {2}o0, o1, o2$/);
});

test('the market has a row of its own, by a look or else by the references', () => {
  const orders = [...flat(30), order('in', { size: '0.02', price: '64100', reference: '62450' })];
  const by = (markets?: ReadonlyMap<string, MarketRange>): string[] =>
    pictureLines(
      page,
      pictures(
        orders.flatMap((one) => drawnOrder(one) ?? []),
        markets,
      ),
      40,
    );
  expect(by().filter((line) => line.includes('market'))).toEqual(['  62450          | market']);
  const at = { low: Decimal.of('61999.9'), high: Decimal.of('62050') };
  const lines = by(new Map([['cmt_btcusdt', at]]));
  expect(lines.filter((line) => line.includes('market'))).toEqual(['  61999.9          | market, to 62050']);
  // What rests above it shares no row with what rests below.
  expect(lines.filter((line) => / to /.test(line)).every((line) => !/^ +6[234]\d+ +to 61/.test(line))).toBe(true);
});

/** A ladder with so many different stops. */
const stopped = (stops: number): OrderHeadline[] =>
  flat(20).map((one, at) =>
    order(one.id, { size: one.size, price: one.price, stopLoss: String(59_000 - (at % stops) * 100) }),
  );

test('stops share a row last, and then with one another', () => {
  const few = drawn(stopped(4)).join('\n');
  expect(few.match(/\| stop of 5 orders/g)).toHaveLength(4);
  const many = drawn(stopped(20)).join('\n');
  expect(many).toMatch(/59000 to \d+ +\| stop of \d+ orders/);
  expect(many).not.toMatch(/open-long.*stop/);
});

const prices = integer({ min: 1, max: 400 }).map((tick) => (tick / 4).toFixed(2));
/** Without what is not there: a headline lacks a field rather than have it undefined. */
const written = (fields: { readonly [Name in keyof OrderHeadline]?: string | undefined }): Partial<OrderHeadline> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const anyOrder: Arbitrary<Partial<OrderHeadline>> = record({
  side: constantFrom(...SIDES),
  size: nat(999).map((steps) => `${steps % 7}.${String(steps + 1).padStart(3, '0')}`),
  price: option(prices, { nil: 'market' }),
  trigger: option(prices, { nil: undefined, freq: 2 }),
  stopLoss: option(prices, { nil: undefined }),
  takeProfit: option(prices, { nil: undefined }),
}).map(written);
const plans = array(anyOrder, { minLength: 1, maxLength: 120 }).map((list) =>
  list.map((fields, at) => order(`${'x'.repeat((at * 7) % 60)}-${at}`, fields)),
);

const sizes = (values: Iterable<string>): number =>
  [...values].reduce((sum, value) => sum + Math.round(Number(value) * 1000), 0);

test('whatever the orders: no more rows than there may be, prices falling, and every size once', () => {
  assert(
    property(plans, (orders) => {
      const { market, levels } = axisOf(orders);
      const rows = [...market, ...levels.flatMap((level) => level.rows)];
      const breaks = levels.filter(({ gapBelow }) => gapBelow).length;
      expect(rows.length + breaks).toBeLessThanOrEqual(MOST_ROWS);
      const axis = levels.flatMap(({ high, low }) => (high === low ? [high] : [high, low])).map(Number);
      expect(axis).toEqual(axis.toSorted((a, b) => b - a));
      expect(new Set(axis).size).toBe(axis.length);
      const placed = rows.map(({ size }) => size);
      for (const { marks } of rows) if (marks['market-trigger']) placed.push(marks['market-trigger'].size);
      expect(sizes(placed.map(String))).toBe(sizes(orders.map(({ size }) => size)));
    }),
  );
});

test('with the market there are no more rows either, and it shares none', () => {
  assert(
    property(plans, prices, integer({ min: 8, max: 40 }), (orders, at, most) => {
      const price = Decimal.of(at);
      const [first] = bySymbol(orders.flatMap((one) => drawnOrder(one) ?? []));
      const { market, levels } = priceAxis(first?.orders ?? [], { low: price, high: price });
      const found = levels(most);
      const rows = found.reduce((sum, level) => sum + Math.max(1, level.rows.length) + Number(level.gapBelow), 0);
      expect(market.length + rows).toBeLessThanOrEqual(most);
      const own = found.filter((level) => level.market !== undefined);
      expect(own.map(({ high, low, rows: sides }) => [high, low, sides])).toEqual(own.map(() => [price, price, []]));
      if (most >= MOST_ROWS + 1) expect(own).toHaveLength(1);
      const axis = found.flatMap(({ high, low }) => (high === low ? [high] : [high, low])).map(Number);
      expect(axis).toEqual(axis.toSorted((a, b) => b - a));
    }),
  );
});

test('whatever the orders, no line is wider than it may be, and none ends in blanks', () => {
  assert(
    property(plans, integer({ min: 40, max: 120 }), (orders, width) => {
      const lines = picture(orders, { width }).split('\n');
      for (const line of lines) {
        expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(line).toBe(line.trimEnd());
      }
    }),
    { numRuns: 40 },
  );
});

test('numbers that leave no room for bars are said to', () => {
  const size = '0.123456789012345678901234567890123456789';
  const lines = drawn([order('a', { size, price: '99999999999999999999999999999999999999.5' })]);
  expect(lines).toEqual(['  No ladder: its numbers leave no room for it in 80 columns']);
  const market = drawn([order('a', { size, price: 'market' })], 60);
  expect(market).toEqual(['   price |', `  market | now ${size}`, '         | open-long: a']);
});

test('an order whose numbers cannot be read is left out and counted', () => {
  const text = picture([...position, order('odd', { size: '1e3' })]);
  expect(text).toContain('\n  1 order with a number that cannot be read: not counted\n');
});
