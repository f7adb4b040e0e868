/** What ordo's own closes took off a position, where what lists say of them comes late, or without a size. */
import { expect, test } from 'vitest';
import { closedOf, shownOf } from '../../src/actions/flatten/closed-of.ts';
import type { FlattenWith } from '../../src/actions/flatten/flatten-with.ts';
import type { HeldNow } from '../../src/actions/flatten/look-at-all.ts';
import { mostFilled, type KnownOrder } from '../../src/journal/records/state.ts';
import { defaultConfig } from '../../src/model/config.ts';
import { Decimal } from '../../src/model/decimal.ts';
import { CLOSE_PLAN } from '../../src/model/own-plans.ts';

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

function having(...closes: readonly KnownOrder[]): FlattenWith {
  const orders = new Map(closes.map((order, at) => [`${order.id}-${at}`, order]));
  const account = () => Promise.resolve([{ ...CLOSE_PLAN, orders, isPlaced: true }]);
  return {
    session: { account },
    clock: { wallMs: () => NOW_MS },
    config: defaultConfig,
  } as unknown as FlattenWith;
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
  const how = having(close({}), close({ state: 'rejected' }), ...others);
  expect((await closedOf(how, SHORT)).canonical()).toBe('0.616');
});

test('positions show a close that was over for longer than they lag, and maybe not a newer one', async () => {
  const { cancelWaitMs } = defaultConfig.execution;
  const old = close({ changedAtMs: NOW_MS - cancelWaitMs });
  const fresh = close({ changedAtMs: NOW_MS - cancelWaitMs + 1 });
  const open = close({ state: 'accepted', orderId: '7', seen: seen('open', '0.1') });
  expect((await shownOf(having(old, fresh, open), SHORT)).canonical()).toBe('0.616');
  expect((await closedOf(having(old, fresh, open), SHORT)).canonical()).toBe('1.332');
});
