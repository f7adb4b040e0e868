/** What makes a journal on a server: a first live run sends this text, and `ordo schema journal` prints it. */
import { RAISED, SCHEMA, SCHEMAS_BEFORE, SCHEMA_LOCK, SCHEMA_VERSION, WITHOUT_HALTS, WITH_HALTS } from './tables.ts';

const BEFORE = SCHEMAS_BEFORE.join(', ');

/**
 * One statement: psql commits each statement of a text by itself, and goes on after one that failed. The lock lets one of two that
 * begin at once wait for the other.
 */
export const JOURNAL_SQL = `-- The journal of ordo, version ${SCHEMA_VERSION}: schema, tables, functions and triggers, for PostgreSQL 15 or newer.
-- It is one statement, so all of it is done or nothing. Where the journal is there already, nothing is changed; one of version ${SCHEMAS_BEFORE.join(' or ')} is
-- brought up to this one, with all of its records.
do $do$
declare there integer;
begin
  if current_setting('server_version_num')::integer < 150000 then
    raise exception 'a journal of ordo needs PostgreSQL 15 or newer';
  end if;
  perform pg_advisory_xact_lock(${SCHEMA_LOCK}, 0);
  -- Asked of the catalogue itself: to_regclass may go by what this session had looked up before it waited.
  if exists (select from pg_catalog.pg_tables where schemaname = 'ordo' and tablename = 'version') then
    select max(version) into there from ordo.version;
    if there in (${BEFORE}) then
      if there = ${WITHOUT_HALTS} then
        execute $journal$
${WITH_HALTS}
$journal$;
      end if;
      execute $journal$
${RAISED}
$journal$;
      raise notice 'the journal was of version %, and is of version ${SCHEMA_VERSION} now: an older ordo refuses it', there;
      return;
    end if;
    if there is distinct from ${SCHEMA_VERSION} then
      raise exception 'there is a journal of version %, and this is version ${SCHEMA_VERSION}: nothing was changed', there;
    end if;
    raise notice 'the journal is there already: nothing was changed';
    return;
  end if;
  execute $journal$
${SCHEMA}
$journal$;
end $do$;
`;
