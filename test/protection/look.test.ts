/** What a look adds to what the journal knows: orders by their rows, presets by their place and size, and orders of others. */
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { withLook, type OrderSeen, type SymbolLook } from '../../src/protection/journal/look.ts';
import { keptLook, lookOf } from '../../src/protection/journal/kept-look.ts';
import { lineOf } from '../../src/protection/line.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { limit, LOOKED, NOTHING, ours, row, seen } from './looks.ts';
import { BTC, d, held, range, told } from './scenes.ts';

const filled = ours('open-long', { at: '100', stopLoss: '90', standing: 'filled' });
const preset = row('close-long', { trigger: d('90') });

const part = (id: string, size: string) =>
  ours('open-long', { id, size, at: '100', stopLoss: '90', standing: 'open', filled: '1' });

describe('the preset of a filled order', () => {
  test('rests where a trigger of its size does', () => {
    expect(seen([filled], { triggers: [preset], positions: [held('long', '1', '100')] })).toMatch('covered 1');
  });

  test('is not known soon after the fill, and missing later', () => {
    const positions = [held('long', '1', '100')];
    expect(seen([filled], { positions })).toMatch('unknown 1 naked 0 loss 0 preset-not-seen in');
    expect(seen([filled], { positions }, 5)).toMatch('naked 1 loss 0 preset-missing in');
  });

  test('of an order that no list has may be a trigger there: that is no second stop', () => {
    const listed = ours('open-long', { id: 'other', at: '100', standing: 'open' });
    const lost = ours('open-long', { at: '100', stopLoss: '90', standing: 'open' });
    const orders = [row('open-long', { orderId: 'o', clientOid: 'other', price: limit('100') })];
    expect(seen([listed, lost], { orders, triggers: [preset] })).toMatch('covered 1 unknown 1 naked 0');
    // A trigger of twice its size has as much for others.
    const larger = row('close-long', { trigger: d('90'), size: d('2') });
    expect(seen([listed, lost], { orders, triggers: [larger] })).toMatch('covered 2');
  });

  test('is not a target that rests there, which the market has passed', () => {
    const look = { market: range('85'), triggers: [preset], positions: [held('long', '1', '100')] };
    expect(seen([filled], look, 5)).toMatch('naked 1');
  });

  test('is one trigger of one order, by its size, whatever the order of the rows', () => {
    const bare = ours('open-long', { id: 'bare', size: '2', at: '99', standing: 'open' });
    const rows = [
      row('close-long', { size: d('2'), trigger: d('90') }),
      row('close-long', { size: d('3'), trigger: d('90') }),
    ];
    const resting = [part('a', '2'), part('b', '3')].map(({ clientOid, size }) =>
      row('open-long', { clientOid, size, price: limit('100'), filled: d('1') }),
    );
    const bareRow = row('open-long', { clientOid: 'bare', size: d('2'), price: limit('99') });
    for (const triggers of [rows, rows.toReversed()])
      expect(
        seen([part('a', '2'), part('b', '3'), bare], {
          orders: [...resting, bareRow],
          triggers,
          positions: [held('long', '2', '100')],
        }),
      ).toMatch('covered 5 unknown 0 naked 2');
  });
});

describe('a row that does not say that its order rests', () => {
  const isUnsure = true as const;
  const positions = [held('long', '1', '100')];

  test('of a stop of ours: nobody knows whether that still stops anything', () => {
    const entry = ours('open-long', { at: '100', standing: 'filled' });
    const stop = ours('close-long', { id: 's', trigger: '90', standing: 'open' });
    const at = row('close-long', { clientOid: 's', trigger: d('90') });
    expect(seen([entry, stop], { positions, triggers: [at] })).toMatch('covered 1 unknown 0 naked 0');
    const doubt = 'covered 0 unknown 1 naked 0 loss 0 stop-unknown s';
    expect(seen([entry, stop], { positions, triggers: [{ ...at, isUnsure }] })).toMatch(doubt);
    // The journal keeps it so.
    const symbols = new Map([[BTC, { ...NOTHING, positions, triggers: [{ ...at, isUnsure }] }]]);
    const kept = lookOf(keptLook({ atMs: LOOKED, symbols }, [entry, stop]));
    const again = protectionOf({ basis: 'look', ...withLook([entry, stop], kept, { cancelWaitMs: 100 }) });
    expect(told(again)).toMatch(doubt);
    expect(again.unknown).toBe(1);
  });

  test('of a preset, or of a trigger that is not ours, the same; of an entry it may still fill', () => {
    expect(seen([filled], { positions, triggers: [{ ...preset, isUnsure }] }, 5)).toMatch('unknown 1 naked 0');
    expect(seen([], { positions, triggers: [{ ...preset, isUnsure }] })).toMatch('unknown 1 naked 0');
    const bid = ours('open-long', { at: '100', standing: 'open' });
    const orders = [row('open-long', { clientOid: 'in', price: limit('100'), isUnsure })];
    expect(seen([bid], { orders })).toMatch('naked 1');
  });
});

test('what is left of a trigger that is larger than its preset is a stop of its own', () => {
  const bare = ours('open-long', { id: 'bare', size: '2', at: '99', standing: 'open' });
  const orders = [row('open-long', { clientOid: 'bare', size: d('2'), price: limit('99') })];
  const triggers = [row('close-long', { size: d('3'), trigger: d('90') })];
  expect(seen([filled, bare], { orders, triggers, positions: [held('long', '1', '100')] })).toMatch('covered 3');
});

describe('an order of others', () => {
  test('that was filled in part has one preset, for what is held and for the rest', () => {
    const theirs = row('open-long', { size: d('3'), price: limit('100'), stopLoss: d('90'), filled: d('1') });
    const triggers = [row('close-long', { size: d('3'), trigger: d('90') })];
    const positions = [held('long', '1', '100')];
    expect(seen([], { orders: [theirs], triggers, positions })).toMatch('covered 3 unknown 0 naked 0');
    const bare = ours('open-long', { id: 'bare', size: '2', at: '99', standing: 'open' });
    const bareRow = row('open-long', { clientOid: 'bare', size: d('2'), price: limit('99') });
    expect(seen([bare], { orders: [theirs, bareRow], triggers, positions })).toMatch('covered 3 unknown 0 naked 2');
  });

  test('whose preset is not there may have none', () => {
    const theirs = row('open-long', { size: d('3'), price: limit('100'), stopLoss: d('90'), filled: d('1') });
    expect(seen([], { orders: [theirs], positions: [held('long', '1', '100')] })).toMatch(
      'covered 0 unknown 3 naked 0',
    );
  });

  test('that opens counts as far as it is not filled', () => {
    const theirs = row('open-long', { size: d('3'), price: limit('90'), filled: d('1'), lacksStop: true });
    expect(seen([], { orders: [theirs] })).toMatch('naked 2');
  });

  test('that opens is not known to have no stop, where no list says whether it carries one', () => {
    const untold = row('open-long', { size: d('2'), price: limit('90'), filled: d('0') });
    const triggers = [row('close-long', { size: d('2'), trigger: d('80') })];
    expect(seen([], { orders: [untold] })).toBe('covered 0 unknown 2 naked 0 loss 0 preset-not-seen');
    expect(seen([], { orders: [untold], triggers })).toBe('covered 2 unknown 0 naked 0 loss 20');
    expect(seen([], { orders: [{ ...untold, stopLoss: d('85') }] })).toBe('covered 2 unknown 0 naked 0 loss 10');
  });
});

describe('an order of ours', () => {
  test.each([
    ['1', '1', '2 held, 1 working'],
    ['0', '0', '2 held, 1 working'],
    ['2', '2', '2 held, 1 working'],
  ])('of which the look saw %s filled, and more is told since, is held once', (sawFilled, has, says) => {
    const entry = ours('open-long', { size: '3', at: '90', standing: 'open', filled: '2', toldAtMs: LOOKED + 1 });
    const orders = [row('open-long', { clientOid: 'in', size: d('3'), price: limit('90'), filled: d(sawFilled) })];
    const positions = has === '0' ? [] : [held('long', has, '90')];
    const saw = { atMs: LOOKED, symbols: new Map([[BTC, { ...NOTHING, orders, positions }]]) };
    const judged = protectionOf({ basis: 'look', ...withLook([entry], saw, { cancelWaitMs: 100 }) });
    const [{ held: is, working } = {}] = judged.positions;
    expect(`${is?.canonical()} held, ${working?.canonical()} working`).toBe(says);
  });

  test('that was filled before the look is in what is held, though it was asked about again since', () => {
    const entry = { at: '90', size: '3', standing: 'filled', toldAtMs: LOOKED + 1 } as const;
    const positions = [held('long', '4', '90')];
    expect(seen([ours('open-long', { ...entry, filledAtMs: LOOKED - 1 })], { positions })).toMatch('naked 4');
    expect(seen([ours('open-long', { ...entry, filledAtMs: LOOKED + 1 })], { positions })).toMatch('naked 7');
  });

  test('that no list has is working as an entry, and not known as a stop', () => {
    const entry = ours('open-long', { at: '90', standing: 'open' });
    const stop = ours('close-long', { id: 'out', trigger: '80', standing: 'open' });
    expect(seen([entry, stop], {})).toBe('covered 0 unknown 1 naked 0 loss 0 stop-unknown out');
    const rows = { orders: [row('open-long', { clientOid: 'in', price: limit('90') })] };
    expect(seen([entry, stop], rows)).toMatch('unknown 1');
    expect(
      seen([entry, stop], { ...rows, triggers: [row('close-long', { clientOid: 'out', trigger: d('80') })] }),
    ).toMatch('covered 1');
  });

  test('with a cancel whose end nobody saw stays not known, though a list has it', () => {
    const entry = ours('open-long', { at: '90', standing: 'open' });
    const stop = ours('close-long', { id: 'out', trigger: '80', standing: 'unsure', isCancelOpen: true });
    const orders = [row('open-long', { clientOid: 'in', price: limit('90') })];
    const triggers = [row('close-long', { clientOid: 'out', trigger: d('80') })];
    expect(seen([entry, stop], { orders, triggers })).toMatch('stop-unknown out');
    expect(seen([entry, { ...stop, isCancelOpen: false }], { orders, triggers })).toMatch('covered 1');
  });

  test('of which nobody knows covers where a look saw it, and is counted until it is settled', () => {
    const entry = ours('open-long', { at: '90', standing: 'unsure' });
    const stop = ours('close-long', { id: 'out', trigger: '80', standing: 'unsure' });
    const orders = [row('open-long', { clientOid: 'in', price: limit('90') })];
    const triggers = [row('close-long', { clientOid: 'out', trigger: d('80') })];
    const saw = { atMs: LOOKED, symbols: new Map([[BTC, { ...NOTHING, orders, triggers }]]) };
    const judged = protectionOf({ basis: 'look', ...withLook([entry, stop], saw, { cancelWaitMs: 100 }) });
    expect([told(judged), judged.unknown]).toEqual(['covered 1 unknown 0 naked 0 loss 10', 2]);
    expect(lineOf(judged, LOOKED).sign).toBe('?');
  });

  test('that was sent since stands by the journal, and what it filled is added', () => {
    const since = ours('open-long', { at: '90', standing: 'filled', sentAtMs: LOOKED + 1, toldAtMs: LOOKED + 2 });
    expect(seen([since], { positions: [held('long', '2', '95')] })).toMatch('naked 3');
  });

  test('is filled as far as its row says', () => {
    const entry = ours('open-long', { at: '90', size: '3', standing: 'open' });
    const orders = [row('open-long', { clientOid: 'in', size: d('3'), price: limit('90'), filled: d('1') })];
    expect(seen([entry], { orders, positions: [held('long', '1', '90')] })).toMatch('naked 3');
  });
});

test('a list that did not answer is told, and what it would say stands by the journal', () => {
  const stop = ours('close-long', { id: 'out', trigger: '80', standing: 'open' });
  const saw = {
    atMs: LOOKED,
    symbols: new Map([[BTC, { market: range('95'), positions: [held('long', '1', '95')] }]]),
  };
  const result = withLook([stop], saw, { cancelWaitMs: 100 });
  expect(result.notRead).toEqual([
    { symbol: BTC, what: 'triggers' },
    { symbol: BTC, what: 'orders' },
  ]);
  const { state, positions } = protectionOf({ basis: 'look', ...result });
  expect([state, positions[0]?.covered.compare(Decimal.of('1'))]).toEqual(['unknown', 0]);
});

describe('an order of ours that somebody has changed on the exchange', () => {
  const entry = ours('open-long', { at: '100', standing: 'filled', id: 'in' });
  const stop = ours('close-long', { trigger: '90', standing: 'open', id: 'out' });
  const positions = [held('long', '1', '100')];
  const asSent: Partial<OrderSeen> = { clientOid: 'out', trigger: d('90') };

  test('covers as long as its row says what was sent', () => {
    expect(seen([entry, stop], { positions, triggers: [row('close-long', asSent)] })).toMatch('covered 1');
  });

  test.each<[string, Partial<OrderSeen>, OrderSeen['side']]>([
    ['a trigger above the market', { trigger: d('110') }, 'close-long'],
    ['another trigger below it', { trigger: d('80') }, 'close-long'],
    ['another size', { size: d('0.5') }, 'close-long'],
    ['a limit behind it', { price: limit('89') }, 'close-long'],
    ['another side', {}, 'open-long'],
  ])('is not known with %s', (_, changed, side) => {
    const result = seen([entry, stop], { positions, triggers: [row(side, { ...asSent, ...changed })] });
    expect(result).toMatch('unknown 1');
    expect(result).not.toMatch('covered 1');
  });

  test('is told the same once its look was kept', () => {
    const look = { ...NOTHING, positions, triggers: [row('close-long', { ...asSent, trigger: d('110') })] };
    const kept = keptLook({ atMs: LOOKED, symbols: new Map([[BTC, look]]) }, [entry, stop]);
    const again = lookOf(kept).symbols.get(BTC);
    expect(seen([entry, stop], again ?? {})).toMatch('unknown 1');
    const same = keptLook(
      { atMs: LOOKED, symbols: new Map([[BTC, { ...look, triggers: [row('close-long', asSent)] }]]) },
      [stop],
    );
    expect(same.symbols[0]?.triggers?.[0]).not.toHaveProperty('says');
  });
});

describe('a resting entry of ours that carries a stop', () => {
  const entry = ours('open-long', { at: '90', stopLoss: '80', standing: 'open', id: 'in' });
  const asSent: Partial<OrderSeen> = { clientOid: 'in', price: limit('90') };
  const look = (of: Partial<OrderSeen>): Partial<SymbolLook> => ({ orders: [row('open-long', { ...asSent, ...of })] });

  test.each<[string, Partial<OrderSeen>, string]>([
    ['tells it', { stopLoss: d('80') }, 'covered 1 unknown 0 naked 0 loss 10'],
    ['tells nothing of one', {}, 'covered 1 unknown 0 naked 0 loss 10'],
    ['tells that it has none', { lacksStop: true }, 'covered 0 unknown 0 naked 1 loss 0 preset-missing in'],
    [
      'tells that it has none, once it has filled in part',
      { lacksStop: true, filled: d('0.5') },
      'covered 0 unknown 1 naked 0 loss 0 preset-not-seen in preset-not-seen in',
    ],
  ])('whose record %s', (_, of, says) => {
    const positions = of.filled === undefined ? [] : [held('long', '0.5', '90')];
    expect(seen([entry], { ...look(of), positions })).toBe(says);
  });

  test('is told the same once its look was kept', () => {
    const kept = keptLook({ atMs: LOOKED, symbols: new Map([[BTC, look({ lacksStop: true })]]) }, [entry]);
    expect(seen([entry], lookOf(kept).symbols.get(BTC) ?? {})).toMatch('preset-missing in');
    const same = keptLook({ atMs: LOOKED, symbols: new Map([[BTC, look({})]]) }, [entry]);
    expect(same.symbols[0]?.orders?.[0]).not.toHaveProperty('says');
  });
});
