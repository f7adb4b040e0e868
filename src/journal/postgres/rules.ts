/**
 * What the server itself holds every record to: it follows from one that is there, an order takes only the steps of
 * src/model/outcome.ts, and nothing is changed or deleted. A part of the schema (tables.ts), after its tables.
 */
import { SIGHT_STEPS } from '../../model/outcome.ts';
import { HALT_KINDS } from '../records/halt.ts';
import { ENDINGS, RECORD_KINDS } from '../records/record-log.ts';
import { PLACED_AGAIN_AFTER } from '../records/state.ts';

export const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(',');

/** What each record is held to before anything follows from it. */
export const FOLLOWS = `create or replace function follows() returns trigger language plpgsql
set search_path = ordo, pg_temp set enable_seqscan = off as $$
declare last record;
begin
  if new.kind not in (${words(RECORD_KINDS)}) then
    raise exception 'no such kind of record' using errcode = 'OR001';
  end if;
  select id, sum into last from journal order by id desc limit 1;
  if new.id <> coalesce(last.id, 0) + 1 or new.before <> coalesce(last.sum, decode(repeat('00', 32), 'hex')) then
    raise exception 'the journal is append-only: a record names the one before it' using errcode = 'OR002';
  end if;
  if new.kind in ('intent', 'cancel', 'announced', 'finished') and not exists (
    select 1 from journal run where run.id = new.about and run.kind = 'run' and run.account = new.account and run.plan = new.plan) then
    raise exception 'no such run' using errcode = 'OR001';
  end if;
  -- While an account is halted, nothing that opens begins; what was placed from elsewhere, and is taken in, begins nothing.
  if new.kind = 'intent'
    and (select kind from journal where account = new.account and kind in (${words(HALT_KINDS)}) order by id desc limit 1) = 'halt'
    and new.said::json ->> 'isAdopted' is null
    and exists (select 1 from json_array_elements(new.said::json -> 'contents') c where coalesce(c ->> 'side', '') not like 'close-%') then
    raise exception 'the account is halted: nothing that opens begins' using errcode = 'OR006';
  end if;
  return new;
end $$;`;

/** Finds the newest word on an account. */
export const HALTS = `create index halts on journal (account, id) where kind in (${words(HALT_KINDS)});`;

export const RULES = `create function word(said text, key text) returns text language sql immutable
set search_path = pg_catalog, pg_temp as $$ select said::json ->> key $$;
create unique index account_once on journal (word(said, 'origin'), word(said, 'name')) where kind = 'account';
create unique index plan_once on journal (account, word(said, 'plan'), word(said, 'generation')) where kind = 'plan';
create unique index finished_once on journal (about) where kind = 'finished';
${HALTS}

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

${FOLLOWS}
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
begin raise exception 'the journal is append-only' using errcode = 'OR002'; end $$;`;
