/** The same seed and the same orders at the same steps tell the same story, over real HTTP; and what the lists say of it. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { MarketNews } from '../../src/paper/market/news.ts';
import { Walk } from '../../src/paper/market/walk.ts';
import { contracts, type Contract } from '../../src/paper/instruments.ts';
import type { PaperExchange } from '../../src/paper/server.ts';
import type { Decimal } from '../../src/model/decimal.ts';
import { Rational } from '../../src/model/rational.ts';
import {
  batch,
  entry,
  json,
  list,
  PATHS,
  send,
  single,
  startAmple,
  trigger,
  type Changes,
} from '../support/paper-client.ts';

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

  it('a path is one of its seed and symbol alone, on the tick, within its bounds, and moves', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), fc.constantFrom(...contracts.values()), (seed, contract) => {
        const [one, other] = [new Walk(contract, seed), new Walk(contract, seed)];
        const path = Array.from({ length: 200 }, () => one.next());
        expect(path.map(String)).toEqual(Array.from({ length: 200 }, () => other.next().toString()));
        for (const price of path) {
          expect(price.isMultipleOf(contract.tick)).toBe(true);
          expect(price.multiplied(2n).compare(contract.last)).toBeGreaterThanOrEqual(0);
          expect(price.compare(contract.last.multiplied(2n))).toBeLessThanOrEqual(0);
        }
        expect(new Set(path.map(String)).size).toBeGreaterThan(5);
      }),
      { numRuns: 30 },
    );
  });

  it('a path never leaves its bounds, however near they are', () => {
    const btc = contracts.get('cmt_btcusdt') as Contract;
    for (let seed = 0; seed < 20; seed++) {
      const walk = new Walk({ ...btc, last: btc.tick.multiplied(3n) }, seed);
      const seen = new Set(Array.from({ length: 500 }, () => walk.next().toString()));
      expect([...seen].toSorted()).toEqual(['0.2', '0.3', '0.4', '0.5', '0.6']);
    }
  });

  it('symbols go their own ways, and none drifts', () => {
    const rises = (symbol: string) => {
      const contract = contracts.get(symbol) as Contract;
      const walk = new Walk(contract, 1);
      const path = [contract.last, ...Array.from({ length: 100 }, () => walk.next())];
      return path.slice(1).map((price, at) => price.compare(path[at] as Decimal) > 0);
    };
    expect(rises('cmt_btcusdt')).not.toEqual(rises('cmt_ethusdt'));
    const ada = contracts.get('cmt_adausdt') as Contract;
    const ends = Array.from({ length: 400 }, (_, seed) => {
      const walk = new Walk(ada, seed);
      for (let step = 0; step < 239; step++) walk.next();
      return Number(walk.next().toString());
    });
    const mean = ends.reduce((sum, one) => sum + one, 0) / ends.length;
    expect(Math.abs(mean - 0.2767)).toBeLessThan(0.0015);
  });

  it('two minutes take a price some per cent away, seldom more than ten', () => {
    const { last } = contracts.get('cmt_btcusdt') as Contract;
    const farthest = Array.from({ length: 200 }, (_, seed) => {
      const walk = new Walk(contracts.get('cmt_btcusdt') as Contract, seed);
      const distances = Array.from({ length: 240 }, () =>
        Rational.of(walk.next().minus(last)).dividedBy(Rational.of(last)).absolute(),
      );
      return Number(
        distances
          .reduce((most, one) => (one.compare(most) > 0 ? one : most))
          .show()
          .replace('…', ''),
      );
    }).toSorted((a, b) => a - b);
    expect(farthest[20]).toBeGreaterThan(0.007);
    expect(farthest[100]).toBeGreaterThan(0.015);
    expect(farthest[198]).toBeLessThan(0.1);
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
    expect(() => exchange.advance(1)).toThrow('stands still');
  });
});

describe('the lists', () => {
  it('a fired stop is history, with the order that it became and what that lost; a preset waits among the triggers', async () => {
    const { exchange } = await moving(3);
    const ask = async (path: string) => list(await send(exchange.origin, `/capi/v2/order/${path}`, undefined));
    const entered = single({ client_oid: 'in', ...market, size: '0.02', presetStopLossPrice: '40000' });
    await send(exchange.origin, PATHS.single, entered);
    await send(exchange.origin, PATHS.trigger, trigger({ trigger_price: '63990' }));
    await send(exchange.origin, PATHS.trigger, trigger({ client_oid: 'far', trigger_price: '50000' }));
    for (let step = 0; step < 500 && exchange.orders.at(-1)?.clientOid !== 'stop'; step++) exchange.advance(1);
    expect((await ask('currentPlan')).map((one) => [one['client_oid'], one['triggerPrice'], one['status']])).toEqual([
      ['far', '50000', '0'],
      [expect.stringMatching(/^assigned/), '40000', '0'],
    ]);
    const told = json(await send(exchange.origin, '/capi/v2/order/historyPlan?symbol=cmt_btcusdt', undefined));
    expect(told).toMatchObject({
      nextPage: false,
      list: [{ client_oid: 'stop', status: '2', filled_qty: '0.01', price_avg: '63990' }],
    });
    expect((told['list'] as Changes[])[0]?.['triggerTime']).toMatch(/^[0-9]{13}$/);
    const [closed, opened] = await ask('history');
    expect(closed).toMatchObject({
      client_oid: 'stop',
      type: 'close_long',
      status: 'filled',
      filledQtyContracts: 100,
      totalProfits: '-0.101',
    });
    expect(opened).toMatchObject({ client_oid: 'in', status: 'filled', totalProfits: '0' });
    const detail = await send(
      exchange.origin,
      `/capi/v2/order/detail?orderId=${String(closed?.['order_id'])}`,
      undefined,
    );
    expect(json(detail)).toEqual(closed);
  });

  it('the trigger history filters, and says whether there is more', async () => {
    const { exchange } = await moving(3);
    for (const client_oid of ['a', 'b', 'c'])
      await send(exchange.origin, PATHS.trigger, trigger({ client_oid, trigger_price: '64000' }));
    exchange.advance(1);
    const ask = async (query: string) => {
      const told = json(
        await send(exchange.origin, `/capi/v2/order/historyPlan?symbol=cmt_btcusdt${query}`, undefined),
      );
      return [
        (told['list'] as Changes[]).map((one) => `${String(one['client_oid'])} ${String(one['status'])}`),
        told['nextPage'],
      ];
    };
    expect(await ask('')).toEqual([['c -1', 'b -1', 'a -1'], false]);
    expect(await ask('&pageSize=2')).toEqual([['c -1', 'b -1'], true]);
    expect(await ask('&delegateType=1')).toEqual([[], false]);
    expect(await ask('&delegateType=3&startTime=1')).toEqual([['c -1', 'b -1', 'a -1'], false]);
    expect(await ask('&endTime=1')).toEqual([[], false]);
    expect(list(await send(exchange.origin, '/capi/v2/order/history', undefined))).toEqual([]);
  });

  it('presets of a market order are held against the price of now', async () => {
    const { exchange } = await moving(3);
    const last = async () =>
      Number(json(await send(exchange.origin, '/capi/v2/market/ticker?symbol=cmt_btcusdt', undefined))['last']);
    for (let step = 0; step < 500 && (await last()) > 63_800; step++) exchange.advance(1);
    const guarded = single({ ...market, presetTakeProfitPrice: '63900' });
    expect((await send(exchange.origin, PATHS.single, guarded)).status).toBe(200);
    const beyond = single({ ...market, presetStopLossPrice: '63900' });
    expect((await send(exchange.origin, PATHS.single, beyond)).status).toBe(400);
  });

  it('a close without a position is refused with the code of the engine; in a batch, that entry alone', async () => {
    const { exchange } = await moving(1);
    const out = await send(exchange.origin, PATHS.single, single({ type: '3' }));
    expect([out.status, json(out)['code'], json(out)['msg']]).toEqual([
      400,
      '40015',
      'FAILED_PRECONDITION: The position available amount not enough',
    ]);
    const told = json(
      await send(
        exchange.origin,
        PATHS.batch,
        batch([entry({ client_oid: 'in' }), entry({ client_oid: 'out', type: '3' })]),
      ),
    );
    expect((told['order_info'] as Changes[]).map((one) => [one['result'], one['error_code']])).toEqual([
      [true, ''],
      [false, '40015'],
    ]);
  });
});
