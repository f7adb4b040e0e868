/** A server’s journal whose tables were changed, and a server that acknowledges what is not there. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Claim } from '../../src/journal/records/ledger.ts';
import { ROOMY } from '../support/journal-files.ts';
import { ACCOUNT, ledgerOn } from '../support/moved-journals.ts';
import { clientOn, sharedServer } from '../support/own-server.ts';

const { server, fresh } = await sharedServer();

const PLAN = { plan: 'p', generation: 1 };
const QUESTION = { path: '/x', weight: { ip: 1, uid: 1, orderCalls: 0 } } as const;

async function claimed(url: string): Promise<Claim> {
  const got = await ledgerOn(url).claim({ account: ACCOUNT, plan: PLAN }, ROOMY);
  if (!got.ok) throw new Error('held');
  onTestFinished(() => got.value.release().catch(() => {}));
  await got.value.begin({ ...PLAN, planFile: 'plan.yaml', digest: 'd' });
  return got.value;
}

const AUDIT = `create function public.audit() returns trigger language plpgsql as 'begin return null; end';
  create trigger a_audit before insert on ordo.journal for each row execute function public.audit()`;
const NOTHING = 'create rule skip as on insert to ordo.journal do instead nothing';

describe.skipIf(server === undefined)('a journal on a server', { timeout: 30_000 }, () => {
  it.each([
    ['alter table ordo.journal disable trigger all', 'switched off'],
    ['alter table ordo.placed disable trigger stays', 'placed has its trigger stays switched off'],
    ['drop trigger rules on ordo.journal', 'journal lacks its trigger rules'],
    [AUDIT, 'journal has a trigger of somebody else, a_audit'],
    [NOTHING, 'journal has a rule, skip'],
    ['alter table ordo.settled set unlogged', 'settled is unlogged'],
    ['alter table ordo.ended enable row level security', 'ended has row-level security'],
  ])('that was changed is refused, and said to be so by who only looks: %s', async (change, words) => {
    const url = await fresh();
    await (await claimed(url)).release();
    expect(await ledgerOn(url).objection()).toBeUndefined();
    await (await clientOn(url)).query(change);
    await expect(claimed(url)).rejects.toThrow(words);
    expect((await ledgerOn(url).objection())?.message).toContain(words);
  });

  it.each([
    ['a trigger', AUDIT],
    ['a rule', NOTHING],
    [
      'a trigger that changes it',
      `create function public.change() returns trigger language plpgsql as 'begin new.uid := 0; return new; end';
       create trigger a_change before insert on ordo.journal for each row execute function public.change()`,
    ],
  ])('takes nothing for written that is not there: %s that came in mid-run', async (_, change) => {
    const url = await fresh();
    const claim = await claimed(url);
    await (await clientOn(url)).query(change);
    await expect(claim.intend([QUESTION])).rejects.toThrow(/is not there as it was given/);
    const { rows } = await (await clientOn(url)).query(`select 1 from ordo.journal where kind = 'question'`);
    expect(rows).toEqual([]);
  });

  it('ends a run that is told of others, and can read nothing of them', async () => {
    const url = await fresh();
    const claim = await claimed(url);
    await (
      await clientOn(url)
    ).query(`create or replace function ordo.append(p_backend integer, p_after bigint, p_records json,
      p_account text, p_seen bigint) returns table (at_ms bigint, sum bytea) language sql as 'select null::bigint, null::bytea where false'`);
    await expect(claim.intend([QUESTION])).rejects.toThrow('does not show it');
  });
});
