import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { codes, load, marked, ordersOf, plan, priceOf, unlisted, valueOf, wordsOf } from '../support/plans.ts';

describe('variables', () => {
  test('may use those below and above them', () => {
    expect(valueOf('=stop', '{ stop: =entry - width * 2, entry: 64000, width: =entry / 128 }')).toBe('63000');
  });

  test('a value that is given for a run counts over a number and over a formula', () => {
    const text = plan(
      ['id: a, side: close-long, size: 1, price: =entry, trigger: =stop'],
      'vars: { entry: 64000, stop: =entry - gap, gap: 500 }',
    );
    const given = (values: Record<string, string>): string[] =>
      ordersOf(
        load(text, { variables: new Map(Object.entries(values).map(([name, value]) => [name, Decimal.of(value)])) }),
      ).map((order) => `${priceOf(order)} ${order.trigger?.toString() ?? ''}`);
    expect(given({})).toEqual(['64000 63500']);
    expect(given({ entry: '65000.10' })).toEqual(['65000.10 64500.1']);
    expect(given({ stop: '60000' })).toEqual(['64000 60000']);
  });

  test('a formula that a given value stands for is not read, and leaves nothing unused', () => {
    const loaded = load(
      plan(['id: a, side: close-long, size: 1, price: =entry'], 'vars: { entry: =base * 2, base: =entry / 2 }'),
      {
        variables: new Map([['entry', Decimal.of('5')]]),
      },
    );
    expect([codes(loaded), ordersOf(loaded).map(priceOf)]).toEqual([[], ['5']]);
  });

  test('a mistake in one is told once, however many orders use it', () => {
    const orders = Array.from(
      { length: 20 },
      (_, index) => `id: o${index}, side: close-long, size: =size, price: =entry`,
    );
    const loaded = load(plan(orders, 'vars: { entry: =1 / zero, size: =entrie * 2, zero: 0 }'));
    expect([codes(loaded), marked(loaded)]).toEqual([
      ['expression/division-by-zero', 'expression/unknown-name'],
      ['zero', 'entrie'],
    ]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s is a name like any other',
    (name) => {
      expect(valueOf(`=${name} + 1`, `{ ${name}: 5 }`)).toBe('6');
      const unknown = unlisted(`=${name}`);
      expect([codes(unknown), marked(unknown)]).toEqual([['expression/unknown-name'], [name]]);
      const called = unlisted(`=${name}(1)`);
      expect([codes(called), marked(called)]).toEqual([['expression/unknown-name'], [name]]);
    },
  );

  test.each(['tick', 'tickUp', 'tickDown', 'lot', 'min', 'max', 'abs', 'price', 'market'])('%s is reserved', (name) => {
    const loaded = load(plan(['id: a, side: close-long, size: 1, price: 5'], `vars: { ${name}: 5 }`));
    expect([codes(loaded), marked(loaded)]).toEqual([['variable/reserved'], [name]]);
  });

  test('hint at what was meant, and name no more than anybody reads', () => {
    const many = Array.from({ length: 100 }, (_, index) => `v${index}: 1`).join(', ');
    const [unknown] = unlisted('=entri', `{ entry: 1, ${many} }`).diagnostics;
    expect(unknown?.hint).toMatch(/^did you mean `entry`\? .* and 89 more$/);
  });

  test('one that nothing uses is a warning, one that an unused one uses too', () => {
    const loaded = load(
      plan(['id: a, side: close-long, size: 1, price: =used'], 'vars: { used: 5, spare: =base * 2, base: 1 }'),
    );
    expect([codes(loaded), marked(loaded), loaded.plan === undefined]).toEqual([
      ['variable/unused', 'variable/unused'],
      ['spare', 'base'],
      false,
    ]);
  });

  test('a chain of as many as a plan may have is computed', () => {
    const chain = Array.from({ length: 199 }, (_, index) => `v${index}: =v${index + 1} + 1`);
    expect(valueOf('=v0', `{ ${chain.join(', ')}, v199: 1 }`)).toBe('200');
  });
});

describe('`price` in a formula', () => {
  test('is the order’s own, with its digits, in every other field', () => {
    const [order] = ordersOf(
      load(
        plan([
          'id: a, side: open-long, size: =lot(640 / price), price: 64000.10, takeProfit: =tick(price * 1.03), stopLoss: =price - 0.1',
        ]),
      ),
    );
    expect([order?.size.toString(), order?.takeProfit?.toString(), order?.stopLoss?.toString()]).toEqual([
      '0.0099',
      '65920.1',
      '64000',
    ]);
    expect(wordsOf(order, 'stopLoss')).toBe('price - 0.1 (price = 64000.10)');
  });

  test.each([
    ['itself', 'price: =price * 2, stopLoss: 1', 'a price cannot be computed from itself'],
    ['an end of its range', 'price: { from: =price, to: 5, steps: 2 }', 'a price cannot be computed from itself'],
    ['at market', 'price: market, stopLoss: =price * 2', 'the order is at market and has no `price`'],
    ['a worth', 'price: 5, size: { notional: =price * 10 }', '`notional` cannot be computed from `price`'],
  ])('%s has none', (_, fields, message) => {
    const size = fields.includes('size') ? '' : fields.includes('from') ? 'size: { total: 1 }, ' : 'size: 1, ';
    const loaded = load(plan([`id: a, side: open-long, ${size}${fields}`]));
    expect([loaded.diagnostics.map((one) => one.message), marked(loaded)]).toEqual([[message], ['price']]);
  });

  test('that has an error is told once', () => {
    const loaded = load(plan(['id: a, side: open-long, size: { risk: 100 }, price: 1e3, stopLoss: =price * 0.98']));
    expect(codes(loaded)).toEqual(['value/number']);
  });

  test.each([
    ['whose name holds the word', 'size: 1, stopLoss: =lastprice - 1', 'lastprice'],
    ['beside it', 'size: 1, stopLoss: =price - lasst', 'lasst'],
    ['beside it in a function', 'size: 1, stopLoss: "=min(price, lasst)"', 'lasst'],
    ['of a size', 'size: =sizeprice * 2', 'sizeprice'],
    ['of a size beside it', 'size: =100 / price * lasst', 'lasst'],
  ])('that has an error hides no unknown name %s', (_, fields, name) => {
    const loaded = load(plan([`id: a, side: open-long, price: 0, ${fields}`]));
    expect([codes(loaded), marked(loaded)]).toEqual([
      ['value/zero', 'expression/unknown-name'],
      ['0', name],
    ]);
  });
});

describe('the mark', () => {
  test.each([
    ['bare', '=1 + foo'],
    ['in double quotes', '"=1 + foo"'],
    ['in single quotes', "'=1 + foo'"],
  ])('stands under the name, %s', (_, price) => {
    expect(marked(unlisted(price))).toEqual(['foo']);
  });

  test('is the whole value where the file has other characters than the text', () => {
    expect(marked(unlisted('"=1 + \\x66oo"'))).toEqual(['"=1 + \\x66oo"']);
  });
});
