/** What counts as a stop, and which stop covers what: the rules of docs/contract.md#protection, one by one. Each for a long; a property has the mirror. */
import { describe, expect, test } from 'vitest';
import type { GuardedOrder, OrderStanding } from '../../src/protection/guarded.ts';
import { held, judged, order, range, BTC, told } from './scenes.ts';

const entry = order('open-long', { id: 'in', at: '100' });
const stop = (said: Parameters<typeof order>[1] = {}) => order('close-long', { id: 'out', trigger: '90', ...said });

describe('a trigger that closes is a stop', () => {
  test('below the entry and below the market', () => {
    expect(told(judged([entry, stop()], { market: '101' }))).toBe('covered 1 unknown 0 naked 0 loss 10');
  });

  test('with no market known, of a limit order, which is taken to rest', () => {
    expect(told(judged([entry, stop()]))).toBe('covered 1 unknown 0 naked 0 loss 10');
  });

  test('at a limit below its trigger, and is valued at that limit', () => {
    expect(told(judged([entry, stop({ at: '88' })]))).toBe('covered 1 unknown 0 naked 0 loss 12');
  });

  test.each([
    ['at its trigger', '90'],
    ['above it', '91'],
  ])('but not at a limit %s, which may rest', (_, at) => {
    expect(told(judged([entry, stop({ at })]))).toBe('covered 0 unknown 0 naked 1 loss 0 stop-may-rest out');
  });

  test.each(['100', '101'])('but not at %s, where it is not below the entry', (trigger) => {
    expect(told(judged([entry, stop({ trigger })], { market: '120' }))).toBe(
      'covered 0 unknown 0 naked 1 loss 0 no-stop',
    );
  });

  test.each(['95', '96'])('but not between the market and the entry, at %s', (trigger) => {
    const breakout = order('open-long', { id: 'in', trigger: '110' });
    expect(told(judged([breakout, stop({ trigger })], { market: '95' }))).toBe(
      'covered 0 unknown 0 naked 1 loss 0 stop-before-entry out',
    );
  });

  test('but not inside of the range that the market was seen in', () => {
    expect(told(judged([order('open-long', { id: 'in' }), stop()], { market: '89-91' }))).toMatch('naked 1');
  });

  test('but not between the trigger and the limit of its entry', () => {
    const dip = order('open-long', { id: 'in', trigger: '85', at: '100' });
    expect(told(judged([dip, stop()], { market: '110' }))).toBe(
      'covered 0 unknown 0 naked 1 loss 0 stop-before-entry out',
    );
    expect(told(judged([dip, stop({ trigger: '84' })], { market: '110' }))).toBe('covered 1 unknown 0 naked 0 loss 16');
  });

  test('of held units wherever it is below the market, whatever their entry', () => {
    const position = { basis: 'look', held: [held('long', '1', '80')], market: '101' } as const;
    expect(told(judged([stop()], position))).toBe('covered 1 unknown 0 naked 0 loss 0');
    expect(told(judged([stop()], { ...position, held: [held('long', '1', '95')] }))).toMatch('loss 5');
    expect(told(judged([stop({ trigger: '101' })], position))).toBe('covered 0 unknown 0 naked 1 loss 0 no-stop');
  });

  test('by the market when it was placed, and not by that of now', () => {
    const wasTarget = stop({ standing: 'open', market: '85' });
    expect(told(judged([wasTarget], { basis: 'look', held: [held('long', '1')], market: '101' }))).toMatch('naked 1');
    const wasStop = stop({ standing: 'open', market: '101' });
    expect(told(judged([wasStop], { basis: 'look', held: [held('long', '1')], market: '85' }))).toMatch('covered 1');
  });

  test('of nobody that ordo knows, where a look saw it', () => {
    const theirs = order('close-long', { plan: undefined, trigger: '90', standing: 'open' });
    expect(told(judged([theirs], { basis: 'look', held: [held('long', '1', '100')], market: '95' }))).toMatch(
      'covered 1',
    );
  });

  test('only of its margin mode', () => {
    expect(told(judged([entry, stop({ mode: 'isolated' })]))).toBe(
      'covered 0 unknown 0 naked 1 loss 0 other-margin-mode out; covered 0 unknown 0 naked 0 loss 0',
    );
  });

  test('never a closing limit, nor a stop of the other side', () => {
    expect(told(judged([entry, order('close-long', { id: 'out', at: '90' })]))).toMatch('naked 1 loss 0 no-stop');
    expect(told(judged([entry, order('close-short', { id: 'out', trigger: '90' })]))).toMatch('naked 1 loss 0 no-stop');
  });
});

describe('where nobody says where the market is', () => {
  test.each([
    ['an opening trigger', order('open-long', { id: 'in', trigger: '110', at: '111' })],
    ['an entry at market', order('open-long', { id: 'in' })],
  ])('%s is not known to be stopped', (_, opening) => {
    expect(told(judged([opening, stop()]))).toBe('covered 0 unknown 1 naked 0 loss 0 no-market out');
    expect(judged([opening, stop()]).unknown).toBe(1);
  });

  test('a reference of its plan says it, and of another plan not', () => {
    const opening = order('open-long', { id: 'in', trigger: '110', at: '111', reference: '105' });
    expect(told(judged([opening, stop()]))).toBe('covered 1 unknown 0 naked 0 loss 21');
    expect(told(judged([opening, stop({ plan: 'q' })]))).toMatch('unknown 1');
  });

  test('the stopLoss of an entry needs none', () => {
    expect(told(judged([order('open-long', { id: 'in', trigger: '110', stopLoss: '90' })]))).toMatch('covered 1');
  });
});

describe('which stop covers what', () => {
  test('its own stop first: the trigger is spare', () => {
    const { positions } = judged([order('open-long', { id: 'in', at: '100', stopLoss: '80' }), stop()]);
    expect(positions[0]?.lossAtStops.canonical()).toBe('20');
    expect(positions[0]?.spare.map(({ size }) => size.canonical())).toEqual(['1']);
  });

  test('the one that is reached first', () => {
    expect(told(judged([entry, stop({ id: 'far', trigger: '70' }), stop()]))).toMatch('loss 10');
  });

  test('a lower entry before a higher one, which any of its stops would stop', () => {
    const low = order('open-long', { id: 'low', at: '85' });
    expect(told(judged([entry, low, stop(), stop({ id: 'far', trigger: '80' })]))).toBe(
      'covered 2 unknown 0 naked 0 loss 15',
    );
  });

  test('a plan’s triggers cover its own units first', () => {
    const theirs = order('open-long', { plan: 'q', id: 'theirs', at: '95' });
    const [position] = judged([entry, theirs, stop()]).positions;
    const naked = position?.pieces.filter(({ result }) => result === 'naked').map(({ unit }) => unit.order?.id);
    expect(naked).toEqual(['theirs']);
  });

  describe('of two plans, where the stop of one could as well be the other’s', () => {
    const lower = order('open-long', { plan: 'q', id: 'lower', at: '85', standing: 'open' });
    const [low, high] = [stop({ id: 'low', trigger: '80' }), stop({ plan: 'q', id: 'high', trigger: '90' })];

    test('they change hands: a fall closes both', () => {
      const [position] = judged([entry, lower, low, high]).positions;
      expect(position?.state).toBe('covered');
      expect(position?.pieces.map(({ unit, stop: by }) => `${unit.order?.id} ${by?.id}`)).toEqual([
        'in high',
        'lower low',
      ]);
      expect(position?.lossAtStops.canonical()).toBe('15');
    });

    test('nobody knows, where nobody knows whether the other’s is there', () => {
      expect(told(judged([entry, lower, low, { ...high, standing: 'unsure' }]))).toBe(
        'covered 1 unknown 1 naked 0 loss 20 stop-unknown high',
      );
    });

    test('naked, where it is gone', () => {
      expect(told(judged([entry, lower, low, { ...high, standing: 'rejected' }]))).toMatch(
        'covered 1 unknown 0 naked 1',
      );
    });
  });

  test('held units before working ones', () => {
    const opened = order('open-long', { id: 'before', at: '95', standing: 'filled' });
    const scene = { basis: 'look', held: [held('long', '1', '95')], market: '101' } as const;
    const [position] = judged([opened, { ...entry, standing: 'open' }, stop({ standing: 'open' })], scene).positions;
    expect(position?.pieces.map(({ unit, result }) => `${unit.state} ${result}`)).toEqual([
      'held covered',
      'working naked',
    ]);
  });

  test('one that may not be live last, to what is still bare', () => {
    const maybe = stop({ id: 'maybe', trigger: '95', standing: 'unsure' });
    expect(told(judged([entry, maybe, stop()]))).toBe('covered 1 unknown 0 naked 0 loss 10');
    expect(told(judged([{ ...entry, size: entry.size.plus(entry.size) }, maybe, stop()]))).toBe(
      'covered 1 unknown 1 naked 0 loss 10 stop-unknown maybe',
    );
  });

  test('of two that fire at once the one with the worse exit', () => {
    const [atMarket, atLimit] = [stop({ id: 'market' }), stop({ id: 'limit', at: '85' })];
    expect(told(judged([entry, atMarket, atLimit]))).toMatch('loss 15');
    expect(told(judged([entry, atLimit, atMarket]))).toMatch('loss 15');
  });

  test('what is left over is spare, and too little leaves the rest naked', () => {
    const [position] = judged([entry, stop({ size: '3' })]).positions;
    expect(position?.spare.map(({ stop: one, size }) => [one.id, size.canonical()])).toEqual([['out', '2']]);
    expect(told(judged([entry, stop({ size: '0.4' })]))).toBe(
      'covered 0.4 unknown 0 naked 0.6 loss 4 stop-too-small out',
    );
  });
});

/** The table of docs/contract.md#protection: what an order is, as an entry with a live stop, and as the stop of a resting entry. */
const TABLE: readonly [OrderStanding, string, string][] = [
  ['new', 'working', 'covered'],
  ['open', 'working', 'covered'],
  ['unsure', 'working', 'stop-unknown'],
  ['in-no-list', 'working', 'stop-unknown'],
  ['rejected', 'nothing', 'stop-rejected'],
  ['absent', 'nothing', 'stop-absent'],
  ['withheld', 'nothing', 'stop-withheld'],
  ['not-selected', 'nothing', 'stop-not-selected'],
  ['cancelled', 'nothing', 'stop-cancelled'],
  ['closed', 'nothing', 'stop-fired'],
  ['filled', 'held', 'stop-fired'],
  ['fired', 'working', 'stop-fired'],
];

describe.each(TABLE)('an order that is %s', (standing, asEntry, asStop) => {
  test(`is ${asEntry} as an entry`, () => {
    const { positions } = judged([{ ...entry, standing }]);
    const is = positions[0]?.pieces.map(({ unit }) => unit.state) ?? [];
    expect(is).toEqual(asEntry === 'nothing' ? [] : [asEntry]);
  });

  test(`is ${asStop} as a stop`, () => {
    const [piece] = judged([{ ...entry, standing: 'open' }, stop({ standing })]).positions[0]?.pieces ?? [];
    expect(piece?.reason ?? piece?.result).toBe(asStop);
  });
});

describe('what was filled', () => {
  test('of a resting order is held, and the rest works', () => {
    const [position] = judged([order('open-long', { at: '100', size: '3', standing: 'open', filled: '1' })]).positions;
    expect([position?.held.canonical(), position?.working.canonical()]).toEqual(['1', '2']);
  });

  test('of a cancelled order is held', () => {
    const [position] = judged([
      order('open-long', { at: '100', size: '3', standing: 'cancelled', filled: '1' }),
    ]).positions;
    expect([position?.held.canonical(), position?.working.canonical()]).toEqual(['1', '0']);
  });

  test('by the journal is what was opened less what was closed', () => {
    const opened = order('open-long', { at: '100', size: '3', standing: 'filled' });
    const [position] = judged([opened, stop({ standing: 'filled' })], { basis: 'journal' }).positions;
    expect(position?.held.canonical()).toBe('2');
    expect(judged([opened, stop({ standing: 'filled', size: '3' })], { basis: 'journal' }).state).toBe('none');
  });

  test('by a look is what it saw, and by whom only where it adds up', () => {
    const opened = order('open-long', { id: 'in', at: '100', standing: 'filled' });
    const seen = (size: string) => judged([opened], { basis: 'look', held: [held('long', size)] }).positions[0]?.pieces;
    expect(seen('1')?.map(({ unit }) => unit.order?.id)).toEqual(['in']);
    expect(seen('2')?.map(({ unit, size }) => [unit.order?.id, unit.isOurs, size.canonical()])).toEqual([
      [undefined, true, '2'],
    ]);
    expect(judged([opened], { basis: 'look', held: [] }).state).toBe('none');
  });

  test('since the look is added to what it saw', () => {
    const opened = order('open-long', { at: '100', standing: 'filled', filled: '1', sinceLook: true });
    expect(judged([opened], { basis: 'look', held: [held('long', '2')] }).positions[0]?.held.canonical()).toBe('3');
  });

  test('of nobody that ordo knows is not ours', () => {
    const protection = judged([], { basis: 'look', held: [held('long', '2')] });
    expect([protection.state, protection.isOursNaked]).toEqual(['naked', false]);
  });
});

describe('a list that did not answer', () => {
  test('makes a protection not known, and never naked less', () => {
    const notRead = [{ symbol: BTC, what: 'positions' }] as const;
    const covered = judged([entry, stop()], { basis: 'look', held: [], notRead });
    expect([covered.state, covered.unknown]).toEqual(['unknown', 1]);
    expect(judged([entry], { basis: 'look', held: [], notRead }).state).toBe('naked');
  });

  test('of positions leaves what the journal knows as filled held', () => {
    const opened = order('open-long', { at: '100', standing: 'filled' });
    const notRead = [{ symbol: BTC, what: 'positions' }] as const;
    expect(judged([opened], { basis: 'look', held: [], notRead }).positions[0]?.held.canonical()).toBe('1');
  });
});

test('a stop that may be reached before its entry is covered, and says so', () => {
  const breakout = order('open-long', { id: 'in', trigger: '110', at: '111' });
  const first = (market: string) => judged([breakout, stop()], { markets: new Map([[BTC, range(market)]]) } as never);
  expect(first('100').positions[0]?.pieces[0]?.mayFireFirst).toBe(true);
  expect(first('120').positions[0]?.pieces[0]?.mayFireFirst).toBeUndefined();
});

test('a stop may be reached before its entry from where the market is, not from where it was when the stop was placed', () => {
  const breakout = order('open-long', { id: 'in', trigger: '110', at: '111', market: '100' });
  const first = (entryOrder: GuardedOrder): unknown =>
    judged([entryOrder, stop({ market: '120' })]).positions[0]?.pieces[0]?.mayFireFirst;
  expect(first(breakout)).toBe(true);
  expect(first({ ...breakout, standing: 'fired' })).toBeUndefined();
  expect(
    judged([{ ...breakout, market: undefined }, stop({ market: '100' })]).positions[0]?.pieces[0]?.mayFireFirst,
  ).toBe(true);
});
