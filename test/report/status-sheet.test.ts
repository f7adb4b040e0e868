import { defaultConfig } from '../../src/model/config.ts';
import { describe, expect, test } from 'vitest';
import type { Holder } from '../../src/journal/records/ledger.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import { safe } from '../../src/model/safe-text.ts';
import { planStatus } from '../../src/actions/status.ts';
import { terminalText } from '../../src/show/terminal.ts';
import { statusSheet } from '../../src/views/status.ts';

const order: Order = {
  id: 'entry',
  clientOid: 'ordo1',
  lineage: 0,
  symbol: 'cmt_btcusdt',
  marginMode: 'cross',
  side: 'open-long',
  size: Decimal.of('0.10'),
  price: { kind: 'limit', at: Decimal.of('64000.0') },
  timeInForce: 'normal',
  takeProfit: Decimal.of('68000'),
  line: 3,
};

const known = (one: Order, fields: Partial<KnownOrder>): KnownOrder => ({
  id: one.id,
  clientOid: one.clientOid,
  lineage: one.lineage,
  state: 'accepted',
  content: orderContent(one),
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  ...fields,
});

const PLACE = {
  account: { name: 'main', origin: 'https://x.example' },
  journal: '/journal.db',
  notes: [],
  again: safe`PLAN`,
};

const shown = (
  journal: readonly KnownOrder[],
  plan: readonly Order[] | undefined,
  { width = 80, holder }: { readonly width?: number; readonly holder?: Holder } = {},
): string => {
  const asked = { plan: 'p', generation: 1 };
  const orders = new Map(journal.map((one) => [one.id, one]));
  const status = {
    ...planStatus({
      account: [{ ...asked, orders, isPlaced: true }],
      asked,
      config: defaultConfig,
      ...(holder !== undefined && { awaiting: () => holder }),
    }),
    ...(plan !== undefined && { orders: plan.map((one) => ({ id: one.id, content: orderContent(one) })) }),
  };
  return terminalText(statusSheet(status, PLACE), { color: false, width });
};

/** Without the head. */
const status = (...asked: Parameters<typeof shown>): string[] =>
  shown(...asked)
    .split('\n')
    .slice(4);

test.each([
  ['never-sent', '· never sent', undefined],
  ['accepted', '✓ accepted', { orderId: '596471064624628269' }],
  ['rejected', '✗ rejected', { code: '40015', message: 'no' }],
  ['unknown', '? UNKNOWN', { message: 'cut' }],
  ['in-flight', '? UNKNOWN', {}],
  ['absent', '○ absent', {}],
] as const)('an order that is %s', (state, label, fields) => {
  const [row = '', ...rest] = status(fields === undefined ? [] : [known(order, { state, ...fields })], [order]);
  expect(row.startsWith(label)).toBe(true);
  for (const word of Object.values(fields ?? {})) expect(row).toContain(word);
  expect(rest).toContain(`1 order: 1 ${label.slice(2)}`);
});

describe('where the plan and the exchange no longer agree', () => {
  test('what was sent is shown, and what the plan says now', () => {
    const edited: Order = { ...order, size: Decimal.of('0.2'), timeInForce: 'post-only' };
    const text = status([known(order, { orderId: '5' })], [edited]).join('\n');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('edited after send: size 0.1 → 0.2, timeInForce normal → post-only');
    expect(text.split('\n')[0]).toMatch(/ 0\.1 /);
  });

  test.each([
    ['a limit order', order],
    ['a market order', { ...order, price: { kind: 'market' } }],
    ['a trigger order', { ...order, takeProfit: undefined, trigger: Decimal.of('61900.50'), timeInForce: 'ioc' }],
  ] as [string, Order][])('%s as it was sent is not called edited, however it is spelled', (_, one) => {
    expect(status([known(one, { orderId: '5' })], [one]).join('\n')).not.toContain('edited');
  });

  test('an order removed from the plan is shown where it may stand, and only there', () => {
    const gone = (id: string, state: KnownOrder['state']): KnownOrder => known({ ...order, id }, { state });
    const text = status(
      [gone('a', 'accepted'), gone('b', 'unknown'), gone('c', 'rejected'), gone('d', 'absent')],
      [order],
    );
    expect(text.filter((line) => line.includes('removed after send: still live')).length).toBeGreaterThan(0);
    expect(text.find((line) => line.includes('  b  '))).toBeDefined();
    expect(text.some((line) => /^\S+ \S+ +[cd] /.test(line))).toBe(false);
    expect(text).toContain('1 order: 1 never sent');
    expect(text.join(' ')).toContain(
      '1 order removed after send: still live. 1 order removed after send: may be live.',
    );
  });
});

test('no line is wider than the terminal, and every id is whole', () => {
  const id = 'an-order-id-of-exactly-sixty-four-characters-which-is-the-longest';
  const long = { ...order, id };
  const text = status(
    [known(long, { state: 'rejected', code: '1', message: 'words and more words '.repeat(9) })],
    [long, order],
  );
  for (const line of text) expect(widthOf(line)).toBeLessThanOrEqual(80);
  expect(text.some((line) => line.includes(id))).toBe(true);
});

describe('while a run holds the account', () => {
  const holder = { pid: 4711, user: 'ann', host: 'desk', since: '2026-11-22T07:00:00Z' };

  test('what is in flight is awaited, and not called unknown', () => {
    const text = status([known(order, { state: 'in-flight' })], [order], { holder, width: 120 });
    expect(text[0]).toMatch(/^→ in flight +entry .* pid 4711 of ann on desk, since 2026-11-22T07:00:00Z$/);
    expect(text).toContain('1 order: 1 in flight');
  });

  test('what is unknown stays so', () => {
    expect(status([known(order, { state: 'unknown' })], [order], { holder })).toContain('1 order: 1 UNKNOWN');
  });
});

const ladder = (name: string, rungs: number): Order[] =>
  Array.from({ length: rungs }, (_, at) => ({
    ...order,
    id: `${name}-${at + 1}`,
    price: { kind: 'limit', at: Decimal.of(`${64000 - at}`) },
  }));
const lost = (one: Order): KnownOrder => known(one, { state: 'unknown', message: 'cut' });
const taken = (one: Order, at: number): KnownOrder => known(one, { orderId: `${719_000 + at}` });

describe('orders that are alike', () => {
  test('more than five rungs of a ladder are one line, with what they come to', () => {
    const rungs = ladder('add', 20);
    const text = status(rungs.map(lost), [...rungs, order]);
    expect(text[0]).toMatch(/^\? UNKNOWN +add-1 … add-20 +open-long +2 +64000 … 63981 +20 orders, cut$/);
    expect(text[1]).toMatch(/^· never sent +entry/);
    expect(text).toContain('21 orders: 20 UNKNOWN, 1 never sent');
  });

  test('five are five, another ladder is another line, and so are other words', () => {
    const few = ladder('few', 5);
    expect(status(few.map(lost), few).filter((line) => /^\? UNKNOWN .*few-/.test(line))).toHaveLength(5);
    const [a, b] = [ladder('a', 6), ladder('b', 6)];
    const text = status(
      [...a.map(lost), ...b.map((one) => known(one, { state: 'unknown', message: 'late' }))],
      [...a, ...b],
    );
    expect(text.filter((line) => line.startsWith('? UNKNOWN'))).toHaveLength(2);
    const words = a.map((one, at) => known(one, { state: 'unknown', message: `${at}` }));
    expect(status(words, a).filter((line) => line.startsWith('? UNKNOWN'))).toHaveLength(6);
  });

  test('orders with an order id each have a line each, up to forty', () => {
    const rungs = ladder('add', 40);
    expect(status(rungs.map(taken), rungs).filter((line) => line.startsWith('✓'))).toHaveLength(40);
  });

  test('of two thousand the counts come first, then what is loud, then the rest by ladders: one screen', () => {
    const rungs = Array.from({ length: 200 }, (_, at) => ladder(`l${at}`, 10)).flat();
    const journal = rungs.map((one, at) => {
      if (at === 1234) return known(one, { state: 'rejected', code: '40015', message: 'no' });
      return at >= 1500 && at < 1520 ? lost(one) : taken(one, at);
    });
    const edited = rungs.with(7, { ...(rungs[7] as Order), size: Decimal.of('0.2') });
    const text = status(journal, edited);
    expect(text.length).toBeLessThan(29);
    expect(text.slice(0, 7).map((line) => line.replace(/ +/g, ' '))).toEqual([
      '2000 orders: 1979 accepted, 1 rejected, 20 UNKNOWN',
      '',
      '? UNKNOWN l150-1 … l150-10 open-long 1 64000 … 63991 10 orders, cut',
      '? UNKNOWN l151-1 … l151-10 open-long 1 64000 … 63991 10 orders, cut',
      '✗ rejected l123-5 open-long 0.1 63996 40015 no',
      '✓ accepted l0-8 open-long 0.1 63993 719007',
      ' edited after send: size 0.1 → 0.2',
    ]);
    expect(text[7]).toMatch(/^✓ accepted +l0-1, l0-2 \+ 7 +open-long +0.9 +64000 … 63991 +9 orders$/);
    expect(text.some((line) => /^ +… and 18[0-9]{2} more, by --output ndjson$/.test(line))).toBe(true);
  });
});

test('a journal without its plan is shown as it is', () => {
  const other = { ...order, id: 'other' };
  const text = shown([known(order, { orderId: '5' }), known(other, { state: 'absent' })], undefined);
  expect(text).toMatch(/✓ accepted +entry/);
  expect(text).toMatch(/○ absent +other/);
  expect(text).toContain('2 orders: 1 accepted, 1 absent');
  expect(text).not.toContain('removed');
});
