/** Which of the triggers that rest are what the stops of our orders became: the same at every look, whatever the order of the list. */
import { describe, expect, it } from 'vitest';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import type { ListedOrder } from '../../src/model/listing.ts';
import { lookForPresets, type PresetReader } from '../../src/session/lists/preset-look.ts';

const order = (id: string, size: string, of: Partial<KnownOrder> = {}): KnownOrder => ({
  id,
  clientOid: id,
  lineage: 0,
  state: 'filled',
  content: { symbol: 'cmt_btcusdt', marginMode: 'cross', side: 'open-long', size, price: '63000', stopLoss: '62000' },
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  ...of,
});
const trigger = (orderId: string, size: string): ListedOrder => ({
  orderId,
  clientOid: '',
  status: 'open',
  side: 'close-long',
  triggerPrice: '62000',
  size,
});

async function told(orders: readonly KnownOrder[], records: readonly ListedOrder[]): Promise<string[]> {
  const reader: PresetReader = {
    readList: async (_list, _orders, { take }) => {
      take(records, 'open-triggers');
      return undefined;
    },
    position: async () => ({ kind: 'failed', message: 'not asked' }),
  };
  const { orders: found } = await lookForPresets(reader, orders, () => false);
  return found.map(({ clientOid, orderId }) => `${clientOid} ${orderId}`).toSorted();
}

/** Whatever comes first, in both lists. */
async function eachWay(orders: readonly KnownOrder[], records: readonly ListedOrder[]): Promise<Set<string>> {
  const ways = new Set<string>();
  for (const all of [orders, orders.toReversed()])
    for (const list of [records, records.toReversed()]) ways.add((await told(all, list)).join(', '));
  return ways;
}

describe('two stops at one price', () => {
  it('are told by their sizes', async () => {
    const ways = await eachWay(
      [order('a', '0.02'), order('b', '0.03')],
      [trigger('100', '0.03'), trigger('99', '0.02')],
    );
    expect([...ways]).toEqual(['a 99, b 100']);
  });

  it('are told by what was filled', async () => {
    const part = order('a', '0.05', { state: 'cancelled', seen: { state: 'cancelled', filledSize: '0.01', atMs: 1 } });
    const ways = await eachWay([part, order('b', '0.05')], [trigger('9', '0.05'), trigger('10', '0.01')]);
    expect([...ways]).toEqual(['a 10, b 9']);
  });

  it('of one size are told the same at every look', async () => {
    const ways = await eachWay(
      [order('b', '0.02'), order('a', '0.02')],
      [trigger('100', '0.02'), trigger('99', '0.02')],
    );
    expect([...ways]).toEqual(['a 99, b 100']);
  });

  it('are of what was filled before they are of what is not known to be', async () => {
    const rests = order('a', '0.02', { state: 'accepted' });
    const ways = await eachWay([rests, order('b', '0.02')], [trigger('99', '0.02')]);
    expect([...ways]).toEqual(['b 99']);
  });
});
