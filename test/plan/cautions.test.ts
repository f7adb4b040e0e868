/** What is only a warning: when it is given, and the near miss where it is not. */
import { describe, expect, test } from 'vitest';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { load, plan } from '../support/plans.ts';

const warnings = ({ diagnostics }: LoadedPlan): string[] =>
  diagnostics.map(({ severity, code, source, start, end }) => `${severity} ${code} ${source.text.slice(start, end)}`);
const judged = (...orders: string[]): string[] => {
  const loaded = load(plan(orders));
  expect(loaded.plan?.orders.length).toBeGreaterThan(0);
  return warnings(loaded);
};

const LONG = 'id: entry, side: open-long, size: 1, price: 64000';
const SHORT = LONG.replace('open-long', 'open-short');
const part = (size: string, trigger: string, id = 't'): string =>
  `id: ${id}, side: close-long, size: ${size}, price: market, trigger: ${trigger}`;
const rung = (n: number): string => `id: o${n}, side: open-long, size: 0.01, price: 64000, stopLoss: 62000`;
const BARE = ['warning order/unprotected entry'];

/** At a price at which no size is worth much. */
const sized = (...sizes: string[]): string[] =>
  judged(...sizes.map((size, at) => `id: o${at}, side: open-long, size: ${size}, price: 64, stopLoss: 62`));

const anOrder = (symbol: string, side: string, size: string, id: string): string =>
  `id: ${id}, symbol: ${symbol}, side: ${side}, size: ${size}, price: 64000${side === 'open-long' ? ', stopLoss: 60000' : ''}`;

const exit = (trigger: string, side = 'close-long'): string =>
  `id: t, side: ${side}, size: 1, price: market, trigger: ${trigger}`;

describe('an opening order without protection', () => {
  test.each([
    ['a long', [LONG], BARE],
    ['a long with only a target', [`${LONG}, takeProfit: 68000`], BARE],
    ['a short', [LONG.replace('open-long', 'open-short')], BARE],
    ['a trigger entry', [`${LONG}, trigger: 64100`], BARE],
    [
      'a trigger that closes the other side',
      [LONG, 'id: t, side: close-short, size: 1, price: market, trigger: 5'],
      [...BARE, 'warning order/closes-other-side close-short'],
    ],
    [
      'a trigger of another symbol',
      [LONG, 'id: t, symbol: half, side: close-long, size: 1, price: market, trigger: 5'],
      BARE,
    ],
    [
      'a trigger of another margin mode',
      [LONG, 'id: t, marginMode: isolated, side: close-long, size: 1, price: market, trigger: 5'],
      [...BARE, 'warning order/closes-other-side close-long'],
    ],
    ['an exit that is no trigger', [LONG, 'id: t, side: close-long, size: 1, price: 66000'], BARE],
    ['a stop-loss', [`${LONG}, stopLoss: 62000`], []],
    ['a trigger that closes it', [LONG, 'id: t, side: close-long, size: 1, price: market, trigger: 5'], []],
    ['a closing order', [LONG.replace('open', 'close')], []],
    ['triggers that close it together', [LONG, part('0.4', '62000'), part('0.6', '61000', 'u')], []],
    ['a trigger that takes a profit', [LONG, part('1', '66000')], BARE],
    [
      'a trigger whose limit may not take',
      [LONG, part('1', '62000').replace('market', '63000')],
      ['warning order/stop-may-rest 62000'],
    ],
    [
      'at market, where no entry is known: any trigger may be its stop',
      [LONG.replace('64000', 'market'), part('1', '66000')],
      ['warning order/stop-side-unknown 66000'],
    ],
    [
      'at market, and a trigger that closes less',
      [LONG.replace('64000', 'market'), part('0.9', '5')],
      [...BARE, 'warning order/stop-side-unknown 5'],
    ],
    [
      'a short at market, and any trigger',
      [SHORT.replace('64000', 'market'), part('1', '5').replace('long', 'short')],
      ['warning order/stop-side-unknown 5'],
    ],
  ])('%s', (_, orders, expected) => {
    expect(judged(...orders)).toEqual(expected);
  });

  test('says how much of the first is protected', () => {
    const loaded = load(plan([LONG, LONG.replace('entry', 'more'), part('1.25', '62000')]));
    expect(loaded.diagnostics.map(({ message }) => message)).toEqual([
      '`more` opens 1, and triggers protect only 0.25 of it',
    ]);
  });

  test('is told once for each position, with how many more there are; a ladder is one', () => {
    const rest = 'side: open-long, size: { total: 3 }, price: { from: 63000, to: 62000, steps: 3 }';
    const loaded = load(plan([LONG, `id: l, ${rest}`, `id: other, symbol: half, ${rest}`]));
    expect(loaded.diagnostics.map(({ message }) => message)).toEqual([
      '`entry` opens a position without protection (and 1 more)',
      '`other` opens a position without protection',
    ]);
  });
});

describe('a size far above the others', () => {
  test.each([
    ['ten times the median', ['1', '1', '10'], ['warning order/size-outlier 10']],
    ['not quite ten times', ['1', '1', '9.9999'], []],
    ['of two orders', ['1', '100'], []],
    ['of the lower of two in the middle', ['1', '2', '3', '20'], ['warning order/size-outlier 20']],
    ['a small one', ['0.001', '1', '1'], []],
    ['told of the first', ['1', '100', '1', '200', '1'], ['warning order/size-outlier 100']],
  ])('%s', (_, sizes, expected) => {
    expect(sized(...sizes)).toEqual(expected);
  });

  test('is not the last rung of a shape that grows: a ladder counts once, by its middle rung', () => {
    const grown = 'id: l, side: open-long, size: { total: 10, shape: geometric, ratio: 2.5 }, stopLoss: 50000';
    const ladder = `${grown}, price: { from: 63000, to: 60000, steps: 7 }`;
    expect(judged(ladder)).toEqual([]);
    expect(judged(ladder, rung(1), rung(2))).toEqual(['warning order/size-outlier 10']);
    expect(judged(ladder.replace('total: 10', 'total: 1'), rung(1), rung(2))).toEqual([]);
  });

  test('is of its symbol only, and of what opens', () => {
    expect(
      judged(
        anOrder('btc', 'open-long', '1', 'a'),
        anOrder('btc', 'open-long', '1', 'b'),
        anOrder('half', 'open-long', '10', 'c'),
      ),
    ).toEqual([]);
    expect(
      judged(
        anOrder('btc', 'open-long', '1', 'a'),
        anOrder('btc', 'open-long', '1', 'b'),
        anOrder('btc', 'close-long', '10', 'c'),
      ),
    ).toEqual(['warning order/closes-more 10']);
  });

  test('says how many times', () => {
    const loaded = load(
      plan(['1', '1', '25'].map((size, at) => `id: o${at}, side: open-long, size: ${size}, price: 64, stopLoss: 62`)),
    );
    expect(loaded.diagnostics[0]?.message).toBe(
      'the size 25 is 25 times the median 1 of the plan’s opening orders of `btc`',
    );
  });
});

const out = (id: string, of: string): string => `id: ${id}, side: close-long, size: 1, ${of}`;
const told = (...orders: string[]): string[] => load(plan([LONG, ...orders])).diagnostics.map(({ message }) => message);

describe('closes that add up to more than the plan opens', () => {
  const [low, lower] = ['trigger: 62000, price: market', 'trigger: 61000, price: market'];
  const [high, higher] = ['price: 66000', 'trigger: 67000, price: market'];
  const MORE = ['warning order/closes-more 1'];
  test.each([
    ['two targets, at a price and at a trigger', [out('a', high), out('b', higher)], BARE.concat(MORE)],
    ['two stops', [out('a', low), out('b', lower)], MORE],
    ['a stop and a target, which closes instead of it', [out('a', low), out('b', high)], []],
    ['a stop and a target at a trigger', [out('a', low), out('b', higher)], []],
    [
      'a target and a stop whose limit may rest, which is neither',
      [out('a', high), out('b', 'trigger: 62000, price: 62500')],
      ['warning order/stop-may-rest 62000'],
    ],
  ])('%s', (_, closes, expected) => {
    expect(judged(LONG, ...closes).toSorted()).toEqual(expected.toSorted());
  });

  test('at market, where no entry is known, no trigger is told to be a stop or a target', () => {
    const entry = LONG.replace('64000', 'market');
    expect(judged(entry, out('a', low), out('b', higher))).toEqual(['warning order/stop-side-unknown 67000']);
  });

  test('says which of the two', () => {
    expect(told(out('a', low), out('b', lower))).toEqual([
      'with `b` the stops of the plan close 2 of the 1 that it opens',
    ]);
    expect(told(out('a', low), out('b', high), out('c', high))).toEqual([
      'with `c` the plan closes 2 of the 1 that it opens',
    ]);
  });
});

describe('a stop-loss beyond a trigger that closes', () => {
  test.each([
    ['below it, of a long', `${LONG}, stopLoss: 61000`, exit('62000'), ['warning order/stop-beyond-trigger 61000']],
    ['at it', `${LONG}, stopLoss: 62000`, exit('62000'), []],
    ['above it', `${LONG}, stopLoss: 63000`, exit('62000'), []],
    ['of a trigger that takes a profit', `${LONG}, stopLoss: 61000`, exit('66000'), []],
    [
      'of a trigger of the other side',
      `${LONG}, stopLoss: 61000`,
      exit('62000', 'close-short'),
      ['warning order/closes-other-side close-short'],
    ],
    [
      'above it, of a short',
      `${LONG.replace('long', 'short')}, stopLoss: 67000`,
      exit('66000', 'close-short'),
      ['warning order/stop-beyond-trigger 67000'],
    ],
    ['below it, of a short', `${LONG.replace('long', 'short')}, stopLoss: 65000`, exit('66000', 'close-short'), []],
    [
      'at market',
      `${LONG.replace('64000', 'market')}, stopLoss: 61000`,
      exit('62000'),
      ['warning order/stop-beyond-trigger 61000'],
    ],
  ])('%s', (_, entry, trigger, expected) => {
    expect(judged(entry, trigger)).toEqual(expected);
  });
});

test('nothing is cautioned about in a plan that is refused', () => {
  expect(warnings(load(plan([LONG, 'id: b, side: open-long, size: 0, price: 1'])))).toEqual(['error value/zero 0']);
});
