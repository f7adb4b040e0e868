/** One result for the file of a plan, its run and the picture of that: the same as if each were judged by itself. */
import { array, assert, constantFrom, integer, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { RunEvent } from '../../src/model/event.ts';
import type { Plan } from '../../src/model/order.ts';
import type { Guarded } from '../../src/protection/guarded.ts';
import { protectionOfPlan } from '../../src/protection/judged.ts';
import { ordersOfPlan } from '../../src/protection/of-plan.ts';
import { protectionEvent } from '../../src/protection/protection-event.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { statedOf } from '../../src/protection/words.ts';
import { linesSink } from '../../src/report/run/run-lines.ts';
import { dryRunEvents } from '../support/dry-run.ts';
import { load, plan as textOf } from '../support/plans.ts';

const SIDES = ['open-long', 'close-long', 'open-short', 'close-short'] as const;

/** Entries at a limit, at market and on a trigger, stops and targets, with references that differ or are the same. */
const orders: Arbitrary<readonly string[]> = array(
  record({
    side: constantFrom(...SIDES),
    size: integer({ min: 1, max: 4 }),
    price: integer({ min: 95, max: 105 }),
    trigger: constantFrom('', ', trigger: 98', ', trigger: 102'),
    kind: constantFrom('limit', 'limit', 'market'),
    reference: constantFrom('', ', reference: 100', ', reference: 100', ', reference: 101'),
    stop: constantFrom('', ', stopLoss: 90', ', stopLoss: 110'),
  }),
  { minLength: 1, maxLength: 8 },
).map((all) =>
  all.map(({ side, size, price, trigger, kind, reference, stop }, at) => {
    const carried = side.startsWith('open') && trigger === '' ? stop : '';
    return `id: o${at}, side: ${side}, size: ${size}, price: ${kind === 'market' ? kind : price}${trigger}${reference}${carried}`;
  }),
);

const planIn = (text: string): Plan | undefined => load(text).plan;

const guardedIn = ({ orders: all, name, generation }: Plan): Guarded => ({
  basis: 'plan',
  orders: ordersOfPlan(all, { plan: name, generation }),
});

test('a run is told as it would be by itself', () => {
  let shared = 0;
  const check = property(orders, (all) => {
    const plan = planIn(textOf(all));
    if (plan === undefined) return;
    const guarded = guardedIn(plan);
    const [one, again, alone] = [
      protectionOfPlan(plan.orders, guarded),
      protectionOfPlan(plan.orders, guarded),
      protectionOf(guarded),
    ];
    if (one.positions === again.positions) shared += 1;
    expect(protectionEvent(one)).toEqual(protectionEvent(alone));
    expect(statedOf(one, 0)).toEqual(statedOf(alone, 0));
    expect(one).toMatchObject({ isOursNaked: alone.isOursNaked, isHeldSeen: alone.isHeldSeen, unknown: alone.unknown });
  });
  assert(check, { numRuns: 500 });
  expect(shared).toBeGreaterThan(50);
});

/** As it is told from what was kept of it: nobody knows any more what the line was made of. */
const toldAgain = (event: RunEvent): RunEvent =>
  event.event === 'protection-stated' ? { ...event, line: { ...event.line } } : event;

function shown(events: readonly RunEvent[]): string {
  let text = '';
  const emit = linesSink({ write: (part) => (text += part), color: false, width: 100, isPipe: true });
  for (const event of events) emit(event);
  return text;
}

test('a dry run shows what it shows when it is told again', () => {
  const symbols = { btc: 'cmt_btcusdt' };
  const check = property(orders, (all) => {
    const text = `version: 1\nname: a\n${textOf(all).replace('btc', symbols.btc)}`;
    let events: RunEvent[];
    try {
      events = dryRunEvents(text);
    } catch {
      // Not every one is a plan.
      return;
    }
    expect(shown(events)).toBe(shown(events.map(toldAgain)));
  });
  assert(check, { numRuns: 200 });
});

const PLAN = [
  'id: a, side: open-long, size: 3, price: 100, reference: 105',
  'id: b, side: open-long, size: 3, price: 99, stopLoss: 95, reference: 105',
  'id: stop, side: close-long, size: 3, trigger: 90, price: market, reference: 105',
];

test('what stands as in the file is judged once, and nothing else is', () => {
  const plan = planIn(textOf(PLAN)) as Plan;
  const guarded = guardedIn(plan);
  const file = protectionOfPlan(plan.orders, guarded).positions;
  const positionsFor = (other: Partial<Guarded>): unknown =>
    protectionOfPlan(plan.orders, { ...guarded, ...other }).positions;
  expect(positionsFor({})).toBe(file);
  const [first, ...rest] = guarded.orders as [Guarded['orders'][number], ...Guarded['orders']];
  const range = { low: Decimal.of('80'), high: Decimal.of('80') };
  const others: Partial<Guarded>[] = [
    { held: [] },
    { lookedAtMs: 1 },
    { markets: new Map([['btc', range]]) },
    { notRead: [{ symbol: 'btc', what: 'orders' }] },
    { orders: rest },
    ...[
      { size: Decimal.of('2') },
      { price: { kind: 'limit', at: Decimal.of('89') } as const },
      { stopLoss: Decimal.of('90') },
      { trigger: Decimal.of('101') },
      { standing: 'withheld' } as const,
      { plan: 'other' },
      { generation: 2 },
      { marginMode: 'isolated' } as const,
      { market: range },
      { clientOid: 'o' },
    ].map((fields) => ({ orders: [{ ...first, ...fields }, ...rest] })),
  ];
  for (const other of others) {
    expect(positionsFor(other)).not.toBe(file);
    expect(positionsFor(other)).toEqual(protectionOf({ ...guarded, ...other }).positions);
  }
});

test('what is filled at its reference has the one of the file', () => {
  const atMarket = ['100', '105', '102'].map(
    (at, index) => `id: m${index}, side: open-long, size: 1, price: market, reference: ${at}`,
  );
  const plan = planIn(textOf(atMarket)) as Plan;
  const guarded = guardedIn(plan);
  const other = guarded.orders.map((order) => (order.id === 'm2' ? { ...order, reference: Decimal.of('101') } : order));
  expect(protectionOfPlan(plan.orders, { ...guarded, orders: other }).positions).toEqual(
    protectionOf({ ...guarded, orders: other }).positions,
  );
});

test('a reference that only the file has is not taken for one of the run', () => {
  // The limit order has the only low reference: in the run nobody says that the market may be there, so the stop lies below it.
  const plan = planIn(textOf([(PLAN[0] as string).replace('105', '85'), ...PLAN.slice(1)])) as Plan;
  const guarded = guardedIn(plan);
  const one = protectionOfPlan(plan.orders, guarded);
  expect(one.positions).not.toBe(protectionOfPlan(plan.orders, guarded).positions);
  expect(protectionEvent(one)).toEqual(protectionEvent(protectionOf(guarded)));
});
