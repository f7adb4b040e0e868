import { describe, expect, test } from 'vitest';
import type { KnownOrder } from '../../src/ledger/state.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { orderContent, type Order } from '../../src/model/order.ts';
import { widthOf } from '../../src/report/text/columns.ts';
import { renderStatus } from '../../src/report/answers/status-lines.ts';

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
  ...fields,
});

const status = (journal: readonly KnownOrder[], plan: readonly Order[], width = 80): string[] =>
  renderStatus(
    new Map(journal.map((one) => [one.id, one])),
    plan.map((one) => ({ id: one.id, content: orderContent(one) })),
    { color: false, width },
  ).split('\n');

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
    expect(text).toContain('edited after send: size 0.1 → 0.2, timeInForce normal → post-only');
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
