/** Where stops are required a plan is refused for exactly what protection calls naked or not known, whatever the reason. */
import { array, assert, boolean, constantFrom, integer, option, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { ordersOfPlan } from '../../src/protection/of-plan.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { load, plan } from '../support/plans.ts';

const price = integer({ min: 60, max: 72 });
const market = option(integer({ min: 63, max: 69 }));
const anyOrder = record({
  opens: boolean(),
  size: integer({ min: 1, max: 3 }),
  limit: option(price, { freq: 3 }),
  trigger: option(price),
  mode: constantFrom('cross', 'cross', 'isolated'),
});
type Drawn = typeof anyOrder extends Arbitrary<infer Value> ? Value : never;

const said = ({ opens, size, limit, trigger, mode }: Drawn, index: number, isLong: boolean): string =>
  [
    `id: o${index}`,
    `side: ${opens ? 'open' : 'close'}-${isLong ? 'long' : 'short'}`,
    `size: ${size}`,
    `price: ${limit ?? 'market'}`,
    `marginMode: ${mode}`,
    ...(trigger === null ? [] : [`trigger: ${trigger}`]),
  ].join(', ');

test('no unit that is bare passes, and none that is covered is refused', () => {
  let [refused, passed] = [0, 0];
  assert(
    property(boolean(), market, array(anyOrder, { minLength: 1, maxLength: 6 }), (isLong, reference, drawn) => {
      const orders = drawn.map((one, index) => said(one, index, isLong));
      // A reference holds for every order, so what `finishPlan` leaves out of a limit order is in its stop.
      const text = (head = ''): string =>
        reference === null
          ? plan(orders, head)
          : plan(orders, head).replace('symbol: btc', `symbol: btc, reference: ${reference}`);
      const free = load(text());
      if (free.plan === undefined) return;
      const guarded = ordersOfPlan(free.plan.orders, { plan: 'a', generation: 1 });
      const bare = protectionOf({ basis: 'plan', orders: guarded }).positions.some(
        ({ naked, unknown }) => !naked.isZero || !unknown.isZero,
      );
      const { diagnostics } = load(text('limits: { requireStop: true }'));
      const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      expect(new Set(errors)).toEqual(new Set(bare ? ['policy/no-stop'] : []));
      if (bare) refused += 1;
      else passed += 1;
    }),
    { numRuns: 400 },
  );
  expect(refused).toBeGreaterThan(20);
  expect(passed).toBeGreaterThan(20);
});
