/**
 * The journal's tables on PostgreSQL: the same records as in SQLite, under the same chain, with the same rules of
 * src/model/outcome.ts held by triggers. A record's place in the chain is what two runners race for: one of them commits, and the
 * other reads what the first has written and thinks again.
 *
 * Invariants
 * 1. Who writes has read all that was written before: `append` takes the number of the last record that its caller has seen.
 * 2. A record's time is the database's, read under the lock that puts records in order.
 * 3. Nothing is changed or deleted.
 */
import { TRANSITIONS } from '../../model/outcome.ts';
import { FOLLOWS, HALTS, RULES } from './rules.ts';

/** Raised with every change; a journal of another version is refused. */
export const SCHEMA_VERSION = 5;

/** It knows no halt. */
export const WITHOUT_HALTS = 3;

/** Those of which what makes a journal makes one of this version; the newer one takes no request to a follower to end, and not what was closed elsewhere. */
export const SCHEMAS_BEFORE: readonly number[] = [WITHOUT_HALTS, 4];

/** The keys of our advisory locks: the chain, who is at work (run-locks.ts), and making the tables. */
export const CHAIN_LOCK = 1_868_719_471;
export const WORK_LOCK = 1_868_719_472;
export const SCHEMA_LOCK = 1_868_719_473;

/** The rows of the table `path`. */
export const PATHS = Object.entries(TRANSITIONS)
  .flatMap(([from, steps]) => Object.entries(steps).map(([step, to]) => `('${from}','${step}','${to}')`))
  .join(',');

/** Those of which a record follows, or that follow from one. */
export const TABLES = ['journal', 'placed', 'ended', 'settled', 'path', 'session', 'version'];

/** What one statement does as a whole (journal-sql.ts). */
export const SCHEMA = `create schema ordo;
set local search_path = ordo, pg_temp;

create table version (version integer primary key, at timestamptz not null default clock_timestamp());
insert into version values (${SCHEMA_VERSION});

create table journal (
  id        bigint primary key,
  kind      text not null,
  account   bigint references journal,
  plan      bigint references journal,
  about     bigint references journal,
  ip        integer,
  uid       integer,
  at_ms     bigint not null,
  uptime_ms double precision,
  said      text not null,
  before    bytea not null,
  sum       bytea not null
);

create table placed (
  plan bigint not null, id text not null, lineage integer not null, again integer not null,
  client_oid text not null, intent bigint not null, at integer not null,
  primary key (plan, id, lineage, again)
);
create index placed_at on placed (intent, at);
create table ended (intent bigint primary key, ending bigint not null);
create table settled (
  intent bigint not null, at integer not null, step text not null, record bigint not null,
  primary key (intent, at, record)
);
create table path (from_state text, step text, to_state text not null, primary key (from_state, step));
insert into path values ${PATHS};

-- Who has worked here, from where, and on which history of the server.
create table session (
  id bigint generated always as identity primary key,
  origin text not null, account text not null, plan text, generation integer,
  host text not null, usr text not null, pid integer not null, tool text,
  limits text not null,
  backend integer not null default pg_backend_pid(), client inet default inet_client_addr(),
  system text not null, timeline text not null,
  at timestamptz not null default clock_timestamp()
);

-- Which cluster this is, and which of its histories: another one after a promotion or a restored backup.
create function history() returns table (system text, timeline text) language sql stable
set search_path = pg_catalog, pg_temp as $$
  select system_identifier::text, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) from pg_control_system() $$;

-- Who waits for weight: no truth, and gone with a crash of the server.
create unlogged table waiting (
  backend integer primary key, number bigint generated always as identity, account text not null,
  ip integer not null, uid integer not null, order_calls integer not null, expires timestamptz not null
);

-- What others of the account wait for who came before this session, and the number of the newest of them.
create function ahead(p_account text)
returns table (ip bigint, uid bigint, order_calls bigint, newest bigint) language sql stable
set search_path = ordo, pg_temp as $$
  select coalesce(sum(one.ip), 0), coalesce(sum(one.uid), 0), coalesce(sum(one.order_calls), 0), coalesce(max(one.number), 0)
    from waiting one left join waiting mine on mine.backend = pg_backend_pid() and mine.expires > clock_timestamp()
    where one.account = p_account and one.backend <> pg_backend_pid() and one.expires > clock_timestamp()
      and one.number < coalesce(mine.number, 9223372036854775807) $$;

create function wait_for(p_account text, p_ip integer, p_uid integer, p_order_calls integer, p_ms double precision)
returns void language plpgsql security definer set search_path = ordo, pg_temp as $$
begin
  delete from waiting where backend = pg_backend_pid() and expires <= clock_timestamp();
  insert into waiting (backend, account, ip, uid, order_calls, expires)
    values (pg_backend_pid(), p_account, p_ip, p_uid, p_order_calls, clock_timestamp() + make_interval(secs => p_ms / 1000))
    on conflict (backend) do update set ip = excluded.ip, uid = excluded.uid, order_calls = excluded.order_calls,
      expires = excluded.expires;
end $$;

${RULES}
${TABLES.map((table) => `create trigger stays before update or delete or truncate on ${table} execute function stays();`).join('\n')}

-- Records after the one that the caller has seen last. No row: others have written since. A row without a time: weight is taken, and
-- somebody came before whom the caller has not seen. A record counts as written when it was read back.
create function append(p_backend integer, p_after bigint, p_records json, p_account text, p_seen bigint)
returns table (at_ms bigint, sum bytea) language plpgsql security definer
set search_path = ordo, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare last record; r json; takes boolean; n bigint; t bigint; s bytea; own bytea; given journal; kept journal;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the transaction isolation is not read committed' using errcode = 'OR003';
  end if;
  if pg_backend_pid() <> p_backend then
    raise exception 'the session changed: a pooler in transaction mode is in between' using errcode = 'OR004';
  end if;
  perform pg_advisory_xact_lock(${CHAIN_LOCK}, 0);
  select journal.id, journal.sum into last from journal order by journal.id desc limit 1;
  n := coalesce(last.id, 0);
  takes := exists (select 1 from json_array_elements(p_records) one where one ->> 'ip' is not null);
  if n <> p_after then return; end if;
  if takes and (select newest from ahead(p_account)) > p_seen then return query select null::bigint, null::bytea; return; end if;
  if takes then delete from waiting where backend = p_backend; end if;
  s := coalesce(last.sum, decode(repeat('00', 32), 'hex'));
  t := ceil(extract(epoch from clock_timestamp()) * 1000);
  for r in select value from json_array_elements(p_records) loop
    n := n + 1;
    own := sha256(convert_to(encode(s, 'hex') || E'\\n' || n || ' ' || (r ->> 'kind') || ' '
      || coalesce(r ->> 'account', '-') || ' ' || coalesce(r ->> 'plan', '-') || ' ' || coalesce(r ->> 'about', '-') || ' '
      || coalesce(r ->> 'ip', '-') || ' ' || coalesce(r ->> 'uid', '-') || ' ' || t || ' -' || E'\\n' || (r ->> 'said'), 'UTF8'));
    given := row(n, r ->> 'kind', (r ->> 'account')::bigint, (r ->> 'plan')::bigint, (r ->> 'about')::bigint,
      (r ->> 'ip')::integer, (r ->> 'uid')::integer, t, null, r ->> 'said', s, own);
    insert into journal select given.*;
    select * into kept from journal where journal.id = n;
    if kept is distinct from given then
      raise exception 'record % was given to the server, and is not there as it was given', n using errcode = 'OR005';
    end if;
    s := own;
  end loop;
  return query select t, s;
end $$;`;

/** Makes the journal of a version before one of this version, once it has what finds a halt. */
export const WITH_HALTS = `set local search_path = ordo, pg_temp;
${HALTS}`;
export const RAISED = `set local search_path = ordo, pg_temp;
${FOLLOWS}
insert into version values (${SCHEMA_VERSION});`;
