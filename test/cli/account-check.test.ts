/** Why the check before sending refuses, row by row of docs/contract.md#account-check, on both interfaces: the built command over HTTP. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { bids, ordo, place } from '../../proofs/support/ordo.ts';
import { selfSigned } from '../../proofs/support/self-signed.ts';
import { between } from '../support/between.ts';
import {
  BID,
  configOf,
  desk,
  faults,
  keyed,
  NOW,
  plan,
  REQUIRED,
  run,
  sent,
  STOP,
  told,
  WARN,
} from '../support/checked-desk.ts';
import { afterTest } from '../support/live.ts';
import { INTERFACES } from '../support/spellings.ts';

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

  test('that worked and is refused now ends the run, also where the check only warns', async () => {
    const body = version === 'v2' ? '{"code":"40006","msg":"gone"}' : '{"code":-1045,"msg":"gone"}';
    for (const check of ['accountCheck: refuse', WARN]) {
      const it = await desk(version, bids('key', 1), {}, check);
      let isRefused = false;
      const { origin } = await between(it.paper, () => (isRefused ? { status: 400, body } : undefined));
      const at = keyed(it.at, { ORDO_BASE_URL: origin });
      expect((await run(at)).code).toBe(0);
      isRefused = true;
      at.write('plan.yaml', bids('key', 2));
      const refused = await run(at);
      expect([refused.code, sent(it)]).toEqual([2, 1]);
      expect(refused.stderr).toMatch(/^ordo: the exchange refuses (?:this key|access)/);
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
