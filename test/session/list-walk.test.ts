import { describe, expect, it } from 'vitest';
import { LEEWAY_MS, ListWalk, MOST_PAGES } from '../../src/session/list-walk.ts';
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
  const walking = new ListWalk(list, walked, NOW_MS);
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

  it('ends where the exchange does not heed the page, and tells the same again', () =>
    expect(walk('open', () => page([order(1)])).asked).toHaveLength(2));

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

  it('reaches a day back from the oldest order and forward from now, and no further', () => {
    const { asked } = walk('history', history([]));
    expect(asked[0]).toMatchObject({ fromMs: NOW_MS - 1000 - LEEWAY_MS, toMs: NOW_MS + LEEWAY_MS });
  });

  it.each([
    ['more of one millisecond than a page tells', history(Array.from({ length: 150 }, () => NOW_MS))],
    ['the oldest first', ({ fromMs }: ListQuery) => page([order(0, fromMs), order(1, fromMs + 1)])],
    ['no times', () => page([order(0)])],
  ])('with %s is not looked through', (_, answer) => expect(walk('history', answer).failure).toBeDefined());
});
