/** Why no run may go by a server's journal as it stands, though the server answers and its records are whole. */
import type { Objection } from '../records/objection.ts';
import { hasSchema } from './pg-rows.ts';
import type { PgSession } from './pg-session.ts';
import { forgotten, LOOK_FIRST, type Witness } from './witness.ts';
import { TABLES } from './tables.ts';

// Whether the tables of a server's journal are still as they were made: what was changed on them may lose records, or hide them.

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

async function notAsMade(session: PgSession, name: string): Promise<Objection | undefined> {
  const [row] = await session.query(CHANGED);
  if (row === undefined) return undefined;
  return {
    message: `the journal ${name} is not as it was made: its table ${String(row['what'])}`,
    hint: 'have its owner put that right (ordo schema journal shows how it was made), then look at its records: ordo journal verify',
  };
}

interface Objected {
  /** What messages call the journal. */
  readonly name: string;
  readonly witness?: Witness | undefined;
}

/** The first that there is; undefined: none. */
export async function objectionTo(session: PgSession, { name, witness }: Objected): Promise<Objection | undefined> {
  const isMade = await hasSchema(session);
  const lacks = witness && (await forgotten(session, witness, { name, isMade }));
  return lacks ?? (isMade ? ((await movedOn(session, name)) ?? (await notAsMade(session, name))) : undefined);
}

/** A standby that was promoted, and a backup that was restored, may lack what the old server acknowledged last. */
async function movedOn(session: PgSession, name: string): Promise<Objection | undefined> {
  const [row] = await session.query(
    `select was.system = now.system as is_same, was.timeline, to_char(was.at, 'YYYY-MM-DD HH24:MI:SSOF') as at
       from (select * from ordo.session order by id desc limit 1) was,
         (select system_identifier::text as system, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline
            from pg_control_system()) now
      where was.system <> now.system or was.timeline <> now.timeline`,
  );
  if (row === undefined) return undefined;
  const what = row['is_same'] === true ? 'promoted or restored' : 'copied to another server';
  return {
    message: `the journal ${name} was ${what} since its last run (${String(row['at'])}): what was acknowledged last may be missing`,
    hint: LOOK_FIRST,
  };
}
