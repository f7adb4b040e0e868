/** What a server tells of a journal beside its records. */
import { defined } from '../../model/defined.ts';
import { standbyWords, type HeldClaim, type Restored, type Standby, type StoreFacts } from '../records/store-facts.ts';
import { readAddress } from './journal-url.ts';
import { PgSession, type PgRow } from './pg-session.ts';
import { AT_WORK } from './run-locks.ts';

/** Undefined where there is no journal yet. Rejects with JournalError. */
export async function serverFacts(url: string): Promise<StoreFacts | undefined> {
  const session = await PgSession.connect(readAddress(url));
  try {
    const [there] = await session.query(`select to_regclass('ordo.journal') is not null as is_there`);
    if (there?.['is_there'] !== true) return undefined;
    const [version] = await session.query('select max(version) as version from ordo.version');
    const [set] = await session.query(
      `select current_setting('synchronous_commit') as commit, current_setting('synchronous_standby_names') as waits_for`,
    );
    const standbys = await session.query('select application_name, sync_state from pg_stat_replication order by 1');
    const [restored] = await session.query(RESTORED);
    return {
      version: Number(version?.['version']),
      held: (await session.query(HELD)).map(claimOf),
      durability: [
        `synchronous_commit ${String(set?.['commit'])}`,
        ...standbyWords(standbys.map(standbyOf), String(set?.['waits_for'])),
      ],
      ...defined({ restored: restored && restoredOf(restored) }),
    };
  } finally {
    await session.close();
  }
}

/** The last that each session said of itself, while it holds a lock of a run. */
const HELD = `
select origin, account, plan, generation, host, usr, pid, extract(epoch from at)::float8 * 1000 as since_ms from ordo.session
 where origin <> '' and ${AT_WORK} order by id`;

/** A session of no account is a person's word. */
const RESTORED = `
select host, usr, extract(epoch from at)::float8 * 1000 as at_ms from ordo.session where origin = '' order by id desc limit 1`;

const restoredOf = (row: PgRow): Restored => ({
  user: String(row['usr']),
  host: String(row['host']),
  at: timeOf(row['at_ms']),
});

const timeOf = (ms: unknown): string => new Date(Number(ms)).toISOString();

const planOf = (plan: string | undefined, { generation }: PgRow): Pick<HeldClaim, 'plan'> =>
  plan === undefined ? {} : { plan: { plan, generation: Number(generation) } };

const claimOf = (row: PgRow): HeldClaim => ({
  ...planOf(textOf(row['plan']), row),
  account: { origin: String(row['origin']), name: String(row['account']) },
  holder: {
    host: String(row['host']),
    user: String(row['usr']),
    pid: Number(row['pid']),
    since: timeOf(row['since_ms']),
  },
});

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const standbyOf = (row: PgRow): Standby =>
  defined({ name: textOf(row['application_name']), sync: textOf(row['sync_state']) });
