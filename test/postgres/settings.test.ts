/** What a role, a database or others on the server are set to does not reach the session of a run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bids } from '../../proofs/support/ordo.ts';
import type { Claim } from '../../src/journal/records/ledger.ts';
import { here } from '../support/here.ts';
import { ROOMY } from '../support/journal-files.ts';
import { paperAndPlace, run } from '../support/live.ts';
import { ACCOUNT, ledgerOn } from '../support/moved-journals.ts';
import { clientOn, ownServer } from '../support/own-server.ts';

const { server, fresh } = await ownServer();

const PLAN = { plan: 'p', generation: 1 };

async function claimed(url: string, plan = PLAN, account = ACCOUNT): Promise<Claim> {
  const got = await ledgerOn(url).claim({ account, plan }, ROOMY);
  if (!got.ok) throw new Error(`held by ${got.error?.host}`);
  onTestFinished(() => got.value.release());
  await got.value.begin({ ...plan, planFile: 'plan.yaml', digest: 'd' });
  return got.value;
}

/** The same database for a login that may do what a runner may. */
async function asRunner(url: string, user: string): Promise<string> {
  const client = await clientOn(url);
  await client.query(`create role ${user} login password 'word'; grant usage on schema ordo to ${user};
    grant select on all tables in schema ordo to ${user}; grant insert on ordo.session to ${user};
    grant execute on all functions in schema ordo to ${user}`);
  return Object.assign(new URL(url), { username: user, password: 'word' }).href;
}

describe.skipIf(server === undefined)('a session on a server', { timeout: 30_000 }, () => {
  it('says that rows are hidden, and does not call what they say never sent', async () => {
    const url = await fresh();
    const { paper, at: bare } = await paperAndPlace();
    const at = { ...bare, env: { ...bare.env, ORDO_JOURNAL: url } };
    at.write('plan.yaml', bids('hidden', 2));
    expect((await run(at)).code).toBe(0);
    const own = { ...at, env: { ...at.env, ORDO_JOURNAL: await asRunner(url, 'rita') } };
    await (await clientOn(url)).query('alter table ordo.journal enable row level security');
    for (const words of [
      ['status', 'plan.yaml'],
      ['run', 'plan.yaml', '--live'],
      ['journal', 'verify'],
    ]) {
      const { code, stderr } = await here(words, own);
      expect([words, code, stderr]).toEqual([words, 2, expect.stringContaining('row-level security')]);
    }
    const live = await run(own);
    expect([live.code, live.stderr]).toEqual([2, expect.stringContaining('row-level security')]);
    expect(paper.orders).toHaveLength(2);
  });

  it('calls no function and no operator of others', async () => {
    const url = await fresh();
    await (await claimed(url)).release();
    const client = await clientOn(url);
    await client.query(`create table public.loot (who text); grant all on public.loot to public;
      create function public.eq(oid, integer) returns boolean language sql cost 0.0000001
        as 'insert into public.loot values (current_user); select false';
      create operator public.= (leftarg = oid, rightarg = integer, function = public.eq)`);
    await claimed(url);
    await ledgerOn(url).holder(ACCOUNT);
    expect((await ledgerOn(url).verify()).kind).toBe('whole');
    expect((await client.query('select * from public.loot')).rows).toEqual([]);
  });

  it('is not ended for standing idle', async () => {
    const url = await fresh();
    await (await claimed(url)).release();
    const own = await asRunner(url, 'ida');
    await (await clientOn(url)).query(`alter role ida set idle_session_timeout = '200ms'`);
    const claim = await claimed(own);
    await sleep(500);
    expect((await claim.intend([{ path: '/x', weight: { ip: 1, uid: 1, orderCalls: 0 } }])).attempts).toHaveLength(1);
  });

  it('is not for a database that cannot take all that an exchange says', async () => {
    const client = await clientOn(server?.url ?? '');
    await client.query(`create database latin template template0 encoding 'LATIN1' locale 'C'`);
    const latin = Object.assign(new URL(server?.url ?? ''), { pathname: '/latin' }).href;
    await expect(claimed(latin)).rejects.toThrow('the database has the encoding LATIN1');
    expect((await (await clientOn(latin)).query(`select to_regclass('ordo.journal') as made`)).rows).toEqual([
      { made: null },
    ]);
  });

  // Their 32-bit hashes, which PostgreSQL has a function for, are the same.
  it('holds one plan without the other, whatever they are called', async () => {
    const url = await fresh();
    const account = { origin: 'http://127.0.0.1:18081', name: 'main' };
    await claimed(url, { plan: 'p43213', generation: 1 }, account);
    await claimed(url, { plan: 'p150520', generation: 1 }, account);
    const again = await ledgerOn(url).claim({ account, plan: { plan: 'p43213', generation: 2 } }, ROOMY);
    expect(again).toMatchObject({ ok: false, error: { host: 'here', plan: 'p43213' } });
  });
});
