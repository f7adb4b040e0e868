/** How what a trigger became stands, where the exchange gave it a client order id of its own. */
import { expect, test } from 'vitest';
import { standOf, type LookedAt } from '../../src/session/lists/stand.ts';

const FIRED: LookedAt = {
  id: 'stop',
  clientOid: 'ordo1',
  symbol: 'cmt_btcusdt',
  side: 'close-long',
  size: '1',
  sentAtMs: 0,
  isTrigger: false,
  orderId: '72',
  firedAs: '72',
};
const record = { clientOid: 'assigned72', orderId: '72', side: 'close-long', size: '1', filledSize: '1' } as const;
const fill = { id: 't1', orderId: '72', size: '1', value: '64000', createdMs: 1 };

const kindOf = (order: LookedAt): string =>
  standOf(order, {
    records: [{ list: 'history', record: { ...record, symbol: 'cmt_btcusdt', status: 'filled' } }],
    unread: [],
    fills: [fill],
    atMs: 2,
  }).kind;

test('its record is told under the order id that it became, and under no other', () => {
  expect(kindOf(FIRED)).toBe('seen');
  const { firedAs: _, ...placed } = FIRED;
  expect(kindOf(placed)).toBe('failed');
});
