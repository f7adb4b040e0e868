import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillsSince, FillsWalk, LEEWAY_MS, ListWalk } from '../../src/session/lists/list-walk.ts';
import type { Fill } from '../../src/model/standing.ts';
import { OPERATIONS } from '../../src/exchange/v2/operations.ts';
import { OPERATIONS as V3 } from '../../src/exchange/v3/operations.ts';
import { MOST_PAGES } from '../../src/session/send/traversal.ts';
import type { ListedOrder, ListName, ListPage, ListQuery } from '../../src/model/listing.ts';

const NOW_MS = 1_764_000_000_000;
const walked = [{ symbol: 'cmt_btcusdt', sentAtMs: NOW_MS - 1000 }];
const order = (at: number, createdMs?: number): ListedOrder => ({
  clientOid: `ordo${at}`,
  orderId: String(at + 1),
  ...(createdMs !== undefined && { createdMs }),
});
const page = (orders: readonly ListedOrder[], unreadable = 0): ListPage => ({ kind: 'page', orders, unreadable });

/** What a walk reads of an exchange that answers so, and how it ends. */
function walk(
  list: ListName,
  answer: (query: ListQuery) => ListPage,
): { asked: ListQuery[]; read: Set<string>; failure: string | undefined } {
  const walking = new ListWalk(list, walked, { operation: OPERATIONS.list[list], nowMs: NOW_MS });
  const asked: ListQuery[] = [];
  const read = new Set<string>();
  for (let query = walking.query(); query !== undefined; query = walking.query()) {
    asked.push(query);
    const told = answer(query);
    for (const { orderId } of told.orders) read.add(orderId);
    walking.take(told);
  }
  return { asked, read, failure: walking.failure };
}

/** Orders of these times, newest first, at most `most` a page. */
const history =
  (times: readonly number[], most = 100) =>
  ({ fromMs, toMs }: ListQuery): ListPage =>
    page(
      times
        .map((ms, at) => order(at, ms))
        .filter(({ createdMs = 0 }) => createdMs >= fromMs && createdMs <= toMs)
        .toSorted((a, b) => (b.createdMs ?? 0) - (a.createdMs ?? 0))
        .slice(0, most),
    );
const many = (count: number): number[] => Array.from({ length: count }, (_, at) => NOW_MS - at * 1000);

const paged =
  (count: number, most = 100) =>
  ({ page: at }: ListQuery): ListPage =>
    page(Array.from({ length: count }, (_, n) => order(n)).slice(at * most, (at + 1) * most));

describe('a paged list', () => {
  it.each([0, 1, 99, 100, 101, 350])('of %i orders is read whole', (count) => {
    const { read, failure } = walk('open', paged(count));
    expect(read.size).toBe(count);
    expect(failure).toBeUndefined();
  });

  it('is read whole though its pages are smaller than asked for', () =>
    expect(walk('open-triggers', paged(120, 50)).read.size).toBe(120));

  it.each([1, 40, 100])('is not read where the exchange tells the same %i again', (count) => {
    const { asked, failure } = walk('open', () => page(Array.from({ length: count }, (_, n) => order(n))));
    expect(asked).toHaveLength(2);
    expect(failure).toBe('page 2 repeats the page before it');
  });

  it('is read whole though an order that comes meanwhile moves the others', () => {
    const all = Array.from({ length: 100 }, (_, n) => order(n));
    const { read, failure } = walk('open', ({ page: at }) =>
      page((at === 0 ? all : [order(200), ...all]).slice(at * 100, (at + 1) * 100)),
    );
    expect(read.size).toBe(100);
    expect(failure).toBeUndefined();
  });

  it('without end is not looked through', () => {
    const { asked, failure } = walk('open', ({ page: at }) => page([order(at)]));
    expect(asked).toHaveLength(MOST_PAGES);
    expect(failure).toBeDefined();
  });

  it('with a record that cannot be read is not looked through', () =>
    expect(walk('open', ({ page: at }) => page(at === 0 ? [order(1)] : [], at === 0 ? 1 : 0)).failure).toBeDefined());
});

describe('a history', () => {
  it.each([0, 1, 100, 101, 450])('of %i orders is walked back to its end', (count) => {
    const { read, failure } = walk('history', history(many(count)));
    expect(read.size).toBe(count);
    expect(failure).toBeUndefined();
  });

  it('is walked back though its pages are smaller than asked for', () =>
    expect(walk('trigger-history', history(many(130), 20)).read.size).toBe(130));

  it('loses no order of a millisecond that a page ends in', () => {
    const times = [...many(95), ...Array.from({ length: 30 }, () => NOW_MS - 500_000)];
    expect(walk('history', history(times)).read.size).toBe(125);
  });

  it.each([1, 2, 20])('of %i orders of one millisecond, and no others, is walked back to its end', (count) =>
    expect(walk('history', history(Array.from({ length: count }, () => NOW_MS))).failure).toBeUndefined(),
  );

  it.each([1, 2])('of %i of one millisecond that grows while it is read is walked back to its end', (first) => {
    let count = first;
    const growing = (query: ListQuery): ListPage => history(Array.from({ length: count++ }, () => NOW_MS))(query);
    const settled = (query: ListQuery): ListPage => {
      const told = growing(query);
      count = Math.min(count, first + 1);
      return told;
    };
    const { read, failure } = walk('history', settled);
    expect([read.size, failure]).toEqual([first + 1, undefined]);
  });

  it('whose pages seem full as it grows is walked once more', () => {
    const times = [NOW_MS, NOW_MS - 500, NOW_MS - 500];
    let asked = 0;
    const growing = (query: ListQuery): ListPage => history(asked++ === 0 ? times.slice(0, 2) : times)(query);
    const { read, failure } = walk('history', growing);
    expect([read.size, failure]).toEqual([3, undefined]);
  });

  it('reaches a day back from the oldest order and forward from now, and no further', () => {
    const { asked } = walk('history', history([]));
    expect(asked[0]).toMatchObject({ fromMs: NOW_MS - 1000 - LEEWAY_MS, toMs: NOW_MS + LEEWAY_MS });
  });

  it.each([
    ['more of one millisecond than a page tells', history(Array.from({ length: 150 }, () => NOW_MS))],
    ['the oldest first', ({ fromMs }: ListQuery) => page([order(0, fromMs), order(1, fromMs + 1)])],
    ['no times', () => page([order(0)])],
    [
      'more of one millisecond than its smaller pages tell',
      history([...many(30), ...Array.from({ length: 30 }, () => NOW_MS - 500_000)], 20),
    ],
    [
      'more of its newest millisecond than its smaller pages tell',
      history([...Array.from({ length: 30 }, () => NOW_MS), ...many(30).map((ms) => ms - 5000)], 20),
    ],
    ['times that are not heeded', () => page(many(20).map((ms, at) => order(at, ms)))],
  ])('with %s is not looked through', (_, answer) => expect(walk('history', answer).failure).toBeDefined());
});

const shuffled = (orders: readonly ListedOrder[], turn: number): readonly ListedOrder[] =>
  orders.toSorted((a, b) => ((Number(a.orderId) * turn) % 997) - ((Number(b.orderId) * turn) % 997));

describe('a history of triggers that promises no order', () => {
  const reading = V3.list['trigger-history'];
  /** What a walk reads of an exchange that tells any records of the time asked for, at most as many as a page may have. */
  const readWhole = (times: readonly number[], told: (asked: readonly ListedOrder[]) => ListPage): object => {
    const walking = new ListWalk('trigger-history', walked, { operation: reading, nowMs: NOW_MS });
    const all = times.map((ms, at) => order(at, ms));
    for (let query = walking.query(); query !== undefined; query = walking.query()) {
      const { fromMs, toMs } = query;
      walking.take(told(all.filter(({ createdMs = 0 }) => createdMs >= fromMs && createdMs <= toMs)));
    }
    return { seen: walking.seen.size, failure: walking.failure };
  };
  it('is read whole, or not relied on, whatever its order', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 600 }),
        fc.integer({ min: 1, max: 996 }),
        (ages, turn) => {
          const times = ages.map((age) => NOW_MS - age);
          const answer = (asked: readonly ListedOrder[]): ListPage =>
            page(shuffled(asked, turn).slice(0, reading.mostOfPage));
          expect(readWhole(times, answer)).toEqual({ seen: times.length, failure: undefined });
        },
      ),
    ));

  it('is not relied on where it says that it has more, and tells none of it', () =>
    expect(readWhole(many(20), (asked) => ({ ...page(asked.slice(0, 10)), hasMore: true }))).toMatchObject({
      failure: expect.any(String) as string,
    }));

  it('is read whole by pages that it cuts off before they are full, and says so', () =>
    expect(
      readWhole(many(200), (asked) => ({
        ...page(shuffled(asked, 31).slice(0, 10)),
        ...(asked.length > 10 && { hasMore: true }),
      })),
    ).toEqual({ seen: 200, failure: undefined }));
});

interface Trade {
  readonly id: string;
  readonly createdMs: number;
}

const trades = (count: number): Trade[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1), createdMs: NOW_MS - Math.floor(at / 3) * 1000 }));

const asFill = ({ id, createdMs }: Trade): Fill => ({ id, createdMs, orderId: '7', size: '1', value: '1' });

/** What a walk reads of trades that are told so. */
function readTrades(all: readonly Trade[], told: (asked: readonly Trade[]) => readonly Trade[]): object {
  const walking = new FillsWalk(fillsSince(walked, NOW_MS), { mostOfPage: 100 });
  const seen = new Set<string>();
  for (let query = walking.query(); query !== undefined; query = walking.query()) {
    const { fromMs, toMs } = query;
    const fills = told(all.filter(({ createdMs }) => createdMs >= fromMs && createdMs <= toMs)).map(asFill);
    for (const { id } of fills) seen.add(id);
    walking.take({ kind: 'page', fills, unreadable: 0 });
  }
  return { seen: seen.size, failure: walking.failure };
}

const newestFirst = (asked: readonly Trade[]): readonly Trade[] => asked.slice(0, 100);
const oldestFirst = (asked: readonly Trade[]): readonly Trade[] =>
  asked.toSorted((a, b) => a.createdMs - b.createdMs).slice(0, 100);
const mixed = (asked: readonly Trade[]): readonly Trade[] =>
  asked.toSorted((a, b) => (Number(a.id) % 7) - (Number(b.id) % 7)).slice(0, 100);

describe('trades', () => {
  it.each([0, 1, 3, 100, 250])('%i of them are read whole, the newest first', (count) =>
    expect(readTrades(trades(count), newestFirst)).toEqual({ seen: count, failure: undefined }),
  );

  it.each([1, 3, 100, 250])('%i of them are read whole, the oldest first', (count) =>
    expect(readTrades(trades(count), oldestFirst)).toEqual({ seen: count, failure: undefined }),
  );

  it.each([40, 100, 250, 2000])('%i of them in no order are read whole', (count) =>
    expect(readTrades(trades(count), mixed)).toEqual({ seen: count, failure: undefined }),
  );

  it('in no order are not relied on where the time asked for changes nothing', () => {
    const all = trades(250);
    expect(readTrades(all, () => mixed(all))).toMatchObject({
      failure: expect.stringContaining('outside the time range') as string,
    });
  });

  it('in no order are not relied on where one moment has more than a page tells', () => {
    const all = trades(250).map(({ id }) => ({ id, createdMs: NOW_MS }));
    expect(readTrades(all, mixed)).toMatchObject({ failure: expect.stringContaining('one millisecond') as string });
  });
});
