/** What trades prove as filled is held, whatever the record of its order says: a stop that is yet to be sent does not cover it. */
import { describe, expect, test } from 'vitest';
import type { KnownAccount } from '../../src/journal/records/known-account.ts';
import { sightOf } from '../../src/journal/records/apply-record.ts';
import type { KeptTrade, KnownOrder } from '../../src/journal/records/state.ts';
import { whileFollowed } from '../../src/protection/followed.ts';
import { guardedAccount } from '../../src/protection/journal/account.ts';
import { protectionOf } from '../../src/protection/protection.ts';
import { BTC, d, held, range, told } from './scenes.ts';

const SENT = 100;
const sent = (content: Record<string, string>, of: Partial<KnownOrder> = {}): KnownOrder => ({
  id: 'in',
  clientOid: 'in',
  lineage: 0,
  state: 'accepted',
  content: { symbol: BTC, marginMode: 'cross', side: 'open-long', size: '1', price: '100', ...content },
  sentAtMs: SENT,
  changedAtMs: SENT,
  changedUptimeMs: null,
  ...of,
});

/** Each told once more at a moment. */
const traded = (known: KnownOrder, ...sizes: readonly (readonly [size: string, atMs: number, price?: string])[]) =>
  sizes.reduce((order, [size, atMs, price = '100'], index): KnownOrder => {
    const trades: KeptTrade[] = [[`t${index}`, size, price, atMs]];
    return { ...order, ...sightOf({ atMs, trades }, order) };
  }, known);

interface Beside {
  readonly lookedAtMs?: number;
  readonly size?: string;
  /** What the list of what is open says was filled of it; absent where that lacks it. */
  readonly listed?: string;
}

/** While its plan is followed: the stop at 90 comes with its fill. */
function followed(order: KnownOrder, { lookedAtMs, size = '0', listed }: Beside = {}): string {
  const account: KnownAccount = [{ plan: 'p', generation: 1, isPlaced: true, orders: new Map([['in', order]]) }];
  const positions = size === '0' ? [] : [held('long', size, '100')];
  const lists = {
    market: range('100'),
    orders: listed === undefined ? [] : [{ orderId: 'x', clientOid: 'in', filled: d(listed) }],
    triggers: [],
    positions,
  };
  const look = lookedAtMs === undefined ? undefined : { atMs: lookedAtMs, symbols: new Map([[BTC, lists]]) };
  const seen = guardedAccount({ account, look, cancelWaitMs: 5_000 });
  const orders = whileFollowed(seen.orders, () => d('90'));
  const line = protectionOf({ ...seen, orders, basis: look === undefined ? 'journal' : 'look' });
  const [position] = line.positions;
  const sizes = `held ${position?.held.canonical() ?? '0'} working ${position?.working.canonical() ?? '0'}`;
  return `${sizes} ${told(line)}`;
}

const NAKED = 'held 1 working 0 covered 0 unknown 0 naked 1 loss 0 no-stop';

describe('an entry that the record of its order says nothing of', () => {
  test('works, and its stop comes with its fill', () => {
    expect(followed(sent({}))).toBe('held 0 working 1 covered 1 unknown 0 naked 0 loss 10');
  });

  test.each(['accepted', 'in-flight', 'unknown', 'cancelling', 'cancel-unknown'] as const)(
    'is held as far as its trades go, and has no stop: %s',
    (state) => {
      expect(followed(traded(sent({}, { state }), ['1', 200]))).toBe(NAKED);
    },
  );

  test('is covered for its rest alone', () => {
    const part = traded(sent({}), ['0.2', 200], ['0.2', 300]);
    expect(followed(part)).toBe('held 0.4 working 0.6 covered 0.6 unknown 0 naked 0.4 loss 6 no-stop');
  });

  test('at the average of its trades', () => {
    const order = traded(sent({ price: 'market' }), ['0.5', 200, '100'], ['0.5', 200, '104']);
    const account: KnownAccount = [{ plan: 'p', generation: 1, isPlaced: true, orders: new Map([['in', order]]) }];
    const [entry] = guardedAccount({ account, cancelWaitMs: 5_000 }).orders;
    expect(entry?.filled?.average?.canonical()).toBe('102');
  });

  test('is added to what a look saw before its trades were told', () => {
    expect(followed(traded(sent({}), ['1', 300]), { lookedAtMs: 200, listed: '0' })).toBe(NAKED);
  });

  test('is in what a look saw after them', () => {
    const order = traded(sent({}), ['1', 200]);
    expect(followed(order, { lookedAtMs: 300, size: '1', listed: '0' })).toBe(NAKED);
  });

  test('is counted twice rather than missed, where a look between its trades does not say how much it saw', () => {
    const order = traded(sent({}), ['0.4', 150], ['0.6', 300]);
    expect(followed(order, { lookedAtMs: 200, size: '0.4', listed: '0.4' })).toMatch(/^held 1 working 0 /);
    expect(followed(order, { lookedAtMs: 200, size: '0.4' })).toMatch(/^held 1\.4 working 0 /);
  });

  test('counts by its record where its trades come to more than was sent', () => {
    const more = traded(sent({}), ['1', 200], ['0.1', 300]);
    expect(followed(more)).toMatch(/^held 0 working 1 /);
  });

  test('counts by its record where that says as much', () => {
    const seen = { state: 'partly-filled', filledSize: '0.5', averagePrice: '99', atMs: 200 } as const;
    const order = traded({ ...sent({}), seen, filledAtMs: 200 }, ['0.4', 300]);
    expect(followed(order, { lookedAtMs: 250, size: '0.5' })).toMatch(/^held 0\.5 working 0\.5 /);
  });
});

test('what a person called closed, or was refused, is not held by its trades', () => {
  for (const state of ['closed', 'rejected', 'absent'] as const)
    expect(followed(traded(sent({}, { state }), ['1', 200]))).toMatch(/^held 0 working 0 /);
});
