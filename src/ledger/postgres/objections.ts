/** Why no run may go by a server's journal as it stands, though the server answers and its records are whole. */
import type { Objection } from '../objection.ts';
import { notAsMade } from './as-made.ts';
import { hasSchema } from './pg-rows.ts';
import type { PgSession } from './pg-session.ts';
import { forgotten, LOOK_FIRST, type Witness } from './witness.ts';

export interface Objected {
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
