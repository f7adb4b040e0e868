/** The same seed and the same orders at the same steps tell the same story, over real HTTP; and what is told of it. */
import { afterEach, describe, expect, it } from 'vitest';
import type { MarketNews } from '../../src/paper/market/news.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import { batch, entry, json, PATHS, send, single, startAmple, trigger, type Changes } from '../support/paper-client.ts';

const open: PaperExchange[] = [];
afterEach(async () => {
  for (const exchange of open.splice(0)) await exchange.close();
});

/** An exchange whose market makes its steps by hand, and what it told. */
async function moving(seed: number): Promise<{ exchange: PaperExchange; news: MarketNews[] }> {
  const news: MarketNews[] = [];
  const exchange = await startAmple({ market: { seed, stepMs: 0, onNews: (one) => news.push(one) } });
  open.push(exchange);
  return { exchange, news };
}

const market = { match_price: '1', price: undefined };
/** A plan of every kind near the market, as calls with the steps that follow each. */
const calls: readonly (readonly [kind: keyof typeof PATHS, body: Changes, steps: number])[] = [
  [
    'single',
    single({ client_oid: 'entry', ...market, presetTakeProfitPrice: '64600', presetStopLossPrice: '63400' }),
    3,
  ],
  [
    'batch',
    batch([63_900, 63_800, 64_200].map((price, at) => entry({ client_oid: `rung${at}`, price: String(price) }))),
    5,
  ],
  ['trigger', trigger({ client_oid: 'stop', trigger_price: '63700', size: '0.03' }), 7],
  ['single', single({ client_oid: 'out', type: '3', price: '64300' }), 1],
  ['single', single({ client_oid: 'eth', symbol: 'cmt_ethusdt', type: '2', price: '3210', order_type: '1' }), 150],
];

async function tell(seed: number): Promise<{ news: MarketNews[]; answers: unknown[] }> {
  const { exchange, news } = await moving(seed);
  const answers: unknown[] = [];
  for (const [kind, body, steps] of calls) {
    answers.push(json(await send(exchange.origin, PATHS[kind], body)));
    exchange.advance(steps);
  }
  for (const path of ['current', 'history', 'currentPlan', 'historyPlan?symbol=cmt_btcusdt'])
    answers.push(json(await send(exchange.origin, `/capi/v2/order/${path}`, undefined)));
  return { news, answers };
}

describe('the same seed, the same story', () => {
  it('of every answer, fill, price and position; and another seed tells another', async () => {
    const stories = new Set<string>();
    for (const seed of [1, 2, 7, 1_000_003, 2 ** 32 - 1]) {
      const [one, other] = [await tell(seed), await tell(seed)];
      expect(one).toEqual(other);
      stories.add(JSON.stringify(one.news));
    }
    expect(stories.size).toBe(5);
  });
});

describe('what is told', () => {
  it('nothing before the first order; then one move a step, of the symbols with an order, behind its fills', async () => {
    const { exchange, news } = await moving(1);
    exchange.advance(2);
    expect(news).toEqual([]);
    await send(exchange.origin, PATHS.single, single({ client_oid: 'in', ...market }));
    expect(news).toEqual([]);
    exchange.advance(2);
    expect(news.map(({ event }) => event)).toEqual(['order-filled', 'market-moved', 'market-moved']);
    expect(news[0]).toMatchObject({ clientOid: 'in', symbol: 'cmt_btcusdt', side: 'open-long', size: '0.01' });
    const { last } = json(await send(exchange.origin, '/capi/v2/market/ticker?symbol=cmt_btcusdt', undefined));
    expect(news.at(-1)).toMatchObject({
      prices: [{ symbol: 'cmt_btcusdt', price: last }],
      positions: [{ size: '0.01' }],
    });
  });

  it('the end tells what was not told yet, once', async () => {
    const { exchange, news } = await moving(1);
    await send(exchange.origin, PATHS.single, single({ client_oid: 'in', ...market }));
    await exchange.close();
    await exchange.close();
    expect(news.map(({ event }) => event)).toEqual(['order-filled']);
  });

  it('by a timer, from the first order on', async () => {
    const news: MarketNews[] = [];
    const exchange = await startAmple({ market: { seed: 1, stepMs: 1, onNews: (one) => news.push(one) } });
    open.push(exchange);
    const price = async () =>
      json(await send(exchange.origin, '/capi/v2/market/ticker?symbol=cmt_btcusdt', undefined))['last'];
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await price()).toBe('64000');
    for (let order = 0; order < 3; order++) await send(exchange.origin, PATHS.single, single());
    await expect.poll(price).not.toBe('64000');
    await exchange.close();
    const told = news.length;
    expect(told).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(news).toHaveLength(told);
  });

  it('a still market makes no steps', async () => {
    const exchange = await startAmple();
    open.push(exchange);
    expect(() => exchange.advance(1)).toThrow('does not move');
  });
});
