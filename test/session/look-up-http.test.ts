import { describe, expect, it, onTestFinished } from 'vitest';
import type { ListName } from '../../src/model/listing.ts';
import { LISTS as V2 } from '../../src/exchange/v2/requests.ts';
import { LISTS as V3 } from '../../src/exchange/v3/requests.ts';
import { startPaperExchange, type PaperExchange, type PaperOptions } from '../../src/paper/server.ts';
import type { ListFault } from '../../src/paper/list-faults.ts';
import { realClock } from '../../src/system/clock.ts';
import { listedOrder, listedOrderId, paperClient, putOrders } from '../support/listed-orders.ts';
import { INTERFACES, SPELLINGS, type Spelled } from '../support/spellings.ts';
import { memoryClaim, rig, sought, type Rig } from './settle-rig.ts';

type OnPaper = Rig & { paper: PaperExchange };
async function paperRigOn(version: Spelled, options: PaperOptions = {}): Promise<OnPaper> {
  const paper = await startPaperExchange(options);
  const exchange = paperClient(paper, { operations: SPELLINGS[version].operations });
  onTestFinished(async () => {
    await exchange.close();
    await paper.close();
  });
  return { paper, ...rig(exchange, realClock, await memoryClaim(realClock)) };
}

const listOf = (index: number): ListName =>
  index === 500 ? 'open-triggers' : index >= 230 && index < 460 ? 'history' : 'open';

const PATHS = { v2: V2, v3: V3 };

describe.each(INTERFACES)('over HTTP, against the paper exchange on %s', (version) => {
  const LISTS = PATHS[version];
  const paperRig = (options?: PaperOptions): Promise<OnPaper> => paperRigOn(version, options);

  it('finds every order, resting, filled or a trigger, through all pages', async () => {
    const one = await paperRig();
    putOrders(one.paper, 230);
    const book = one.paper.orders as ReturnType<typeof listedOrder>[];
    for (let index = 230; index < 460; index++)
      book.push(listedOrder(index, { status: 'filled', averagePrice: '60000' }));
    book.push(listedOrder(500, { kind: 'trigger', status: 'untriggered', trigger: '50000' }));
    book.push(listedOrder(501, { symbol: 'cmt_ethusdt' }));
    const orders = [
      ...[0, 120, 229, 230, 345, 459].map((index) => sought(index)),
      sought(500, { isTrigger: true }),
      sought(501, { symbol: 'cmt_ethusdt' }),
    ];
    await one.look(orders);
    expect(Object.fromEntries(one.told)).toEqual(
      Object.fromEntries(
        [0, 120, 229, 230, 345, 459, 500, 501].map((index) => [
          `o${index}`,
          { kind: 'found', orderId: listedOrderId(index), lists: [listOf(index)], unread: [] },
        ]),
      ),
    );
    expect(one.told).toHaveLength(8);
  });

  it('an order in no list is not found, whatever else is there; what rests is read twice for that', async () => {
    const one = await paperRig();
    putOrders(one.paper, 3);
    await one.look([sought(1), sought(99)]);
    expect(one.told).toEqual([
      ['o1', { kind: 'found', orderId: listedOrderId(1), lists: ['open'], unread: [] }],
      ['o99', { kind: 'not-found', lists: ['open', 'history'] }],
    ]);
    const twice = [LISTS.open.path, LISTS.open.path];
    expect(one.paper.requests.map(({ path }) => path)).toEqual([...twice, ...twice, LISTS.history.path]);
    await one.look([sought(2)]);
    // Where nothing is missing what rests is read once.
    expect(one.paper.requests.slice(5).map(({ path }) => path)).toEqual([...twice, LISTS.history.path]);
  });

  it.each<[ListFault, number, RegExp]>([
    ['repeated', 130, /the open list: page 2 repeats the page before it/],
    ['repeated', 3, /the open list: page 2 repeats the page before it/],
    ['ignored', 110, /the open list: page 2 repeats the page before it/],
    ['nameless', 3, /the open list: order \d+ has no client order id, and may be this one/],
  ])(
    'lists that are %s, with %i orders: an order that is not seen is not told as absent',
    async (lists, count, why) => {
      const one = await paperRig({ lists });
      putOrders(one.paper, count);
      await one.look([sought(999)]);
      expect(one.told).toMatchObject([['o999', { kind: 'failed', message: expect.stringMatching(why) as string }]]);
    },
  );

  it('an order that moves to a page that was read already is found', async () => {
    const one = await paperRig({ lists: 'shifted' });
    putOrders(one.paper, 101);
    // The oldest is last: it moves up as the newest ends.
    await one.look([sought(0), sought(999)]);
    expect(one.told).toMatchObject([
      ['o0', { kind: 'found', lists: ['open'] }],
      ['o999', { kind: 'not-found' }],
    ]);
  });

  it('sets its clock right once, by the server’s', async () => {
    const one = await paperRig({
      clock: { wallMs: () => Date.now() + 7_200_000, monotonicMs: () => performance.now() },
    });
    putOrders(one.paper, 2, { acceptedAtMs: Date.now() + 3_600_000 });
    await one.look([sought(0), sought(9)]);
    expect(one.told.map(([id, { kind }]) => [id, kind])).toEqual([
      ['o0', 'found'],
      ['o9', 'not-found'],
    ]);
    expect(one.paper.requests.filter(({ path }) => path.endsWith('/time'))).toHaveLength(1);
  });
});

/** How long a time each question spans, in ms. */
const spans = ({ requests }: PaperExchange): number[] =>
  requests.flatMap(({ query }) => {
    const asked = new URLSearchParams(query);
    return asked.has('startTime') ? [Number(asked.get('endTime')) - Number(asked.get('startTime'))] : [];
  });

describe('a history of version 3, which tells 90 days', () => {
  const DAY_MS = 86_400_000;
  const daysAgo = (days: number): number => Date.now() - days * DAY_MS;
  const over = { status: 'filled', averagePrice: '60000' } as const;
  it.each([false, true])(
    'an order of 91 days is in no list, and that is no absence (trigger: %s)',
    async (isTrigger) => {
      const one = await paperRigOn('v3');
      const why = /history list: it covers 90 days, and the order may have been placed before that/;
      await one.look([sought(1, { sentAtMs: daysAgo(91), isTrigger }), sought(2, { sentAtMs: daysAgo(1), isTrigger })]);
      expect(one.told).toMatchObject([
        ['o1', { kind: 'failed', message: expect.stringMatching(why) as string }],
        ['o2', { kind: 'not-found' }],
      ]);
      // No question is longer than the exchange takes.
      expect(spans(one.paper)).toHaveLength(2);
      expect(spans(one.paper).every((ms) => ms < 90 * DAY_MS)).toBe(true);
    },
  );

  it('one that rests since 200 days is found, and one that ended 88 days ago', async () => {
    const one = await paperRigOn('v3');
    (one.paper.orders as ReturnType<typeof listedOrder>[]).push(
      listedOrder(1, { acceptedAtMs: daysAgo(200) }),
      listedOrder(2, { acceptedAtMs: daysAgo(88.5), ...over }),
    );
    await one.look([sought(1, { sentAtMs: daysAgo(200) }), sought(2, { sentAtMs: daysAgo(88.5) })]);
    expect(one.told).toMatchObject([
      ['o1', { kind: 'found', lists: ['open'] }],
      ['o2', { kind: 'found', lists: ['history'] }],
    ]);
  });
});
