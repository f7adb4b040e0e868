/** The moving market behind the command: what happened to orders meanwhile does not hide them, and who starts one. */
import { expect, test } from 'vitest';
import { defaultConfig } from '../../src/model/config.ts';
import { exchangesWith } from '../../src/environment.ts';
import type { MarketMoved, OrderFilled } from '../../src/model/watch-event.ts';
import { eventsOf, ofKind, ordo, place } from '../../proofs/support/ordo.ts';
import { json, PATHS, send, single } from '../support/paper-client.ts';
import { afterTest, GO_ON, LOSING, paperAndPlace, run, said, servedOrigin, settle } from '../support/live.ts';

const PLAN = `version: 1
name: meanwhile
defaults: { symbol: cmt_btcusdt, marginMode: cross }
orders:
  - { id: entry, side: open-long, size: 0.01, price: market, takeProfit: 64600, stopLoss: 63400 }
  - { id: dip, side: open-long, size: 0.01, price: 63900, stopLoss: 63000 }
  - { id: deep, side: open-long, size: 0.01, price: 40000 }
  - { id: taker, side: open-long, size: 0.01, price: 64100, timeInForce: post-only }
  - { id: bail, side: close-long, size: 0.01, trigger: 63950, price: market }
  - { id: idle, side: close-short, size: 0.01, trigger: 63980, price: market }
  - { id: breakout, side: open-long, size: 0.01, trigger: 64050, price: 64000 }
  - { id: never, side: open-long, size: 0.01, trigger: 99000, price: market }
`;

test('orders whose answers were lost are found after they were filled, fired, closed or cancelled', async () => {
  const { paper, at } = await paperAndPlace({ ...LOSING, market: { seed: 2, stepMs: 0 } });
  at.write('ordo.config.yaml', GO_ON);
  at.write('plan.yaml', PLAN);
  expect((await run(at)).code).toBe(7);
  paper.advance(400);
  const states = new Set(paper.orders.map(({ kind, status }) => `${kind === 'trigger' ? kind : 'order'} ${status}`));
  expect([...states].toSorted()).toEqual(
    [
      'order canceled',
      'order filled',
      'order open',
      'trigger canceled',
      'trigger triggered',
      'trigger untriggered',
    ].toSorted(),
  );
  const settled = await settle(at, '--output', 'ndjson');
  expect(settled.code).toBe(0);
  expect(said(settled).map((one) => one.split(' ')[1])).toEqual(Array.from({ length: 8 }, () => 'accepted'));
  for (const one of ofKind(eventsOf(settled), 'order-outcome')) {
    const placed = paper.orders.find(({ clientOid }) => clientOid === one.clientOid);
    expect(one).toMatchObject({ orderId: placed?.orderId });
  }
});

test('ordo exchange --market walk refuses a close of nothing; without it, one is taken', async () => {
  for (const [options, status] of [
    [['--market', 'walk', '--seed', '7'], 400],
    [['--market', 'still'], 200],
    [[], 200],
  ] as const) {
    const origin = await servedOrigin(...options);
    const now = { timestamp: String(Date.now()) };
    expect((await send(origin, PATHS.single, single({ type: '3' }), now)).status).toBe(status);
  }
  const at = place();
  afterTest(() => at.remove());
  const { code, stderr } = await ordo(['exchange', '--market', 'up'], at);
  expect([code, stderr]).toEqual([2, expect.stringContaining('still, walk')]);
});

test('a run may start one, and hears of its fills; or none, and nothing is told', async () => {
  const { limits, locale, timeoutMs } = defaultConfig.exchange;
  const connection = { speaking: { interface: 'v2' as const }, locale, timeoutMs, refusalCodes: new Set<string>() };
  const exchanges = exchangesWith({});
  const news: (OrderFilled | MarketMoved)[] = [];
  const moving = await exchanges.startPaper(limits, connection, { seed: 1, onNews: (one) => news.push(one) });
  const now = { timestamp: String(Date.now()) };
  const taken = await send(moving.origin, PATHS.single, single({ match_price: '1', price: undefined }), now);
  expect(json(taken)).toHaveProperty('order_id');
  await moving.close();
  expect(news).toMatchObject([{ event: 'order-filled', clientOid: 'one', price: '64000.1' }]);
  const still = await exchanges.startPaper(limits, connection);
  expect((await send(still.origin, PATHS.single, single({ type: '3' }), now)).status).toBe(200);
  await still.close();
});
