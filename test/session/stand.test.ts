/** How a placed order stands, by its records in the lists and by its trades: what agrees is told, and what does not is not. */
import { describe, expect, it } from 'vitest';
import type { ListedOrder, ListName, TellingRecord } from '../../src/model/listing.ts';
import type { Fill, RecordStatus } from '../../src/model/standing.ts';
import { needsFills, standOf, type LookedAt, type Stand } from '../../src/session/lists/stand.ts';

const AT_MS = 1_764_000_000_000;
const ORDER: LookedAt = {
  id: 'entry',
  clientOid: 'ordoentry',
  orderId: '596471064624628269',
  symbol: 'cmt_btcusdt',
  side: 'open-long',
  size: '0.010',
  isTrigger: false,
  sentAtMs: AT_MS,
};
const TRIGGER: LookedAt = { ...ORDER, isTrigger: true };

const told = (list: ListName, status: RecordStatus | undefined, fields: Partial<ListedOrder> = {}): TellingRecord => ({
  list,
  record: {
    clientOid: ORDER.clientOid,
    orderId: ORDER.orderId,
    symbol: ORDER.symbol,
    side: ORDER.side,
    size: '0.010000',
    createdMs: AT_MS,
    ...(status !== undefined && { status }),
    ...fields,
  },
});
const fill = (size: string, value: string, at = 0): Fill => ({
  id: `9${at}`,
  orderId: ORDER.orderId,
  size,
  value,
  createdMs: AT_MS,
});

const stand = (records: readonly TellingRecord[], fills?: readonly Fill[], order = ORDER): Stand =>
  standOf(order, { records, unread: [], fills, atMs: AT_MS });

/** `state filled @ average`, or why nothing is told. */
function words(one: Stand): string {
  if (one.kind !== 'seen') return one.kind === 'failed' ? `failed: ${one.message}` : one.kind;
  const { state, filledSize = '?', averagePrice } = one.seen;
  return `${state} ${filledSize}${averagePrice === undefined ? '' : ` @ ${averagePrice}`}${one.isOver ? ', over' : ''}`;
}

const HALF = [fill('0.005', '320')];
const WHOLE = [fill('0.005', '320', 1), fill('0.005', '320.5', 2)];

describe('an ordinary order', () => {
  it.each([
    ['rests, nothing filled', 'open', '0.000000', undefined, 'open 0'],
    ['rests, and is about to be cancelled', 'cancelling', '0', undefined, 'open 0'],
    ['is filled in part', 'open', '0.005000', HALF, 'partly-filled 0.005 @ 64000'],
    ['is about to be cancelled, filled in part', 'cancelling', '0.005', HALF, 'partly-filled 0.005 @ 64000'],
    ['is filled', 'filled', '0.010', WHOLE, 'filled 0.01 @ 64050, over'],
    ['is filled, and its record does not say how far', 'filled', undefined, WHOLE, 'filled 0.01 @ 64050, over'],
    ['is cancelled', 'cancelled', '0', [], 'cancelled 0, over'],
    ['is cancelled, filled in part', 'cancelled', '0.005', HALF, 'cancelled 0.005 @ 64000, over'],
    ['is cancelled, and its trades say more than its record', 'cancelled', '0', HALF, 'cancelled 0.005 @ 64000, over'],
    ['is cancelled, and was filled whole', 'cancelled', '0.010', WHOLE, 'filled 0.01 @ 64050, over'],
    ['is cancelled, and no record says how far it was filled', 'cancelled', undefined, HALF, 'cancelled ?, over'],
    ['is cancelled, no trades, and no record says a size', 'cancelled', undefined, [], 'cancelled ?, over'],
    ['rests by its record, and its trades say that it is filled', 'open', '0.005', WHOLE, 'filled 0.01 @ 64050, over'],
    ['rests, and how far it is filled is not told', 'open', undefined, HALF, 'partly-filled 0.005 @ 64000'],
    ['rests, no trades, and its record says no size', 'open', undefined, [], 'open 0'],
  ] as const)('%s', (_, status, filledSize, fills, says) => {
    expect(words(stand([told('open', status, filledSize === undefined ? {} : { filledSize })], fills))).toBe(says);
  });

  it.each([
    ['filled', '0.010', 'filled ?, over'],
    ['cancelled', '0.005', 'cancelled ?, over'],
    ['open', '0.005', 'open ?'],
  ] as const)('%s, and its trades were not read to their end: how far is not said', (status, filledSize, says) => {
    expect(words(stand([told('history', status, { filledSize })]))).toBe(says);
  });
});

describe('contradictions tell nothing', () => {
  it.each([
    ['a filled order without trades', 'filled', '0.010', []],
    ['a filled order, and half of its trades', 'filled', '0.010', HALF],
    ['a cancelled order whose trades lag behind its record', 'cancelled', '0.005', []],
    ['a resting order whose trades lag behind its record', 'open', '0.005', []],
    ['trades of more than the order', 'open', '0.005', [...WHOLE, fill('0.001', '64', 3)]],
    ['trades of more than the order, filled', 'filled', '0.010', [...WHOLE, fill('0.001', '64', 3)]],
  ] as const)('%s', (_, status, filledSize, fills) => {
    expect(stand([told('history', status, { filledSize })], fills).kind).toBe('failed');
  });

  it.each([
    ['another size', { size: '0.011' }],
    ['another side', { side: 'open-short' }],
    ['another symbol', { symbol: 'cmt_ethusdt' }],
    ['another client order id', { clientOid: 'somebody' }],
  ])('a record of %s', (_, fields) => {
    expect(words(stand([told('history', 'cancelled', fields)], []))).toMatch(/^failed: its record says /);
  });

  it('two lists that say two ends', () => {
    expect(words(stand([told('history', 'cancelled'), told('history', 'filled')], WHOLE))).toMatch(/^failed/);
  });

  it('a list that says how far it was filled, and trades that say less, whatever a later list says', () => {
    const records = [told('open', 'open', { filledSize: '0.005' }), told('history', 'cancelled', { filledSize: '0' })];
    expect(words(stand(records, []))).toMatch(/^failed/);
    expect(words(stand(records, HALF))).toBe('cancelled 0.005 @ 64000, over');
  });

  it('a record without a word for its state, or with one that nobody knows', () => {
    expect(words(stand([told('open', undefined)], []))).toBe('failed: its record does not say its state');
  });

  it('but what a record does not say is no contradiction', () => {
    const { clientOid: _c, size: _s, side: _d, symbol: _y, ...bare } = told('history', 'cancelled').record;
    expect(words(stand([{ list: 'history', record: { clientOid: '', ...bare, filledSize: '0' } }], []))).toBe(
      'cancelled 0, over',
    );
  });
});

describe('what lies between two lists', () => {
  it('an order that ended while they were read stands in both: the end counts', () => {
    for (const end of ['cancelled', 'filled'] as const) {
      const one = stand(
        [told('open', 'open', { filledSize: '0' }), told('history', end)],
        end === 'filled' ? WHOLE : [],
      );
      expect(one).toMatchObject({ kind: 'seen', isOver: true, seen: { state: end }, lists: ['open', 'history'] });
    }
  });

  it('an order in no list is not found where all were read, and nothing is said where one was not', () => {
    expect(stand([])).toEqual({ kind: 'not-found', atMs: AT_MS });
    expect(standOf(ORDER, { records: [], unread: ['history: cut'], fills: undefined, atMs: AT_MS })).toEqual({
      kind: 'failed',
      message: 'history: cut',
    });
  });

  it('a list that was not read to its end takes nothing from a record that was', () => {
    const records = [told('history', 'cancelled', { filledSize: '0' })];
    expect(words(standOf(ORDER, { records, unread: ['open: cut'], fills: [], atMs: AT_MS }))).toBe('cancelled 0, over');
  });
});

describe('a trigger order', () => {
  it.each([
    ['open', 'open 0'],
    ['cancelling', 'open 0'],
    ['cancelled', 'cancelled 0, over'],
    ['triggered', 'triggered ?'],
  ] as const)('%s', (status, says) => {
    expect(words(stand([told('trigger-history', status)], undefined, TRIGGER))).toBe(says);
  });

  it('that fired while the lists were read is told as fired, and is over where it became a market order', () => {
    const records = [told('open-triggers', 'open'), told('trigger-history', 'triggered')];
    expect(words(stand(records, undefined, TRIGGER))).toBe('triggered ?');
    expect(words(stand(records, undefined, { ...TRIGGER, isAtMarket: true }))).toBe('triggered ?, over');
  });

  it('cancelled in one list and fired in the other tells nothing', () => {
    const records = [told('trigger-history', 'cancelled'), told('trigger-history', 'triggered')];
    expect(words(stand(records, undefined, TRIGGER))).toMatch(/^failed/);
  });
});

describe('an order whose order id is a person’s word', () => {
  const CLAIMED: LookedAt = { ...ORDER, isClaimed: true };

  it('is told by a record that has its client order id, and by no other', () => {
    expect(words(stand([told('open', 'open', { filledSize: '0' })], [], CLAIMED))).toBe('open 0');
    expect(words(stand([told('open', 'open', { clientOid: '' })], [], CLAIMED))).toMatch(
      /^failed: its record says it has no client order id, not ordoentry/,
    );
    expect(words(stand([told('open', 'open', { clientOid: 'web-1' })], [], CLAIMED))).toMatch(/^failed: .*web-1/);
  });

  it('is not known where another order has its client order id', () => {
    expect(words(stand([told('history', 'cancelled', { orderId: '7', filledSize: '0' })], [], CLAIMED))).toBe(
      'failed: its record says it is order 7, not 596471064624628269',
    );
  });
});

describe('digits', () => {
  it('of big sizes are summed exactly', () => {
    const size = '123456789012345678.000000001';
    const order = { ...ORDER, size };
    const fills = [fill('123456789012345677.999999999', '1', 1), fill('0.000000002', '1', 2)];
    const record = told('history', 'filled', { size: `${size}000`, filledSize: size });
    expect(stand([record], fills, order)).toMatchObject({ seen: { state: 'filled', filledSize: size } });
    expect(stand([record], fills.slice(0, 1), order).kind).toBe('failed');
  });

  it('of an average are rounded to eight decimals', () => {
    const fills = [fill('0.003', '100', 1)];
    expect(words(stand([told('open', 'open', { filledSize: '0.003' })], fills))).toBe(
      'partly-filled 0.003 @ 33333.33333333',
    );
  });
});

const needs = (status: RecordStatus, filledSize?: string): boolean =>
  needsFills(told('open', status, filledSize === undefined ? {} : { filledSize }).record);

it('trades are read for all but an order that rests and says that nothing of it is filled', () => {
  expect([needs('open', '0.000'), needs('cancelling', '0')]).toEqual([false, false]);
  expect([
    needs('open'),
    needs('open', '0.1'),
    needs('open', '?'),
    needs('cancelled', '0'),
    needs('filled', '0'),
  ]).toEqual([true, true, true, true, true]);
});
