/** Whether the tables of a server's journal are still as they were made: what was changed on them may lose records, or hide them. */
import type { Objection } from '../objection.ts';
import type { PgSession } from './pg-session.ts';
import { TABLES } from './tables.ts';

const TRIGGERS = TABLES.map((table) => `('${table}', 'stays')`).concat(
  `('journal', 'follows')`,
  `('journal', 'rules')`,
);

/** The first thing that is not as it was made, in words. */
const CHANGED = `
with ours as (select oid, relname, relpersistence, relrowsecurity from pg_class
    where relnamespace = 'ordo'::regnamespace and relname in (${TABLES.map((table) => `'${table}'`).join(', ')})),
  wanted (relname, tgname) as (values ${TRIGGERS.join(', ')}),
  there as (select relname, tgname, tgenabled, tgisinternal from pg_trigger join ours on ours.oid = tgrelid)
select relname || ' is unlogged: a crash of the server empties it' as what from ours where relpersistence <> 'p'
union all select relname || ' has row-level security' from ours where relrowsecurity
union all select relname || ' has a rule, ' || rulename from pg_rewrite join ours on ours.oid = ev_class
union all select relname || ' lacks its trigger ' || tgname from wanted
  where not exists (select from there where there.relname = wanted.relname and there.tgname = wanted.tgname)
union all select relname || ' has a trigger of somebody else, ' || tgname from there
  where not tgisinternal and not exists (select from wanted where wanted.relname = there.relname and wanted.tgname = there.tgname)
union all select relname || ' has its trigger ' || tgname || ' switched off' from there where tgenabled not in ('O', 'A')
limit 1`;

export async function notAsMade(session: PgSession, name: string): Promise<Objection | undefined> {
  const [row] = await session.query(CHANGED);
  if (row === undefined) return undefined;
  return {
    message: `the journal ${name} is not as it was made: its table ${String(row['what'])}`,
    hint: 'have its owner put that right (ordo schema journal shows how it was made), then look at its records: ordo journal verify',
  };
}
