/** Whose a position is, where no record tells how far the orders that may have opened it were filled. */
import { expect, test } from 'vitest';
import type { FlattenWith } from '../../src/actions/flatten/flatten-with.ts';
import type { LookedAtAll } from '../../src/actions/flatten/look-at-all.ts';
import { withTraded } from '../../src/actions/flatten/whose.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { Decimal } from '../../src/model/decimal.ts';

const NOW_MS = 1_700_000_000_000;
const SHORT = { symbol: 'cmt_btcusdt', side: 'short', marginMode: 'cross', size: Decimal.of('6.4') } as const;

/** It went off, and nobody told how far it was filled before. */
const off = (words: Partial<KnownOrder> = {}): KnownOrder => ({
  id: 'break',
  clientOid: 'c-1',
  lineage: 0,
  state: 'cancelled',
  orderId: '21',
  content: { symbol: 'cmt_btcusdt', side: 'open-short', marginMode: 'cross', size: '9' },
  sentAtMs: NOW_MS,
  changedAtMs: NOW_MS,
  changedUptimeMs: null,
  seen: { state: 'cancelled', atMs: NOW_MS },
  ...words,
});

async function isOurs(order: KnownOrder, traded: string): Promise<boolean | undefined> {
  const fills = [{ orderId: traded }];
  const session = { whole: () => Promise.resolve({ trades: new Map([[SHORT.symbol, { kind: 'read', fills }]]) }) };
  const how = { session, clock: { wallMs: () => NOW_MS }, stop: {} } as unknown as FlattenWith;
  const account = [{ plan: 'first', generation: 1, isPlaced: true, orders: new Map([[order.id, order]]) }];
  const looked = { account, held: [{ ...SHORT, isOurs: false, mayBeOurs: true }] } as unknown as LookedAtAll;
  const [held] = await withTraded(how, looked);
  return held?.isOurs;
}

const FIRED = off({ seen: { state: 'cancelled', firedAs: '36', atMs: NOW_MS } });

test.each<[string, KnownOrder, string, boolean]>([
  ['of an order that went off', off(), '21', true],
  ['of what a trigger became by firing', FIRED, '36', true],
  ['of an order of somebody else', off(), '99', false],
  ['of an order that opens the other side', off({ content: { ...off().content, side: 'open-long' } }), '21', false],
])('a trade %s', async (_, order, traded, expected) => {
  expect(await isOurs(order, traded)).toBe(expected);
});
