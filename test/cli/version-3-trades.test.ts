/** What version 3 tells of an order that is over without how much of it was filled: its trades are read, and decide. */
import { expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import type { PaperOrder } from '../../src/paper/book.ts';
import { between } from '../support/between.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run } from '../support/live.ts';

/** A record of the history, without what was filled or with it. */
const record = ({ orderId, clientOid }: PaperOrder, status: string, executed: object): string =>
  `[{"orderId":${orderId},${JSON.stringify({
    clientOrderId: clientOid,
    symbol: 'BTCUSDT',
    side: 'BUY',
    positionSide: 'LONG',
    origQty: '0.01',
    price: '60000',
    status,
    time: Date.now(),
    ...executed,
  }).slice(1)}]`;

test.each([
  ['CANCELED', {}, 'filled size not reported'],
  ['CANCELED', { executedQty: '0', cumQuote: '240' }, 'filled size not reported'],
  ['CANCELED', { executedQty: '0.004' }, '0.004 of 0.01 filled at 60000'],
  ['FILLED', { executedQty: '0' }, '0.01 filled, and its trades say 0.004'],
  ['EXPIRED', {}, 'its record does not say its state'],
])('%s with %j: %s', async (status, executed, words) => {
  const { paper, at } = await paperAndPlace();
  at.write('ordo.config.yaml', 'version: 1\nexchange: { interface: v3 }\n');
  at.write('plan.yaml', bids('traded', 1));
  const { origin } = await between(paper, (path) => {
    if (path.endsWith('/openOrders')) return { status: 200, body: '[]' };
    const [order] = paper.orders;
    return path.endsWith('/order/history') && order !== undefined
      ? { status: 200, body: record(order, status, executed) }
      : undefined;
  });
  const through = { ...at, env: { ...at.env, ORDO_BASE_URL: origin } };
  expect((await run(through)).code).toBe(0);
  paper.fill(paper.orders[0]?.orderId ?? '', '0.004');
  const told = await here(['status', 'plan.yaml', '--refresh'], through);
  expect(paper.requests.filter(({ path }) => path.includes('/userTrades'))).not.toEqual([]);
  expect(told.stdout.replaceAll(/\s+/g, ' ')).toContain(words);
});
