/** A stop is named only where it is that stop's units that are bare: of several plans, each has its own. */
import { describe, expect, test } from 'vitest';
import type { GuardedOrder, HeldPosition } from '../../src/protection/guarded.ts';
import { rowsOf } from '../../src/protection/reason-rows.ts';
import { rowText } from '../../src/protection/words.ts';
import { BTC, held, judged, order, told, type Said, type Scene } from './scenes.ts';

const entry = (plan: string, said: Said = {}) =>
  order('open-long', { plan, id: `${plan}-in`, at: '100', size: '2', standing: 'filled', ...said });
const stop = (plan: string, said: Said = {}) =>
  order('close-long', { plan, id: `${plan}-stop`, trigger: '90', size: '2', standing: 'cancelled', ...said });

/** Where a look sees so much held: why it is bare. */
const says = (heldNow: string, ...orders: readonly GuardedOrder[]): string =>
  told(judged(orders, { basis: 'look', held: [held('long', heldNow, '100')], market: '95' })).replace(/^.*loss 0 /, '');

describe('the stop of another plan', () => {
  test('is not to blame for what nobody known opened', () => {
    const off = entry('b', { standing: 'cancelled', filled: '0' });
    expect(says('2', off, stop('b'))).toBe('no-stop');
    expect(says('4', entry('a'), off, stop('b'))).toBe('no-stop');
  });

  test('is not to blame for what a plan without a stop opened', () => {
    expect(told(judged([entry('a', { standing: 'open' }), entry('b', { standing: 'rejected' }), stop('b')]))).toMatch(
      /no-stop$/,
    );
  });

  test('is to blame where its plan opens nothing: it was for whatever is open, and for no more than it would close', () => {
    expect(says('2', stop('b'))).toBe('stop-cancelled b-stop');
    expect(says('3', stop('b'))).toBe('stop-cancelled b-stop no-stop');
    const waits = order('open-long', { plan: 'a', id: 'a-waits', at: '100', standing: 'open' });
    expect(says('2', stop('b'), waits)).toBe('stop-cancelled b-stop no-stop');
  });

  test('is not to blame for what is left after the stop of a plan fired', () => {
    const orders = [entry('a'), stop('a', { standing: 'fired' }), entry('c'), stop('c', { standing: 'rejected' })];
    const off = [entry('b', { standing: 'cancelled', filled: '0' }), stop('b', { trigger: '94' })];
    expect(says('2', ...orders, ...off)).toBe('stop-rejected c-stop');
    expect(says('2', entry('a'), stop('a', { standing: 'fired' }), entry('c'))).toBe('no-stop');
  });

  test('is to blame for its own part alone', () => {
    const three = [entry('a'), entry('b'), entry('c', { size: '1' }), order('close-long', { plan: 'c', id: 'c-out' })];
    const out = { ...(three[3] as GuardedOrder), standing: 'filled' } as const;
    expect(says('4', ...three.slice(0, 3), out, stop('a'), stop('b', { standing: 'absent' }))).toBe(
      'stop-cancelled a-stop stop-absent b-stop',
    );
  });

  test('is named for what is left only as far as no other can have it', () => {
    const both = [entry('a'), stop('a'), entry('b'), stop('b', { standing: 'rejected' })];
    // Somebody closed as much as the one opened, or as the other.
    expect(says('2', ...both)).toBe('no-stop');
    expect(says('3', ...both)).toBe('stop-cancelled a-stop stop-rejected b-stop no-stop');
    expect(says('1', entry('a'), stop('a'))).toBe('stop-cancelled a-stop');
  });

  test('is to blame where all else that is held has its stop', () => {
    const live = stop('b', { standing: 'open' });
    expect(says('3', entry('a'), stop('a'), entry('b'), live)).toMatch(/ stop-cancelled a-stop$/);
  });

  test('is not called too small, too early or one that may rest', () => {
    const waits = order('open-long', { plan: 'a', id: 'a-waits', at: '100', standing: 'open' });
    const theirs = entry('b', { standing: 'open', size: '2' });
    const told4 = (other: GuardedOrder): string => told(judged([waits, theirs, other], { market: '105' }));
    expect(told4(stop('b', { standing: 'open' }))).toMatch(/no-stop$/);
    expect(told4(stop('b', { standing: 'open', at: '95' }))).toMatch(/no-stop stop-may-rest b-stop$/);
    expect(told4(stop('b', { standing: 'open', mode: 'isolated' }))).toMatch(/no-stop other-margin-mode b-stop;/);
  });
});

describe('the stopLoss of one of several that are held', () => {
  const lost = { stopLoss: '90', preset: 'missing' } as const;

  test('is missing, and nobody knows whose it is', () => {
    expect(says('2', entry('a', lost), entry('b', lost))).toBe('preset-missing');
    expect(says('2', entry('a', lost), entry('b'))).toBe('no-stop');
  });

  test('may have closed the other part', () => {
    const other = stop('a');
    expect(says('2', entry('a', lost), { ...entry('a'), id: 'more' }, other)).toBe('no-stop');
  });
});

const seen = (size: string, ...more: readonly HeldPosition[]) => ({
  basis: 'look' as const,
  held: [held('long', size, '100', { marginMode: 'isolated' as const }), ...more],
  market: '95',
});
const rows = (scene: Scene, ...orders: readonly GuardedOrder[]): string[] =>
  rowsOf(judged(orders, scene)).rows.map(rowText);

describe('what is held in the other margin mode than the plan says', () => {
  test('is of the plan whose fills are not seen held, under the mode that it has', () => {
    const orders = [entry('a'), stop('a', { standing: 'open' })];
    expect(rows(seen('2'), ...orders)).toEqual([
      `2 long ${BTC} isolated has no stop: a-stop has the other margin mode`,
    ]);
    expect(judged(orders, seen('2')).isOursNaked).toBe(true);
    const cross = [entry('a', { mode: 'isolated' }), stop('a', { mode: 'isolated', standing: 'open' })];
    expect(rows({ ...seen('2'), held: [held('long', '2', '100')] }, ...cross)).toEqual([
      `2 long ${BTC} cross has no stop: a-stop has the other margin mode`,
    ]);
  });

  test('is somebody else’s where what the plan opened is seen held in its own', () => {
    const orders = [entry('a'), stop('a', { standing: 'open' })];
    expect(rows(seen('2', held('long', '2', '100')), ...orders)).toEqual([
      `2 long ${BTC} isolated (not ordo’s) has no stop`,
    ]);
    expect(rows(seen('2'), entry('a', { standing: 'open' }), stop('a', { standing: 'open' }))).toEqual([
      `2 long ${BTC} isolated (not ordo’s) has no stop`,
    ]);
  });
});
