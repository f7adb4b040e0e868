/** What the documents leave open, told to the paper exchange: the same of both versions, over real HTTP. */
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/model/decimal.ts';
import { CLOSES_WORDS, type FiredAs } from '../../src/paper/book.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { clientOf, idOf, type Client } from './both-dialects.ts';

const VERSIONS = [2, 3] as const;

describe.each(VERSIONS)('the last price, version %i', (version) => {
  it('is where the market is', async () => {
    const client = await clientOf(version, { market: { seed: 3, stepMs: 0 } });
    expect(await client.last()).toMatch(/^64000(\.0)?$/);
    await client.place({ id: 'far', size: '0.01', price: '40000' });
    client.exchange.advance(40);
    const [last, origin] = [await client.last(), client.exchange.origin];
    const ticker = await fetch(`${origin}/capi/v3/market/ticker/bookTicker?symbol=BTCUSDT`);
    const [quote] = (await ticker.json()) as { bidPrice: string; askPrice: string }[];
    expect(last).not.toMatch(/^64000(\.0)?$/);
    expect((Number(quote?.bidPrice) + Number(quote?.askPrice)) / 2).toBeCloseTo(Number(last), 5);
  });
});

describe.each(VERSIONS)('a close of more than is held, version %i', (version) => {
  const holding = async (closes: PaperOptions['closes']): Promise<Client> => {
    const client = await clientOf(version, closes && { closes });
    await client.place({ id: 'in', size: '0.01' });
    return client;
  };
  const close = { id: 'out', size: '0.02', closes: true } as const;

  it('is taken where prices do not move, unless told otherwise', async () => {
    const client = await holding(undefined);
    expect(await client.place(close)).toHaveProperty('orderId');
    expect(await client.rows('history')).toMatchObject([{ filled: '0.02' }, { clientId: 'in' }]);
    expect(await client.held()).toBe('0');
  });

  it('is cut: it fills as far as there is a position, and the rest is cancelled', async () => {
    const client = await holding('cut');
    await client.place(close);
    const [out] = await client.rows('history');
    expect(out).toMatchObject({ clientId: 'out', size: '0.02', filled: '0.01' });
    expect(out?.status.toLowerCase()).toBe('canceled');
    expect(await client.held()).toBe('0');
    expect(await client.place({ ...close, id: 'again' })).toHaveProperty('refused');
  });

  it('is refused, and so is what a trigger becomes', async () => {
    const client = await holding('refuse');
    expect(idOf(await client.place(close))).toContain('not enough');
    const stop = idOf(await client.place({ ...close, id: 'stop', trigger: '62000' }));
    client.exchange.fire(stop);
    expect(await client.rows('history')).toMatchObject([{ clientId: 'in' }]);
    const [ended] = await client.rows('trigger-history');
    expect([ended?.orderId, ended?.filled ?? '']).toEqual([stop, expect.stringMatching(/^(?:0)?$/)]);
    expect(await client.held()).toBe('0.01');
    client.exchange.fire(idOf(await client.place({ id: 'fits', size: '0.01', closes: true, trigger: '62000' })));
    expect(await client.held()).toBe('0');
  });

  it.each(['cut', 'reserve'] as const)('%s: what a trigger becomes is cut', async (closes) => {
    const client = await holding(closes);
    client.exchange.fire(idOf(await client.place({ ...close, id: 'stop', trigger: '62000' })));
    expect(await client.rows('history')).toMatchObject([{ size: '0.01', filled: '0.01' }, { clientId: 'in' }]);
    expect(await client.held()).toBe('0');
  });

  it('is refused where working triggers hold the size; triggers are not', async () => {
    const client = await holding('reserve');
    const out = { id: 'out', size: '0.004', closes: true, price: '65000' } as const;
    const stop = idOf(await client.place({ id: 'stop', size: '0.006', closes: true, trigger: '62000' }));
    // A target closes the same part as the stop does.
    await client.place({ id: 'target', size: '0.006', closes: true, trigger: '66000' });
    expect(await client.place(out)).toHaveProperty('orderId');
    expect(idOf(await client.place({ ...out, id: 'more' }))).toContain('cannot set reduce only');
    await client.place({ id: 'second', size: '0.01', closes: true, trigger: '61000' });
    expect(await client.rows('open-triggers')).toHaveLength(3);
    client.exchange.cancelByExchange(stop);
    expect(idOf(await client.place({ ...out, id: 'again' }))).toContain('cannot set reduce only');
  });

  it.each(CLOSES_WORDS)('%s: one of what is held is taken', async (closes) => {
    const client = await holding(closes);
    await client.place({ id: 'out', size: '0.01', closes: true });
    expect(await client.held()).toBe('0');
  });
});

describe.each(VERSIONS)('what a trigger becomes when it fires, version %i', (version) => {
  it.each<[FiredAs | undefined, same: boolean, named: boolean]>([
    [undefined, true, version === 3],
    ['same-id', true, false],
    ['own-id', false, false],
    ['named', false, version === 3],
  ])('%s', async (fired, isSame, isNamed) => {
    const client = await clientOf(version, fired && { fired });
    await client.place({ id: 'in', size: '0.01' });
    client.exchange.fire(idOf(await client.place({ id: 'stop', size: '0.01', closes: true, trigger: '62000' })));
    const [became] = await client.rows('history');
    const [stop] = await client.rows('trigger-history');
    expect(became?.clientId === 'stop').toBe(isSame);
    expect(became?.clientId).not.toBe('');
    expect(stop?.names).toBe(isNamed ? became?.orderId : '0');
    expect(await client.held()).toBe('0');
  });
});

describe.each(VERSIONS)('a trigger that the market has passed, version %i', (version) => {
  // Bought at 64000.1, where the last price is 64000: a stop at what was paid is passed already.
  const even = { id: 'even', size: '0.01', closes: true, trigger: '64000.1' } as const;
  const holding = async (options: PaperOptions): Promise<Client> => {
    const client = await clientOf(version, options);
    await client.place({ id: 'in', size: '0.01' });
    return client;
  };

  it.each([{}, { passed: 'waits' }] as const)('waits: %o', async (options) => {
    const client = await holding(options);
    await client.place(even);
    expect(await client.rows('open-triggers')).toHaveLength(1);
    expect(await client.held()).toBe('0.01');
  });

  it('fires', async () => {
    const client = await holding({ passed: 'fires' });
    await client.place(even);
    expect(await client.rows('open-triggers')).toEqual([]);
    expect(await client.rows('history')).toMatchObject([{ clientId: 'even', filled: '0.01' }, { clientId: 'in' }]);
    expect(await client.held()).toBe('0');
  });

  it('is refused', async () => {
    const client = await holding({ passed: 'refuses' });
    expect(idOf(await client.place(even))).toContain('passed');
    expect(await client.rows('open-triggers')).toEqual([]);
    expect(await client.held()).toBe('0.01');
  });

  it.each(['fires', 'refuses'] as const)('%s: a stop below, a target above and what opens all wait', async (passed) => {
    const client = await holding({ passed });
    for (const [id, trigger] of [
      ['stop', '63999.9'],
      ['target', '64000.2'],
    ] as const)
      await client.place({ id, size: '0.01', closes: true, trigger });
    await client.place({ id: 'more', size: '0.01', trigger: '63000' });
    expect(await client.rows('open-triggers')).toHaveLength(3);
  });

  it('is a target where it is above what was paid and below the market', async () => {
    const client = await holding({ passed: 'refuses', market: { seed: 4, stepMs: 0 } });
    for (let step = 0; step < 500 && Number(await client.last()) < 64_100; step++) client.exchange.advance(1);
    const target = { id: 'target', size: '0.01', closes: true } as const;
    expect(idOf(await client.place({ ...target, trigger: '64050' }))).toContain('passed');
    expect(await client.place({ ...target, trigger: '66000' })).toHaveProperty('orderId');
    expect(await client.place({ ...target, id: 'stop', trigger: '63000' })).toHaveProperty('orderId');
  });
});

describe.each(VERSIONS)('lists that lag, version %i', (version) => {
  it('show what changed once that time is over; the position is told at once', async () => {
    const client = await clientOf(version, { listLagMs: 700 });
    const order = idOf(await client.place({ id: 'in', size: '0.01', price: '63000' }));
    expect(await client.rows('open')).toEqual([]);
    client.wait(700);
    expect(await client.rows('open')).toMatchObject([{ clientId: 'in' }]);
    client.exchange.fill(order);
    client.wait(699);
    expect([await client.rows('open'), await client.trades()]).toMatchObject([[{ clientId: 'in' }], []]);
    expect(await client.held()).toBe('0.01');
    client.wait(1);
    expect([await client.rows('open'), await client.trades()]).toEqual([[], ['0.01 at 63000']]);
    expect(await client.rows('history')).toMatchObject([{ filled: '0.01' }]);
  });

  it('show a step of the market that nobody asked after', async () => {
    const client = await clientOf(version, {
      market: { seed: 3, stepMs: 0, depth: Decimal.of('0.01') },
      listLagMs: 700,
    });
    await client.place({ id: 'in', size: '0.03' });
    client.wait(500);
    client.exchange.advance(1);
    client.wait(500);
    client.exchange.advance(1);
    client.wait(200);
    expect(await client.trades()).toHaveLength(2);
    expect(await client.held()).toBe('0.03');
    client.wait(500);
    expect(await client.trades()).toHaveLength(3);
  });
});
