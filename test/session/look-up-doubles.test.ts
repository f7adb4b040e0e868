import { describe, expect, it } from 'vitest';
import type { ListedOrder } from '../../src/model/listing.ts';
import { listedOid } from '../support/listed-orders.ts';
import { nothing, onOnePage, page, simRig, sought, type Answering } from './settle-rig.ts';

const listed = (index: number, orderId: string, createdMs = 1): ListedOrder => ({
  clientOid: listedOid(index),
  orderId,
  createdMs,
});

describe('what the lists have twice', () => {
  const other = { ...sought(2), symbol: 'cmt_ethusdt' };

  it.each<[string, Answering]>([
    ['in one page', ({ list }) => (list === 'open' ? page(listed(1, '7'), listed(1, '8')) : nothing)],
    [
      'in the next page',
      ({ list, page: at }) => (list === 'open' && at < 2 ? page(listed(1, at === 0 ? '7' : '8')) : nothing),
    ],
    ['in the other list', ({ list }) => page(listed(1, list === 'open' ? '7' : '8'))],
    [
      'further back in the other list',
      ({ list, toMs }) =>
        list === 'open'
          ? nothing
          : page(toMs > 5 ? listed(1, '7', 5) : toMs > 2 ? listed(1, '8', 2) : listed(3, '9', 1)),
    ],
  ])('an order, %s, is an alarm', async (_, answer) => {
    const one = await simRig(answer);
    await one.look([sought(1)]);
    expect(one.told).toMatchObject([['o1', { kind: 'found-twice', standing: [{ orderId: '7' }, { orderId: '8' }] }]]);
  });

  it('an order, before a page that cannot be read, is an alarm all the same', async () => {
    const one = await simRig(({ page: at }) =>
      at === 0 ? page(listed(1, '7'), listed(1, '8')) : { kind: 'failed', message: 'status 502' },
    );
    await one.look([sought(1)]);
    expect(one.told[0]?.[1].kind).toBe('found-twice');
  });

  it('an order, once before in a list of all symbols that was not read to its end, is an alarm', async () => {
    const one = await simRig(({ list }) => (list === 'history' ? page(listed(1, '8')) : nothing), {
      shown: (list) => (list === 'open' ? [listed(1, '7')] : []),
    });
    await one.look([sought(1)]);
    expect(one.told).toMatchObject([['o1', { kind: 'found-twice', standing: [{ orderId: '7' }, { orderId: '8' }] }]]);
  });

  it('a list that was read whole before is not asked again, and says how its orders stand', async () => {
    const whole: readonly ListedOrder[] = [{ ...listed(1, '7'), status: 'open', filledSize: '0' }];
    const one = await simRig(onOnePage(nothing), {
      shown: (list) => (list === 'open' ? [listed(1, '7')] : []),
      told: (list) => (list === 'open' ? { records: whole } : undefined),
    });
    await one.look([sought(1)]);
    expect(one.told).toMatchObject([['o1', { kind: 'found', orderId: '7' }]]);
    expect(one.stands).toMatchObject([{ kind: 'seen', seen: { state: 'open' } }]);
    expect(one.asked.map(([list]) => list)).not.toContain('open');
  });

  it('an order that a list showed before, and shows again, is one order', async () => {
    const one = await simRig(onOnePage(page(listed(1, '7'))), { shown: () => [listed(1, '7')] });
    await one.look([sought(1)]);
    expect(one.told).toMatchObject([['o1', { kind: 'found', orderId: '7' }]]);
  });

  it('the same order id, in both lists, is one order', async () => {
    const one = await simRig(onOnePage(page(listed(1, '7'))));
    await one.look([sought(1)]);
    expect(one.told).toEqual([['o1', { kind: 'found', orderId: '7', lists: ['open', 'history'], unread: [] }]]);
  });

  it('an order id, under two symbols, proves neither, and nothing was told before both were read', async () => {
    const one = await simRig(({ symbol }) => {
      expect(one.told).toEqual([]);
      return page(listed(symbol === other.symbol ? 2 : 1, '7'));
    });
    await one.look([sought(1), other]);
    expect(one.told).toMatchObject([
      ['o1', { kind: 'order-id-shared', standing: { orderId: '7', owners: ['o2'] } }],
      ['o2', { kind: 'order-id-shared', standing: { orderId: '7', owners: ['o1'] } }],
    ]);
  });
});
