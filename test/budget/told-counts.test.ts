import { array, assert, check, constantFrom, integer, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GUARD_MS, WeightBudget } from '../../src/budget/weight-budget.ts';
import type { Limits } from '../../src/model/call.ts';
import type { ToldWindow } from '../../src/model/order-counts.ts';
import { sendAll, type SentOrder, type TellingExchange, type Way } from '../support/told-flow.ts';

const limitsOf = (short: number, long: number): Limits => ({
  ip: { amount: 500, windowMs: 10_000 },
  uid: { amount: long, windowMs: 60_000 },
  orderCalls: { amount: short, windowMs: 10_000 },
  countsOrders: true,
  inFlight: 8,
});
const ORDER = { ip: 0, uid: 1 };
const budgetOf = (short: number, long: number): WeightBudget => new WeightBudget(limitsOf(short, long));
const allowing = (short: number, long: number): Map<number, number> =>
  new Map([
    [10_000, short],
    [60_000, long],
  ]);

const way = record({
  thereMs: integer({ min: 1, max: 300 }),
  backMs: integer({ min: 1, max: 300 }),
});
const ways = array(way, { minLength: 20, maxLength: 70, size: 'max' });
const inFlight = constantFrom(1, 2, 8);
const limit = tuple(integer({ min: 2, max: 20 }), integer({ min: 10, max: 60 }));
const steady = (count: number): Way[] => Array.from({ length: count }, () => ({ thereMs: 20, backMs: 20 }));
const endOf = (sent: readonly SentOrder[]): number => Math.max(...sent.map(({ answeredMs }) => answeredMs));
const refused = (sent: readonly SentOrder[]): number => sent.filter(({ isRefused }) => isRefused).length;

describe('nobody else uses the account', () => {
  it('no order is refused, whatever the exchange allows', () => {
    assert(
      property(ways, inFlight, limit, limit, (all, most, [short, long], [short2, long2]) => {
        const sent = sendAll(budgetOf(short, long), all, most, {
          allows: allowing(short2, long2),
          others: [],
        });
        expect(refused(sent)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('what the config says is as fast as without the counts, but for the first answer and answers that cross', () => {
    assert(
      property(ways, inFlight, limit, (all, most, [short, long]) => {
        const exchange = { allows: allowing(short, long), others: [] };
        const told = sendAll(budgetOf(short, long), all, most, exchange);
        const untold = sendAll(budgetOf(short, long), all, most, {
          ...exchange,
          tell: () => undefined,
        });
        expect(endOf(told)).toBeLessThanOrEqual(endOf(untold) + 700 * Math.ceil(endOf(untold) / 10_000 + 1));
      }),
      { numRuns: 200 },
    );
  });
});

describe('another program uses the account', () => {
  const LONGEST_WAY_MS = 600;
  /** It came as an order of ours left a window: then the count does not say which of the two it has. */
  const isHidden = (otherMs: number, sent: readonly SentOrder[]): boolean =>
    [10_000, 60_000].some((windowMs) =>
      sent.some(({ arrivedMs }) => Math.abs(arrivedMs + windowMs - otherMs) <= LONGEST_WAY_MS),
    );
  /** Whether what made the exchange refuse it was told to us before it left. */
  const isOurFault = (order: SentOrder, sent: readonly SentOrder[], others: readonly number[]): boolean => {
    if (!order.isRefused) return false;
    const heard = sent.filter(({ answer }) => answer < order.heardBefore).map(({ arrivedMs }) => arrivedMs);
    const heardMs = Math.max(Number.NEGATIVE_INFINITY, ...heard);
    return !others.some((atMs) => atMs <= order.arrivedMs && (atMs > heardMs || isHidden(atMs, sent)));
  };
  const others = array(integer({ min: 0, max: 60_000 }), {
    maxLength: 40,
    size: 'max',
  }).map((all) => all.toSorted((a, b) => a - b));

  const neverOurFault = (tell?: TellingExchange['tell']) =>
    property(ways, inFlight, limit, limit, others, (all, most, [short, long], [short2, long2], their) => {
      const exchange = {
        allows: allowing(short2, long2),
        others: their,
        ...(tell && { tell }),
      };
      const sent = sendAll(budgetOf(short, long), all, most, exchange);
      expect(sent.filter((order) => isOurFault(order, sent, their))).toEqual([]);
    });

  it('no order is refused for what an answer told of before', () => {
    assert(neverOurFault(), { numRuns: 300 });
  });

  it('some are where nothing is told', () => {
    expect(
      check(
        neverOurFault(() => undefined),
        { numRuns: 100, endOnFailure: true },
      ).failed,
    ).toBe(true);
  });

  it('half of both windows: none of 40 orders is refused', () => {
    const their = Array.from({ length: 25 }, (_, at) => at * 2000);
    const exchange = { allows: allowing(10, 50), others: their };
    expect(refused(sendAll(budgetOf(10, 50), steady(40), 8, exchange))).toBe(0);
    expect(
      refused(
        sendAll(budgetOf(10, 50), steady(40), 8, {
          ...exchange,
          tell: () => undefined,
        }),
      ),
    ).toBeGreaterThan(0);
  });
});

const answer = (budget: WeightBudget, id: number, told: ToldWindow | undefined): void => {
  budget.answered(0, ORDER);
  budget.hear(0, 0, { id, how: 'answered', windows: told && [told] });
};
const order = (budget: WeightBudget, id: number, told: ToldWindow | undefined): void => {
  budget.take(0, ORDER, id);
  answer(budget, id, told);
};
/** How many may start at once, each before the answer to the last. */
const room = (budget: WeightBudget): number => {
  let id = 1000;
  while (budget.waitMs(0, ORDER) === 0) budget.take(0, ORDER, (id += 1));
  return id - 1000;
};

/** So many orders were answered by these words, each alone. */
const after = (...words: readonly (ToldWindow | undefined)[]): WeightBudget => {
  const budget = budgetOf(10, 500);
  for (const [id, told] of words.entries()) order(budget, id, told);
  return budget;
};

describe('what an answer says', () => {
  const W = 10_000;
  const told = (counted: number, remaining: number): ToldWindow => ({
    windowMs: W,
    counted,
    remaining,
  });

  it('tightens at once, by what somebody else uses and by a lower limit', () => {
    expect(room(after(told(1, 9)))).toBe(9);
    expect(room(after(told(6, 4)))).toBe(4);
    expect(room(after(told(1, 2)))).toBe(2);
    expect(room(after(told(10, 0)))).toBe(0);
  });

  it('frees what somebody else uses a window after the answer', () => {
    expect(after(told(10, 0)).waitMs(0, ORDER)).toBe(W + GUARD_MS);
  });

  it('widens up to what it says', () => {
    expect(room(after(told(1, 29)))).toBe(29);
    expect(room(after(told(21, 9)))).toBe(9);
  });

  it('only tightens where what was counted is not said', () => {
    expect(room(after({ windowMs: W, remaining: 4 }))).toBe(4);
    expect(room(after({ windowMs: W, remaining: 400 }))).toBe(9);
  });

  it('says nothing of a window of another length', () => {
    expect(room(after({ windowMs: 5000, counted: 9, remaining: 1 }))).toBe(9);
    expect(room(after({ windowMs: 5000, counted: 1, remaining: 99 }))).toBe(9);
  });

  it('widens nothing where an older request has its answer after a newer one that tightened', () => {
    const budget = after(told(1, 29));
    budget.take(0, ORDER, 1);
    budget.take(0, ORDER, 2);
    answer(budget, 2, told(7, 3));
    expect(budget.gauges(0).uid.limit).toBe(500);
    answer(budget, 1, told(2, 28));
    expect(room(budget)).toBe(3);
  });

  it('lets one order ask the way until the first answer, and not where answers say nothing', () => {
    const budget = budgetOf(10, 500);
    budget.take(0, ORDER, 1);
    expect(budget.waitMs(0, ORDER)).toBeUndefined();
    answer(budget, 1, undefined);
    expect(room(budget)).toBe(9);
  });

  it('lets a call that is more than it allows go alone', () => {
    const budget = after(told(1, 2));
    expect(budget.waitMs(0, { ip: 0, uid: 5 })).toBe(W + GUARD_MS);
  });

  it('tells others of the journal from somebody else, whenever it learns of them', () => {
    const budget = after(told(6, 4));
    const others = Array.from({ length: 5 }, () => ({
      weight: ORDER,
      ageMs: 10,
    }));
    expect(budget.gauges(0).uid.used).toBe(1);
    budget.setOthers(0, others);
    expect(budget.waitMs(0, { ip: 0, uid: 4 })).toBe(0);
    expect(budget.waitMs(0, { ip: 0, uid: 5 })).not.toBe(0);
    // What is too old to count is not heard of again, and was no stranger for that.
    const later = W + GUARD_MS;
    budget.setOthers(later, []);
    expect(budget.waitMs(later, { ip: 0, uid: 6 })).toBe(0);
  });

  it('changes nothing on version 2', () => {
    const { countsOrders: _, ...plain } = limitsOf(10, 500);
    const budget = new WeightBudget(plain);
    budget.take(0, ORDER, 1);
    expect(budget.waitMs(0, ORDER)).toBe(0);
    budget.answered(0, ORDER);
    budget.hear(0, 0, { id: 1, how: 'answered', windows: [told(10, 0)] });
    expect(room(budget)).toBe(9);
  });
});
