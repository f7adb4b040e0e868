import { describe, expect, it } from 'vitest';
import { Sightings, type Finding, type Sought } from '../../src/session/lists/list-matches.ts';
import type { ListedOrder } from '../../src/model/listing.ts';
import { listedOid } from '../support/listed-orders.ts';
import { sought } from './settle-rig.ts';

const record = (index: number, fields: Partial<ListedOrder> = {}): ListedOrder => ({
  clientOid: listedOid(index),
  orderId: String(700 + index),
  symbol: 'cmt_btcusdt',
  side: 'open-long',
  size: '0.01',
  ...fields,
});

/** What the first of these orders comes to when the open orders are these. */
function finding(
  told: readonly ListedOrder[],
  orders: readonly Sought[] = [sought(1)],
  ownerOf: (id: string) => string | undefined = () => undefined,
): Promise<Finding> {
  const sightings = new Sightings(orders);
  for (const one of told) sightings.take('open', [one]);
  const reading = { lists: ['open', 'history'], unread: [] } as const;
  return sightings.finding(orders[0] as Sought, reading, (id) => Promise.resolve(ownerOf(id)));
}

const found = { kind: 'found', orderId: '701', lists: ['open'], unread: [] };

describe('a record', async () => {
  it.each<[string, Partial<ListedOrder>]>([
    ['the same', {}],
    ['a size in other digits', { size: '0.0100' }],
    ['a symbol in capitals', { symbol: 'CMT_BTCUSDT' }],
  ])('that says %s is proof', async (_, fields) => expect(await finding([record(1, fields)])).toEqual(found));

  it('that says nothing of symbol, side and size is proof', async () =>
    expect(await finding([{ clientOid: listedOid(1), orderId: '701' }])).toEqual(found));

  it.each<[string, Partial<ListedOrder>, string[]]>([
    ['symbol', { symbol: 'cmt_ethusdt' }, ['symbol cmt_ethusdt, not cmt_btcusdt']],
    ['side', { side: 'close-long' }, ['side close-long, not open-long']],
    ['side that is none of ours', { side: 'burst_liquidate_long' }, ['side burst_liquidate_long, not open-long']],
    ['size', { size: '0.1' }, ['size 0.1, not 0.01']],
    ['size of nothing', { size: '0' }, ['size 0, not 0.01']],
    ['size that is no number', { size: 'all' }, ['size all, not 0.01']],
    ['side and size', { side: 'open-short', size: '1' }, ['side open-short, not open-long', 'size 1, not 0.01']],
  ])('of another %s is no proof, and says what differs', async (_, fields, differences) =>
    expect(await finding([record(1, fields)])).toEqual({
      kind: 'found-differs',
      standing: { orderId: '701', differences, owners: [] },
    }),
  );

  it('that runs on and on is told in short', async () => {
    const told = await finding([record(1, { size: '9'.repeat(100_000) })]);
    expect(JSON.stringify(told).length).toBeLessThan(300);
  });

  it('that is told rightly, and once more wrongly, is no proof', async () => {
    const told = [record(1), record(1, { size: '5' })];
    expect(await finding(told)).toMatchObject({ kind: 'found-differs' });
    expect(await finding(told.toReversed())).toMatchObject({ kind: 'found-differs' });
  });
});

describe('two order ids of one order', async () => {
  it('are none where one is the ordinary order that a trigger became', async () => {
    const trigger = sought(1, { isTrigger: true });
    const sightings = new Sightings([trigger, sought(2)]);
    sightings.take('history', [record(1, { orderId: '8' }), record(2)]);
    sightings.take('trigger-history', [record(1)]);
    const reading = { lists: ['open-triggers', 'trigger-history'], unread: [] } as const;
    expect(await sightings.finding(trigger, reading, () => Promise.resolve(undefined))).toEqual({
      ...found,
      lists: ['trigger-history'],
    });
  });

  it('are an alarm, with what speaks against each', async () =>
    expect(await finding([record(1), record(1, { orderId: '8', size: '5' })])).toEqual({
      kind: 'found-twice',
      standing: [
        { orderId: '701', differences: [], owners: [] },
        { orderId: '8', differences: ['size 5, not 0.01'], owners: [] },
      ],
    }));

  it('are an alarm also where one of them differs, or is taken', async () => {
    const told = [record(1, { side: 'open-short' }), record(1, { orderId: '8' })];
    expect(await finding(told, [sought(1)], (id) => (id === '8' ? 'entry' : undefined))).toMatchObject({
      kind: 'found-twice',
      standing: [{ differences: ['side open-short, not open-long'] }, { owners: ['entry'] }],
    });
  });
});

const shared = (owners: string[]): object => ({
  kind: 'order-id-shared',
  standing: { orderId: '701', differences: [], owners },
});

describe('an order id of two orders', async () => {
  it('that are both sought proves neither', async () => {
    const told = [record(1), record(2, { orderId: '701' })];
    expect(await finding(told, [sought(1), sought(2)])).toEqual(shared(['o2']));
    expect(await finding(told, [sought(2), sought(1)])).toEqual(shared(['o1']));
  });

  it('one of which is somebody else’s proves nothing', async () =>
    expect(await finding([record(1), record(2, { orderId: '701' })])).toEqual(shared([''])));

  it('one of which the journal has proves nothing', async () =>
    expect(await finding([record(1)], [sought(1)], (id) => (id === '701' ? 'entry' : undefined))).toEqual(
      shared(['entry']),
    ));

  it('is no matter where the other is told without a client order id', async () =>
    expect(await finding([record(1), record(1, { clientOid: '' })])).toEqual(found));

  it('is no matter for a third', async () =>
    expect(await finding([record(1), record(2, { orderId: '9' }), record(3, { orderId: '9' })])).toEqual(found));
});

it('an order from elsewhere is no proof where its earlier lineage does not tell what was filled of it', async () => {
  const clientOids = ['a', 'b'].map((letter) => `ordo${letter.repeat(32)}`);
  const [first = '', second = ''] = clientOids;
  const elsewhere = { marginMode: 'cross', clientOids: () => clientOids, kin: () => [] };
  const order = { ...sought(1), clientOid: first, elsewhere };
  const over = { clientOid: first, orderId: '700', status: 'cancelled' } as const;
  const rests = record(1, { clientOid: second, status: 'open' });
  expect(await finding([{ ...over, filledSize: '0' }, rests], [order])).toEqual(found);
  expect(await finding([over, rests], [order])).toMatchObject({
    kind: 'found-differs',
    standing: { orderId: '701', differences: ['what was filled of it before is not reported'] },
  });
});
