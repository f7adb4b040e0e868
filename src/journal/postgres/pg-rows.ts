/** The rows of a journal on PostgreSQL, and the tables that hold them: read, and made. */
import type { ChainEnd } from '../records/chain.ts';
import { JournalError } from '../records/journal-error.ts';
import type { IsEnough, NewRecord, OnRecord } from '../records/record-log.ts';
import { recordOf, type RecordRow } from '../records/record-row.ts';
import { JOURNAL_SQL } from './journal-sql.ts';
import type { PgSession, PgRow } from './pg-session.ts';
import { SCHEMAS_BEFORE, SCHEMA_VERSION } from './tables.ts';

/** Records that are read at once. */
export const PAGE = 2000;
/** The same for who may have enough of them sooner: a record of a call of twenty orders is long. */
export const SHORT_PAGE = 200;

interface Asked {
  query(text: string, values: readonly unknown[]): Promise<readonly PgRow[]>;
}

/** The driver gives a bigint as text, and bytes as a copy. */
const COLUMNS = `id::float8, kind, account::float8, plan::float8, about::float8, ip, uid, at_ms::float8, uptime_ms, said,
  encode(before, 'hex') as before, encode(sum, 'hex') as sum`;

/** Reports what was added since the end that is known. The last row of each answer is the database's time. */
export async function readOn(session: Asked, end: ChainEnd, onRecord: OnRecord, isEnough?: IsEnough): Promise<void> {
  const most = isEnough === undefined ? PAGE : SHORT_PAGE;
  let coming = page(session, end.id, most);
  for (;;) {
    const rows = await coming;
    const last = rows.length < most ? undefined : rows.at(-1)?.['id'];
    // The server makes the next page while this one is read.
    if (last !== undefined) coming = page(session, Number(last), most);
    // Where this page is refused, nobody waits for the next.
    coming.catch(() => {});
    for (const row of rows) {
      const record = recordOf(rowOf(row));
      onRecord(record, end.follow(record, { before: row['before'], sum: row['sum'] }));
    }
    if (last === undefined || isEnough?.() === true) return;
  }
}

/** The records after one, with the database's time as of the page. */
async function page(session: Asked, id: number, most: number): Promise<readonly PgRow[]> {
  const rows = await session.query(
    `select ${COLUMNS}, now_ms from (select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms) now
     left join lateral (select * from ordo.journal where id > $1 order by id limit ${most}) one on true order by one.id`,
    [id],
  );
  return rows.filter((row) => row['id'] !== null);
}

/** As they stand there, whatever is wrong with them. */
export async function recordsAfter(session: Asked, id: number, most: number): Promise<readonly RecordRow[]> {
  const rows = await session.query(
    `select ${COLUMNS} from ordo.journal where id > $1 order by journal.id limit ${most}`,
    [id],
  );
  return rows.map(rowOf);
}

type Fields = Pick<NewRecord, 'kind' | 'account' | 'plan' | 'about' | 'weight'>;

/** A record as `ordo.append` and a copy take it. */
export const fieldsOf = ({ kind, account, plan, about, weight }: Fields): object => ({
  kind,
  account,
  plan,
  about,
  ip: weight?.ip,
  uid: weight?.uid,
});

const rowOf = ({ id, kind, account, plan, about, ip, uid, at_ms, uptime_ms, said, before, sum }: PgRow): RecordRow => [
  id,
  kind,
  account,
  plan,
  about,
  ip,
  uid,
  at_ms,
  uptime_ms,
  said,
  before,
  sum,
];

export async function hasSchema(session: PgSession): Promise<boolean> {
  const [row] = await session.query(`select to_regclass('ordo.journal') is not null as is_there`);
  return row?.['is_there'] === true;
}

export async function makeSchema(session: PgSession, name: string): Promise<void> {
  if (!(await hasSchema(session))) await session.query(JOURNAL_SQL);
  await checkVersion(session, name);
}

export async function checkVersion(session: PgSession, name: string): Promise<void> {
  const [row] = await session.query('select max(version) as version from ordo.version');
  const version = Number(row?.['version']);
  if (SCHEMAS_BEFORE.includes(version))
    throw new JournalError(
      `the journal ${name} has version ${version}, and this ordo reads version ${SCHEMA_VERSION}`,
      'upgrade it, as the owner of the database: ordo schema journal | psql -v ON_ERROR_STOP=1 <database>; older ordos refuse it then',
      'journal/other-version',
    );
  if (version !== SCHEMA_VERSION)
    throw new JournalError(
      `the journal ${name} has version ${String(row?.['version'])}, and this ordo reads version ${SCHEMA_VERSION}`,
      'use the ordo that wrote it, or another journal',
      'journal/other-version',
    );
}
