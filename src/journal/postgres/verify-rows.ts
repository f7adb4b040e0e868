/** Looks at a journal on a server: at each record, and then at the tables beside the records, which the store's own rules go by. */
import { broken, ChainCheck } from '../records/chain-check.ts';
import type { Head, Verified } from '../records/head.ts';
import { ENDINGS } from '../records/record-log.ts';
import type { PgSession } from './pg-session.ts';
import { PAGE, recordsAfter } from './pg-rows.ts';
import { PATHS } from './tables.ts';

interface Follows {
  readonly columns: string;
  /** The column that has the number of the record that a row follows from. */
  readonly from: string;
  /** The rows that there must be. */
  readonly rows: string;
}

/** What each table beside the records must have (tables.ts). */
const FOLLOWS: Readonly<Record<string, Follows>> = {
  placed: {
    columns: 'plan, id, lineage, again, client_oid, intent, at',
    from: 'intent',
    rows: `select plan, value ->> 0, (value ->> 2)::integer, (value ->> 3)::integer, value ->> 1, journal.id, (at - 1)::integer
      from ordo.journal, json_array_elements(said::json -> 'orders') with ordinality o (value, at) where kind = 'intent'`,
  },
  ended: {
    columns: 'intent, ending',
    from: 'ending',
    rows: `select about, id from ordo.journal where kind in (${ENDINGS.map((kind) => `'${kind}'`).join(',')})`,
  },
  settled: {
    columns: 'intent, at, step, record',
    from: 'record',
    rows: `select (value ->> 'intent')::bigint, (value ->> 'at')::integer, value ->> 'step', journal.id
      from ordo.journal, json_array_elements(said::json -> 'orders') value
      where kind in ('settled', 'cancel', 'seen') and value ->> 'step' is not null`,
  },
};

/** In SQL: whether one has a row that the other lacks. */
const differ = (one: string, other: string): string =>
  `exists ((${one}) except (${other})) or exists ((${other}) except (${one}))`;

/** The name of a table that differs from what the records in between say: those after the first number, up to the second. */
const WRONG = Object.entries(FOLLOWS)
  .map(([table, { columns, from, rows }]) => {
    const has = `select ${columns} from ordo.${table} where ${from} > $1 and ${from} <= $2`;
    return `select '${table}' as wrong where ${differ(has, `${rows} and journal.id > $1 and journal.id <= $2`)}`;
  })
  .join(' union all ');

const WRONG_PATHS = `select 'path' as wrong where ${differ('table ordo.path', `values ${PATHS}`)}`;

/** The newest record, and the first one behind it that something still follows from. */
const CUT = `
select last, (select min(id) from (${Object.entries(FOLLOWS)
  .map(([table, { from }]) => `select min(${from}) as id from ordo.${table} where ${from} > last`)
  .join(' union all ')}) named) as gone
  from (select coalesce(max(id), 0) as last from ordo.journal) newest`;

const NAMED = `
select distinct id from ordo.placed where intent = $1
  or intent in (select intent from ordo.ended where ending = $1)
  or exists (select 1 from ordo.settled where record = $1 and settled.intent = placed.intent and settled.at = placed.at)`;

/** Below every number of a record. */
const BEFORE_ALL = '-9223372036854775808';

/** Others may write meanwhile: each question is answered as of one moment, and about records that were there before. */
export async function verifyRows(session: PgSession, kept: Head | undefined, page = PAGE): Promise<Verified> {
  const found = await looked(session, { kept, page, isNaming: false });
  return found.kind === 'whole' ? found : looked(session, { kept, page, isNaming: true });
}

interface Look {
  readonly kept: Head | undefined;
  readonly page: number;
  readonly isNaming: boolean;
}

async function looked(session: PgSession, { kept, page, isNaming }: Look): Promise<Verified> {
  const check = new ChainCheck(kept, { isNaming });
  for (;;) {
    const rows = await recordsAfter(session, check.id, page);
    for (const row of rows) {
      const fault = check.faultOf(row);
      if (fault !== undefined) return withOrders(session, fault);
    }
    if (rows.length < page) break;
  }
  return (await cut(session)) ?? check.cut() ?? (await besides(session, check.id, page)) ?? check.end();
}

/** What followed from a record that is gone names its orders. */
async function withOrders(session: PgSession, fault: Verified): Promise<Verified> {
  const isGone = fault.kind === 'broken' && fault.what === 'is gone';
  return isGone ? { ...fault, about: await namedBeside(session, fault.record) } : fault;
}

/** Records that were taken off the end are still named by what followed from them. */
async function cut(session: PgSession): Promise<Verified | undefined> {
  const [row] = await session.query(CUT);
  if (typeof row?.['gone'] !== 'string') return undefined;
  const last = Number(row['last']);
  return broken(
    last + 1,
    await namedBeside(session, Number(row['gone'])),
    `is gone, with all that came after record ${last}`,
  );
}

/** A part at a time: a session takes a server that answers nothing for ten seconds for one that is gone. */
async function besides(session: PgSession, last: number, page: number): Promise<Verified | undefined> {
  const [path] = await session.query(WRONG_PATHS);
  if (path !== undefined) return changed('path');
  for (let to = page; ; to += page) {
    const [row] = await session.query(WRONG, [to === page ? BEFORE_ALL : to - page, to]);
    if (row !== undefined) return changed(String(row['wrong']));
    if (to >= last) return undefined;
  }
}

const changed = (table: string): Verified => broken(0, `what follows from the records (${table})`, 'was changed');

async function namedBeside(session: PgSession, record: number): Promise<string> {
  const orders = (await session.query(NAMED, [record])).map(({ id }) => String(id));
  return orders.length === 0 ? 'a record' : `a record of ${orders.join(', ')}`;
}
