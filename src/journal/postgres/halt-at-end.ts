/** A halt that is written on a server before the whole journal is read: by its newest records, which have to follow one another. */
import { ChainEnd, RecordError } from '../records/chain.ts';
import { HALT_KINDS, type Halt } from '../records/halt.ts';
import { haltOf } from '../records/halt-of.ts';
import { JournalError } from '../records/journal-error.ts';
import type { HaltAtEnd, NewRecord } from '../records/record-log.ts';
import { recordOf } from '../records/record-row.ts';
import { saidOf } from '../records/record-schema.ts';
import type { AccountName } from '../records/scope.ts';
import type { PgSession } from './pg-session.ts';
import { checkVersion, fieldsOf, hasSchema, readOn, recordsAfter } from './pg-rows.ts';
import { words } from './rules.ts';

/** The newest record, and the newest of a halt and its lift; both of one moment. */
const NEWEST = `select (select max(id)::float8 from ordo.journal) as newest, one.id::float8, one.kind from (select 1) as row
  left join lateral (select id, kind from ordo.journal where account = $1 and kind in (${words(HALT_KINDS)}) order by id desc limit 1) one on true`;

/** Undefined where the journal has to be read first: it is new, or does not know the account. */
export async function haltAtEnd(
  session: PgSession,
  name: string,
  { account, halt }: { readonly account: AccountName; readonly halt: NewRecord },
): Promise<HaltAtEnd | undefined> {
  if (!(await hasSchema(session))) return undefined;
  await checkVersion(session, name);
  const id = await accountIn(session, account);
  if (id === undefined) return undefined;
  for (let seen = 0; ;) {
    const [row = {}] = await session.query(NEWEST, [id]);
    const newest = Number(row['newest']);
    if (row['kind'] === 'halt') return { before: await haltAt(session, Number(row['id'])) };
    const end = await endFrom(session, newest - 1, 1);
    if (await isAppended(session, end, { ...halt, account: id })) return {};
    if (newest === seen)
      throw new JournalError(
        `the journal ${name} says that others have written since record ${newest}, and does not show it`,
        'look at the rights, rules and policies on its tables',
        'journal/unfit',
      );
    seen = newest;
  }
}

async function accountIn(session: PgSession, { origin, name }: AccountName): Promise<number | undefined> {
  const rows = await session.query(`select id::float8, said from ordo.journal where kind = 'account'`);
  const isIt = (said: unknown): boolean => {
    const known = saidOf('account', { said: () => JSON.parse(String(said)) as object });
    return known.origin === origin && known.name === name;
  };
  const row = rows.find(({ said }) => isIt(said));
  return row && Number(row['id']);
}

/** What follows it has to be as it was written. */
async function haltAt(session: PgSession, id: number): Promise<Halt> {
  const end = await endFrom(session, id - 1, 0);
  let halt: Halt | undefined;
  await readOn(session, end, (record) => (halt ??= haltOf(record)));
  if (halt === undefined) throw new RecordError(`record ${id} is not there any more`);
  return halt;
}

/** The end of the chain behind a record, and behind the `more` that have to follow it. */
async function endFrom(session: PgSession, from: number, more: number): Promise<ChainEnd> {
  const [first, ...rows] = await recordsAfter(session, from - 1, 1 + more);
  if (first === undefined || rows.length < more) throw new RecordError('its last record stands alone');
  const end = ChainEnd.behind(Number(first[0]), String(first[11]));
  for (const row of rows) end.follow(recordOf(row), { before: row[10], sum: row[11] });
  return end;
}

/** False where others have written since. */
async function isAppended(session: PgSession, end: ChainEnd, halt: NewRecord): Promise<boolean> {
  const rows = JSON.stringify([Object.assign(fieldsOf(halt), { said: halt.text })]);
  const append = `select at_ms::float8, encode(sum, 'hex') as sum from ordo.append($1, $2, $3, '', 0)`;
  const [written] = await session.query(append, [session.backend, end.id, rows]);
  if (written === undefined) return false;
  const record = { ...halt, id: end.id + 1, atMs: Number(written['at_ms']), uptimeMs: null, said: () => halt.said };
  if (end.add(record) !== written['sum']) throw new RecordError('what the server wrote is not what it was given');
  return true;
}
