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
import { SIGHT_STEPS, TRANSITIONS } from '../../model/outcome.ts';
import { RECORD_KINDS, ENDINGS } from '../record-log.ts';
import { PLACED_AGAIN_AFTER } from '../state.ts';

/** Raised with every change; a journal of another version is refused. */
export const SCHEMA_VERSION = 2;

/** The keys of our advisory locks: the chain, who is at work (run-locks.ts), and making the tables. */
export const CHAIN_LOCK = 1_868_719_471;
export const WORK_LOCK = 1_868_719_472;
export const SCHEMA_LOCK = 1_868_719_473;

const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(',');

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
  kind      text not null check (kind in (${words(RECORD_KINDS)})),
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

create function word(said text, key text) returns text language sql immutable
set search_path = pg_catalog, pg_temp as $$ select said::json ->> key $$;
create unique index account_once on journal (word(said, 'origin'), word(said, 'name')) where kind = 'account';
create unique index plan_once on journal (account, word(said, 'plan'), word(said, 'generation')) where kind = 'plan';
create unique index finished_once on journal (about) where kind = 'finished';

create function last_step(p_intent bigint, p_at integer) returns text language sql stable
set search_path = ordo, pg_temp set enable_seqscan = off as $$
  select coalesce(
    (select step from settled where intent = p_intent and at = p_at order by record desc limit 1),
    (select coalesce(ending.said::json #>> array['verdicts', p_at::text, 'outcome'], 'not-sent')
       from ended join journal ending on ending.id = ended.ending where ended.intent = p_intent),
    'intent') $$;

create function state_of(p_intent bigint, p_at integer) returns text language sql stable
set search_path = ordo, pg_temp set enable_seqscan = off as $$
  select to_state from path where step = last_step(p_intent, p_at) limit 1 $$;

create function follows() returns trigger language plpgsql
set search_path = ordo, pg_temp set enable_seqscan = off as $$
declare last record;
begin
  select id, sum into last from journal order by id desc limit 1;
  if new.id <> coalesce(last.id, 0) + 1 or new.before <> coalesce(last.sum, decode(repeat('00', 32), 'hex')) then
    raise exception 'the journal is append-only: a record names the one before it' using errcode = 'OR002';
  end if;
  if new.kind in ('intent', 'cancel', 'announced', 'finished') and not exists (
    select 1 from journal run where run.id = new.about and run.kind = 'run' and run.account = new.account and run.plan = new.plan) then
    raise exception 'no such run' using errcode = 'OR001';
  end if;
  return new;
end $$;
create trigger follows before insert on journal for each row execute function follows();

create function place(p_plan bigint, p_intent bigint, p_at integer, p_order json) returns void language plpgsql
set search_path = ordo, pg_temp set enable_seqscan = off as $$
declare
  last record; state text;
  v_id text := p_order ->> 0; oid text := p_order ->> 1;
  v_lineage integer := (p_order ->> 2)::integer; v_again integer := (p_order ->> 3)::integer;
begin
  select * into last from placed where plan = p_plan and id = v_id order by lineage desc, again desc limit 1;
  if not found then
    if v_again > 0 then raise exception 'no such transition' using errcode = 'OR001'; end if;
  else
    state := state_of(last.intent, last.at);
    if v_lineage = last.lineage then
      if v_again <> last.again + 1 or oid <> last.client_oid
        or not exists (select 1 from path where step = 'intent' and from_state = state) then
        raise exception 'no such transition' using errcode = 'OR001';
      end if;
    elsif v_lineage < last.lineage or v_again <> 0 or state not in (${words(PLACED_AGAIN_AFTER)}) then
      raise exception 'no such transition' using errcode = 'OR001';
    end if;
  end if;
  insert into placed values (p_plan, v_id, v_lineage, v_again, oid, p_intent, p_at);
end $$;

create function decide(p_record journal, p_orders json, p_steps text[]) returns void language plpgsql
set search_path = ordo, pg_temp set enable_seqscan = off as $$
declare o json; v_intent bigint; v_at integer; v_step text;
begin
  for o in select value from json_array_elements(p_orders) loop
    v_intent := (o ->> 'intent')::bigint; v_at := (o ->> 'at')::integer; v_step := o ->> 'step';
    if not exists (select 1 from placed join journal intent on intent.id = placed.intent
      where placed.intent = v_intent and placed.at = v_at and intent.account = p_record.account
        and (p_record.kind <> 'cancel' or placed.plan = p_record.plan)) then
      raise exception 'no such order' using errcode = 'OR001';
    end if;
    if v_step is null and p_record.kind = 'seen' then continue; end if;
    if v_step is null or p_steps is not null and not v_step = any (p_steps)
      or not exists (select 1 from path where step = v_step and from_state = state_of(v_intent, v_at)) then
      raise exception 'no such transition' using errcode = 'OR001';
    end if;
    insert into settled values (v_intent, v_at, v_step, p_record.id);
  end loop;
end $$;

create function finish_call(p_record journal) returns void language plpgsql
set search_path = ordo, pg_temp set enable_seqscan = off as $$
declare asked journal; said json := p_record.said::json; wanted integer; is_taken boolean;
begin
  select * into asked from journal where id = p_record.about and kind in ('intent', 'cancel', 'question')
    and account = p_record.account and plan is not distinct from p_record.plan;
  if not found then raise exception 'no such call' using errcode = 'OR001'; end if;
  is_taken := p_record.kind not in ('not-sent', 'rate-refused', 'clock-refused');
  wanted := case when is_taken and asked.kind <> 'question' then json_array_length(asked.said::json -> 'orders') else 0 end;
  if coalesce(json_array_length(said -> 'verdicts'), 0) <> (case when asked.kind = 'intent' then wanted else 0 end)
    or coalesce(json_array_length(said -> 'answers'), 0) <> (case when asked.kind = 'cancel' then wanted else 0 end) then
    raise exception 'a verdict for each order' using errcode = 'OR001';
  end if;
  if exists (select 1 from json_array_elements(coalesce(said -> 'verdicts', '[]')) v
    where v ->> 'outcome' = 'not-sent'
      or not exists (select 1 from path where from_state = 'in-flight' and step = v ->> 'outcome')) then
    raise exception 'no such transition' using errcode = 'OR001';
  end if;
  insert into ended values (p_record.about, p_record.id);
end $$;

create function rules() returns trigger language plpgsql
set search_path = ordo, pg_temp set enable_seqscan = off as $$
begin
  if new.kind = 'intent' then
    perform place(new.plan, new.id, (o.at - 1)::integer, o.value)
      from json_array_elements(new.said::json -> 'orders') with ordinality o (value, at);
  elsif new.kind = 'cancel' then
    perform decide(new, new.said::json -> 'orders', array['cancel', 'cancel-unplaced']);
  elsif new.kind = 'seen' then
    perform decide(new, new.said::json -> 'orders', array[${words(SIGHT_STEPS)}]);
  elsif new.kind = 'settled' then
    perform decide(new, new.said::json -> 'orders', null);
  elsif new.kind in (${words(ENDINGS)}) then
    perform finish_call(new);
  end if;
  return null;
end $$;
create trigger rules after insert on journal for each row execute function rules();

create function stays() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp as $$
begin raise exception 'the journal is append-only' using errcode = 'OR002'; end $$;
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
