/** A stop that fires first, may do so, may rest, or lies where nobody knows: in words, in the policy and in every figure. */
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { riskOf } from '../../src/views/diff/risk.ts';
import { codes, load, marked, plan } from '../support/plans.ts';

const HEDGE = 'id: hedge, side: open-short, size: 0.02, trigger: 63800, price: market';
const BREAK = 'id: break, side: open-long, size: 0.02, trigger: 65000, price: 65010';
const cover = (trigger: string): string => `id: out, side: close-short, size: 0.02, trigger: ${trigger}, price: market`;
const stop = (trigger: string, price = 'market'): string =>
  `id: out, side: close-long, size: 0.02, trigger: ${trigger}, price: ${price}`;

/** The order with what a hint says: a trigger a step beyond the price that it names, and where it says so a limit beyond that. */
function typed(hint: string, order: string): string {
  const [, side = '', price = ''] = /a trigger (below|above) ([\d.]+)/.exec(hint) ?? [];
  const step = side === 'below' ? -1 : 1;
  const limit = hint.includes('and a limit')
    ? order.replace(/price: \d+/, `price: ${Number(price) + 2 * step}`)
    : order;
  return limit.replace(/trigger: [\d.]+/, `trigger: ${Number(price) + step}`);
}

/** The market is at 64000. */
const text = (orders: readonly string[], head = ''): string =>
  plan(orders, head).replace('symbol: btc', 'symbol: btc, reference: 64000');
const of = (orders: readonly string[], head?: string): LoadedPlan => load(text(orders, head));
const wordsOf = (orders: readonly string[]): (string | undefined)[][] =>
  of(orders).diagnostics.map(({ message, hint }) => [message, hint]);
const late = (after: string): string => `${stop('62000')}, after: [${after}]`;

describe('between the market and the entry', () => {
  test.each([
    [
      'of a short behind a trigger',
      [HEDGE, cover('63900')],
      '`out` (63900) lies between the reference 64000 and the trigger of `hedge` (63800): it fires first, and `hedge` opens without a stop',
      'give it a trigger above 64000',
    ],
    [
      'of a long behind a trigger',
      [BREAK, stop('64010')],
      '`out` (64010) lies between the reference 64000 and the trigger of `break` (65000): it fires first, and `break` opens without a stop',
      'give it a trigger below 64000',
    ],
    [
      'at the market itself',
      [BREAK, stop('64000')],
      '`out` (64000) lies between the reference 64000 and the trigger of `break` (65000): it fires first, and `break` opens without a stop',
      'give it a trigger below 64000',
    ],
    [
      'with a limit that takes',
      [BREAK, stop('64010', '64000')],
      '`out` (64010) lies between the reference 64000 and the trigger of `break` (65000): it fires first, and `break` opens without a stop',
      'give it a trigger below 64000, and a limit below that',
    ],
    [
      'of a trigger and a limit that were swapped',
      ['id: dip, side: open-long, size: 0.02, trigger: 62000, price: 65000', stop('63000')],
      '`out` (63000) lies between the reference 64000 and the trigger of `dip` (62000): it fires first, and `dip` opens without a stop',
      'give it a trigger below 62000',
    ],
    [
      'of a limit that the market is past',
      ['id: high, side: open-long, size: 0.02, price: 65000, timeInForce: ioc', stop('64500')],
      '`out` (64500) lies between the reference 64000 and the price of `high` (65000): the market is past it once `high` opens, so it is not a stop',
      'give it a trigger below 64000',
    ],
  ])('%s: a breach where stops are demanded, else a warning', (_, orders, message, hint) => {
    const [entry = ''] = /(?<=id: )\w+/.exec(orders[0] as string) ?? [];
    for (const [limits, ...expected] of [
      ['', 'warning', 'order/stop-before-entry', message, `${hint}, or place it once \`${entry}\` is filled`],
      ...['requireStop: true', 'maxLossAtStops: 99999'].map((limit) => [
        `limits: { ${limit} }`,
        'error',
        'policy/no-stop',
        `${message}, so limits.${limit.replace(/:.*/, '')} forbids it`,
        hint,
      ]),
    ]) {
      const told = of(orders, limits).diagnostics.filter(({ code }) => code !== 'order/far-from-trigger');
      expect(told.map((one) => [one.severity, one.code, one.message, one.hint])).toEqual([expected]);
    }
    expect(
      codes(of([orders[0] as string, typed(hint, orders[1] as string)], 'limits: { requireStop: true }')),
    ).not.toContain('policy/no-stop');
  });

  test('is marked at the trigger, and said once for policy and limits together', () => {
    const policy = { requireStop: true, maxLossAtStops: Decimal.of('100') };
    const loaded = load(text([HEDGE, cover('63900')], 'limits: { requireStop: true }'), { policy });
    expect([codes(loaded), marked(loaded)]).toEqual([['policy/no-stop'], ['63900']]);
  });

  test('is no loss at the stops, and covers nothing', () => {
    const [short] = riskOf(of([HEDGE, cover('63900')]).plan?.orders ?? []);
    expect(short?.ofRun.loss?.covered.canonical()).toBe('0');
    expect(short?.ofRun.loss?.naked.canonical()).toBe('0.02');
    const [wide] = riskOf(of([HEDGE, cover('64100')]).plan?.orders ?? []);
    expect(wide?.ofRun.loss?.amount.canonical()).toBe('6');
    const [high] = riskOf(
      of([
        'id: high, side: open-long, size: 0.02, price: 65000, reference: 64000',
        stop('64500').replace('market', '64400'),
      ]).plan?.orders ?? [],
    );
    expect(high?.ofRun.loss?.naked.canonical()).toBe('0.02');
  });
});

describe('what is beyond the market as well is a stop', () => {
  test.each([
    ['of a short', [HEDGE, cover('64000.1')], '64000.1'],
    ['of a long', [BREAK, stop('63999.9')], '63999.9'],
    ['beside a target above the market', [BREAK, stop('63000'), stop('66000').replace('out', 'target')], '63000'],
  ])('%s, and may fire first: then nothing is left of it', (_, orders, mark) => {
    for (const limits of ['', 'limits: { requireStop: true }']) {
      const loaded = of(orders, limits);
      expect([codes(loaded), marked(loaded)]).toEqual([['order/stop-may-fire-first'], [mark]]);
      expect(loaded.plan).toBeDefined();
    }
  });

  test('of a limit that rests, which is reached first', () => {
    const orders = ['id: dip, side: open-long, size: 0.02, price: 63000', stop('62000')];
    expect(of(orders).diagnostics).toEqual([]);
    expect(of(orders, 'limits: { requireStop: true }').diagnostics).toEqual([]);
  });

  test('is told by what the market does, and what to do then', () => {
    expect(wordsOf([BREAK, stop('63000')])).toEqual([
      [
        '`out` may fire before `break` opens: a dip to 63000 uses the stop up, and `break` then opens without one',
        'if it fires, cancel `break` (`ordo cancel` with `--only break`), or place the stop again',
      ],
    ]);
    expect(wordsOf([HEDGE, cover('64100')])[0]?.[0]).toContain('a rise to 64100 uses the stop up');
  });
});

describe('where nobody says where the market is', () => {
  const now = 'id: now, side: open-long, size: 0.02, price: market';
  test.each([
    ['behind a trigger', [HEDGE, cover('64100')], '`out` (64100) may not stop `hedge`', '64100'],
    ['at market', [now, stop('63000')], '`out` (63000) may not stop `now`', '63000'],
  ])('%s: no trigger counts', (_, orders, words, mark) => {
    const [warned, refused] = ['', 'limits: { requireStop: true }'].map((limits) => load(plan(orders, limits)));
    expect([codes(warned as LoadedPlan), marked(warned as LoadedPlan)]).toEqual([['order/stop-side-unknown'], [mark]]);
    expect([codes(refused as LoadedPlan), marked(refused as LoadedPlan)]).toEqual([['policy/no-stop'], [mark]]);
    for (const { diagnostics } of [warned, refused] as LoadedPlan[]) {
      expect(diagnostics[0]?.message).toContain(`${words}: it is not known on which side of the market it is`);
      expect(diagnostics[0]?.hint).toBe('add `reference:` with where the market is');
    }
    expect(codes(of(orders, 'limits: { requireStop: true }'))).not.toContain('policy/no-stop');
  });

  test('a limit that rests needs no market', () => {
    const orders = ['id: dip, side: open-long, size: 0.02, price: 63000', stop('62000')];
    expect(load(plan(orders, 'limits: { requireStop: true }')).diagnostics).toEqual([]);
  });
});

describe('a stop whose limit may rest', () => {
  const dip = 'id: dip, side: open-long, size: 0.02, price: 63000';
  const high = 'id: high, side: open-short, size: 0.02, price: 65000';
  test.each([
    [dip, stop('62000', '62000'), '62000', 'below 62000', '61999'],
    [dip, stop('62000', '62500'), '62500', 'below 62000', 'market'],
    [high, cover('66000').replace('market', '65900'), '65900', 'above 66000', '66001'],
  ])('%s, %s does not count', (entry, out, limit, beyond, mended) => {
    const [warned, refused] = ['', 'limits: { requireStop: true }'].map((limits) => of([entry, out], limits));
    expect(codes(warned as LoadedPlan)).toEqual(['order/stop-may-rest']);
    expect([codes(refused as LoadedPlan), marked(refused as LoadedPlan)]).toEqual([
      ['policy/no-stop'],
      [/(?<=trigger: )\d+/.exec(out)?.[0]],
    ]);
    expect(warned?.diagnostics[0]?.message).toContain(`its limit ${limit} is at its trigger`);
    expect(warned?.diagnostics[0]?.hint).toBe(`write \`price: market\`, or a limit ${beyond}`);
    const mendedOut = out.replace(`price: ${limit}`, `price: ${mended}`);
    expect(of([entry, mendedOut], 'limits: { requireStop: true }').diagnostics).toEqual([]);
  });
});

describe('one warning a stop', () => {
  const ladder =
    'id: l, side: open-long, size: { total: 0.04 }, trigger: 65000, price: { from: 65010, to: 65020, steps: 2 }';
  test('not one a rung, with how many entries it leaves', () => {
    const told = of([
      ladder,
      BREAK,
      'id: out, side: close-long, size: 0.06, trigger: 64010, price: market',
    ]).diagnostics;
    expect(told.map(({ code }) => code)).toEqual(['order/stop-before-entry']);
    expect(told[0]?.message).toMatch(/ \(and 1 more\)$/);
  });
});

describe('where a limit demands stops, one that waits for its entry', () => {
  const dip = 'id: dip, side: open-long, size: 0.02, price: 63000';
  test('is warned of at its `after`, and only there', () => {
    const loaded = of([dip, late('dip')], 'limits: { requireStop: true }');
    expect([codes(loaded), marked(loaded)]).toEqual([['order/stop-after-entry'], ['[dip]']]);
    expect(loaded.diagnostics[0]?.message).toBe(
      '`out` waits for `dip` by `after`, so `dip` goes out before its stop is accepted',
    );
    expect(of([dip, late('dip')]).diagnostics).toEqual([]);
  });

  test('by the name of a ladder as well, once', () => {
    const ladder = 'id: l, side: open-long, size: { total: 0.02 }, price: { from: 63000, to: 62900, steps: 2 }';
    expect(codes(of([ladder, late('l')], 'limits: { requireStop: true }'))).toEqual(['order/stop-after-entry']);
    expect(codes(of([ladder, stop('62000')], 'limits: { requireStop: true }'))).toEqual([]);
  });

  test('ten thousand that wait in turn are walked in no time that a person notices', () => {
    const orders = Array.from({ length: 5000 }, (_, n) => [
      `id: o${n}, side: open-long, size: 0.01, price: ${63000 - n}`,
      `id: s${n}, side: close-long, size: 0.01, trigger: ${57500 - n}, price: market${n === 0 ? '' : `, after: [s${n - 1}]`}`,
    ]).flat();
    expect(codes(of(orders, 'limits: { requireStop: true }'))).toEqual([]);
  }, 20_000);
});
