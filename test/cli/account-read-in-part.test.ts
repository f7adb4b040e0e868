/** What version 3 is asked of an account before the first order, where an answer fails or is odd. */
import { describe, expect, test } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import type { PaperOptions } from '../../src/paper/server.ts';
import { between, type Instead } from '../support/between.ts';
import { here } from '../support/here.ts';
import { paperAndPlace } from '../support/live.ts';

const set = { marginType: 'CROSSED', separatedType: 'COMBINED', dualSidePosition: true, canTrade: true } as const;
const isolated = { ...set, marginType: 'ISOLATED' } as const;
const FAILS = { status: 500, body: '' };

const behind = async (
  account: NonNullable<PaperOptions['account']>,
  path: string,
  answer: Instead,
  check = 'refuse',
) => {
  const started = await paperAndPlace({ account });
  started.at.write(
    'ordo.config.yaml',
    `version: 1\nexchange: { interface: v3 }\nexecution: { accountCheck: ${check} }\n`,
  );
  started.at.write('plan.yaml', bids('read', 1));
  const { origin } = await between(started.paper, (asked) => (asked.includes(path) ? answer : undefined));
  const at = { ...started.at, env: { ...started.at.env, ORDO_BASE_URL: origin } };
  const ended = await here('run plan.yaml --execute --live --yes --output lines'.split(' '), at);
  return { ended, sent: started.paper.orders.length };
};

describe('an account that is read in part', () => {
  test('and may not trade sends nothing, also where the rest is only warned of', async () => {
    for (const path of ['symbolConfig', 'apiTradingSymbols']) {
      const came = await behind({ ...set, canTrade: false }, path, FAILS, 'warn');
      expect([came.ended.code, came.sent]).toEqual([2, 0]);
      expect(came.ended.stderr).toContain('this account may not trade');
    }
  });

  test('with a key that is refused sends nothing, also where the rest is only warned of', async () => {
    const answer = { status: 401, body: '{"code":-1044,"msg":"bad key"}' };
    const came = await behind(set, 'accountConfig', answer, 'warn');
    expect([came.ended.code, came.sent]).toEqual([2, 0]);
    expect(came.ended.stderr).not.toContain('accountCheck: warn');
  });

  test('says all that it is against, and what was not read', async () => {
    const warned = await behind(isolated, 'apiTradingSymbols', FAILS, 'warn');
    expect(warned.ended.code).toBe(0);
    const told = warned.ended.stdout.replaceAll(/\s+/g, ' ');
    expect(told).toContain('which symbols take orders from programs cannot be read: status 500');
    expect(told).toContain('cmt_btcusdt is isolated on the account, and the plan says cross');
    const refused = await behind(isolated, 'apiTradingSymbols', FAILS);
    expect([refused.ended.code, refused.sent]).toEqual([2, 0]);
    expect(refused.ended.stderr).toMatch(
      /^ordo: which symbols take orders .*\n.*plan\.yaml:\d+: cmt_btcusdt is isolated/m,
    );
  });

  test('names the key or the address that is refused, and what to do about it', async () => {
    const body = '{"code":-1056,"msg":"IP not allowed"}';
    const { ended } = await behind(set, 'accountConfig', { status: 401, body });
    expect(ended.stderr).toMatch(
      /^ordo: the exchange refuses this machine’s address \(-1056 IP not allowed\)\n +allow it where/,
    );
  });

  test('in a margin mode that nobody knows is not told to write that mode', async () => {
    const body = '[{"symbol":"BTCUSDT","marginType":"SPOT","separatedType":"COMBINED"}]';
    const { ended } = await behind(set, 'symbolConfig', { status: 200, body });
    expect(ended.stderr).toContain('has a margin mode on the account that ordo does not know');
    expect(ended.stderr).not.toContain('write marginMode');
  });
});
