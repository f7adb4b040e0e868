import { assert, boolean, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePlan, type Schedule } from '../../src/compile/compile-plan.ts';
import { inStages } from '../../src/compile/stages.ts';
import { emptyJournal } from '../../src/journal/records/state.ts';
import { hasPresets, type Order } from '../../src/model/order.ts';
import { anOrder, aPlan, limits, someOrders } from '../support/plan-builder.ts';
import { compileText } from '../../proofs/inputs/compile-text.ts';
import { allBefore, anyTiedOrders, tied, waiting } from '../support/tied-orders.ts';
import { v2 } from '../../src/exchange/v2/dialect.ts';

interface Rules {
  readonly batchPresets: boolean;
  readonly maxOrdersPerCall: number;
}

const anyRules = record({ batchPresets: boolean(), maxOrdersPerCall: integer({ min: 1, max: 20 }) });
const PLAIN: Rules = { batchPresets: false, maxOrdersPerCall: 20 };

const compile = (orders: readonly Order[], rules: Rules = PLAIN): Schedule =>
  compilePlan(v2.calls, aPlan(orders), emptyJournal, { ...rules, limits: limits() });

/** `a b < c`: the orders of each call, and behind the sign those that it waits for. */
function said({ calls }: Schedule): string[] {
  const idOf = new Map(calls.flatMap(({ orders }) => orders.map(({ id, clientOid }) => [clientOid, id])));
  return calls.map(({ orders, waitsFor = [] }) => {
    const own = orders.map(({ id }) => id).join(' ');
    return waitsFor.length === 0 ? own : `${own} < ${waitsFor.map((clientOid) => idOf.get(clientOid)).join(' ')}`;
  });
}

const isAlone = (order: Order, { batchPresets }: Rules): boolean =>
  order.trigger !== undefined || (!batchPresets && hasPresets(order));

/**
 * Weight of so many orders that may share calls: full batches, and of a remainder of 1 or 2 singles
 * (docs/contract.md#calls).
 */
function leastOf(count: number): { ip: number; uid: number } {
  const rest = count % 20;
  const batches = Math.floor(count / 20) + (rest > 2 ? 1 : 0);
  const singles = rest > 2 ? 0 : rest;
  return { ip: 5 * batches + 2 * singles, uid: 10 * batches + 5 * singles };
}

describe('orders that are tied', () => {
  it('never share a call, over however many steps', () => {
    assert(
      property(anyTiedOrders(40), anyRules, (orders, rules) => {
        const before = allBefore(orders);
        for (const call of compile(orders, rules).calls)
          for (const { id } of call.orders)
            expect(call.orders.filter((other) => before.get(id)?.has(other.id))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('go in calls whose members all wait for the very same orders, which are those of their plan', () => {
    assert(
      property(anyTiedOrders(40), anyRules, (orders, rules) => {
        const { calls, pending } = compile(orders, rules);
        for (const call of calls) {
          const waitsFor = new Set((call.waitsFor ?? []).map((clientOid) => pending.get(clientOid)?.id));
          expect(call.waitsFor?.length ?? 0).toBe(waitsFor.size);
          expect('waitsFor' in call).toBe(waitsFor.size > 0);
          for (const { id } of call.orders)
            expect(new Set(orders.find((order) => order.id === id)?.after)).toEqual(waitsFor);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are sent behind all that they wait for, else in the order of the plan', () => {
    assert(
      property(anyTiedOrders(40), anyRules, (orders, rules) => {
        const { calls } = compile(orders, rules);
        const callOf = new Map(calls.flatMap((call) => call.orders.map(({ clientOid }) => [clientOid, call.number])));
        for (const { number, waitsFor = [] } of calls)
          for (const clientOid of waitsFor) expect(callOf.get(clientOid)).toBeLessThan(number);
        const placeOf = new Map(orders.map(({ id }, index) => [id, index]));
        const free = calls.filter(({ waitsFor }) => waitsFor === undefined);
        const firsts = free.map((call) => placeOf.get(call.orders[0]?.id ?? '') as number);
        expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
        expect(calls.slice(0, free.length)).toEqual(free);
      }),
      { numRuns: 300 },
    );
  });

  it('weigh the least that any split of their groups can', () => {
    assert(
      property(anyTiedOrders(60), boolean(), (orders, batchPresets) => {
        const rules = { batchPresets, maxOrdersPerCall: 20 };
        const sharing = orders.filter((order) => !isAlone(order, rules));
        const groups = Map.groupBy(sharing, ({ symbol, marginMode, after = [] }) =>
          JSON.stringify([symbol, marginMode, [...new Set(after)].toSorted()]),
        );
        const alone = orders.length - sharing.length;
        const least = { ip: 2 * alone, uid: 5 * alone };
        for (const group of groups.values()) {
          least.ip += leastOf(group.length).ip;
          least.uid += leastOf(group.length).uid;
        }
        const { weight, lowerBound } = compile(orders, rules);
        expect(weight).toEqual(least);
        expect(lowerBound).toEqual(least);
      }),
      { numRuns: 300 },
    );
  });

  it('are the same bytes however the plan spells what they wait for', () => {
    assert(
      property(anyTiedOrders(30), (orders) => {
        const spelled = orders.map((order) =>
          waiting(order, [...(order.after ?? []), ...(order.after ?? [])].toReversed()),
        );
        const [one, other] = [compile(orders), compile(spelled)];
        expect(other.digest).toBe(one.digest);
        expect(other.calls.map(({ orders: members }) => members)).toEqual(
          one.calls.map(({ orders: members }) => members),
        );
      }),
    );
  });
});

describe('the calls of a plan with stages', () => {
  it.each([
    ['a chain', tied({ a: [], b: ['a'], c: ['b'] }), ['a', 'b < a', 'c < b']],
    ['one written before what it waits for', tied({ exit: ['entry'], entry: [] }), ['entry', 'exit < entry']],
    ['three that wait alike share a call', tied({ a: [], b: ['a'], c: ['a'], d: ['a'] }), ['a', 'b c d < a']],
    ['two that wait alike go one by one', tied({ a: [], b: ['a'], c: ['a'] }), ['a', 'b < a', 'c < a']],
    [
      'three that wait differently do not',
      tied({ a: [], b: [], c: ['a'], d: ['b'], e: ['a', 'b'] }),
      ['a', 'b', 'c < a', 'd < b', 'e < a b'],
    ],
    [
      'the deeper goes later, wherever it stands',
      tied({ a: [], d: ['a', 'c'], b: ['a'], c: ['b'] }),
      ['a', 'b < a', 'c < b', 'd < a c'],
    ],
    [
      'a stage of a whole batch behind a whole batch',
      [...someOrders(20), ...someOrders(23).map((order) => waiting(anOrder({ id: `p${order.id}` }), ['o1', 'o20']))],
      [
        someOrders(20)
          .map(({ id }) => id)
          .join(' '),
        `${someOrders(20)
          .map(({ id }) => `p${id}`)
          .join(' ')} < o1 o20`,
        'po21 po22 po23 < o1 o20',
      ],
    ],
  ])('%s', (_, orders, expected) => {
    expect(said(compile(orders))).toEqual(expected);
  });

  it('keep a tied order out of a batch that it would complete', () => {
    const { calls, weight, lowerBound } = compile(tied({ a: [], b: [], c: ['a'] }));
    expect(calls.map(({ kind }) => kind)).toEqual(['single', 'single', 'single']);
    expect(weight).toEqual(lowerBound);
  });

  it('say of a maxOrdersPerCall what it costs against the bound of the same groups', () => {
    const orders = tied({ a: [], b: ['a'], c: ['a'], d: ['a'] });
    const { weight, lowerBound } = compile(orders, { ...PLAIN, maxOrdersPerCall: 2 });
    expect([weight, lowerBound]).toEqual([
      { ip: 8, uid: 20 },
      { ip: 7, uid: 15 },
    ]);
  });
});

const ladder = (id: string, more: string): string =>
  `{ id: ${id}, side: open-long, size: { total: 9 }, price: { from: 60000, to: 50000, steps: 300 }${more} }`;

it('a ladder behind a ladder keeps one list of what it waits for, however many its rungs', () => {
  const orders = [ladder('a', ''), ladder('b', ', after: [a]'), ladder('c', ', after: [b, a, b-7]')];
  const { schedule } = compileText(
    `version: 1\nname: x\ndefaults: { symbol: cmt_btcusdt }\norders: [${orders.join(', ')}]`,
  );
  const lists = Map.groupBy(schedule?.calls ?? [], ({ waitsFor }) => waitsFor);
  expect([...lists].map(([waitsFor, calls]) => [waitsFor?.length, calls.length])).toEqual([
    [undefined, 15],
    [300, 15],
    [600, 15],
  ]);
});

describe('the order of stages', () => {
  it('has every order once, behind all that it waits for', () => {
    assert(
      property(anyTiedOrders(60), (orders) => {
        const sorted = inStages(orders);
        expect(sorted.length).toBe(orders.length);
        expect(new Set(sorted)).toEqual(new Set(orders));
        const seen = new Set<string>();
        for (const { id, after = [] } of sorted) {
          for (const one of after) expect(seen).toContain(one);
          seen.add(id);
        }
      }),
    );
  });

  it('is the plan’s where nothing waits', () => {
    const orders = someOrders(9);
    expect(inStages(orders)).toEqual(orders);
  });

  it.each([
    ['itself', { a: ['a'] }],
    ['another that waits for it', { x: [], a: ['x', 'b'], b: ['a'] }],
    ['what is not there', { a: ['gone'] }],
  ])('is refused as a bug where an order waits for %s', (_, ties) => {
    expect(() => inStages(tied(ties))).toThrow('wait for each other');
  });

  it('of a chain of ten thousand is found without recursion', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `o${index}`);
    const chain = tied(Object.fromEntries(ids.map((id, index) => [id, index === 0 ? [] : [ids[index - 1] as string]])));
    expect(inStages(chain.toReversed()).map(({ id }) => id)).toEqual(ids);
  });
});
