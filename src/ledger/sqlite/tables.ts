/**
 * The journal's tables. Everything is appended and nothing is ever changed: triggers refuse updates and deletes, and refuse
 * a step that the transition table of src/model/outcome.ts does not have. Where an order stands is kept nowhere but in its
 * last step, for each step of that table leads to one state. So the rule that nothing leaves `unknown` but a
 * settle record holds in the file itself, whatever program writes to it.
 */
import { TRANSITIONS } from '../../model/outcome.ts';
import { PLACED_AGAIN_AFTER } from '../state.ts';

/** Raised with every change of the tables; a journal of another version is refused, never guessed at. */
export const JOURNAL_VERSION = 2;

/** Marks the file as ours (`PRAGMA application_id`): "ordo" in ASCII. */
export const APPLICATION_ID = 0x6f72646f;

const path = Object.entries(TRANSITIONS)
  .flatMap(([from, steps]) => Object.entries(steps).map(([step, to]) => `('${from}','${step}','${to}')`))
  .join(',');

/** What tells a row from every other: an insert over one of them would delete it without a delete trigger. No path is ever added. */
const KEYS = {
  salt: 'true',
  account: 'id = new.id',
  account_key: 'id = new.id',
  approval: 'id = new.id',
  run: 'id = new.id',
  attempt: 'id = new.id',
  attempt_end: 'attempt = new.attempt',
  step: 'id = new.id',
  path: 'true',
};

export const TABLES = `
create table salt (
  value blob not null
) strict;

create table account (
  id      integer primary key,
  origin  text not null,
  name    text not null,
  unique (origin, name)
) strict;

create table account_key (
  id          integer primary key,
  account     integer not null references account,
  fingerprint text not null,
  host        text not null,
  user        text not null,
  at_ms       integer not null
) strict;

create table approval (
  id         integer primary key,
  account    integer not null references account,
  plan       text not null,
  generation integer not null,
  code       text not null,
  settings   text not null,
  orders     text not null,
  host       text not null,
  user       text not null,
  at_ms      integer not null
) strict;

create table run (
  id            integer primary key,
  account       integer not null references account,
  plan          text not null,
  generation    integer not null,
  plan_file     text not null,
  digest        text not null,
  host          text not null,
  user          text not null,
  pid           integer not null,
  started_at_ms integer not null
) strict;

create table attempt (
  id           integer primary key,
  run          integer references run,
  account      integer not null references account,
  call         integer not null,
  kind         text not null,
  path         text not null,
  body         text not null,
  ip_weight    integer not null,
  uid_weight   integer not null,
  intent_at_ms integer not null,
  signed_at_ms integer,
  uptime_ms    real,
  check (run is not null or kind = 'question')
) strict;

create table attempt_end (
  attempt    integer primary key references attempt,
  how        text not null check (how in ('answered', 'lost', 'not-sent', 'rate-refused', 'clock-refused')),
  message    text,
  latency_ms real not null,
  at_ms      integer not null,
  uptime_ms  real
) strict;

create table step (
  id          integer primary key,
  account     integer not null references account,
  plan        text not null,
  generation  integer not null,
  order_key   text not null,
  lineage     integer not null,
  client_oid  text not null,
  attempt     integer references attempt,
  step        text not null,
  content     text,
  order_id    text,
  code        text,
  message     text,
  rule        text,
  at_ms       integer not null,
  sum         text
) strict;

create table path (
  from_state text not null,
  step       text not null,
  to_state   text not null,
  primary key (from_state, step)
) strict, without rowid;

insert into path values ${path};

create index step_by_order on step (account, plan, generation, order_key);
create index step_by_client_oid on step (account, client_oid);
create index step_by_exchange_id on step (account, order_id) where order_id is not null;

create trigger step_follows_path before insert on step begin
  select raise(abort, 'no such transition') where not exists (
    select 1 from path where step = new.step and from_state = coalesce(
      (select to_state from path where step = (
        select step from step where account = new.account and client_oid = new.client_oid order by id desc limit 1)),
      'never-sent'));
end;

create trigger step_keeps_lineage before insert on step begin
  select raise(abort, 'no such lineage') from (
    select lineage, client_oid, step from step
    where account = new.account and plan = new.plan and generation = new.generation and order_key = new.order_key
    order by id desc limit 1) as last
  where new.lineage < last.lineage
     or new.lineage = last.lineage and new.client_oid <> last.client_oid
     or new.lineage > last.lineage and not exists (
       select 1 from path where path.step = last.step and to_state in (${PLACED_AGAIN_AFTER.map((state) => `'${state}'`).join(',')}));
end;

${Object.entries(KEYS)
  .map(
    ([table, key]) => `
create trigger ${table}_stays before delete on ${table} begin select raise(abort, 'the journal is append-only'); end;
create trigger ${table}_is_new before insert on ${table} when exists (select 1 from ${table} where ${key})
  begin select raise(abort, 'the journal is append-only'); end;`,
  )
  .join('')}
${['salt', 'account_key', 'approval', 'run', 'attempt', 'attempt_end', 'step', 'path']
  .map(
    (table) =>
      `create trigger ${table}_as_written before update on ${table} begin select raise(abort, 'the journal is append-only'); end;`,
  )
  .join('\n')}
insert into salt values (randomblob(32));
pragma application_id = ${APPLICATION_ID};
pragma user_version = ${JOURNAL_VERSION};
`;
