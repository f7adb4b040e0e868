/** Which calls take orders off: their bytes, how they group, and that no grouping weighs less. */
import { describe, expect, it } from 'vitest';
import { compileCancels } from '../../src/compile/cancel-calls.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { CANCELS } from '../../src/exchange/v2/requests.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

const orderIdOf = (index: number): string => String(596_471_064_624_628_000n + BigInt(index));
const oidOf = (index: number): string => `ordocancel${index}`;

/** An accepted order as the journal knows it. */
const standing = (index: number, fields: Partial<KnownOrder> = {}): KnownOrder => ({
  id: `o${index}`,
  clientOid: oidOf(index),
  lineage: 0,
  state: 'accepted',
  content: { symbol: 'cmt_btcusdt', side: 'open-long', size: '0.01', price: '60000' },
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  orderId: orderIdOf(index),
  ...fields,
});

const TRIGGER = { symbol: 'cmt_btcusdt', side: 'close-long', size: '0.01', trigger: '50000' };

/** One whose placing is unknown has no order id. */
function unknown(index: number, fields: Partial<KnownOrder> = {}): KnownOrder {
  const { orderId: _, ...rest } = standing(index, fields);
  return { ...rest, state: 'unknown' };
}

const many = (count: number, make: (index: number) => KnownOrder = standing): KnownOrder[] =>
  Array.from({ length: count }, (_, index) => make(index));

const UID = { single: CANCELS.single.weight.uid, batch: CANCELS.batch.weight.uid };

/** Path and body of each call. */
const sent = (orders: readonly KnownOrder[], most = 10): string[] =>
  compileCancels(v2.calls.cancel, orders, most).calls.map(({ path, body }) => `${path.split('/').at(-1)} ${body}`);

describe('the bytes', () => {
  it('name one order by its order id', () => {
    expect(sent([standing(1)])).toEqual(['cancel_order {"orderId":"596471064624628001"}']);
  });

  it('name one whose placing is unknown by its client order id', () => {
    expect(sent([unknown(1)])).toEqual(['cancel_order {"clientOid":"ordocancel1"}']);
  });

  it('never name one by an order id that only a person said, until a list had it under its client order id', () => {
    const said = { rule: 'by-person' };
    const at = { atMs: 0 };
    expect(sent([standing(1, said)])).toEqual(['cancel_order {"clientOid":"ordocancel1"}']);
    expect(sent([standing(1, { ...said, seen: { ...at, state: 'not-found' } })])).toEqual([
      'cancel_order {"clientOid":"ordocancel1"}',
    ]);
    expect(sent([standing(1, { ...said, seen: { ...at, state: 'open' } })])).toEqual([
      'cancel_order {"orderId":"596471064624628001"}',
    ]);
    expect(sent([standing(1, { ...said, content: TRIGGER })])).toEqual([]);
    expect(sent([standing(1, { rule: 'chosen' })])).toEqual(['cancel_order {"orderId":"596471064624628001"}']);
  });

  it('name a trigger that fired as the order that it became', () => {
    const seen = { state: 'open', firedAs: '272', atMs: 0 } as const;
    expect(sent([standing(1, { content: TRIGGER, seen })])).toEqual(['cancel_order {"orderId":"272"}']);
  });

  it('name a trigger by its order id, in a call of its own', () => {
    expect(sent([standing(1, { content: TRIGGER })])).toEqual(['cancel_plan {"orderId":"596471064624628001"}']);
  });

  it('name four orders in one batch', () => {
    expect(sent(many(4))).toEqual([
      'cancel_batch_orders {"ids":["596471064624628000","596471064624628001","596471064624628002","596471064624628003"]}',
    ]);
    expect(sent(many(4, unknown))).toEqual([
      'cancel_batch_orders {"cids":["ordocancel0","ordocancel1","ordocancel2","ordocancel3"]}',
    ]);
  });
});

/** The least UID weight of taking so many orders off, over every way to cut them into singles and batches of at most `most`. */
function least(count: number, most: number): number {
  const best = [0];
  for (let n = 1; n <= count; n++) {
    const batches = Array.from({ length: Math.min(most, n) }, (_, at) => (best[n - at - 1] as number) + UID.batch);
    best.push(Math.min((best[n - 1] as number) + UID.single, ...batches));
  }
  return best[count] as number;
}

const numbers = (first?: number): number[] =>
  compileCancels(v2.calls.cancel, many(3), 10, {
    ...(first !== undefined && { firstNumber: first }),
  }).calls.map(({ number }) => number);

describe('the grouping', () => {
  it.each([1, 2, 3, 4, 5, 7, 10, 50])('with %i at most in a batch is the least UID weight there is', (most) => {
    for (let count = 0; count <= 64; count++) {
      const { weight, calls } = compileCancels(v2.calls.cancel, many(count), most);
      expect([count, weight.uid]).toEqual([count, least(count, most)]);
      expect(calls.every(({ orders }) => orders.length <= most)).toBe(true);
      expect(calls.flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual(many(count).map(({ id }) => id));
    }
  });

  it.each([
    [3, 10, ['single', 'single', 'single']],
    [4, 10, ['batch']],
    [13, 10, ['batch', 'single', 'single', 'single']],
    [14, 10, ['batch', 'batch']],
    [8, 3, Array.from({ length: 8 }, () => 'single')],
    [50, 50, ['batch']],
    [51, 50, ['batch', 'single']],
  ])('%i orders, at most %i in a batch', (count, most, kinds) => {
    expect(compileCancels(v2.calls.cancel, many(count), most).calls.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('says what it weighs, and what one call per order would', () => {
    const orders = [...many(5), standing(7, { content: TRIGGER })];
    expect(compileCancels(v2.calls.cancel, orders, 10)).toMatchObject({
      weight: { ip: 7, uid: 13 },
      naive: { ip: 12, uid: 18 },
    });
  });

  it('order ids and client order ids never share a call, whatever stands between them', () => {
    const mixed = Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? standing(index) : unknown(index)));
    const calls = compileCancels(v2.calls.cancel, mixed, 50).calls;
    for (const { orders } of calls) expect(new Set(orders.map(({ orderId }) => orderId === undefined)).size).toBe(1);
    expect(calls.map(({ kind, orders }) => `${kind} ${orders.length}`)).toEqual(['batch 5', 'batch 4']);
  });

  it('triggers go alone, however many there are', () => {
    const calls = compileCancels(
      v2.calls.cancel,
      many(6, (index) => standing(index, { content: TRIGGER })),
      50,
    ).calls;
    expect(calls.map(({ kind, orders }) => `${kind} ${orders.length}`)).toEqual(
      Array.from({ length: 6 }, () => 'trigger 1'),
    );
  });

  it('a trigger whose placing is unknown is in no call, and is told as unnamed', () => {
    const lost = unknown(2, { content: TRIGGER });
    const { calls, unnamed, weight, naive } = compileCancels(v2.calls.cancel, [standing(1), lost], 10);
    expect(unnamed).toEqual([lost]);
    expect(calls.flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual(['o1']);
    expect([weight, naive]).toEqual([CANCELS.single.weight, CANCELS.single.weight]);
  });

  it('numbers calls from one, or from where an earlier sending ended', () => {
    expect([numbers(), numbers(5)]).toEqual([
      [1, 2, 3],
      [5, 6, 7],
    ]);
  });
});
