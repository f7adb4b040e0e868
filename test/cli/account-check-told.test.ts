/** What the check before sending warns of, asks and keeps, and an account that is told wrong: docs/contract.md#account-check. */
import { describe, expect, test } from 'vitest';
import type { PaperOptions } from '../../src/paper/server.ts';
import { ordo } from '../../proofs/support/ordo.ts';
import { realClock } from '../../src/system/clock.ts';
import {
  BID,
  configOf,
  desk,
  faults,
  keyed,
  NOW,
  OUT,
  plan,
  REQUIRED,
  run,
  runHere,
  sent,
  STOP,
  told,
  type Desk,
} from '../support/checked-desk.ts';
import { here } from '../support/here.ts';
import { servedOrigin } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

describe.each(INTERFACES)('on %s, a warning', (version) => {
  const warned = async (text: string, options: PaperOptions = {}): Promise<[string, number]> => {
    const it = await desk(version, text, options);
    const ended = await runHere(it.at);
    expect(sent(it)).toBeGreaterThan(0);
    return [told(ended), ended.code ?? -1];
  };

  test('where closes exceed what is held less what open orders close', async () => {
    const it = await desk(version, plan(NOW));
    await runHere(it.at);
    it.at.write('plan.yaml', plan(NOW, OUT));
    expect(told(await runHere(it.at))).not.toContain('closes 0.01');
    it.at.write('plan.yaml', plan(NOW, OUT, OUT.replace('id: out', 'id: more').replace('0.01', '0.015')));
    expect(told(await runHere(it.at))).toContain(
      'plan.yaml:7: closes 0.015 of cmt_btcusdt, and 0.02 is held, less 0.01 that open orders close',
    );
  });

  test('where what opens needs more margin than there is, at the leverage of the position', async () => {
    // 0.02 × 60000 / 20 = 60.
    const big = plan(BID.replace('0.01', '0.02'));
    expect(await warned(big, { balance: '59.99' })).toEqual([
      expect.stringContaining('what is opened needs a margin of 60 USDT, and 59.99 is available') as string,
      0,
    ]);
    expect((await warned(big, { balance: '60' }))[0]).not.toContain('margin of');
  });

  test('where a closing trigger is on the wrong side of the market', async () => {
    const entry = BID.replace('price: 60000', 'trigger: 65000, price: 65010');
    const [wrong] = await warned(plan(entry, STOP.replace('50000', '64500')));
    expect(wrong).toContain('plan.yaml:6: its trigger 64500 is above the market, 64000 to 64000.1: it stops nothing');
    const [target] = await warned(plan(entry, STOP.replace('50000', '66000')));
    expect(target).not.toContain('it stops nothing');
  });

  test('where a limit takes at once, or cannot rest', async () => {
    const [takes] = await warned(plan(BID.replace('60000', '64010')));
    expect(takes).toContain('plan.yaml:5: takes at once: the market is at 64000 to 64000.1, and its price is 64010');
    const ioc = plan(`${BID.replace('60000', '64010')}, timeInForce: ioc`);
    expect((await warned(ioc))[0]).not.toContain('takes at once');
  });
});

/** What was asked before the first order, as the exchange counted it. */
function costOf(
  { paper }: Desk,
  from: number,
): { readonly ip: number; readonly uid: number; readonly paths: string[] } {
  const since = paper.requests.slice(from);
  const before = since.slice(
    0,
    since.findIndex(({ method }) => method === 'POST'),
  );
  return {
    ip: before.reduce((all, { weight }) => all + weight.ip, 0),
    uid: before.reduce((all, { weight }) => all + weight.uid, 0),
    paths: before.map(({ path }) => path),
  };
}

const COSTS = { v2: { opens: [13, 18], closes: [8, 8] }, v3: { opens: [29, 0], closes: [24, 0] } } as const;

const readsOf = ({ paths }: { readonly paths: readonly string[] }): readonly number[] => [
  paths.filter((path) => /\/(?:current|openOrders)$/.test(path)).length,
  paths.filter((path) => path.endsWith('order/history')).length,
];

describe.each(INTERFACES)('on %s, what is asked', (version) => {
  test('is what the dry run states, and what the exchange counts', async () => {
    const it = await desk(version, plan(NOW));
    await runHere(it.at);
    for (const [orders, [ip, uid]] of [
      [[NOW, OUT], COSTS[version].closes],
      [[NOW, OUT, BID], COSTS[version].opens],
    ] as const) {
      it.at.write('plan.yaml', plan(...orders));
      const dry = await here(['run', 'plan.yaml', '--live', '--output', 'ndjson'], it.at);
      expect(dry.stdout).toContain(`"check":{"ip":${ip},"uid":${uid}}`);
      const from = it.paper.requests.length;
      await runHere(it.at);
      expect(costOf(it, from)).toMatchObject({ ip, uid });
      // A list with an order in it costs a page more.
      for (const { orderId, status } of it.paper.orders) if (status === 'open') it.paper.cancelByExchange(orderId);
    }
  });

  test('at a first send has the open lists once, and the histories beside', async () => {
    const it = await desk(version, plan(BID));
    await runHere(it.at);
    // Once of its symbol and once of all: an order of the plan may have had another one there.
    expect(readsOf(costOf(it, 0))).toEqual([2, 1]);
  });

  test('at a first send that a person thought about has the open lists once more', async () => {
    const it = await desk(version, plan(BID));
    let aheadMs = 0;
    const clock = { ...realClock, monotonicMs: () => realClock.monotonicMs() + aheadMs };
    const answer = (question: string): string => {
      aheadMs = 6000;
      return /Type (\w+)/.exec(question)?.[1] ?? '';
    };
    expect((await here(['run', 'plan.yaml', '--execute', '--live'], it.at, { answer, clock })).code).toBe(0);
    expect(readsOf(costOf(it, 0))).toEqual([3, 1]);
  });

  test('is nothing where the check is off, or no question is allowed', async () => {
    for (const config of [
      configOf(version, 'accountCheck: off'),
      configOf(version).replace(' }', ', queries: false }'),
    ]) {
      const it = await desk(version, plan(NOW));
      await runHere(it.at);
      it.at.write('ordo.config.yaml', config);
      it.at.write('plan.yaml', plan(NOW, BID));
      const from = it.paper.requests.length;
      expect((await runHere(it.at)).code).toBe(0);
      expect(costOf(it, from).paths).toEqual([]);
    }
  });
});

describe.each(INTERFACES)('on %s, an account that is told wrong', (version) => {
  test.each(['cut:1', 'garbage:1', 'row-missing:1'])('by %s refuses, and sends nothing', async (text) => {
    const it = await desk(version, plan(BID), faults(text));
    const refused = await runHere(it.at);
    expect([refused.code, sent(it)]).toEqual([2, 0]);
    expect(refused.stderr).toMatch(/cannot be read|has no settings for cmt_btcusdt/);
  });

  test('by `ordo exchange --account-faults` does as well', async () => {
    const origin = await servedOrigin('--account-faults', 'separated');
    const it = await desk(version, plan(BID, STOP));
    const refused = await run(keyed(it.at, { ORDO_BASE_URL: origin }));
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('separated positions') as string]);
  });

  test('as it was some seconds ago is told all the same', async () => {
    const it = await desk(version, plan(NOW), faults('lag:60s'));
    await runHere(it.at);
    it.at.write('plan.yaml', plan(NOW, OUT));
    const ended = await runHere(it.at);
    expect([ended.code, told(ended)]).toEqual([0, expect.stringContaining('and 0 is held') as string]);
  });
});

describe.each(INTERFACES)('on %s, the market that was seen', (version) => {
  test('is kept with the run, and a later status judges its stops by it', async () => {
    const text = REQUIRED('64500').replace(', reference: 64500', '').replace('limits: { requireStop: true }\n', '');
    const stop = text.replace('64010', '63010');
    const it = await desk(version, stop);
    const blind = await ordo(['run', 'plan.yaml', '--live'], it.at);
    expect(told(blind)).toContain('stop-side-unknown');
    expect((await runHere(it.at)).code).toBe(0);
    const { stdout } = await ordo(['status', 'plan.yaml'], it.at);
    expect(stdout).toMatch(/✓ hold \? .*naked 0 · unknown 0/);
    const history = await ordo(['status', 'plan.yaml', '--output', 'ndjson'], it.at);
    expect(history.stdout).toContain('"naked":"0"');
  });
});
