/** How each state of the journal stands as an entry and as a stop, and what of an order is at stake. */
import { describe, expect, test } from 'vitest';
import type { KnownAccount } from '../../src/journal/records/known-account.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import type { OrderState } from '../../src/model/outcome.ts';
import type { ExchangeState } from '../../src/model/standing.ts';
import { ordersOfJournal } from '../../src/protection/journal/of-journal.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { BTC, told } from './scenes.ts';

function known(id: string, content: Record<string, string>, of: Partial<KnownOrder> = {}): KnownOrder {
  const headline = { symbol: BTC, marginMode: 'cross', size: '1', price: 'market', ...content };
  return {
    id,
    clientOid: id,
    lineage: 0,
    state: 'accepted',
    content: headline,
    sentAtMs: 0,
    changedAtMs: 0,
    changedUptimeMs: null,
    ...of,
  };
}

const entry = (of: Partial<KnownOrder> = {}, content: Record<string, string> = {}): KnownOrder =>
  known('in', { side: 'open-long', price: '100', ...content }, of);
const stop = (of: Partial<KnownOrder> = {}): KnownOrder => known('out', { side: 'close-long', trigger: '90' }, of);

const accountOf = (orders: readonly KnownOrder[]): KnownAccount => [
  { plan: 'p', generation: 1, isPlaced: true, orders: new Map(orders.map((order) => [order.id, order])) },
];

const judged = (...orders: readonly KnownOrder[]): string =>
  told(protectionOf({ basis: 'journal', orders: ordersOfJournal(accountOf(orders)) }));

const COVERED = 'covered 1 unknown 0 naked 0 loss 10';
const UNKNOWN = 'covered 0 unknown 1 naked 0 loss 0 stop-unknown out';
const naked = (reason: string): string => `covered 0 unknown 0 naked 1 loss 0 ${reason} out`;

/** What a state says of a stop, and whether an entry in it may still open. */
const TABLE: readonly [OrderState, string, boolean][] = [
  ['never-sent', naked('stop-withheld'), false],
  ['in-flight', UNKNOWN, true],
  ['accepted', COVERED, true],
  ['rejected', naked('stop-rejected'), false],
  ['unknown', UNKNOWN, true],
  ['absent', naked('stop-absent'), false],
  ['cancelling', UNKNOWN, true],
  ['cancel-unknown', UNKNOWN, true],
  // What was filled of it nobody told.
  ['cancelled', naked('stop-cancelled'), true],
  ['filled', naked('stop-fired'), true],
  ['closed', naked('stop-fired'), false],
];

describe.each(TABLE)('an order that is %s', (state, asStop, isAtStake) => {
  test('as a stop', () => {
    expect(judged(entry(), stop({ state }))).toBe(asStop);
  });

  test('as an entry', () => {
    expect(judged(entry({ state }))).toBe(isAtStake ? 'covered 0 unknown 0 naked 1 loss 0 no-stop' : '');
  });
});

const seen = (state: ExchangeState): Partial<KnownOrder> => ({ seen: { state, atMs: 1 } });

test('a stop that was seen to fire is gone, and one that was not found is not known', () => {
  expect(judged(entry(), stop(seen('triggered')))).toBe(naked('stop-fired'));
  expect(judged(entry(), stop(seen('not-found')))).toBe(UNKNOWN);
});

test('a stop that was cancelled, and called closed since, is gone for its cancel', () => {
  expect(judged(entry(), stop({ state: 'closed', ...seen('cancelled') }))).toBe(naked('stop-cancelled'));
});

test('an entry whose trigger fired is working, at its own prices', () => {
  expect(judged(entry(seen('triggered'), { trigger: '99' }), stop())).toMatch('unknown 1');
});

test('an entry at market whose trigger fired is held; a close that fired closes what nobody told', () => {
  const fired = entry(seen('triggered'), { trigger: '99', price: 'market' });
  const orders = ordersOfJournal(accountOf([fired, stop(seen('triggered'))]));
  expect(orders.map(({ standing }) => standing)).toEqual(['filled', 'fired']);
  const [position] = protectionOf({ basis: 'journal', orders }).positions;
  expect([position?.held.canonical(), position?.working.canonical()]).toEqual(['1', '0']);
});

test('a preset is live with an order that is not known, and not with one that was filled', () => {
  expect(judged(entry({ state: 'unknown' }, { stopLoss: '90' }))).toBe(COVERED);
  expect(judged(entry({ state: 'filled' }, { stopLoss: '90' }))).toMatch('preset-not-seen in');
});

test.each([
  ['0', ''],
  ['0.4', 'covered 0 unknown 0 naked 0.4 loss 0 no-stop'],
])('a cancelled entry is held as far as it was filled: %s', (filledSize, says) => {
  expect(judged(entry({ state: 'cancelled', seen: { state: 'cancelled', filledSize, atMs: 1 } }))).toBe(says);
});

const part = (id: string, of: Partial<KnownOrder> = {}, trigger = '90'): KnownOrder =>
  known(id, { side: 'close-long', trigger }, { state: 'cancelled', seen: { state: 'cancelled', atMs: 1 }, ...of });

function inGroups(groups: KnownAccount[number]['groups'], ...orders: readonly KnownOrder[]): string {
  const [plan] = accountOf(orders) as [KnownAccount[number]];
  return told(protectionOf({ basis: 'journal', orders: ordersOfJournal([{ ...plan, ...(groups && { groups }) }]) }));
}

describe('of a plan that is followed', () => {
  const byFollower = { cancel: { by: 'follower', answer: 'taken', signedAtMs: 1, tries: 1 } } as const;
  const filled = entry({ state: 'filled' });
  const GROUP = {
    entries: ['in'],
    exits: [
      ['out', 'stop'],
      ['even', 'stop'],
    ],
  } as const;

  test('a stop that its follower took off for another is no reason, be it the nearest', () => {
    const [stopped, even] = [part('out/2', byFollower, '95'), part('even', { code: '1' })];
    expect(inGroups([GROUP], filled, stopped, even)).toBe('covered 0 unknown 0 naked 1 loss 0 stop-cancelled even');
    expect(inGroups([GROUP], filled, stopped)).toBe('covered 0 unknown 0 naked 1 loss 0 no-stop');
    // Its cancel was refused: somebody else took it off.
    const refused = part('out/2', { cancel: { ...byFollower.cancel, answer: 'refused' } }, '95');
    expect(inGroups([GROUP], filled, refused)).toBe('covered 0 unknown 0 naked 1 loss 0 stop-cancelled out/2');
  });

  test('of several that are gone the one that ended last is the reason', () => {
    const first = part('out', { state: 'rejected', seen: { state: 'not-found', atMs: 5 } }, '95');
    const last = part('out/2', { seen: { state: 'cancelled', atMs: 9 } });
    expect(inGroups([GROUP], filled, first, last)).toBe('covered 0 unknown 0 naked 1 loss 0 stop-cancelled out/2');
    const later = part('out', { state: 'rejected', seen: { state: 'not-found', atMs: 10 } }, '85');
    expect(inGroups([GROUP], filled, later, last)).toBe('covered 0 unknown 0 naked 1 loss 0 stop-rejected out');
  });

  test('a stop of another group is no reason', () => {
    const other = { entries: ['other'], exits: [['other-stop', 'stop']] } as const;
    const orders = [filled, part('other-stop')];
    expect(inGroups([GROUP, other], ...orders)).toBe('covered 0 unknown 0 naked 1 loss 0 no-stop');
    expect(inGroups(undefined, ...orders)).toBe('covered 0 unknown 0 naked 1 loss 0 stop-cancelled other-stop');
  });
});

const closedBy = (orderId: string): KnownAccount => [
  {
    ...(accountOf([entry({ state: 'filled' }), stop({ state: 'cancelled' })])[0] as KnownAccount[number]),
    elsewhere: [
      { entries: ['in'], symbol: BTC, side: 'long', size: '0.4', trades: [['t', orderId, 'closes', '0.4', 1]] },
    ],
  },
];
const byJournal = (account: KnownAccount): string =>
  told(protectionOf({ basis: 'journal', orders: ordersOfJournal(account) }));

describe('what was closed elsewhere of a plan that is followed', () => {
  test('is not held', () => {
    expect(byJournal(closedBy('hand'))).toMatch(/^covered 0 unknown 0 naked 0\.6 /);
  });

  test('counts by the record of an order that the journal has', () => {
    const close = known('c1', { side: 'close-long', size: '0.4' }, { state: 'filled', orderId: 'close' });
    const account = [
      ...closedBy('close'),
      { plan: 'ordo:close', generation: 1, isPlaced: true, orders: new Map([['c1', close]]) },
    ];
    expect(byJournal(account)).toMatch(/^covered 0 unknown 0 naked 0\.6 /);
  });
});
