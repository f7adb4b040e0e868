/** When a trigger that works counts as stuck: no late list may be why it still shows, and no trade may be its own. */
import { expect, test } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { Fill } from '../../src/model/standing.ts';
import type { KnownAccount } from '../../src/journal/records/known-account.ts';
import type { JournalState, KnownOrder } from '../../src/journal/records/state.ts';
import { mayHaveFired } from '../../src/session/follow/fired-unseen.ts';
import { LastPrices } from '../../src/session/follow/last-prices.ts';
import type { TradesRead } from '../../src/session/lists/list-reader.ts';
import { Followed, planned } from '../support/followed.ts';

const SYMBOL = 'cmt_btcusdt';
const STOP: KnownOrder = {
  id: 'stop',
  clientOid: 'ordo1',
  lineage: 0,
  state: 'accepted',
  content: { symbol: SYMBOL, side: 'close-long', size: '0.04', price: 'market', trigger: '63850' },
  sentAtMs: 0,
  changedAtMs: 0,
  changedUptimeMs: null,
  orderId: '71',
};
const JOURNAL: JournalState = new Map([['stop', STOP]]);
const PLAN = new Followed([
  planned({ id: 'entry', size: '0.3', price: '64300' }),
  planned({ id: 'stop', size: '0.3', trigger: '63850', exit: { filled: ['entry'] } }),
]).plan;

/** A look that saw the stop work, and the price that it was told a tenth of a second later. */
class Seen {
  readonly prices = new LastPrices(PLAN);

  at(lookedMs: number, price: string, inDoubt: readonly string[] = []): unknown {
    const look = { open: new Set(['ordo1']), lookedMs };
    this.prices.take(SYMBOL, { price: Decimal.of(price), ms: lookedMs + 100 });
    const stuck = this.prices.stuckBy(SYMBOL, JOURNAL, look).map(({ clientOid }) => clientOid);
    this.prices.holdAgainst(SYMBOL, JOURNAL, look, new Set(inDoubt));
    return [stuck, this.prices.looksAt('ordo1')?.passed];
  }
}

test('passed in two looks that are closer than lists may be late is not stuck', () => {
  const seen = new Seen();
  expect(seen.at(0, '63800')).toEqual([[], 1]);
  expect(seen.at(700, '63790')).toEqual([[], 1]);
  expect(seen.at(2_000, '63790')).toEqual([[], 1]);
  expect(seen.at(2_100, '63790')).toEqual([['ordo1'], 2]);
});

test('two looks in a row: a market that came back begins anew', () => {
  const seen = new Seen();
  expect(seen.at(0, '63800')).toEqual([[], 1]);
  expect(seen.at(2_200, '63900')).toEqual([[], 0]);
  expect(seen.at(4_400, '63800')).toEqual([[], 1]);
  expect(seen.at(6_600, '63800')).toEqual([['ordo1'], 2]);
});

test('while a trade may be its own it waits for the next look', () => {
  const seen = new Seen();
  seen.at(0, '63800');
  expect(seen.at(2_200, '63800', ['ordo1'])).toEqual([['ordo1'], 1]);
  expect(seen.at(2_900, '63800')).toEqual([['ordo1'], 2]);
});

const fill = (more: Partial<Fill> = {}): Fill => ({
  id: 't1',
  orderId: '90',
  side: 'close-long',
  size: '0.04',
  value: '2554',
  createdMs: 99_000,
  ...more,
});
const ACCOUNT: KnownAccount = [{ plan: 'quick', generation: 1, orders: JOURNAL, isPlaced: true }];
const doubted = async (read: TradesRead): Promise<readonly string[]> => [
  ...(await mayHaveFired([STOP], {
    reader: { trades: () => Promise.resolve(read) },
    account: ACCOUNT,
    symbol: SYMBOL,
    lookedMs: 100_000,
    nowMs: 100_500,
  })),
];
const ofFills = (...fills: Fill[]): Promise<readonly string[]> => doubted({ kind: 'all', fills });

test('a trade that no order of ours explains may be of what the trigger became', async () => {
  expect(await ofFills(fill())).toEqual(['ordo1']);
  expect(await ofFills(fill({ size: '0.01' }))).toEqual(['ordo1']);
  expect(await doubted({ kind: 'failed', message: 'no answer' })).toEqual(['ordo1']);
  expect(await doubted({ kind: 'not-all', fills: [] })).toEqual(['ordo1']);
});

test('a trade of ours, of another side, of a larger order, or long before, is not', async () => {
  expect(await ofFills()).toEqual([]);
  expect(await ofFills(fill({ orderId: '71' }))).toEqual([]);
  expect(await ofFills(fill({ side: 'open-long' }))).toEqual([]);
  expect(await ofFills(fill(), fill({ id: 't2' }))).toEqual([]);
  expect(await ofFills(fill({ createdMs: 95_000 }))).toEqual([]);
});
