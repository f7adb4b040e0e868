/** The locks of runs on a server: each of a plan or of an account, and one that says whose session is at work. */
import { createHash } from 'node:crypto';
import type { ClaimScope } from '../records/scope.ts';
import type { PgSession } from './pg-session.ts';
import { WORK_LOCK } from './tables.ts';

/** What two runs exclude each other by, as the server takes it: 64 bits of a hash, so that no two plans ever share one. */
const keyOf = (words: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(['ordo', ...words]))
    .digest()
    .readBigInt64BE()
    .toString();

/** The plan in all its generations, beside others of its account; or, without one, the account and with it all of its plans. */
export async function tookLocks(session: PgSession, { account: { origin, name }, plan }: ClaimScope): Promise<boolean> {
  const account = keyOf([origin, name]);
  const [got] =
    plan === undefined
      ? await session.query('select pg_try_advisory_lock($1::bigint) as ok', [account])
      : await session.query(
          'select pg_try_advisory_lock_shared($1::bigint) and pg_try_advisory_lock($2::bigint) as ok',
          [account, keyOf([origin, name, plan.plan])],
        );
  if (got?.['ok'] !== true) return false;
  await session.query(`select pg_advisory_lock(${WORK_LOCK}, pg_backend_pid())`);
  return true;
}

/** Selects from `ordo.session`: another session than ours that is at work, and has not said anything since. */
export const AT_WORK = `backend <> pg_backend_pid()
   and not exists (select 1 from ordo.session later where later.backend = session.backend and later.id > session.id)
   and exists (select 1 from pg_locks where locktype = 'advisory' and classid = ${WORK_LOCK} and objid = session.backend::oid
     and objsubid = 2 and granted and pid = session.backend
     and database = (select oid from pg_database where datname = current_database()))`;
