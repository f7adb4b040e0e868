/** What the last lines of a flatten say: what is known at its end, whatever was said on the way. */
import { expect, test } from 'vitest';
import type { DoneStep, LetBe } from '../../src/actions/flatten/flatten-with.ts';
import { stepsNow } from '../../src/actions/flatten/steps-now.ts';
import { whyLetBe } from '../../src/actions/flatten/why-let-be.ts';
import type { KnownAccount } from '../../src/journal/records/known-account.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { order } from '../support/close-sheets.ts';

const known = (plan: string, ...orders: readonly KnownOrder[]): KnownAccount => [
  { plan, generation: 1, isPlaced: true, orders: new Map(orders.map((one) => [one.id, one])) },
];

const step = (id: string, kind: DoneStep['kind'], words = ''): DoneStep => ({
  clientOid: `c${id}`,
  kind,
  name: `first: ${id}`,
  words,
});

test('an order has one line, at the place of its first, with what is known last', () => {
  const done = [step('a', 'unknown', 'lost'), step('b', 'cancelled'), step('a', 'cancelled')];
  expect(stepsNow(done, [])).toEqual([
    { kind: 'cancelled', name: 'first: a', words: '' },
    { kind: 'cancelled', name: 'first: b', words: '' },
  ]);
});

test.each([
  ['cancelled', 'cancelled'],
  ['filled', 'filled'],
  ['accepted', 'unknown'],
  ['cancel-unknown', 'unknown'],
] as const)('a cancel that is not known is %s at the end, so its line says %s', (state, kind) => {
  const [end] = stepsNow([step('a', 'unknown', 'lost')], known('first', order('x', state, 'a')));
  expect(end?.kind).toBe(kind);
});

test.each([
  ['filled', 'closed'],
  ['cancelled', 'cancelled'],
  ['rejected', 'refused'],
  ['unknown', 'unknown'],
  ['accepted', 'unknown'],
] as const)('a close that is not known is %s at the end, so its line says %s', (state, kind) => {
  const [end] = stepsNow([step('a', 'unknown', 'lost')], known('ordo:close', order('1', state, 'a')));
  expect(end?.kind).toBe(kind);
});

const BTC: LetBe = { position: 'btc long', is: 'left', words: 'btc' };
const ends = (one: Partial<LetBe>, held: readonly string[], open: readonly string[] = [], isRead = true): unknown =>
  whyLetBe(
    { letBe: [{ ...BTC, ...one }] },
    { isRead, held: new Map(held.map((name) => [name, 1])), open: new Set(open) },
  );
const [LEFT, UNKNOWN, NONE] = [
  { left: ['btc'], unknown: [], heldBack: [] },
  { left: [], unknown: ['btc'], heldBack: [] },
  { left: [], unknown: [], heldBack: [] },
];

test('why a position was let be counts while it is held, or not all was read', () => {
  expect(ends({}, ['btc long'])).toEqual(LEFT);
  expect(ends({}, ['eth long'])).toEqual(NONE);
  expect(ends({}, [], [], false)).toEqual(LEFT);
  expect(ends({ is: 'unknown' }, ['btc long'])).toEqual(UNKNOWN);
});

test('what could not be read is not known until it is read', () => {
  expect(ends({ is: 'unread' }, [], [], false)).toEqual(UNKNOWN);
  expect(ends({ is: 'unread' }, ['btc long'])).toEqual(LEFT);
  expect(ends({ is: 'unread' }, [])).toEqual(NONE);
});

test('what only a person can take off is named as long as its position is held', () => {
  const others = [{ name: 'order 1' }] as unknown as NonNullable<LetBe['others']>;
  expect(ends({ others }, ['btc long'])).toEqual({ ...LEFT, heldBack: [{ position: 'btc long', others }] });
  expect(ends({ others }, [])).toEqual(NONE);
});

test('a close that was in the way counts until it is seen to be over, whatever is held', () => {
  const close = { is: 'unknown', close: 'c1' } as const;
  expect(ends(close, [], ['c1'])).toEqual(UNKNOWN);
  expect(ends(close, ['btc long'], [])).toEqual(NONE);
  expect(ends(close, ['btc long'], [], false)).toEqual(UNKNOWN);
});
