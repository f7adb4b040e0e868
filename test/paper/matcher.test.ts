/** One contract's market by itself: jumps, forks, what is nearest, touch, and what is held from before. */
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { MatcherTold } from '../../src/paper/market/told.ts';
import type { MarketRules } from '../../src/paper/market/reach.ts';
import { Matcher } from '../../src/paper/market/matcher.ts';
import { termsOf } from '../../src/paper/market/terms.ts';
import { QUOTES } from '../../src/paper/v2/order/instruments.ts';
import type { OrderRequest } from '../../src/paper/v2/order/rules.ts';

const TICK = Decimal.of('1');
const rules = (quotes: 'through' | 'touch'): MarketRules => ({
  ...QUOTES[quotes],
  isStill: false,
  presets: true,
  orphans: false,
});

const SILENT: MatcherTold = {
  placed: () => undefined,
  filled: () => undefined,
  fired: () => undefined,
  ended: () => undefined,
  attached: () => undefined,
};

/** Tells fills as `part size @ price role`. */
function telling(): { readonly told: MatcherTold; readonly fills: string[] } {
  const fills: string[] = [];
  const told: MatcherTold = {
    ...SILENT,
    filled: ({ order, size, price, role }) =>
      fills.push(`${order.root} ${order.part} ${size.toString()} @ ${price} ${role}`),
  };
  return { told, fills };
}

function request(changes: Partial<OrderRequest>): OrderRequest {
  const long = { kind: 'single', symbol: 'x', marginMode: 1, clientOid: 'a', type: '1', size: '1' } as const;
  return { ...long, match: '0', price: '100', orderType: '0', ...changes };
}
const terms = (changes: Partial<OrderRequest> = {}) => termsOf(request(changes), TICK);
const MARKET = { match: '1', price: '0' } as const;
const stopAt = (trigger: string) => terms({ kind: 'trigger', type: '3', trigger, ...MARKET });

describe('over a gap', () => {
  it('a limit fills at its own price, and a stop where the market opens', () => {
    const { told, fills } = telling();
    const market = new Matcher(rules('through'), told, 120);
    market.place(terms({ stopLoss: '90', takeProfit: '130' }));
    market.jump(80);
    expect(fills).toEqual(['0 placed 1 @ 100 maker', '0 fired stop-loss 1 @ 79 taker']);
    expect(market.last).toBe(80);
  });

  it('what lies on the way acts nearest first, whatever waited longer', () => {
    const { told, fills } = telling();
    const market = new Matcher(rules('through'), told, 120);
    for (const price of ['90', '110', '100']) market.place(terms({ price, stopLoss: '85' }));
    market.jump(88);
    expect(fills.map((fill) => fill.split(' ')[0])).toEqual(['1', '2', '0']);
    expect(market.nearest()).toEqual({ above: Number.POSITIVE_INFINITY, below: 85 });
  });

  it('a stop that is nearer than the next limit acts before it', () => {
    const { told, fills } = telling();
    const market = new Matcher(rules('through'), told, 120);
    market.place(terms({ price: '110', stopLoss: '105' }));
    market.place(terms({ price: '100' }));
    market.jump(90);
    expect(fills).toEqual(['0 placed 1 @ 110 maker', '0 fired stop-loss 1 @ 89 taker', '1 placed 1 @ 100 maker']);
  });
});

describe('touch', () => {
  it('fills where the price is, with no spread', () => {
    const { told, fills } = telling();
    const market = new Matcher(rules('touch'), told, 120);
    market.place(terms({ stopLoss: '90' }));
    market.move(100);
    market.move(90);
    expect(fills).toEqual(['0 placed 1 @ 100 maker', '0 fired stop-loss 1 @ 90 taker']);
  });
});

it('nearest names the next acting price on either side', () => {
  const market = new Matcher(rules('through'), SILENT, 120);
  expect(market.nearest()).toEqual({ above: Number.POSITIVE_INFINITY, below: Number.NEGATIVE_INFINITY });
  for (const price of ['90', '110', '100']) market.place(terms({ price }));
  for (const price of ['150', '130']) market.place(terms({ type: '2', price }));
  expect(market.nearest()).toEqual({ above: 131, below: 109 });
});

describe('a fork', () => {
  it('goes its own way, and the market that it came from does not', () => {
    const [one, other] = [telling(), telling()];
    const market = new Matcher(rules('through'), one.told, 120);
    market.place(terms({ stopLoss: '90', takeProfit: '130' }));
    market.move(99);
    const fork = market.fork(other.told);
    const before = market.state();
    expect(fork.state()).toBe(before);
    fork.move(90);
    expect(market.state()).toBe(before);
    expect(fork.state()).not.toBe(before);
    market.move(130);
    expect([one.fills.length, other.fills]).toEqual([2, ['0 fired stop-loss 1 @ 89 taker']]);
  });

  it('costs less than 20 µs at 100 waiting orders', () => {
    const market = new Matcher(rules('through'), SILENT, 1000);
    for (let price = 1; price <= 100; price++) market.place(terms({ price: String(price) }));
    const times = Array.from({ length: 5 }, () => {
      const from = performance.now();
      for (let n = 0; n < 1000; n++) market.fork(SILENT);
      return performance.now() - from;
    });
    expect(Math.min(...times)).toBeLessThan(20);
  });
});

function expectOneState(one: Matcher, other: Matcher): void {
  expect(one.state()).toBe(other.state());
  expect(one.isLike(other)).toBe(true);
  expect(one.waiting.mark).toBe(other.waiting.mark);
}

function expectTwoStates(one: Matcher, other: Matcher): void {
  expect(one.state()).not.toBe(other.state());
  expect(one.isLike(other)).toBe(false);
}

/** A trigger that became a close of so much, which was all that there was to close. */
function cutTo(held: string): Matcher {
  const market = new Matcher(rules('through'), SILENT, 120);
  market.hold(0, Decimal.of(held));
  market.place(terms({ kind: 'trigger', trigger: '110', type: '3', size: '5', price: '150' }));
  market.move(110);
  market.hold(0, Decimal.of('9'));
  return market;
}

describe('the state', () => {
  it('is the same where the same orders wait and the same is held, and says what is held', () => {
    const placed = new Matcher(rules('through'), SILENT, 120);
    placed.place(terms());
    const [up, down] = [placed.fork(SILENT), placed.fork(SILENT)];
    up.move(200);
    down.move(110);
    expectOneState(up, down);
    down.hold(0, Decimal.of('1'));
    expectTwoStates(up, down);
  });

  it('tells apart which of two stops at one price waits longer', () => {
    const placed = new Matcher(rules('through'), SILENT, 120);
    placed.place(terms({ price: '110', stopLoss: '50' }));
    placed.place(terms({ kind: 'trigger', trigger: '130', stopLoss: '50', ...MARKET }));
    const [up, down] = [placed.fork(SILENT), placed.fork(SILENT)];
    for (const price of [130, 109, 120]) up.move(price);
    for (const price of [109, 130, 120]) down.move(price);
    expect(up.held(0).toString()).toBe(down.held(0).toString());
    expectTwoStates(up, down);
  });

  it('is the same on two ways to the same orders', () => {
    const placed = new Matcher(rules('through'), SILENT, 120);
    placed.place(terms({ price: '110', stopLoss: '50', takeProfit: '140' }));
    placed.place(terms({ price: '100', stopLoss: '40', takeProfit: '160' }));
    placed.place(terms({ kind: 'trigger', trigger: '130', size: '2', stopLoss: '45', ...MARKET }));
    const [up, down] = [placed.fork(SILENT), placed.fork(SILENT)];
    for (const price of [130, 99, 120]) up.move(price);
    for (const price of [109, 130, 99, 120]) down.move(price);
    expectOneState(up, down);
    up.move(140);
    expectTwoStates(up, down);
    down.move(140);
    expectOneState(up, down);
  });

  it('has how much a trigger became of', () => {
    expectOneState(cutTo('2'), cutTo('2'));
    expectTwoStates(cutTo('2'), cutTo('3'));
  });
});

it('what is held from before may be closed', () => {
  const { told, fills } = telling();
  const market = new Matcher(rules('through'), told, 120);
  market.hold(0, Decimal.of('2'));
  expect(market.available(terms({ type: '3' })).toString()).toBe('2');
  market.place(stopAt('100'));
  market.place(terms({ type: '3', price: '130' }));
  market.move(100);
  expect(fills).toEqual(['0 fired 1 @ 99 taker']);
  expect(market.held(0).toString()).toBe('1');
});
