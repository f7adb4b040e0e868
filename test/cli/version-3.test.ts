/** Live runs by version 3 of the interface: the same plans, other bytes, and nothing placed twice. */
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { here } from '../support/here.ts';
import { paperAndPlace, run, said, settle, status, type At } from '../support/live.ts';

const V3 = 'version: 1\nexchange: { interface: v3 }\n';
const CONDITIONS = `version: 1
name: conditions
defaults: { symbol: cmt_btcusdt }
orders:
  - { id: entry, side: open-long, size: 0.01, price: 60000, stopLoss: 58000, takeProfit: 64000, timeInForce: post-only }
  - { id: now, side: open-short, size: 0.02, price: market }
  - { id: stop, side: close-long, size: 0.01, trigger: 57000, price: market }
  - { id: late, side: open-long, size: 0.03, trigger: 70000, price: 70100 }
`;

type Started = Awaited<ReturnType<typeof paperAndPlace>>;

async function ready(plan: string, config = V3, options: PaperOptions = {}): Promise<Started> {
  const started = await paperAndPlace(options);
  started.at.write('ordo.config.yaml', config);
  started.at.write('plan.yaml', plan);
  return started;
}

const paths = ({ paper }: Started): string[] => [
  ...new Set(paper.requests.map(({ method, path }) => `${method} ${path}`)),
];
const sent = ({ paper }: Started): number => paper.requests.filter(({ method }) => method === 'POST').length;
const checking = (check: string): string => `${V3}execution: { accountCheck: ${check} }\n`;
const command = (at: At, ...words: string[]): ReturnType<typeof here> => here([...words], at);

describe('a plan on version 3', () => {
  test('is placed with every field, once, by its own paths alone', async () => {
    const started = await ready(CONDITIONS);
    const { paper, at } = started;
    expect(said(await run(at))).toEqual(['entry accepted', 'now accepted', 'stop accepted', 'late accepted']);
    expect(paths(started).every((path) => path.includes('/capi/v3/'))).toBe(true);
    expect(
      paper.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as object),
    ).toMatchObject([
      {
        symbol: 'BTCUSDT',
        side: 'BUY',
        positionSide: 'LONG',
        type: 'LIMIT',
        timeInForce: 'POST_ONLY',
        quantity: '0.01',
        price: '60000',
        tpTriggerPrice: '64000',
        slTriggerPrice: '58000',
      },
      { side: 'SELL', positionSide: 'SHORT', type: 'MARKET', quantity: '0.02' },
      { side: 'SELL', positionSide: 'LONG', type: 'STOP_MARKET', triggerPrice: '57000' },
      { side: 'BUY', positionSide: 'LONG', type: 'STOP', price: '70100', triggerPrice: '70000' },
    ]);
    expect(said(await run(at))).toEqual([
      'entry already-accepted',
      'now already-accepted',
      'stop already-accepted',
      'late already-accepted',
    ]);
    expect(paper.orders).toHaveLength(4);
  });

  test('is refreshed, and cancelled until the record says so', async () => {
    const { paper, at } = await ready(CONDITIONS);
    await run(at);
    expect((await command(at, 'status', 'plan.yaml', '--refresh')).stdout).toContain('filled');
    const dry = await command(at, 'cancel', 'plan.yaml', '--live');
    expect(dry.stdout).toMatch(/cancels 3 orders in 3 calls · 3 IP · approval/);
    const told = await command(at, 'cancel', 'plan.yaml', '--live', '--output', 'ndjson');
    expect(told.stdout.match(/"method":"DELETE"/g)).toHaveLength(3);
    const cancelled = await command(at, 'cancel', 'plan.yaml', '--execute', '--live', '--yes');
    expect(cancelled.stdout).toContain('3 cancelled');
    expect(paper.orders.map(({ status: is }) => is)).toEqual(['canceled', 'filled', 'canceled', 'canceled']);
  });

  test('an edited order takes the place of what rests of it', async () => {
    const { paper, at } = await ready(bids('edited', 2));
    await run(at);
    at.write('plan.yaml', bids('edited', 2).replace('price: 60000', 'price: 59000'));
    const replaced = await run(at, '--replace', 'edited');
    expect([replaced.code, said(replaced)]).toEqual([0, ['bid-2 already-accepted', 'bid-1 accepted']]);
    expect(paper.orders.map(({ status: is, price }) => `${is} ${price}`)).toEqual([
      'canceled 60000',
      'open 60001',
      'open 59000',
    ]);
  });
});

describe('a trigger order with a target and a stop', () => {
  const LATE =
    '  - { id: late, side: open-long, size: 0.03, trigger: 70000, price: 70100, stopLoss: 69000, takeProfit: 73000 }\n';
  const plan = `version: 1\nname: late\ndefaults: { symbol: cmt_btcusdt }\norders:\n${LATE}`;

  test('is placed with both, and is followed to what it became', async () => {
    const { paper, at } = await ready(plan);
    expect(said(await run(at))).toEqual(['late accepted']);
    const placed = paper.requests.find(({ method }) => method === 'POST');
    expect(JSON.parse(placed?.body ?? '')).toMatchObject({
      triggerPrice: '70000',
      presetTakeProfitPrice: '73000',
      presetStopLossPrice: '69000',
    });
    const orderId = paper.orders[0]?.orderId ?? '';
    paper.fire(orderId);
    const { stdout, code } = await command(at, 'status', 'plan.yaml', '--refresh');
    expect([code, stdout]).toEqual([0, expect.stringContaining('filled')]);
  });

  test('is an error on version 2, and nothing is sent', async () => {
    const { paper, at } = await ready(plan, 'version: 1\nexchange: { interface: v2 }\n');
    const ended = await run(at);
    expect([ended.code, paper.orders.length]).toEqual([3, 0]);
    expect(ended.stderr + ended.stdout).toContain('order/presets-on-trigger');
  });
});

describe('a refusal by the rate limit', () => {
  test('is waited out for ten seconds, and a second one within a minute ends the run', async () => {
    const { paper, at } = await ready(bids('limited', 3), V3.replace('v3', 'v3, inFlight: 1'), {
      faults: { 'rate-bare': 1 },
    });
    const beganMs = performance.now();
    const ended = await run(at);
    expect(performance.now() - beganMs).toBeGreaterThan(10_000);
    expect([ended.code, paper.orders.length]).toEqual([8, 0]);
    expect(ended.stdout).toContain('for the second time within 60 s');
    expect(paper.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/order'))).toHaveLength(2);
    expect(await status(at)).not.toContain('? UNKNOWN');
  });
});

describe('a batch that the exchange does not take', () => {
  test('rejects its own orders, ends the run before another batch meets the same, and names the key', async () => {
    const batches = `${V3.replace('v3', 'v3, inFlight: 1')}execution: { maxOrdersPerCall: 5 }\n`;
    const { paper, at } = await ready(bids('batched', 12), batches, { faults: { 'no-batch': 1 } });
    const ended = await run(at);
    expect([ended.code, paper.orders.length]).toEqual([6, 0]);
    expect(said(ended).map((one) => one.split(' ')[1])).toEqual([
      ...Array.from({ length: 5 }, () => 'rejected'),
      ...Array.from({ length: 7 }, () => 'stopped'),
    ]);
    expect(ended.stdout).toContain('execution.maxOrdersPerCall to 1');
    at.write('ordo.config.yaml', V3);
    expect(said(await run(at, '--again', 'rejected')).every((one) => one.endsWith('accepted'))).toBe(true);
    expect(paper.orders).toHaveLength(12);
  });
});

describe('an order that was lost', () => {
  test('is found in the lists, and never placed twice', async () => {
    const { paper, at } = await ready(bids('lost', 3), V3, { faults: { 'drop-after': 0.5 }, seed: 3 });
    for (let tries = 0; tries < 8; tries += 1) await run(at);
    expect(new Set(paper.orders.map(({ clientOid }) => clientOid)).size).toBe(paper.orders.length);
    expect(paper.orders).toHaveLength(3);
    expect(await status(at)).toContain('3 accepted');
  });

  test('by version 2 is settled through version 3, from the lists, and cancelled there', async () => {
    const two = 'version: 1\nexchange: { interface: v2 }\nexecution: { onUnknown: continue }\n';
    const started = await ready(CONDITIONS, two, { faults: { 'drop-after': 1 } });
    const { paper, at } = started;
    expect(said(await run(at))).toEqual(['entry unknown', 'now unknown', 'stop unknown', 'late unknown']);
    const ids = paper.orders.map(({ clientOid }) => clientOid);
    at.write('ordo.config.yaml', V3);
    // Not settled, they are looked up and not placed, whatever the version is now.
    const settled = await settle(at);
    expect(settled.code).toBe(0);
    for (const { orderId } of paper.orders) expect(settled.stdout).toContain(orderId);
    expect(settled.stdout).toMatch(/history|open/);
    await run(at);
    expect(paper.orders.map(({ clientOid }) => clientOid)).toEqual(ids);
    const byThree = paper.requests.slice(paper.requests.findIndex(({ path }) => path.includes('/v3/')));
    expect(byThree.every(({ path, method }) => path.includes('/capi/v3/') && method === 'GET')).toBe(true);
    expect((await command(at, 'cancel', 'plan.yaml', '--execute', '--live', '--yes')).stdout).toContain('3 cancelled');
    expect(paper.orders.map(({ status: is }) => is)).toEqual(['canceled', 'filled', 'canceled', 'canceled']);
  });

  test('by version 2 is not placed by a run on version 3, settled or not', async () => {
    const two = 'version: 1\nexchange: { interface: v2 }\nexecution: { onUnknown: continue }\n';
    const { paper, at } = await ready(CONDITIONS, two, { faults: { 'drop-after': 1 } });
    await run(at);
    at.write('ordo.config.yaml', V3);
    for (let times = 0; times < 2; times += 1) await run(at);
    expect(paper.orders).toHaveLength(4);
    expect(await status(at)).not.toContain('? UNKNOWN');
  });
});

describe('a refusal of the engine at status 500', () => {
  const small = bids('engine', 1);
  const NO_MARGIN: PaperOptions = { faults: { 'reject-one': 1 } };

  test('is a refusal', async () => {
    const { at } = await ready(small, V3, NO_MARGIN);
    expect(said(await run(at))).toEqual(['bid-1 rejected']);
  });

  test('is unknown where the config takes that back', async () => {
    const { at } = await ready(
      small,
      'version: 1\nexchange: { interface: v3, engineRefusalsAt500: false }\n',
      NO_MARGIN,
    );
    expect(said(await run(at))).toEqual(['bid-1 unknown']);
  });

  test('a system error at 500 is unknown', async () => {
    const { at } = await ready(small, V3, { faults: { 'http-500-before': 1 } });
    expect(said(await run(at))).toEqual(['bid-1 unknown']);
  });
});

const set = { marginType: 'CROSSED', separatedType: 'COMBINED', dualSidePosition: true, canTrade: true } as const;

describe('what the account is set to', () => {
  test.each([
    [
      { ...set, marginType: 'ISOLATED' as const },
      'plan.yaml:5: cmt_btcusdt is isolated on the account, and the plan says cross',
    ],
    [{ ...set, separatedType: 'SEPARATED' as const }, 'plan.yaml:7: cmt_btcusdt has separated positions'],
    [{ ...set, dualSidePosition: false }, 'positions are one-sided'],
    [{ ...set, canTrade: false }, 'this account may not trade'],
    [{ ...set, apiSymbols: ['ETHUSDT'] }, 'plan.yaml:5: cmt_btcusdt takes no orders from programs'],
  ])('%j is refused, and nothing is sent', async (account, words) => {
    const started = await ready(CONDITIONS, V3, { account });
    const ended = await run(started.at);
    expect([ended.code, sent(started)]).toEqual([2, 0]);
    expect(ended.stderr).toContain(words);
  });

  test('warn says it and goes on, but for an account that may not trade; off asks nothing', async () => {
    const isolated = { ...set, marginType: 'ISOLATED' as const };
    expect((await run((await ready(CONDITIONS, checking('warn'), { account: isolated })).at)).code).toBe(0);
    expect(
      (await run((await ready(CONDITIONS, checking('warn'), { account: { ...set, canTrade: false } })).at)).code,
    ).toBe(2);
    const off = await ready(CONDITIONS, checking('off'), { account: isolated });
    expect((await run(off.at)).code).toBe(0);
    expect(paths(off).filter((path) => path.includes('Config'))).toEqual([]);
  });
});

describe('the real exchange', () => {
  test('is not spoken to by a config that names no version', async () => {
    const { at } = await ready(bids('real', 1), 'version: 1\nexchange: { baseUrl: https://api-contract.weex.com }\n');
    const env = Object.fromEntries(Object.entries(at.env).filter(([name]) => name !== 'ORDO_BASE_URL'));
    const ended = await here(['run', 'plan.yaml', '--live'], { ...at, env });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('write `interface: v3` under `exchange:`');
  });
});
