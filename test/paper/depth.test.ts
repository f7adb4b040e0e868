/** A market that fills orders in parts, the same of both versions, over real HTTP. */
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { clientOf, idOf } from './both-dialects.ts';

const walking = (depth: string, seed = 3): PaperOptions => ({
  market: { seed, stepMs: 0, depth: Decimal.of(depth) },
});

describe.each([2, 3] as const)('a market with depth, version %i', (version) => {
  it('fills an order at market by that much a step, each part a trade of its own at its own price', async () => {
    const client = await clientOf(version, walking('0.05'));
    await client.place({ id: 'in', size: '0.13' });
    expect(await client.rows('open')).toMatchObject([{ clientId: 'in', size: '0.13', filled: '0.05' }]);
    expect(await client.held()).toBe('0.05');
    const asks = [64_000.1];
    for (const filled of ['0.1', '0.13']) {
      asks.push(Number(await client.last()) + 0.1);
      client.exchange.advance(1);
      expect(await client.held()).toBe(filled);
    }
    expect(await client.rows('open')).toEqual([]);
    expect(await client.rows('history')).toMatchObject([{ clientId: 'in', filled: '0.13' }]);
    const trades = (await client.trades()).toReversed().map((one) => one.split(' at '));
    expect(trades.map(([size]) => size)).toEqual(['0.05', '0.05', '0.03']);
    expect(trades.map(([, price]) => Number(price).toFixed(1))).toEqual(asks.map((one) => one.toFixed(1)));
    expect(new Set(await client.tradeIds()).size).toBe(3);
  });

  it('fills a limit at its own price, in the steps in which the market is beyond it, and a cancel keeps what was filled', async () => {
    const client = await clientOf(version, walking('0.01'));
    const order = idOf(await client.place({ id: 'in', size: '0.05', price: '63990' }));
    let steps = 0;
    let before = 0;
    while (before < 0.03 && steps++ < 500) {
      client.exchange.advance(1);
      const now = Number(await client.held());
      expect(now - before).toBeLessThan(0.0101);
      before = now;
    }
    expect(await client.rows('open')).toMatchObject([{ size: '0.05', filled: '0.03' }]);
    client.exchange.cancelByExchange(order);
    client.exchange.advance(50);
    expect(await client.trades()).toEqual(['0.01 at 63990', '0.01 at 63990', '0.01 at 63990']);
    expect((await client.rows('history'))[0]).toMatchObject({ size: '0.05', filled: '0.03' });
  });

  it('closes by a fired stop in parts, and ends what is left once nothing is held', async () => {
    const client = await clientOf(version, walking('0.01'));
    await client.place({ id: 'in', size: '0.03' });
    client.exchange.advance(2);
    await client.place({ id: 'stop', size: '0.03', closes: true, trigger: '63900' });
    for (let step = 0; step < 500 && (await client.held()) === '0.03'; step++) client.exchange.advance(1);
    expect(await client.held()).toBe('0.02');
    expect(await client.rows('open')).toMatchObject([{ size: '0.03', filled: '0.01' }]);
    await client.place({ id: 'rest', size: '0.001', closes: true }).then((placed) =>
      // All of what is held is asked for.
      expect(placed).toHaveProperty('refused'),
    );
    client.exchange.advance(2);
    expect([await client.held(), await client.rows('open')]).toEqual(['0', []]);
    expect(await client.trades()).toHaveLength(6);
  });

  it('fills the rest of an order at market by hand, too', async () => {
    const client = await clientOf(version, walking('0.01'));
    const order = idOf(await client.place({ id: 'in', size: '0.03' }));
    client.exchange.fill(order, '0.005');
    expect(await client.held()).toBe('0.015');
    client.exchange.advance(1);
    client.exchange.fill(order);
    client.exchange.advance(1);
    expect([await client.held(), await client.trades()]).toMatchObject(['0.03', { length: 4 }]);
  });

  it('cancels a fok that it cannot fill whole, and the rest of an ioc', async () => {
    const client = await clientOf(version, walking('0.01'));
    await client.place({ id: 'fok', size: '0.02', price: '65000', time: 'FOK' });
    await client.place({ id: 'small', size: '0.01', price: '65000', time: 'FOK' });
    await client.place({ id: 'ioc', size: '0.02', price: '65000', time: 'IOC' });
    client.exchange.advance(5);
    const rows = (await client.rows('history')).map(({ clientId, filled, status }) => [
      clientId,
      filled,
      status.toLowerCase(),
    ]);
    expect(rows).toEqual([
      ['ioc', '0.01', 'canceled'],
      ['small', '0.01', 'filled'],
      ['fok', '0', 'canceled'],
    ]);
  });
});

it('whatever is placed: no order fills more than the depth in a step, and the position is what the trades add up to', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const client = await clientOf(2, walking('0.003', seed));
    const seen = new Map<string, Decimal>();
    const check = (): void => {
      for (const { orderId, filledSize = '0' } of client.exchange.orders) {
        const filled = Decimal.of(filledSize);
        const more = filled.minus(seen.get(orderId) ?? Decimal.zero);
        if (client.exchange.orders.find((one) => one.orderId === orderId)?.kind !== 'trigger')
          expect(more.compare(Decimal.of('0.003'))).toBeLessThanOrEqual(0);
        seen.set(orderId, filled);
      }
    };
    for (let step = 0; step < 40; step++) {
      const last = Number(await client.last());
      const price = (last + ((step * 7 + seed) % 5) * 20 - 40).toFixed(1);
      const size = `0.00${1 + ((step * seed) % 9)}`;
      const order = { id: `o${step}`, size, closes: step % 3 === 2 } as const;
      await client.place(step % 4 === 0 ? order : step % 4 === 1 ? { ...order, trigger: price } : { ...order, price });
      check();
      client.exchange.advance(1);
      check();
    }
    const fills = await client.trades();
    expect(fills.length).toBeGreaterThan(20);
    const sum = client.exchange.orders
      .filter(({ kind }) => kind !== 'trigger')
      .reduce((all, { type, filledSize = '0' }) => {
        const filled = Decimal.of(filledSize);
        return type === '1' ? all.plus(filled) : all.minus(filled);
      }, Decimal.zero);
    expect(await client.held()).toBe(sum.canonical());
  }
});
