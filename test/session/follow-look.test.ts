/** What a look at the orders of a followed plan takes for fills of what fired. */
import { expect, test } from 'vitest';
import type { ListedOrder, ListName } from '../../src/model/listing.ts';
import { applyRecord } from '../../src/journal/records/apply-record.ts';
import type { KnownOrder } from '../../src/journal/records/state.ts';
import { surelyFilledOf } from '../../src/session/lists/followed-parts.ts';
import { FollowLook, type FollowLooking } from '../../src/session/lists/follow-look.ts';
import { SimClock } from '../../proofs/support/sim-clock.ts';

const part = (number: number): KnownOrder => ({
  id: 'stop',
  clientOid: `ordo${number}`,
  lineage: 0,
  state: 'accepted',
  content: { symbol: 'cmt_btcusdt', side: 'close-long', size: '1', price: 'market', trigger: '62000' },
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  orderId: `7${number}`,
});

const listed = (more: Partial<ListedOrder> & Pick<ListedOrder, 'orderId' | 'clientOid'>): ListedOrder => ({
  symbol: 'cmt_btcusdt',
  side: 'close-long',
  size: '1',
  ...more,
});

const FIRED = [1, 2].map((number) =>
  listed({ orderId: `7${number}`, clientOid: `ordo${number}`, status: 'triggered', firedMs: 1000 }),
);
const ORDINARY = listed({ orderId: '80', clientOid: 'theirs', status: 'filled', filledSize: '1', createdMs: 1000 });

const NOW_MS = 100_000;

/** The exchange's lists as they are told. */
function looking(lists: Partial<Record<ListName, readonly ListedOrder[]>>, traded = '1'): FollowLooking {
  return {
    clock: new SimClock(),
    now: { wallMs: NOW_MS, uptimeMs: null },
    isOurs: () => false,
    reader: () => ({
      readList: (list, _orders, { take }) => {
        take(lists[list] ?? [], list);
        return Promise.resolve(undefined);
      },
      fills: () =>
        Promise.resolve({ fills: [{ id: 't1', orderId: '80', size: traded, value: '62000', createdMs: 1000 }] }),
    }),
  };
}

test('one order is what one trigger became: where two may have, its trades count for neither', async () => {
  const lists = { 'trigger-history': FIRED, history: [ORDINARY] };
  const one = await new FollowLook(looking(lists)).look([part(1)]);
  expect(one.news.flatMap(({ trades = [] }) => trades)).toHaveLength(1);
  const both = await new FollowLook(looking(lists)).look([part(1), part(2)]);
  expect(both.news.flatMap(({ trades = [] }) => trades)).toEqual([]);
  expect([...both.lost.keys()]).toEqual(['ordo1', 'ordo2']);
});

type Lists = Parameters<typeof looking>[0];
const firedOf = (...records: readonly ListedOrder[]): Lists => ({ 'trigger-history': records, history: [ORDINARY] });

/** A close that fires is cut to what is held. */
test('an order of the size of one may be what is left of a larger one beside it: its trades count for neither', async () => {
  const [first, second] = FIRED as [ListedOrder, ListedOrder];
  const larger = { ...part(2), content: { ...part(2).content, size: '2' } };
  const look = (lists: Lists, other: KnownOrder): ReturnType<FollowLook['look']> =>
    new FollowLook(looking(lists)).look([part(1), other]);
  const both = await look(firedOf(first, { ...second, size: '2' }), larger);
  expect([both.news.flatMap(({ trades = [] }) => trades), [...both.lost.keys()]]).toEqual([[], ['ordo1', 'ordo2']]);
  const late = { ...firedOf(first), 'open-triggers': [{ ...second, size: '2', status: 'open' as const }] };
  expect([...(await look(late, larger)).lost.keys()]).toEqual(['ordo1']);
  // A smaller one, and one that waits for another price, did not become it.
  for (const content of [
    { ...larger.content, size: '0.5' },
    { ...larger.content, trigger: '61000' },
  ])
    expect((await look(late, { ...larger, content })).news.flatMap(({ trades = [] }) => trades)).toHaveLength(1);
});

/** An exchange that lost its state gives order ids out again. */
test('an order with the order id of ours and another client order id is not ours, nor are its trades', async () => {
  const entry = {
    ...part(1),
    id: 'entry',
    orderId: '80',
    content: { symbol: 'cmt_btcusdt', side: 'open-long', size: '1', price: '64000' },
  };
  for (const list of ['open', 'history'] as const) {
    const lists = { [list]: [{ ...ORDINARY, side: 'open-long' }] };
    const looked = await new FollowLook(looking(lists)).look([entry]);
    expect([...looked.open]).toEqual([]);
    if (list === 'open') expect(looked.news).toEqual([]);
    const ended = await new FollowLook(looking(lists)).ended([entry]);
    expect(ended.news).toEqual([]);
    expect([...ended.missing]).toEqual(['ordo1']);
  }
  const own = await new FollowLook(looking({ open: [{ ...ORDINARY, clientOid: 'ordo1', side: 'open-long' }] })).look([
    entry,
  ]);
  expect([...own.open]).toEqual(['ordo1']);
});

test('a trigger whose order id another one has is in no list', async () => {
  const stranger = listed({ orderId: '71', clientOid: 'theirs' });
  const looked = await new FollowLook(looking({ 'open-triggers': [stranger] })).look([part(1)]);
  expect([...looked.open]).toEqual([]);
  expect([...looked.missing]).toEqual(['ordo1']);
});

const CONTRADICTED: KnownOrder = {
  ...part(1),
  id: 'entry',
  orderId: '80',
  content: { symbol: 'cmt_btcusdt', side: 'open-long', size: '1', price: '64000' },
  trades: [
    ['t0', '0.4', '64000', 500],
    ['t2', '0.3', '64000', 500],
  ],
};
const recorded = (more: Partial<ListedOrder>): ListedOrder =>
  listed({ orderId: '80', clientOid: 'ordo1', side: 'open-long', status: 'open', ...more });

test('trades that come to more than the size contradict an order: it stands as its record says', async () => {
  const lists = { open: [recorded({ filledSize: '0.8' })] };
  const { news } = await new FollowLook(looking(lists)).look([CONTRADICTED]);
  expect(news.map(({ seen, step, trades }) => [seen?.state, seen?.filledSize, step, trades?.length])).toEqual([
    ['partly-filled', '0.8', undefined, 1],
  ]);
  const [{ seen, trades = [] } = {}] = news;
  const kept = { ...CONTRADICTED, trades: [...(CONTRADICTED.trades ?? []), ...trades], ...(seen && { seen }) };
  expect(surelyFilledOf(kept).canonical()).toBe('0.8');
  const whole = { open: [recorded({ filledSize: '1' })] };
  const later = await new FollowLook(looking(whole)).look([kept]);
  expect(later.news.map((one) => one.seen?.filledSize)).toEqual(['1']);
  const ended = await new FollowLook(looking({ history: [recorded({ status: 'filled' })] })).ended([kept]);
  expect(ended.news.map((one) => [one.step, one.seen?.filledSize])).toEqual([['filled', '1']]);
});

test('one that rests as the journal has it has no news, but for a trade of it that is told with those of others', async () => {
  const { trades: _, ...placed } = CONTRADICTED;
  const rests: KnownOrder = { ...placed, seen: { state: 'open', filledSize: '0', atMs: 500 } };
  const lists = { open: [recorded({ filledSize: '0.000' })] };
  const newsOf = async (known: KnownOrder, told: Lists = lists): Promise<unknown> =>
    (await new FollowLook(looking(told, '0.3')).look([known])).news.map(({ seen, trades }) => [
      seen?.state,
      seen?.filledSize,
      trades?.length,
    ]);
  const other = { open: [recorded({ filledSize: '0.000', orderId: '81' })] };
  expect(await newsOf({ ...rests, orderId: '81' }, other)).toEqual([]);
  expect(await newsOf(rests)).toEqual([['open', '0', 1]]);
  // A record that says more, and one that the journal does not have yet, are news by themselves.
  expect(await newsOf(rests, { open: [recorded({ filledSize: '0.3' })] })).toEqual([['partly-filled', '0.3', 1]]);
  const { seen: __, ...unseen } = { ...rests, orderId: '81' };
  expect(await newsOf(unseen, other)).toEqual([['open', '0', undefined]]);
});

test.each(['filled', 'cancelled'] as const)(
  'a list that is late shows one that was %s as it was: its end stays, and its trades are asked for until they agree with it',
  async (state) => {
    const ended: KnownOrder = {
      ...CONTRADICTED,
      state,
      trades: [['t0', '0.4', '64000', 500]],
      seen: { state, filledSize: '1', atMs: 900 },
    };
    const late = { open: [recorded({ filledSize: '0.4' })] };
    const { news } = await new FollowLook(looking(late, '0.3')).look([ended]);
    expect(news.map(({ seen, trades }) => [seen, trades?.map(([id]) => id)])).toEqual([[undefined, ['t1']]]);
    const less = { history: [recorded({ status: 'cancelled', filledSize: '0.4' })] };
    const { news: none } = await new FollowLook(looking(less, '0.3')).ended([ended]);
    expect(none.flatMap(({ seen }) => seen ?? [])).toEqual([]);
  },
);

/** Its request may be acted upon for a minute, and a list is two seconds late. */
test.each([
  [62_000, 'stands'],
  [61_999, undefined],
] as const)('an order that is open %d ms after its cancel was lost: %s', async (agoMs, step) => {
  const sought: KnownOrder = {
    ...part(1),
    state: 'cancel-unknown',
    changedAtMs: NOW_MS - agoMs,
    seen: { state: 'open', filledSize: '0', atMs: 0 },
    cancel: { by: 'follower', signedAtMs: 0, tries: 1, answer: 'unknown' },
  };
  const open = listed({ orderId: '71', clientOid: 'ordo1', status: 'open', filledSize: '0' });
  const { news } = await new FollowLook(looking({ 'open-triggers': [open] })).look([sought]);
  expect(news.map((one) => one.step)).toEqual(step === undefined ? [] : [step]);
  const record = { ...sought, step: 'stands', atMs: NOW_MS } as const;
  expect(applyRecord(sought, record)).toMatchObject({ state: 'accepted', cancel: { answer: 'refused' } });
});

test('what was filled of an order before its answer stays, whatever the answer is, and its end waits for that', async () => {
  const sent: KnownOrder = { ...part(1), state: 'in-flight' };
  const fired = listed({ orderId: '71', clientOid: 'ordo1', status: 'cancelled', filledSize: '0' });
  const { news } = await new FollowLook(looking({ 'trigger-history': [fired] })).look([sent]);
  expect(news.map(({ step, seen }) => [step, seen?.state])).toEqual([[undefined, 'cancelled']]);
  const seen = { ...sent, trades: [['t1', '0.4', '64000', 500]] as const, seen: { state: 'open', atMs: 1 } as const };
  for (const step of ['accepted', 'unknown', 'rejected'] as const)
    expect(applyRecord(seen, { ...seen, step, atMs: NOW_MS })).toMatchObject({ state: step, trades: seen.trades });
});
