/** What no author of a plan can do to a policy: make an order larger and stay within it, or talk a bound away. */
import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  nat,
  option,
  property,
  record,
  type Arbitrary,
} from 'fast-check';
import { expect, test } from 'vitest';
import type { Policy } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { load, plan } from '../support/plans.ts';

interface Words {
  readonly isLong: boolean;
  readonly kind: 'limit' | 'market' | 'trigger' | 'stop' | 'close';
  readonly size: number;
  readonly price: number;
  readonly stop: number | null;
  readonly reference: number | null;
  readonly distance: number | null;
}

const words: Arbitrary<Words> = record({
  isLong: boolean(),
  kind: constantFrom('limit', 'market', 'trigger', 'stop', 'stop', 'close'),
  size: integer({ min: 1, max: 40 }),
  price: integer({ min: 90, max: 110 }),
  stop: option(integer({ min: 1, max: 20 })),
  reference: option(integer({ min: 90, max: 110 })),
  distance: option(integer({ min: 0, max: 60 })),
});
const opens = ({ kind }: Words): boolean => kind !== 'stop' && kind !== 'close';

/** The stop of an order that takes one: on the right side of its price, or of its reference at market. */
function stopLoss({ isLong, kind, price, stop, reference }: Words): string[] {
  if (stop === null || (kind !== 'limit' && kind !== 'market')) return [];
  const base = kind === 'market' && reference !== null ? reference : price;
  return [`stopLoss: ${isLong ? base - stop : base + stop}`];
}

/** An order as a line of a plan. */
function line(order: Words, id: number): string {
  const { isLong, kind, size, price, reference, distance } = order;
  const side = `${opens(order) ? 'open' : 'close'}-${isLong ? 'long' : 'short'}`;
  return [
    `id: o${id}, side: ${side}, size: ${size}`,
    `price: ${kind === 'limit' || kind === 'close' ? price : 'market'}`,
    ...(kind === 'trigger' || kind === 'stop' ? [`trigger: ${price}`] : []),
    ...stopLoss(order),
    ...(reference === null ? [] : [`reference: ${reference}`]),
    ...(distance === null || (reference === null && kind !== 'trigger') ? [] : [`maxDistance: ${distance}%`]),
  ].join(', ');
}

const most = option(integer({ min: 1, max: 9000 }));
const policies: Arbitrary<Policy> = record({
  maxOrderSize: most,
  maxOrderNotional: most,
  maxSideNotional: most,
  maxPlanNotional: most,
  maxLossAtStops: most,
  requireStop: option(boolean()),
}).map(({ requireStop, maxOrderSize, ...amounts }) => {
  const set = Object.entries(amounts).filter((entry): entry is [string, number] => entry[1] !== null);
  const policy: { -readonly [Key in keyof Policy]: Policy[Key] } = Object.fromEntries(
    set.map(([key, value]) => [key, Decimal.of(String(value))]),
  );
  if (maxOrderSize !== null) policy.maxOrderSize = { btc: Decimal.of(String(Math.ceil(maxOrderSize / 200))) };
  if (requireStop !== null) policy.requireStop = requireStop;
  return policy;
});

const loaded = (orders: readonly Words[], policy: Policy): LoadedPlan => load(plan(orders.map(line)), { policy });
const errorsOf = ({ diagnostics }: LoadedPlan): string[] =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
const isBreach = (code: string): boolean => code.startsWith('policy/');
/** Of what no stop closes any more, as the larger order has it, no loss at a stop is asked. That it has none is a breach then. */
const isStopTaken = (code: string, after: ReadonlySet<string>): boolean =>
  code === 'policy/unknown-loss' && after.has('policy/no-stop');

test('a larger opening order never turns a breach into none', () => {
  let judged = 0;
  assert(
    property(
      array(words, { minLength: 1, maxLength: 6 }),
      policies,
      nat(5),
      integer({ min: 1, max: 30 }),
      (orders, policy, at, more) => {
        const errors = errorsOf(loaded(orders, policy));
        const larger = orders.map((one, index) =>
          index === at && opens(one) ? { ...one, size: one.size + more } : one,
        );
        // A plan with a mistake is refused for that.
        if (errors.length === 0 || !errors.every(isBreach)) return;
        judged += 1;
        const [before, after] = [new Set(errors), new Set(errorsOf(loaded(larger, policy)))];
        expect([...before].filter((code) => !after.has(code) && !isStopTaken(code, after))).toEqual([]);
      },
    ),
    { numRuns: 600 },
  );
  expect(judged).toBeGreaterThan(100);
});

test('no price, reference, distance or stop of a plan takes a breach of maxOrderSize away', () => {
  let breached = 0;
  assert(
    property(
      array(words, { minLength: 1, maxLength: 6 }),
      integer({ min: 1, max: 20 }),
      array(words, { minLength: 6, maxLength: 6 }),
      (orders, bound, others) => {
        const policy: Policy = { maxOrderSize: { btc: Decimal.of(String(bound)) } };
        const too = orders.filter((one) => opens(one) && one.size > bound).length;
        breached += too;
        const said = orders.map((one, index) => {
          const other = others[index] as Words;
          return { ...other, kind: opens(one) === opens(other) ? other.kind : one.kind, size: one.size };
        });
        for (const list of [orders, said])
          expect(errorsOf(loaded(list, policy)).filter((code) => code === 'policy/max-order-size')).toHaveLength(too);
      },
    ),
    { numRuns: 250 },
  );
  expect(breached).toBeGreaterThan(100);
});
