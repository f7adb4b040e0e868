/** A position that is smaller because of a close whose answer is not there yet is not told as one that nothing explains. */
import { describe, expect, test } from 'vitest';
import { eventsOf, ofKind } from '../../proofs/support/ordo.ts';
import { ShortsTold } from '../../src/actions/follow/shorts-told.ts';
import { Decimal } from '../../src/model/decimal.ts';
import type { PlacedPart } from '../../src/model/followed.ts';
import type { PlannedOrder } from '../../src/model/order.ts';
import type { FollowNews } from '../../src/session/follow/follow-task.ts';
import { LAG_MS, shortWords } from '../../src/session/lists/short-positions.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { between } from '../support/between.ts';
import { followDesk } from '../support/follow-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

const PLAN = `version: 1
name: flat
defaults: { symbol: cmt_btcusdt, reference: 64000, maxDistance: 10% }
orders:
  - { id: entry, side: open-long, size: 0.3, price: 60000 }
  - { id: little, side: open-short, size: 0.1, price: 67000 }
  - { id: stop, side: close-long, size: { filled: entry }, trigger: 58000, price: market }
  - { id: flat, side: close-long, size: { filled: entry }, price: market, after: { filled: little } }
`;
const opens = (price: string) => (order: PaperOrder) => order.price?.startsWith(price) === true;

test.each(INTERFACES)(
  '%s: a close-out whose answer hangs, and that the lists lack yet, explains an empty position',
  { timeout: 60_000 },
  async (version) => {
    const told = Promise.withResolvers<undefined>();
    afterTest(() => told.resolve(undefined));
    const desk = await followDesk(PLAN, { version, listLagMs: 5_000 });
    const { paper, order } = desk;
    let left = 0;
    const { origin } = await between(paper, (_path, method, sent) => {
      const isFlat = method === 'POST' && paper.orders.length === 3 && left === 0 && sent.includes('0.3');
      if (!isFlat) return undefined;
      left += 1;
      return { until: told.promise };
    });
    desk.at.env['ORDO_BASE_URL'] = origin;
    const run = desk.begin();
    await run.until('what opens', () => paper.orders.length === 2);
    paper.fill(order(opens('60000')).orderId);
    await run.until('the stop', () => paper.orders.length === 3);
    paper.fill(order(opens('67000')).orderId);
    await run.until('what hangs', () => left === 1);
    await run.until('its end', () => /"order-state","id":"flat"[^\n]*"filled"/.test(run.written));
    told.resolve(undefined);
    const ended = await run.stop();
    const shorts = ofKind(eventsOf(ended), 'protection').flatMap(({ short }) => short ?? []);
    expect(shorts).toEqual([]);
  },
);

const size = Decimal.of('0.3');
const part = (state: PlacedPart['state'], more: Partial<PlacedPart> = {}): PlacedPart => ({
  clientOid: 'flat1',
  number: 1,
  size,
  state,
  sentMs: 0,
  trades: new Map(),
  ...more,
});
const ORDERS = [
  { id: 'entry', side: 'open-long', symbol: 'cmt_btcusdt' },
  { id: 'flat', side: 'close-long', symbol: 'cmt_btcusdt' },
  { id: 'cover', side: 'close-short', symbol: 'cmt_btcusdt' },
] as unknown as readonly PlannedOrder[];

interface Seen {
  readonly position?: string;
  readonly id?: string;
  readonly state?: PlacedPart['state'];
  readonly atMs?: number;
  readonly readMs?: number;
}

const news = ({ position = '0', id = 'flat', state = 'unknown', atMs = 10_000, readMs = atMs }: Seen): FollowNews =>
  ({
    short: [
      { symbol: 'cmt_btcusdt', side: 'long', position: Decimal.of(position), counted: size, others: Decimal.zero },
    ],
    known: { placed: new Map([[id, [part(state)]]]) },
    groups: [],
    elsewhere: [],
    read: { ms: readMs, sizes: new Map() },
    atMs,
  }) as unknown as FollowNews;

const toldOf = (...seen: readonly Seen[]): readonly string[] => {
  const shorts = new ShortsTold(ORDERS);
  return seen.map((one) => shorts.told(news(one)).short.map(shortWords).join('; '));
};
const SAID = 'position 0 long cmt_btcusdt, the plan counts 0.3';

describe('a smaller position', () => {
  test.each(['unknown', 'intended'] as const)('is not told while its close is %s', (state) => {
    expect(toldOf({ state }, { state, atMs: 60_000 })).toEqual(['', '']);
  });

  test.each(['accepted', 'works', 'over', 'rejected', 'absent'] as const)(
    'is told where its close is %s, which is known',
    (state) => {
      expect(toldOf({ state })).toEqual([SAID]);
    },
  );

  test('is told where the close is of the other side, or opens', () => {
    expect(toldOf({ id: 'cover' }, { id: 'entry' })).toEqual([SAID, SAID]);
  });

  test('is told where more is missing than the close can have closed', () => {
    const shorts = new ShortsTold(ORDERS);
    const known = { placed: new Map([['flat', [part('unknown', { size: Decimal.of('0.2') })]]]) };
    const seen = { ...news({}), known } as unknown as FollowNews;
    expect(shorts.told(seen).short.map(shortWords)).toEqual([SAID]);
  });

  test('is told once the answer is there, by a look that late lists are not behind', () => {
    const lastMs = 10_000;
    const state = 'over';
    expect(
      toldOf(
        { atMs: lastMs },
        { state, atMs: lastMs + 100 },
        { state, atMs: lastMs + 30_000, readMs: lastMs + LAG_MS - 1 },
        { state, atMs: lastMs + LAG_MS, readMs: lastMs + LAG_MS },
      ),
    ).toEqual(['', '', '', SAID]);
  });
});
