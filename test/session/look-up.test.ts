import { describe, expect, it } from 'vitest';
import { withoutGap } from '../../src/session/lists/look-up.ts';
import type { ListAnswer } from '../../src/model/listing.ts';
import { LISTS } from '../../src/exchange/v2/requests.ts';
import { listedOid } from '../support/listed-orders.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';
import { limits } from '../support/plan-builder.ts';
import { KeptStore } from '../support/kept-store.ts';
import { memoryClaim, nothing, onOnePage, page, simRig, sought, type Answering } from './settle-rig.ts';

const LISTED = page({ clientOid: listedOid(1), orderId: '7', createdMs: 1 });

describe('what decides', () => {
  const wrong: [string, ListAnswer][] = [
    ['of another client order id', page({ clientOid: listedOid(2), orderId: '7', createdMs: 1 })],
    [
      'of no client order id, and of another side',
      page({ clientOid: '', orderId: '7', side: 'open-short', createdMs: 1 }),
    ],
    ['empty', nothing],
  ];
  it.each(wrong)('nothing but the client order id: a page %s', async (_, answer) => {
    const one = await simRig(({ page: at }) => (at === 0 ? answer : nothing));
    await one.look([sought(1)]);
    expect(one.told).toEqual([['o1', { kind: 'not-found', lists: ['open', 'history'] }]]);
  });

  it('an order that ends between the two lists is found in the second', async () => {
    const one = await simRig(({ list }) => (list === 'history' ? LISTED : nothing));
    await one.look([sought(1)]);
    expect(one.told).toEqual([['o1', { kind: 'found', orderId: '7', lists: ['history'], unread: [] }]]);
    expect(one.asked.map(([list]) => list)).toEqual(['open', 'history', 'history']);
  });

  it('a list that cannot be read leaves its orders not looked up; what the other list has is found, with that said', async () => {
    const one = await simRig(({ list }) =>
      list === 'open'
        ? { kind: 'failed', message: 'status 502' }
        : page({ clientOid: listedOid(1), orderId: '7', createdMs: 1 }),
    );
    await one.look([sought(1), sought(2)]);
    expect(one.told[0]).toEqual([
      'o1',
      { kind: 'found', orderId: '7', lists: ['history'], unread: ['the open list: status 502'] },
    ]);
    expect(one.told[1]).toMatchObject(['o2', { kind: 'failed', message: expect.stringContaining('502') as string }]);
  });

  it('a trouble with one symbol does not touch another', async () => {
    const one = await simRig(({ symbol }) => (symbol === 'cmt_btcusdt' ? { kind: 'failed', message: 'no' } : nothing));
    await one.look([
      sought(1),
      sought(2, { symbol: 'cmt_ethusdt' }),
      sought(3, { isTrigger: true, symbol: 'cmt_ethusdt' }),
    ]);
    expect(one.told.map(([id, { kind }]) => `${id} ${kind}`)).toEqual(['o1 failed', 'o2 not-found', 'o3 not-found']);
    expect(one.asked.map(([list]) => list)).toEqual([
      'open',
      'history',
      'open',
      'history',
      'open-triggers',
      'trigger-history',
    ]);
  });
});

describe('the weight', () => {
  const window = { uid: { amount: 12, windowMs: 1000 }, ip: { amount: 12, windowMs: 1000 } };

  it('of every question is within the windows', async () => {
    const one = await simRig(() => nothing, { limits: window });
    await one.look([sought(1), sought(2, { symbol: 'cmt_ethusdt' })]);
    // 2 and 10 fill a window; the next ones wait until the answers are a window old.
    const [, history, open, last] = one.asked.map(([, atMs]) => atMs);
    expect(history).toBe(20);
    expect(open).toBeGreaterThanOrEqual(1020);
    expect(last).toBeGreaterThanOrEqual(1040);
  });

  it('counts what ran before, and counts for what runs after', async () => {
    const first = await simRig(() => nothing, { limits: window });
    await first.look([sought(1)]);
    expect(first.clock.monotonicMs()).toBe(40);
    const second = await simRig(() => nothing, { limits: window, after: first });
    await second.look([sought(1)]);
    expect(second.asked[0]?.[1]).toBeGreaterThanOrEqual(1020);
  });

  it('of a question whose answer never came counts in full', async () => {
    const clock = new SimClock();
    const store = new KeptStore(() => clock.wallMs());
    await (await memoryClaim(clock, limits(), store)).intend([LISTS.history]);
    clock.jumpWall(500);
    const next = await memoryClaim(clock, limits(), store);
    await next.intend([]);
    expect(next.gauges()).toMatchObject({ ip: { used: 10 }, uid: { used: 10 } });
  });

  it('is on disk before the question leaves', async () => {
    const one = await simRig((query) => {
      expect(one.store.count('question')).toBe(one.asked.length);
      return onOnePage(LISTED)(query, 0);
    });
    await one.look([sought(1)]);
    expect(one.asked).toHaveLength(4);
  });
});

const refusing = (times: number, retryAfterMs = 0): Answering => {
  let left = times;
  return (query) =>
    left-- > 0
      ? { kind: 'rate-refused', message: 'status 429', again: true, retryAfterMs }
      : onOnePage(LISTED)(query, 0);
};

describe('being refused', () => {
  it('by the rate limit: a window’s pause, said, and the same question again', async () => {
    const one = await simRig(refusing(1));
    await one.look([sought(1)]);
    expect(one.asked.slice(0, 2).map(([list]) => list)).toEqual(['open', 'open']);
    expect(one.asked[1]?.[1]).toBeGreaterThanOrEqual(10_020);
    expect(one.notes).toHaveLength(1);
    expect(one.told[0]?.[1].kind).toBe('found');
  });

  it('for longer where the exchange says so', async () => {
    const one = await simRig(refusing(1, 60_000));
    await one.look([sought(1)]);
    expect(one.asked[1]?.[1]).toBeGreaterThanOrEqual(60_020);
  });

  it('too often: not looked up', async () => {
    const one = await simRig(refusing(99), { rateRefusals: 1 });
    await one.look([sought(1)]);
    expect(one.told[0]?.[1].kind).toBe('failed');
    expect(one.asked).toHaveLength(4);
  });

  it.each([
    ['again under the server’s clock', true, ['open', 'time', 'open', 'history', 'history']],
    ['and the server does not give its time', false, ['open', 'time', 'history']],
  ])('for its timestamp, %s: not looked up, and its time is asked once', async (_, tellsTime, asked) => {
    const one = await simRig(() => ({ kind: 'clock-refused', message: '40008 expired' }), { tellsTime });
    await one.look([sought(1)]);
    expect(one.told[0]?.[1]).toMatchObject({ kind: 'failed', message: expect.stringContaining('40008') as string });
    expect(one.asked.map(([list]) => list)).toEqual(asked);
  });
});

it('a look of half a minute’s sums is not taken for a machine that stood still', async () => {
  const another = `ordo${'a'.repeat(32)}`;
  const one = await simRig(onOnePage(page({ clientOid: another, orderId: '7', symbol: 'cmt_btcusdt', createdMs: 1 })));
  const sums = (): [] => {
    one.clock.stall(1000);
    return [];
  };
  const elsewhere = { marginMode: 'cross', clientOids: () => [], kin: sums };
  const orders = Array.from({ length: 30 }, (_, index) => sought(index, { elsewhere }));
  const looked = await one.clock.run(
    withoutGap({ clock: one.clock, maxPauseMs: 300_000 }, () => one.lookUp.look(orders)),
  );
  expect(one.clock.monotonicMs()).toBeGreaterThan(30_000);
  expect(new Set(looked.map(({ finding }) => finding.kind))).toEqual(new Set(['not-found']));
});

describe('being stopped', () => {
  it('asks nothing more, waits for what was asked, and says of each order what it knows', async () => {
    const one = await simRig(() => page({ clientOid: listedOid(1), orderId: '7' }), {
      limits: { ip: { amount: 2, windowMs: 60_000 } },
    });
    one.clock.after(1000, () => one.lookUp.stop('interrupted'));
    await one.look([sought(1), sought(2), sought(3, { symbol: 'cmt_ethusdt' })]);
    expect(one.clock.monotonicMs()).toBe(1000);
    expect(one.asked).toHaveLength(1);
    expect(one.told.map(([id, finding]) => [id, finding.kind])).toEqual([
      ['o1', 'found'],
      ['o2', 'failed'],
      ['o3', 'failed'],
    ]);
  });
});
