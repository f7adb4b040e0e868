/** What of the lists is asked side by side, of orders that may have been placed from elsewhere: each answer takes 20 ms. */
import { expect, test } from 'vitest';
import type { ListName } from '../../src/model/listing.ts';
import { nothing, page, simRig, sought } from './settle-rig.ts';
import type { Sought } from '../../src/session/lists/list-matches.ts';
import { listedOid } from '../support/listed-orders.ts';

const part = (index: number, symbol = 'cmt_btcusdt'): Sought => {
  const elsewhere = { marginMode: 'cross', isPart: true, clientOids: () => [listedOid(index)], kin: () => [] } as const;
  return sought(index, { symbol, elsewhere });
};

/** When each list was asked. */
const times = (asked: readonly (readonly [string, number])[]): Record<string, number[]> =>
  Object.fromEntries(
    [...Map.groupBy(asked, ([list]) => list)].map(([list, all]) => [list, all.map(([, atMs]) => atMs)]),
  );

test('fired triggers beside what rests, each after triggers, and before what is over; symbols beside each other', async () => {
  const one = await simRig(() => nothing);
  await one.look([part(1), part(2, 'cmt_ethusdt'), part(3)]);
  expect(times(one.asked)).toEqual({
    'open-triggers': [0, 0],
    'trigger-history': [20, 20],
    open: [20, 20],
    history: [40, 40],
  });
  expect(one.told.map(([id, { kind }]) => `${id} ${kind}`)).toEqual(['o1 not-found', 'o3 not-found', 'o2 not-found']);
});

test('no more at once than may be in flight', async () => {
  const one = await simRig(() => nothing, { limits: { inFlight: 1 } });
  await one.look([part(1), part(2, 'cmt_ethusdt')]);
  const all = one.asked.map(([, atMs]) => atMs);
  expect(all).toEqual([0, 20, 40, 60, 80, 100, 120, 140]);
});

/** Where an order is from when on: an order moves from the first to the second, at any moment while they are read. */
const MOVES: [ListName, ListName][] = [
  ['open-triggers', 'trigger-history'],
  ['open-triggers', 'open'],
  ['open-triggers', 'history'],
  ['open', 'history'],
];

test.each(MOVES)('an order that moves from %s to %s is found, whenever it does', async (from, to) => {
  for (let movesMs = -5; movesMs < 70; movesMs += 5) {
    const one = await simRig(({ list, page: at }, atMs) => {
      const isThere = list === (atMs < movesMs ? from : to);
      return at === 0 && isThere ? page({ clientOid: listedOid(1), orderId: '7', createdMs: 1 }) : nothing;
    });
    await one.look([part(1)]);
    expect(one.told[0]?.[1].kind, `at ${movesMs}`).toMatch(/^found/);
  }
});

test('a list of one symbol that is not read says nothing of another', async () => {
  const one = await simRig(({ symbol }) => (symbol === 'cmt_btcusdt' ? { kind: 'failed', message: 'no' } : nothing));
  await one.look([part(1), part(2, 'cmt_ethusdt')]);
  expect(one.told.map(([id, { kind }]) => `${id} ${kind}`)).toEqual(['o1 failed', 'o2 not-found']);
});
