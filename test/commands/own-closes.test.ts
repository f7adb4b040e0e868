/** What ordo's own closes took off a position, where what lists say of them comes late, or without a size. */
import { expect, test } from 'vitest';
import type { FlattenWith } from '../../src/actions/flatten/flatten-with.ts';
import type { HeldNow } from '../../src/actions/flatten/look-at-all.ts';
import { closesOf, OwnCloses } from '../../src/actions/flatten/own-closes.ts';
import { LONGEST_LAG_MS } from '../../src/actions/flatten/shown-fills.ts';
import { mostFilled, type KnownOrder } from '../../src/journal/records/state.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { CLOSE_PLAN } from '../../src/model/own-plans.ts';
import type { AccountLook } from '../../src/protection/journal/look.ts';

const NOW_MS = 1_700_000_000_000;
const SHORT = {
  symbol: 'cmt_ethusdt',
  side: 'short',
  marginMode: 'cross',
  size: Decimal.of('1'),
} as unknown as HeldNow;

const close = (words: Partial<KnownOrder>): KnownOrder => ({
  id: 'ethusdt-short-1',
  clientOid: 'c-1',
  lineage: 0,
  state: 'filled',
  content: { symbol: 'cmt_ethusdt', side: 'close-short', marginMode: 'cross', size: '0.616' },
  sentAtMs: NOW_MS - 60_000,
  changedAtMs: NOW_MS - 60_000,
  changedUptimeMs: null,
  ...words,
});

const isOwn = ({ id }: KnownOrder): boolean => id !== 'out';
const mapOf = (some: readonly KnownOrder[]) => new Map(some.map((order, at) => [`${order.id}-${at}`, order]));

/** By these, over or not, and by looks of which each is so old, in ms, and told so much. */
function having(
  closes: readonly KnownOrder[],
  looks: readonly (readonly [agoMs: number, told: string])[] = [],
): { readonly how: FlattenWith; pass(ms: number): void } {
  let nowMs = 0;
  const named = closes.map((order, at) => ({ ...order, clientOid: `c-${at}` }));
  const account = [
    { ...CLOSE_PLAN, orders: mapOf(named.filter(isOwn)), isPlaced: true },
    { plan: 'first', generation: 1, orders: mapOf(named.filter((order) => !isOwn(order))), isPlaced: true },
  ];
  const recent = looks.map(([agoMs, told]): AccountLook => {
    const positions = told === '0' ? [] : [{ ...SHORT, size: Decimal.of(told) }];
    return { atMs: NOW_MS - agoMs, symbols: new Map([['ETHUSDT', { positions }]]) };
  });
  const session = {
    account: () => Promise.resolve(account),
    recentLooks: () => Promise.resolve(recent),
    wallMs: () => NOW_MS + nowMs,
  };
  const how = { session, clock: { monotonicMs: () => nowMs } } as unknown as FlattenWith;
  return { how, pass: (ms) => void (nowMs += ms) };
}

/** What is held for sure where a look that begins after so much time tells this. */
async function heldWhere(
  told: string,
  closes: readonly KnownOrder[],
  { looks = [], afterMs = 0 }: { looks?: Parameters<typeof having>[1]; afterMs?: number } = {},
): Promise<string> {
  const { how } = having(closes, looks);
  const own = new OwnCloses(how, SHORT);
  await own.areOver();
  const { size, isAll } = await own.held(Decimal.of(told), afterMs);
  return `${size.canonical()}${isAll ? '' : ' at least'}`;
}

const seen = (state: 'filled' | 'cancelled' | 'open', filledSize?: string): NonNullable<KnownOrder['seen']> => ({
  state,
  atMs: NOW_MS,
  ...(filledSize !== undefined && { filledSize }),
});

test.each<[string, Partial<KnownOrder>, string]>([
  ['that is told as filled, without its size, filled all of it', { seen: seen('filled') }, '0.616'],
  ['that went off in part filled that part', { state: 'cancelled', seen: seen('cancelled', '0.2') }, '0.2'],
  [
    'that went off, and nobody tells how far, may have filled all of it',
    { state: 'cancelled', seen: seen('cancelled') },
    '0.616',
  ],
  ['that is unknown may have filled all of it', { state: 'unknown' }, '0.616'],
  ['that was refused filled nothing', { state: 'rejected' }, '0'],
])('a close %s', (_, words, filled) => {
  expect(mostFilled(close(words)).canonical()).toBe(filled);
});

test('the closes of one position count, and no other', async () => {
  const content = close({}).content;
  const others = [
    { ...content, side: 'close-long' },
    { ...content, symbol: 'cmt_btcusdt' },
    { ...content, marginMode: 'isolated' },
  ].map((one) => close({ content: one }));
  expect(await closesOf(having([close({}), ...others]).how, SHORT)).toHaveLength(1);
});

const fresh = (agoMs: number, words: Partial<KnownOrder> = {}): KnownOrder =>
  close({ sentAtMs: NOW_MS - agoMs - 100, changedAtMs: NOW_MS - agoMs, ...words });

/** Of a plan, like `out`. */
const opened = (agoMs: number, filledSize: string): KnownOrder => {
  const content = { ...close({}).content, side: 'open-short', size: filledSize };
  return fresh(agoMs, { id: 'out', content, seen: seen('filled', filledSize) });
};

/** A close of all that was told, of which only this was there. */
const part = (filledSize: string): KnownOrder =>
  fresh(1_000, { state: 'cancelled', seen: seen('cancelled', filledSize) });
/** Of a plan, filled in part before it went off. */
const target = (agoMs: number): KnownOrder =>
  fresh(agoMs, { id: 'out', state: 'cancelled', seen: seen('cancelled', '1.067219') });

test.each<[string, () => Promise<string>, string]>([
  ['that nobody closed is what was told', () => heldWhere('2', []), '2'],
  [
    'that was closed longer ago than positions lag is what was told',
    () => heldWhere('2', [fresh(LONGEST_LAG_MS)]),
    '2',
  ],
  ['that was closed later is at least the rest', () => heldWhere('2', [fresh(LONGEST_LAG_MS - 1)]), '1.384 at least'],
  [
    'is what was told once the close is over for as long as positions lag',
    () => heldWhere('2', [fresh(LONGEST_LAG_MS - 1)], { afterMs: 1 }),
    '2',
  ],
  ['that is no more than was closed may be gone', () => heldWhere('0.616', [fresh(1_000)]), '0 at least'],
  [
    'is what was told where the look before the close told so much more',
    () => heldWhere('1.384', [fresh(1_000)], { looks: [[1_500, '2']] }),
    '1.384',
  ],
  [
    'is at least the rest where the look before the close told less more',
    () => heldWhere('1.384', [fresh(1_000)], { looks: [[1_500, '1.9']] }),
    '0.768 at least',
  ],
  [
    'is at least the rest where only an older look told so much more',
    () =>
      heldWhere('1.384', [fresh(1_000)], {
        looks: [
          [9_000, '2'],
          [1_500, '1.384'],
        ],
      }),
    '0.768 at least',
  ],
  [
    'is what was told where two closes lie between it and the look before both',
    () =>
      heldWhere('0.768', [fresh(9_000), fresh(1_000)], {
        looks: [
          [9_500, '2'],
          [5_000, '2'],
        ],
      }),
    '0.768',
  ],
  [
    'is what was told where a look behind the close showed it, and an order opened more since',
    () =>
      heldWhere('2', [fresh(9_000), opened(1_000, '2')], {
        looks: [
          [9_500, '0.616'],
          [8_000, '0'],
        ],
      }),
    '2',
  ],
  [
    'is at least the rest where a look told it as gone, and it is there again though nothing opened it',
    () =>
      heldWhere('2', [fresh(9_000)], {
        looks: [
          [9_500, '2'],
          [8_000, '0'],
        ],
      }),
    '1.384 at least',
  ],
  [
    'is what was told where looks showed close after close, for longer than positions lag',
    () =>
      heldWhere('0.152', [fresh(70_000), fresh(25_000), fresh(1_000)], {
        looks: [
          [70_500, '2'],
          [69_000, '1.384'],
          [25_500, '1.384'],
          [24_000, '0.768'],
          [1_500, '0.768'],
        ],
      }),
    '0.152',
  ],
  [
    'is at least the rest of the last close where looks showed those before it alone',
    () =>
      heldWhere('0.768', [fresh(70_000), fresh(25_000), fresh(1_000)], {
        looks: [
          [70_500, '2'],
          [69_000, '1.384'],
          [25_500, '1.384'],
          [24_000, '0.768'],
          [1_500, '0.768'],
        ],
      }),
    '0.152 at least',
  ],
  [
    'is at least the rest of both where an order of a plan closed as much lately',
    () => heldWhere('1.384', [fresh(1_000), fresh(9_000, { id: 'out' })], { looks: [[1_500, '2']] }),
    '0.152 at least',
  ],
  [
    'may be gone where the close found only a part of it, as a target had just been filled that positions did not show',
    () => heldWhere('1.733', [part('0.665781'), target(LONGEST_LAG_MS - 1)], { looks: [[1_500, '1.733']] }),
    '0 at least',
  ],
  [
    'is at least the rest of the close alone where that target was filled longer ago than positions lag',
    () => heldWhere('1.733', [part('0.665781'), target(LONGEST_LAG_MS)], { looks: [[1_500, '1.733']] }),
    '1.067219 at least',
  ],
  [
    'is what was told where an order of a plan closed longer ago than positions lag',
    () => heldWhere('1.384', [fresh(1_000), fresh(200_000, { id: 'out' })], { looks: [[1_500, '2']] }),
    '1.384',
  ],
  [
    'of whose close nobody knows how it ended is at least the rest',
    () => heldWhere('2', [fresh(LONGEST_LAG_MS * 2, { state: 'unknown' })]),
    '1.384 at least',
  ],
  ['that is told as gone is no more', () => heldWhere('0', [fresh(1_000)]), '0'],
])('a position %s', async (_, held, expected) => {
  expect(await held()).toBe(expected);
});

test('a look that shows the closes says when the newest of them was sent, and no other look does', async () => {
  const closes = [fresh(9_000), fresh(1_000)];
  const own = new OwnCloses(having(closes, [[9_500, '1.232']]).how, SHORT);
  await own.areOver();
  expect((await own.held(Decimal.zero, 0)).shownMs).toBe(NOW_MS - 1_100);
  const blind = new OwnCloses(having(closes).how, SHORT);
  await blind.areOver();
  expect((await blind.held(Decimal.zero, 0)).shownMs).toBeUndefined();
});
