/** `maxOrderSize`: what bounds an opening order without a price, so that nothing its author writes makes it look smaller. */
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Policy } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { SourceFile } from '../../src/source/source-file.ts';
import { codes, load, marked, plan } from '../support/plans.ts';

const LONG = 'id: a, side: open-long, size: 0.1, price: 50000, stopLoss: 1';
const MORE = 'id: b, side: open-long, size: 0.2, price: 50000, stopLoss: 1';
const CLOSE = 'id: d, side: close-long, size: 1, price: 50000';
const LADDER = 'id: l, side: open-long, size: { total: 0.3 }, price: { from: 50000, to: 40000, steps: 3 }, stopLoss: 1';

/** The same sizes as the config’s policy and as the plan’s own; both must say the same. */
const sized = (orders: readonly string[], sizes: string): string[] => {
  const text = sizes.replaceAll(/: ([\d.]+)/g, ': "$1"');
  const { config } = loadConfig(new SourceFile('c', `version: 1\npolicy: { maxOrderSize: ${text} }`));
  if (config === undefined) throw new Error(`no policy: ${sizes}`);
  const byPolicy = codes(load(plan(orders), { policy: config.policy }));
  expect(codes(load(plan(orders, `limits: { maxOrderSize: ${sizes} }`)))).toEqual(byPolicy);
  return byPolicy;
};

describe('maxOrderSize', () => {
  const BREACH = ['policy/max-order-size'];

  test.each([
    ['a limit order', 'id: a, side: open-long, size: 0.2, price: 50000'],
    ['an order at market, which no reference excuses', 'id: a, side: open-long, size: 0.2, price: market'],
    [
      'one at market with a reference',
      'id: a, side: open-long, size: 0.2, price: market, reference: 1, maxDistance: 1%',
    ],
    ['a sell far below the market', 'id: a, side: open-short, size: 0.2, price: 1'],
    ['a trigger order', 'id: a, side: open-short, size: 0.2, price: market, trigger: 1'],
    ['a size by worth', 'id: a, side: open-long, size: { notional: 10000 }, price: 50000'],
    ['a rung', 'id: a, side: open-long, size: { total: 0.4 }, price: { from: 5, to: 4, steps: 2 }'],
  ])('bounds %s', (_, order) => {
    expect(sized([order], '{ btc: 0.20 }')).toEqual([]);
    expect(sized([order], '{ btc: 0.1999 }')).toEqual(BREACH);
  });

  test('bounds each symbol by its own size, and the symbols that it names only', () => {
    const half = 'id: e, symbol: half, side: open-long, size: 2, price: 5, stopLoss: 1';
    expect(sized([MORE, half], '{ btc: 0.2, half: 2 }')).toEqual([]);
    expect(sized([MORE, half], '{ btc: 0.1, half: 1 }')).toEqual([...BREACH, ...BREACH]);
    expect(sized([MORE, half], '{ half: 2 }')).toEqual([]);
    expect(codes(load(plan([MORE]), { policy: { maxOrderSize: { constructor: Decimal.of('0.1') } } }))).toEqual([]);
  });

  test('is not escaped by capitals', () => {
    const policy: Policy = { maxOrderSize: { btc: Decimal.of('0.1'), BTC: Decimal.of('9') } };
    const order = 'id: a, symbol: Btc, side: open-long, size: 0.2, price: 50000, stopLoss: 1';
    expect(codes(load(plan([order]), { policy, strictSymbols: false })).filter((code) => /policy/.test(code))).toEqual(
      BREACH,
    );
  });

  test.each([
    ['at a limit', CLOSE],
    ['at market', CLOSE.replace('50000', 'market')],
    ['by a trigger', `${CLOSE}, trigger: 49000`],
  ])('never holds up a closing order, %s', (_, order) => {
    expect(sized([order], '{ btc: 0.0001 }')).toEqual([]);
  });

  test('says which order, of what, and which limit forbids it', () => {
    const { diagnostics } = load(plan([LADDER]), { policy: { maxOrderSize: { btc: Decimal.of('0.05') } } });
    const [found, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
    expect([others, found?.message, found?.hint]).toEqual([
      [],
      'the order of rung 1 opens 0.1 of `btc`; the policy allows 0.05 (and 2 more rungs)',
      'make it smaller, or change policy.maxOrderSize',
    ]);
  });

  test.each([
    ['{ btc: 2 }', []],
    ['{ btc: 2.0 }', []],
    ['{ half: 9 }', []],
    ['{ btc: 2.01 }', ['2.01']],
    ['{ half: 1, BTC: 3 }', ['3']],
  ])('of the plan %s beside a policy of 2 is looser at %j', (sizes, looser) => {
    const policy: Policy = { maxOrderSize: { btc: Decimal.of('2') } };
    const loaded = load(plan([LONG], `limits: { maxOrderSize: ${sizes} }`), { policy });
    expect(codes(loaded)).toEqual(looser.map(() => 'policy/looser-limit'));
    expect(marked(loaded)).toEqual(looser);
  });
});
