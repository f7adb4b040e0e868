/** Exits, ends and times as they are read: sizes, kinds, formulas, and what each mistake comes to. */
import { describe, expect, test } from 'vitest';
import { latePrice } from '../../src/compile/follow/late-price.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { Rational } from '../../src/model/rational.ts';
import type { LoadedPlan } from '../../src/plan/load-plan.ts';
import { everyCode, load, ordersOf, plan, priceOf, unchecked } from '../support/plans.ts';

const ENTRY = 'id: entry, side: open-long, size: 0.3, price: 64000';
const STOP = 'id: stop, side: close-long, size: { filled: entry }, trigger: 62000, price: market';
const TARGET =
  'id: target, side: close-long, size: { filled: entry }, price: { from: 65000, to: 68000, steps: 3 }, trigger: =price';
const close = (id: string, words: string, size = '{ filled: entry }'): string =>
  `id: ${id}, side: close-long, size: ${size}, ${words}`;

const sizes = (loaded: LoadedPlan): unknown => ordersOf(loaded).map(({ id, size }) => `${id} ${size.toString()}`);
const kinds = ({ plan: made }: LoadedPlan): unknown =>
  made?.groups?.map(({ entries, exits }) => [entries.join(' '), exits.map(({ id, kind }) => `${id} ${kind}`)]);

/** What a close at the price of its entry is told. */
const hinted = (after: string): string =>
  load(plan([ENTRY, STOP, TARGET, close('even', `trigger: 64000, price: market, after: ${after}`)])).diagnostics[0]
    ?.hint ?? '';

describe('an exit', () => {
  test('has the size of all that its entries open, a target its share, in whole steps that add up', () => {
    const loaded = load(plan([ENTRY, STOP, TARGET]));
    expect(sizes(loaded)).toEqual(['entry 0.3', 'stop 0.3', 'target-1 0.1', 'target-2 0.1', 'target-3 0.1']);
    const odd = load(plan([ENTRY.replace('0.3', '0.1'), TARGET]));
    expect(sizes(odd)).toEqual(['entry 0.1', 'target-1 0.0333', 'target-2 0.0333', 'target-3 0.0334']);
  });

  test('at the price of its entry is told how break-even is written, which then works', () => {
    expect(hinted('[target-1]')).toContain('`after: { filled: target-1 }`');
    expect(hinted('[target-1, entry]')).toContain('`after: { filled: [target-1, entry] }`');
    expect(hinted('{ filled: target-1 }')).toBe('');
  });

  test('may stand before its entries, name several of them, and ladders', () => {
    const ladder = 'id: dca, side: open-long, size: { total: 0.4 }, price: { from: 63000, to: 60000, steps: 4 }';
    const stop = close('stop', 'trigger: 58000, price: market', '{ filled: [dca, entry] }');
    const loaded = load(plan([stop, ENTRY, ladder]));
    expect(ordersOf(loaded)[0]?.size.toString()).toBe('0.7');
    expect(ordersOf(loaded)[0]?.exit?.filled).toEqual(['dca-1', 'dca-2', 'dca-3', 'dca-4', 'entry']);
    expect(ordersOf(loaded).map(({ id }) => id)).toEqual(['stop', 'entry', 'dca-1', 'dca-2', 'dca-3', 'dca-4']);
  });

  test('is a stop, a target or a close-out by where it stands alone', () => {
    const even = close('even', 'trigger: =tick(average(entry)), price: market, after: { filled: target-1 }');
    const flat = close('flat', 'price: market, after: 2026-12-05T20:00:00Z');
    expect(kinds(load(plan([ENTRY, STOP, TARGET, even, flat])))).toEqual([
      ['entry', ['stop stop', 'target-1 target', 'target-2 target', 'target-3 target', 'even stop', 'flat close-out']],
    ]);
  });

  test('a short has its stop above', () => {
    const short = [
      'id: entry, side: open-short, size: 0.3, price: 64000',
      'id: stop, side: close-short, size: { filled: entry }, trigger: 65000, price: market',
      'id: out, side: close-short, size: { filled: entry, share: 40% }, price: 60000, trigger: =price',
    ];
    expect(kinds(load(plan(short)))).toEqual([['entry', ['stop stop', 'out target']]]);
    expect(sizes(load(plan(short)))).toEqual(['entry 0.3', 'stop 0.3', 'out 0.12']);
  });

  test('with a share of each rung comes to no more than its share', () => {
    const half = TARGET.replace('filled: entry', 'filled: entry, share: 1/2, shape: linear');
    expect(sizes(load(plan([ENTRY, half])))).toEqual([
      'entry 0.3',
      'target-1 0.025',
      'target-2 0.05',
      'target-3 0.075',
    ]);
  });

  test('with a share without end needs the step, where no list of instruments says it', () => {
    const third = close('t', 'price: 65000, trigger: =price', '{ filled: entry, share: 1/3 }');
    const half = close('t', 'price: 65000, trigger: =price', '{ filled: entry, share: 1/2 }');
    expect(everyCode(unchecked(plan([ENTRY.replace('0.3', '0.1'), third])))).toEqual(['instrument/needed']);
    expect(sizes(unchecked(plan([ENTRY.replace('0.3', '0.1'), half])))).toEqual(['entry 0.1', 't 0.05']);
    // Of an entry with a mistake only that is told.
    expect(everyCode(unchecked(plan([ENTRY.replace('0.3', '=nobody'), third])))).toEqual(['expression/unknown-name']);
  });

  test('a mistake in its entry is told once', () => {
    const loaded = load(plan([ENTRY.replace('0.3', '=nobody'), STOP, TARGET]));
    expect(everyCode(loaded)).toEqual(['expression/unknown-name']);
  });
});

const withTrigger = (formula: string, of = ENTRY): ReturnType<typeof ordersOf>[number] | undefined =>
  ordersOf(load(plan([of, close('even', `trigger: "${formula}", price: market`)], 'vars: { k: 0.99, unused: 1 }')))[1];

const even = (of: string): string =>
  `id: e, side: close-long, size: { filled: dca }, price: market, trigger: =tick(average(${of}) * 0.9)`;

const late = (formula: string, average: string): string | undefined => {
  const price = withTrigger(formula)?.late?.trigger;
  return price && latePrice(price, () => Rational.of(Decimal.of(average)))?.toString();
};

describe('a price of an average', () => {
  test.each([
    ['=tick(average(entry) * k)', '63360', '60000', '59400'],
    ['=tickUp(average(entry) * k)', '63360', '61234.56', '60622.3'],
    ['=tickDown(average(entry) - 0.05)', '63999.9', '61234.5', '61234.4'],
    ['=tick(average(entry)) - 100', '63900', '61000', '60900'],
    ['=tick(max(average(entry) - 500, 63000))', '63500', '61000', '63000'],
    ['=tick(average( entry ) - abs(-10))', '63990', '61000', '60990'],
  ])('%s is %s as planned, and by an average of %s it is %s', (formula, planned, average, then) => {
    expect(withTrigger(formula)?.trigger?.canonical()).toBe(planned);
    expect(late(formula, average)).toBe(then);
  });

  test('of a ladder is by the sizes of its rungs, and of one rung that of the rung', () => {
    const ladder =
      'id: dca, side: open-long, size: { total: 0.4, shape: [1, 3] }, price: { from: 63000, to: 60000, steps: 2 }';
    expect(ordersOf(load(plan([ladder, even('dca')])))[2]?.trigger?.canonical()).toBe('54675');
    expect(ordersOf(load(plan([ladder, even('dca-1')])))[2]?.trigger?.canonical()).toBe('56700');
    expect(ordersOf(load(plan([ladder, even('dca')])))[2]?.late?.trigger).toMatchObject({
      kind: 'round',
      of: { left: { kind: 'average', of: ['dca-1', 'dca-2'] } },
    });
  });

  test('goes along into a trigger at its price, and into the rungs of a range', () => {
    const range = close(
      't',
      'price: { from: =tick(average(entry) + 1000), to: =tick(average(entry) + 3000), steps: 3 }, trigger: =price',
    );
    const rungs = ordersOf(load(plan([ENTRY, range]))).slice(1);
    expect(rungs.map(priceOf)).toEqual(['65000', '66000', '67000']);
    const moved = rungs.map(({ late: own }) =>
      [own?.price, own?.trigger].map(
        (one) => one && latePrice(one, () => Rational.of(Decimal.of('60000.3')))?.canonical(),
      ),
    );
    expect(moved).toEqual([
      ['61000.3', '61000.3'],
      ['62000.3', '62000.3'],
      ['63000.3', '63000.3'],
    ]);
  });

  test.each([
    ['=average(entry)', 'expression/unrounded'],
    ['=tick(average(entry)) * 0.99', 'expression/unrounded'],
    ['=max(tick(average(entry)), 60000)', 'expression/unrounded'],
    ['=lot(average(entry))', 'expression/unrounded'],
    ['=tick(average(nobody))', 'expression/unknown-name'],
    ['=tick(average(stop))', 'expression/unknown-name'],
    ['=tick(average(entry, entry))', 'expression/arguments'],
    ['=tick(average())', 'expression/arguments'],
    ['=tick(avg(entry))', 'expression/unknown-name'],
    ['=tick(average)', 'expression/unknown-name'],
  ])('%s is %s', (formula, code) => {
    const loaded = load(
      plan([
        ENTRY,
        STOP,
        close('even', `trigger: "${formula}", price: market, after: { filled: x }`),
        'id: x, side: close-long, size: 0.1, price: 70000, trigger: 70000',
      ]),
    );
    expect(everyCode(loaded).filter((one) => one !== 'order/unprotected')).toEqual([code]);
  });

  test('no variable knows one, and a variable may still have the name', () => {
    expect(everyCode(load(plan([`${ENTRY}, stopLoss: =average * 0.95`], 'vars: { average: 64000 }')))).toEqual([]);
    const inVar = load(
      plan([ENTRY, close('even', 'trigger: =be, price: market')], 'vars: { be: =tick(average(entry)) }'),
    );
    expect(everyCode(inVar)).toEqual(['expression/unknown-name']);
  });
});

describe('a followed stop', () => {
  const limits = 'limits: { requireStop: true, maxLossAtStops: 600 }';
  test('counts for requireStop and maxLossAtStops, by where it closes at worst', () => {
    expect(everyCode(load(plan([ENTRY, STOP], limits)))).toEqual([]);
    const worse = STOP.replace('price: market', 'price: 61900');
    expect(everyCode(load(plan([ENTRY, worse], limits)))).toEqual(['policy/max-loss-at-stops']);
  });

  test.each([
    ['a target is none', [ENTRY, TARGET]],
    [
      'one that comes later is none',
      [ENTRY, TARGET, close('even', 'trigger: 63000, price: market, after: { filled: target-1 }')],
    ],
    ['one that may rest is none', [ENTRY, STOP.replace('price: market', 'price: 62100')]],
    ['a close-out is none', [ENTRY, close('flat', 'price: market, after: 2026-12-05T20:00:00Z')]],
  ])('%s', (_, orders) => {
    expect(everyCode(load(plan(orders, limits)))).toEqual(['policy/no-stop']);
    expect(everyCode(load(plan(orders)))).toEqual(['order/unprotected']);
  });

  test('is not told to lie between market and entry: it is sent after the fill', () => {
    const up =
      'id: entry, side: open-long, size: 0.05, trigger: 65200, price: market, reference: 64000, maxDistance: 3%';
    expect(
      everyCode(load(plan([up, close('stop', 'trigger: 64400, price: market')], limits.replace('600', '200')))),
    ).toEqual([]);
  });
});

test('a plan of two thousand entries, each with an exit, is read in time', () => {
  const many = Array.from({ length: 2000 }, (_, at) => [
    `id: e${at}, side: open-long, size: 0.1, price: 64000`,
    `id: s${at}, side: close-long, size: { filled: e${at} }, trigger: 62000, price: market`,
  ]).flat();
  const startedMs = performance.now();
  expect(ordersOf(load(plan(many)))).toHaveLength(4000);
  expect(performance.now() - startedMs).toBeLessThan(10_000);
});
