/** The dry run, short: how long it may be, and what its last screen says of the journal and of all that stands. */
import { describe, expect, test } from 'vitest';
import { UNCHECKED } from '../../src/actions/prepare/assumptions.ts';
import { renamedOrders } from '../../src/actions/prepare/renames.ts';
import type { KnownPlan } from '../../src/journal/records/known-account.ts';
import type { JournalState, KnownOrder } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { orderContent, type PlannedOrder } from '../../src/model/order.ts';
import { paperInstruments } from '../../src/paper/v2/order/instruments.ts';
import { loadPlan } from '../../src/plan/load-plan.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import { dryRunOf, type Told, sentAs } from '../support/dry-run.ts';

const HEAD = 'version: 1\nname: grid\ndefaults: { symbol: cmt_btcusdt }\norders:\n';
const numbered = (orders: number, of: (at: number) => string): string =>
  HEAD + Array.from({ length: orders }, (_, at) => `  - ${of(at)}\n`).join('');

const side = (at: number): string => (at % 2 === 0 ? 'open-long' : 'open-short');
const price = (at: number): string => String(at % 2 === 0 ? 64_000 - at * 10 : 64_100 + at * 10);

const GRIDS: Readonly<Record<string, (orders: number) => string>> = {
  'of one kind': (orders) =>
    numbered(orders, (at) => `{ id: bid-${at}, side: open-long, size: 0.01, price: ${64_000 - at} }`),
  'of both sides, with presets': (orders) =>
    numbered(orders, (at) => {
      const [stop, target] = at % 2 === 0 ? [30_000, 90_000] : [90_000, 30_000];
      return `{ id: an-order-of-a-grid-${at}, side: ${side(at)}, size: 0.123, price: ${price(at)}, stopLoss: ${stop}, takeProfit: ${target}, timeInForce: post-only }`;
    }),
  'of two symbols and both margin modes': (orders) =>
    numbered(
      orders,
      (at) =>
        `{ id: o-${at}, symbol: ${at % 3 === 0 ? 'cmt_ethusdt' : 'cmt_btcusdt'}, side: ${side(at)}, marginMode: ${at % 5 === 0 ? 'isolated' : 'cross'}, size: 0.1, price: ${price(at)} }`,
    ),
  'of triggers': (orders) =>
    numbered(
      orders,
      (at) =>
        `{ id: t-${at}, side: ${side(at)}, size: 0.1, trigger: ${price(at)}, price: ${at % 3 === 0 ? 'market' : price(at)} }`,
    ),
  'of ladders': (orders) =>
    numbered(
      orders / 4,
      (at) =>
        `{ id: l-${at}, side: ${side(at)}, size: { total: 0.9, shape: linear }, price: { from: ${64_000 - at * 20}, to: ${61_000 - at * 20}, steps: 4 } }`,
    ),
};

describe.each(Object.entries(GRIDS))('a grid %s', (_, grid) => {
  test.each([
    [40, 80],
    [700, 120],
  ])('of %i orders has at most %i lines, none too wide, whatever the width and target', (orders, most) => {
    const text = grid(orders);
    for (const width of [60, 80, 120])
      for (const isLive of [true, false]) {
        const lines = dryRunOf(text, { width, isLive, isPipe: false }).trimEnd().split('\n');
        expect(lines.length).toBeLessThanOrEqual(most);
        expect(lines.filter((line) => widthOf(line) > width && !/^ {2,4}ordo /.test(line))).toEqual([]);
      }
  });
});

test('of many orders forty lines are shown and the rest is counted', () => {
  const lines = dryRunOf((GRIDS['of one kind'] as (orders: number) => string)(1200)).split('\n');
  expect(lines.filter((line) => line.startsWith('  bid-'))).toHaveLength(40);
  expect(lines).toContain('  … and 1,160 more, by --bytes');
});

/** Without the line of protection above it. */
const last = (told: string): string => {
  const end = told.slice(told.lastIndexOf('\n\n') + 2).trimEnd();
  return end.slice(end.indexOf('\ngrid:') + 1);
};

test('the closing line is the last, whole in a pipe and broken only between its parts elsewhere', () => {
  const text = (GRIDS['of both sides, with presets'] as (orders: number) => string)(40);
  const whole = last(dryRunOf(text, { isLive: true }));
  expect(whole).toMatch(
    /^grid: 40 orders in 40 calls · long [\d,.]+ · short [\d,.]+ · loss at stops [\d,.]+ · 80 IP, 200 UID, the last after [\d.]+ s · approval 62a81732f0b4$/,
  );
  const broken = last(dryRunOf(text, { isLive: true, isPipe: false }));
  expect(broken).not.toBe(whole);
  expect(broken.replaceAll(' ·\n', ' · ')).toBe(whole);
});

test('a ladder is one line; of one that was sent in part, what is left of it', () => {
  const text = `${HEAD}  - { id: dip, side: open-long, size: { total: 0.9, shape: linear }, price: { from: 63000, to: 60000, steps: 9 } }\n`;
  expect(dryRunOf(text)).toContain('\n  dip  open-long  0.9  63000 … 60000  9 rungs, linear\n');
  const [first] = ordersOf(text);
  const told = dryRunOf(text, { isLive: true, known: knownOf([first as PlannedOrder]) });
  expect(told).toContain('\n  dip  open-long  0.88  62625 … 60000  8 of 9 rungs, linear\n');
  expect(told).toContain('\nChanges   8 new · 1 accepted before, unchanged\n');
});

const ordersOf = (text: string): readonly PlannedOrder[] =>
  loadPlan(new SourceFile('p.yaml', text), { instruments: paperInstruments }).plan?.orders ?? [];

const knownOf = (orders: readonly PlannedOrder[], fields: Partial<KnownOrder> = {}): JournalState =>
  new Map(orders.map((order, at) => [order.id, sentAs(order, at, fields)]));

const knownPlan = (orders: JournalState, plan = 'grid', generation = 1): KnownPlan => ({
  plan,
  generation,
  orders,
  isPlaced: true,
});

const THREE = numbered(3, (at) => `{ id: o-${at}, side: open-long, size: 0.1, price: ${64_000 - at} }`);
const live = (text: string, told: Told = {}): string => dryRunOf(text, { isLive: true, ...told });

describe('against the journal', () => {
  test('a plan of which nothing is new is one line besides its head and what has no stop', () => {
    const known = knownOf(ordersOf(THREE));
    const told = live(THREE, { known, account: [knownPlan(known)] });
    expect(told.slice(told.indexOf('\n\n'))).toBe(
      '\n\n3 accepted before, unchanged\n\n  0.3 long cmt_btcusdt (o-2 and 2 more) has no stop\n! hold ? + long 0.3 working · at stops 0 · NAKED 0.3 · unknown 0 · by journal\n',
    );
  });

  test('what is edited, removed, unknown or rejected has a line each, and only what is new is listed', () => {
    const five = numbered(5, (at) => `{ id: o-${at}, side: open-long, size: 0.1, price: ${64_000 - at} }`);
    const [a, b, c, d, e] = ordersOf(five) as [PlannedOrder, PlannedOrder, PlannedOrder, PlannedOrder, PlannedOrder];
    const known = new Map([
      ['o-0', sentAs(a, 0, { content: { ...orderContent(a), price: '63900' } })],
      ['o-1', sentAs(b, 1, { state: 'unknown', message: 'the connection was closed' })],
      ['o-2', sentAs(c, 2, { state: 'rejected', code: '40754', message: 'balance not enough' })],
      ['o-3', sentAs(d, 3)],
      ['gone', sentAs({ ...e, id: 'gone', size: d.size.plus(d.size) }, 5)],
    ]);
    const told = live(five, { known });
    expect(told).toContain(
      [
        'Changes   1 new · 1 UNKNOWN · 1 edited · 1 removed · 1 rejected before · 1',
        'accepted before, unchanged',
        '  ? o-1   the connection was closed',
        '  ~ o-0   price 63900 → 64000   it is open as 719288599253615440: --replace o-0',
        '  - gone  removed, still live   719288599253615445',
        '  ✗ o-2   40754 balance not enough',
        '  what was removed stays until it is cancelled:',
        '    ordo cancel plan.yaml --removed',
        '',
        'Orders',
        '  o-4  open-long  0.1  63996',
        '',
        'Exposure',
      ].join('\n'),
    );
    // An execution would send nothing while the unknown one remains.
    expect(told).toContain('\n    ordo settle plan.yaml\n');
    expect(told).not.toContain('--execute');
  });

  test('an earlier generation that stands is said with the changes, and as a warning on the last screen', () => {
    const known = knownOf(ordersOf(THREE));
    const account = [knownPlan(known, 'grid', 0), knownPlan(known, 'another')];
    const told = live(THREE, { account });
    expect(told).toContain(
      '\n  generation 0 of this plan: 3 open orders\n  other plans: 3 open orders (ordo status)\n',
    );
    expect(told).toMatch(/\n» generation 0: 3 open orders as well\n\nNext\n/);
    expect(told).toMatch(/ · 1 warning · approval/);
    expect(told).toMatch(/\n {4}with what is open +9 +0\.9 /);
  });

  test('what would be refused is said before what to do next, and is not offered', () => {
    const told = live(THREE, {
      obstacles: ['the plan is past its validUntil: an execution would be refused (exit 5)'],
    });
    expect(told).toContain('\n» the plan is past its validUntil');
    expect(told).not.toContain('--execute');
  });
});

test('an order that is new and says what a removed one says is a rename, once; what is sent already is none', () => {
  const [a, b] = ordersOf(THREE) as [PlannedOrder, PlannedOrder];
  const old = sentAs({ ...a, id: 'old' }, 0);
  const twin = { ...a, id: 'twin' };
  const found = renamedOrders([a, b, twin], new Map([['old', old]]));
  expect(found.map(({ order, before }) => [order.id, before.id])).toEqual([['o-0', 'old']]);
  expect(
    renamedOrders(
      [a],
      new Map([
        ['old', old],
        ['o-0', sentAs(a, 1)],
      ]),
    ),
  ).toEqual([]);
  expect(renamedOrders([a], new Map([['old', { ...old, state: 'rejected' }]]))).toEqual([]);
});

test('an assumption is said where it differs from the default, and all of them by --bytes', () => {
  const { exchange } = defaultConfig;
  const uid = { amount: 400, windowMs: 10_000 };
  const config = { ...defaultConfig, exchange: { ...exchange, limits: { ...exchange.limits, uid } } };
  expect(live(THREE)).not.toContain('Assumed');
  expect(live(THREE, { config })).toContain(
    '\nAssumed, until the exchange says otherwise\n  UID weight  400 per 10 s   exchange.uidWeight\n\n',
  );
  expect(live(THREE, { config, bytes: true })).toMatch(/Assumed[^]*\n {2}order calls /);
  expect(live(THREE, { precision: UNCHECKED })).toMatch(/Assumed[^]*\n {2}precision {2}UNCHECKED/);
});

const followed = (...orders: string[]): string => HEAD + orders.map((order) => `  - { ${order} }\n`).join('');
const exitOf = (id: string, entry: string, trigger: number): string =>
  `id: ${id}, side: close-long, size: { filled: ${entry} }, trigger: ${trigger}, price: market`;

describe('a plan that is followed', () => {
  const NAKED = /A position is naked after each fill/;
  const ENTRY = 'id: entry, side: open-long, size: 0.3, price: 64000';

  test('says that it is naked until its stop is sent, but not where the exchange has the stop of the entry', () => {
    const [target, stop] = [exitOf('target', 'entry', 66000), exitOf('stop', 'entry', 63000)];
    expect(dryRunOf(followed(ENTRY, target, stop))).toMatch(NAKED);
    expect(dryRunOf(followed(`${ENTRY}, stopLoss: 62000`, target))).not.toMatch(NAKED);
    expect(dryRunOf(followed(`${ENTRY}, stopLoss: 62000`, target, stop))).not.toMatch(NAKED);
  });

  test('one entry of a group without a stop of its own is enough', () => {
    const more = 'id: more, side: open-long, size: 0.1, price: 63500';
    const stop = exitOf('stop', '[entry, more]', 63000);
    expect(dryRunOf(followed(`${ENTRY}, stopLoss: 62000`, more, stop))).toMatch(NAKED);
  });

  const EITHER = [
    'id: high, side: open-long, size: 0.04, trigger: 65100, price: 65150, until: { filled: low, for: 12h }',
    'id: low, side: open-short, size: 0.04, trigger: 62900, price: 62850, until: { filled: high, for: 12h }',
  ];

  test.each([60, 72, 80, 100])('what has no room behind a row of %i columns does not begin where names do', (width) => {
    const told = dryRunOf(followed(...EITHER), { width });
    const rows = told.slice(told.indexOf('\nOrders\n') + 8, told.indexOf('\n\nExposure')).split('\n');
    expect(rows.filter((row) => /^ {2}\S/.test(row)).map((row) => row.trim().split(' ', 1)[0])).toEqual([
      'high',
      'low',
    ]);
  });

  test('conditions are in a column of their own', () => {
    expect(dryRunOf(followed(...EITHER))).toContain(
      [
        '\n  high  open-long   0.04  65150 at 65100  until low fills or 12h after it is',
        '                                          sent\n',
      ].join('\n'),
    );
  });
});
