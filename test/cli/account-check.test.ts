/** The check before sending, row by row of docs/contract.md#account-check, on both interfaces: the built command over HTTP. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../src/config/rate-text.ts';
import { parseAccountFaults } from '../../src/paper/account-faults.ts';
import type { PaperExchange, PaperOptions } from '../../src/paper/server.ts';
import { bids, ordo, place, type Ended } from '../../proofs/support/ordo.ts';
import { selfSigned } from '../../proofs/support/self-signed.ts';
import { between } from '../support/between.ts';
import { here } from '../support/here.ts';
import { afterTest, paperAndPlace, servedOrigin, type At } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

type Version = (typeof INTERFACES)[number];

interface Desk {
  readonly paper: PaperExchange;
  readonly at: At;
}

const configOf = (version: Version, execution = ''): string =>
  `version: 1\nexchange: { interface: ${version} }\n${execution === '' ? '' : `execution: { ${execution} }\n`}`;
const WARN = 'accountCheck: warn';

async function desk(version: Version, plan: string, options: PaperOptions = {}, execution = ''): Promise<Desk> {
  const started = await paperAndPlace(options);
  started.at.write('ordo.config.yaml', configOf(version, execution));
  started.at.write('plan.yaml', plan);
  return started;
}

const RUN = ['run', 'plan.yaml', '--execute', '--live', '--yes', '--output', 'lines'];
const run = (at: At, ...more: string[]): Promise<Ended> => ordo([...RUN, ...more], at);
/** The same in this process, for what is said and counted. */
const runHere = (at: At): Promise<Ended> => here(RUN, at);
const told = ({ stdout }: Ended): string => stdout.replaceAll(/\s+/g, ' ');
/** Orders that were placed, by what the exchange has of them. */
const sent = ({ paper }: Desk): number => paper.orders.length;
const keyed = (at: At, env: Record<string, string>): At => ({ ...at, env: { ...at.env, ...env } });

const plan = (...orders: string[]): string =>
  `version: 1\nname: checked\ndefaults: { symbol: cmt_btcusdt }\norders:\n${orders.map((one) => `  - { ${one} }\n`).join('')}`;
const BID = 'id: bid, side: open-long, size: 0.01, price: 60000';
const NOW = 'id: now, side: open-long, size: 0.02, price: market';
const OUT = 'id: out, side: close-long, size: 0.01, price: 70000';
const STOP = 'id: stop, side: close-long, size: 0.01, trigger: 50000, price: market';

const faults = (text: string): PaperOptions => {
  const read = parseAccountFaults(text, parseDuration);
  if (!read.ok) throw new Error(read.error);
  return { accountFaults: read.value };
};

describe.each(INTERFACES)('on %s, the key', (version) => {
  test.each([
    ['ORDO_API_KEY', 'the exchange refuses', 'check ORDO_API_KEY'],
    ['ORDO_API_SECRET', 'the exchange refuses this signature', 'check ORDO_API_SECRET'],
    ['ORDO_API_PASSPHRASE', 'the exchange refuses this key or its passphrase', 'check ORDO_API_PASSPHRASE'],
  ])('that is refused for %s is named first, and is not tied to the account', async (name, why, mend) => {
    for (const check of ['accountCheck: refuse', WARN]) {
      const it = await desk(version, bids('key', 1), {}, check);
      const refused = await run(keyed(it.at, { [name]: 'papr' }));
      expect([refused.code, sent(it)]).toEqual([2, 0]);
      expect(refused.stderr).toMatch(new RegExp(`^ordo: ${why}`));
      expect(refused.stderr).toContain(mend);
      expect((await run(it.at)).code).toBe(0);
      it.at.write('plan.yaml', bids('key', 2));
      const asked = it.paper.requests.length;
      const other = await run(keyed(it.at, { ORDO_API_KEY: 'papr' }));
      expect([other.code, it.paper.requests.length]).toEqual([2, asked]);
      expect(other.stderr).toContain('was used with another key');
    }
  });
});

describe.each(INTERFACES)('on %s, the way to the exchange', (version) => {
  test('where nothing answers, that is said first, and what to do', async () => {
    const it = await desk(version, bids('silent', 1));
    await it.paper.close();
    const refused = await run(it.at);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(new RegExp(`^ordo: nothing answers at ${it.paper.origin} `));
    expect(refused.stderr).toContain('is `ordo exchange` running?');
  });

  test('a certificate that nobody trusts is said first', async () => {
    const { key, cert } = selfSigned('127.0.0.1', Date.now() + 86_400_000);
    const server = createTlsServer({ key, cert }, (socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    afterTest(() => new Promise((resolve) => void server.close(() => resolve())));
    const it = await desk(version, bids('tls', 1));
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const refused = await run(keyed(it.at, { ORDO_BASE_URL: origin }));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(new RegExp(`^ordo: there is no trusted connection to ${origin} \\(the certificate`));
  });

  test('a clock that is a minute off goes by the exchange’s own; without that it refuses', async () => {
    const clock = { wallMs: () => Date.now() + 60_000, monotonicMs: () => performance.now() };
    const it = await desk(version, bids('clock', 1), { clock });
    const { origin } = await between(it.paper, (path) =>
      path.endsWith('/time') ? { status: 500, body: '' } : undefined,
    );
    const refused = await run(keyed(it.at, { ORDO_BASE_URL: origin }));
    expect([refused.code, sent(it)]).toEqual([2, 0]);
    expect(refused.stderr).toMatch(/^ordo: the exchange refuses the time of every request/);
    expect(refused.stderr).toContain('set this machine’s clock');
    expect((await run(it.at)).code).toBe(0);
    expect(sent(it)).toBe(1);
  });
});

test('version 2 that is closed is said first, with the key to write', async () => {
  const body = '{"code":"40018","msg":"this version is offline, please use the v3 service","requestTime":1}';
  for (const check of ['accountCheck: refuse', WARN]) {
    const it = await desk('v2', bids('closed', 1), {}, check);
    const { origin } = await between(it.paper, (path) =>
      path.startsWith('/capi/v2/market') ? undefined : { status: 400, body },
    );
    const refused = await run(keyed(it.at, { ORDO_BASE_URL: origin }));
    expect([refused.code, sent(it)]).toEqual([2, 0]);
    expect(refused.stderr).toMatch(/^ordo: the exchange has closed version 2 of its interface/);
    expect(refused.stderr).toContain('write `interface: v3`');
  }
});

describe.each(INTERFACES)('on %s, what the account is set to', (version) => {
  test('separated positions refuse a plan that closes, and no other', async () => {
    const closes = await desk(version, plan(BID, STOP), faults('separated'));
    const refused = await run(closes.at);
    expect([refused.code, sent(closes)]).toEqual([2, 0]);
    expect(refused.stderr).toContain('plan.yaml:6: cmt_btcusdt has separated positions');
    const opens = await desk(version, plan(BID), faults('separated'));
    expect([(await run(opens.at)).code, sent(opens)]).toEqual([0, 1]);
    const warned = await desk(version, plan(BID, STOP), faults('separated'), WARN);
    expect(told(await run(warned.at))).toContain('cmt_btcusdt has separated positions');
  });

  test('the other margin mode refuses where no order says it, and is warned of where a position has it', async () => {
    const it = await desk(version, plan(NOW), faults('other-mode'));
    const first = await run(it.at);
    if (version === 'v3') {
      expect([first.code, sent(it)]).toEqual([2, 0]);
      expect(first.stderr).toContain('plan.yaml:5: cmt_btcusdt is isolated on the account, and the plan says cross');
      return;
    }
    expect(told(first)).not.toContain('is held');
    it.at.write('plan.yaml', plan(NOW, BID));
    const second = await run(it.at);
    expect([second.code, sent(it)]).toEqual([0, 2]);
    expect(told(second)).toContain('plan.yaml:6: 0.02 long cmt_btcusdt is held isolated, and this order is cross');
  });
});

describe.each(INTERFACES)('on %s, what is not ours', (version) => {
  test('an open order of the plan that this journal did not place refuses every run', async () => {
    const it = await desk(version, bids('twice', 2));
    await run(it.at);
    await ordo(['cancel', 'plan.yaml', '--execute', '--live', '--yes'], it.at);
    // Another machine has the journal as it was, and the first one goes on.
    const other = place(it.paper.origin);
    afterTest(() => other.remove());
    cpSync(join(it.at.folder, 'state'), join(other.folder, 'state'), { recursive: true });
    for (const name of ['plan.yaml', 'ordo.config.yaml']) cpSync(join(it.at.folder, name), join(other.folder, name));
    expect((await run(it.at, '--again', 'cancelled')).code).toBe(0);
    expect(sent(it)).toBe(4);
    for (const check of ['accountCheck: refuse', WARN]) {
      other.write('ordo.config.yaml', configOf(version, check));
      const refused = await run(other, '--again', 'cancelled');
      expect([refused.code, sent(it)]).toEqual([5, 4]);
      expect(refused.stderr).toMatch(
        /has 2 open orders of this plan that this journal did not place: bid-1 \(order \d+\)/,
      );
      expect(refused.stderr).toContain('--journal JOURNAL');
    }
  });
});

const REQUIRED = (reference: string): string => `version: 1
name: breakout
limits: { requireStop: true }
defaults: { symbol: cmt_btcusdt, reference: ${reference} }
orders:
  - { id: break, side: open-long, size: 0.05, trigger: 65000, price: 65010 }
  - { id: break-stop, side: close-long, size: 0.05, trigger: 64010, price: market }
`;

describe.each(INTERFACES)('on %s, where the market is', (version) => {
  test('a stop that the market has passed refuses under requireStop, also where the rest is only warned of', async () => {
    for (const check of ['accountCheck: refuse', WARN]) {
      const it = await desk(version, REQUIRED('64500'), {}, check);
      const refused = await run(it.at);
      expect([refused.code, sent(it)]).toEqual([4, 0]);
      expect(refused.stderr).toContain('limits.requireStop forbids that');
    }
    // Nobody looked: the reference decides.
    const off = await desk(version, REQUIRED('64500'), {}, 'accountCheck: off');
    expect([(await run(off.at)).code, sent(off)]).toEqual([0, 2]);
  });

  test('a reference that is too far from it refuses, and is warned of', async () => {
    const far = plan(`${BID.replace('60000', '69000')}, reference: 70000, maxDistance: 2%`);
    const it = await desk(version, far);
    const refused = await run(it.at);
    expect([refused.code, sent(it)]).toEqual([5, 0]);
    expect(refused.stderr).toMatch(
      /plan\.yaml:5: the market is at 64000 to 64000.1, more than 2 % from the reference 70000/,
    );
    const warned = await desk(version, far, {}, WARN);
    expect([told(await run(warned.at)), sent(warned)]).toEqual([
      expect.stringContaining('from the reference 70000') as string,
      1,
    ]);
    const near = await desk(version, far.replace('2%', '9%'));
    expect([(await run(near.at)).code, sent(near)]).toEqual([0, 1]);
  });
});

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
    const { paths } = costOf(it, 0);
    const open = paths.filter((path) => /\/(?:current|openOrders)$/.test(path));
    // Once of its symbol and once of all: an order of the plan may have had another one there.
    expect(open).toHaveLength(2);
    expect(paths.filter((path) => path.endsWith('order/history'))).toHaveLength(1);
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
    expect(refused.stderr).toMatch(/cannot be read|has no settings of cmt_btcusdt/);
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
