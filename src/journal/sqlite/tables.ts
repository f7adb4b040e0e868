/**
 * The tables of the journal. Everything that is known is a row of `record`, one for each thing that happened, and nothing is
 * ever changed: triggers refuse updates and deletes, and a row that does not name the one before it. The other tables follow
 * from the records by triggers, and hold the rules of src/model/outcome.ts: an order is sent under a lineage once, unless
 * the exchange did not take it, a call has one ending, and nothing leaves `unknown` but a settle record. So these rules hold
 * in the file itself, whatever program writes to it.
 */
import { SIGHT_STEPS, TRANSITIONS } from '../../model/outcome.ts';
import { HALT_KINDS } from '../records/halt.ts';
import { ENDINGS, RECORD_KINDS } from '../records/record-log.ts';
import { PLACED_AGAIN_AFTER } from '../records/state.ts';

/** Raised with every change of the tables; a journal of a version that is not named here is refused, never guessed at. */
export const JOURNAL_VERSION = 11;

/** It takes no request to a follower to end, and not what was closed of its plan elsewhere. */
const WITHOUT_END_ASKED = 10;

/** And it finds what was placed by an intent only by looking through all that ever was. */
const WITHOUT_PLACED_AT = 9;

/** It knows no halt either; a run lets it take one, and whoever only reads finds none. */
const WITHOUT_HALTS = 8;

/** Marks the file as ours (`PRAGMA application_id`): "ordo" in ASCII. */
export const APPLICATION_ID = 0x6f72646f;

const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(',');

/** The rows of the table `path`. */
export const PATHS = Object.entries(TRANSITIONS)
  .flatMap(([from, steps]) => Object.entries(steps).map(([step, to]) => `('${from}','${step}','${to}')`))
  .join(',');

/**
 * Nothing of a table is ever changed or deleted. A row that is put in place of another (`insert or replace`) would go without
 * a delete trigger: a record cannot be, as its number must be the next one, and what follows from records is not read back.
 */
const stays = (table: string): string => `
create trigger ${table}_stays before delete on ${table} begin select raise(abort, 'the journal is append-only'); end;
create trigger ${table}_as_written before update on ${table} begin select raise(abort, 'the journal is append-only'); end;`;

/** The last step of the order that stands at a place of an intent. */
const lastStep = (intent: string, at: string): string => `coalesce(
    (select step from settled where settled.intent = ${intent} and settled.at = ${at} order by settled.record desc limit 1),
    (select coalesce(json_extract(said, '$.verdicts[' || ${at} || '].outcome'), 'not-sent')
       from ended join record on record.id = ended.ending where ended.intent = ${intent}),
    'intent')`;

/** Under which client order id a row of `placed` was sent. */
const clientOid = (row: string): string =>
  `(select json_extract(said, '$.orders[' || ${row}.at || '][1]') from record where record.id = ${row}.intent)`;

/** The state that a step leads to: each leads to one. */
const stateAfter = (step: string): string => `(select to_state from path where path.step = ${step} limit 1)`;

/** How many orders a call of this kind has, where its ending is one that tells of each; else 0. */
const orderCount = (kind: 'intent' | 'cancel'): string =>
  `case when new.kind in ('not-sent', 'rate-refused', 'clock-refused') or call.kind <> '${kind}' then 0
      else json_array_length(call.said, '$.orders') end`;

const RECORD = `
create table record (
  id        integer primary key,
  kind      text not null,
  account   integer references record,
  plan      integer references record,
  about     integer references record,
  ip        integer,
  uid       integer,
  at_ms     integer not null,
  uptime_ms real,
  said      text not null,
  before    blob not null,
  sum       blob not null
) strict;
`;

/** Which kinds there are a trigger says, so that another one needs no table to be made anew. */
const kindsAre = (kinds: readonly string[]): string => `
create trigger kind_is_known before insert on record when new.kind not in (${words(kinds)})
begin select raise(abort, 'no such kind of record'); end;`;

/** While an account is halted, nothing that opens begins. What was placed from elsewhere, and is taken in, begins nothing. */
const HALTS = `
create index halts on record (account, id) where kind in (${words(HALT_KINDS)});
create trigger halted before insert on record when new.kind = 'intent'
  and (select kind from record where account = new.account and kind in (${words(HALT_KINDS)}) order by id desc limit 1) = 'halt'
  and json_extract(new.said, '$.isAdopted') is null
  and exists (select 1 from json_each(new.said, '$.contents') where coalesce(value ->> '$.side', '') not like 'close-%')
begin select raise(abort, 'the account is halted: nothing that opens begins'); end;`;

/** Each look, cancel and word of a person finds its orders by it: without it, it takes longer the more was ever placed. */
const PLACED_AT = `
create index placed_at on placed (intent, at);
`;

const BESIDE = `
create table placed (
  plan       integer not null,
  id         text not null,
  lineage    integer not null,
  again      integer not null,
  intent     integer not null,
  at         integer not null,
  primary key (plan, id, lineage, again)
) strict, without rowid;

create table ended (
  intent integer primary key,
  ending integer not null
) strict;

create table settled (
  intent integer not null,
  at     integer not null,
  step   text not null,
  record integer not null,
  primary key (intent, at, record)
) strict, without rowid;

create table path (
  from_state text not null,
  step       text not null,
  to_state   text not null,
  primary key (from_state, step)
) strict, without rowid;

insert into path values ${PATHS};
`;

/** Rules for the records alone. */
const RECORD_RULES = `
create unique index account_once on record (json_extract(said, '$.origin'), json_extract(said, '$.name')) where kind = 'account';
create unique index plan_once on record (account, json_extract(said, '$.plan'), json_extract(said, '$.generation')) where kind = 'plan';

create trigger record_follows before insert on record
when new.id is not (select coalesce(max(id), 0) + 1 from record)
  or new.before is not coalesce((select sum from record order by id desc limit 1), zeroblob(32))
begin select raise(abort, 'the journal is append-only: a record names the one before it'); end;

create unique index finished_once on record (about) where kind = 'finished';
create trigger is_of_a_run before insert on record
when new.kind in ('intent', 'cancel', 'announced', 'finished') and not exists (
  select 1 from record run where run.id = new.about and run.kind = 'run' and run.account = new.account and run.plan = new.plan)
begin select raise(abort, 'no such run'); end;

create trigger intent_places after insert on record when new.kind = 'intent' begin
  insert into placed (plan, id, lineage, again, intent, at)
    select new.plan, value ->> 0, value ->> 2, value ->> 3, new.id, key
    from json_each(new.said, '$.orders');
end;

create trigger ending_ends after insert on record when new.kind in (${words(ENDINGS)}) begin
  select raise(abort, 'no such call') where not exists (
    select 1 from record intent where intent.id = new.about and intent.kind in ('intent', 'cancel', 'question')
      and intent.account = new.account and intent.plan is new.plan);
  select raise(abort, 'a verdict for each order') from record call where call.id = new.about and (
    coalesce(json_array_length(new.said, '$.verdicts'), 0) <> ${orderCount('intent')}
    or coalesce(json_array_length(new.said, '$.answers'), 0) <> ${orderCount('cancel')});
  select raise(abort, 'no such transition') from json_each(new.said, '$.verdicts') where not exists (
    select 1 from path where from_state = 'in-flight' and step = value ->> '$.outcome' and step <> 'not-sent');
  insert into ended values (new.about, new.id);
end;

create trigger settling_settles after insert on record when new.kind = 'settled' begin
  insert into settled select value ->> '$.intent', value ->> '$.at', value ->> '$.step', new.id from json_each(new.said, '$.orders');
end;

create trigger cancel_cancels after insert on record when new.kind = 'cancel' begin
  select raise(abort, 'an order of another plan') from json_each(new.said, '$.orders') where not exists (
    select 1 from placed where placed.plan = new.plan and placed.intent = value ->> '$.intent' and placed.at = value ->> '$.at');
  select raise(abort, 'not a cancel') from json_each(new.said, '$.orders')
    where value ->> '$.step' not in ('cancel', 'cancel-unplaced');
  insert into settled select value ->> '$.intent', value ->> '$.at', value ->> '$.step', new.id from json_each(new.said, '$.orders');
end;

create trigger sight_decides after insert on record when new.kind = 'seen' begin
  select raise(abort, 'no such order') from json_each(new.said, '$.orders') where not exists (
    select 1 from placed join record intent on intent.id = placed.intent
    where placed.intent = value ->> '$.intent' and placed.at = value ->> '$.at' and intent.account = new.account);
  select raise(abort, 'not of a sight') from json_each(new.said, '$.orders')
    where value ->> '$.step' not in (${words(SIGHT_STEPS)});
  insert into settled select value ->> '$.intent', value ->> '$.at', value ->> '$.step', new.id
    from json_each(new.said, '$.orders') where value ->> '$.step' is not null;
end;
${stays('record')}
`;

/** Rules for what follows from them. */
const RULES = `
create trigger placed_begins before insert on placed
when new.again = 0 and new.lineage = 0 and exists (select 1 from placed where plan = new.plan and id = new.id)
begin select raise(abort, 'no such transition'); end;

create trigger placed_goes_on before insert on placed
when (new.again > 0 or new.lineage > 0) and (new.again > 0 or exists (select 1 from placed where plan = new.plan and id = new.id))
begin
  select raise(abort, 'no such transition') where not exists (
    select 1 from (select * from placed where plan = new.plan and id = new.id order by lineage desc, again desc limit 1) as last
    where case when new.lineage = last.lineage
      then new.again = last.again + 1 and ${clientOid('new')} = ${clientOid('last')}
        and exists (select 1 from path where step = 'intent' and from_state = ${stateAfter(lastStep('last.intent', 'last.at'))})
      else new.lineage > last.lineage and new.again = 0
        and ${stateAfter(lastStep('last.intent', 'last.at'))} in (${words(PLACED_AGAIN_AFTER)}) end);
end;

create trigger settled_follows_path before insert on settled begin
  select raise(abort, 'no such transition') where not exists (
    select 1 from placed join record intent on intent.id = placed.intent join record word on word.id = new.record
    where placed.intent = new.intent and placed.at = new.at and intent.account = word.account)
  or not exists (
    select 1 from path where step = new.step and from_state = ${stateAfter(lastStep('new.intent', 'new.at'))});
end;

create trigger path_is_whole before insert on path begin select raise(abort, 'the journal is append-only'); end;
${['placed', 'ended', 'settled', 'path'].map(stays).join('')}
`;

/** The kinds that came with version 11. */
const SINCE_11: ReadonlySet<string> = new Set(['end-asked', 'closed-elsewhere']);

const KINDS_BEFORE = RECORD_KINDS.filter((kind) => !SINCE_11.has(kind));
const KINDS_WITHOUT_HALTS = KINDS_BEFORE.filter((kind) => !(HALT_KINDS as readonly string[]).includes(kind));

const tables = (version: number, more: string): string => `${RECORD}${BESIDE}${RECORD_RULES}${RULES}${more}
pragma application_id = ${APPLICATION_ID};
pragma user_version = ${version};
`;

export const TABLES = tables(JOURNAL_VERSION, kindsAre(RECORD_KINDS) + HALTS + PLACED_AT);

/** Those of the versions before that are read as they are, and brought up by whoever opens them to write. */
export const TABLES_BEFORE: ReadonlyMap<number, string> = new Map([
  [WITHOUT_HALTS, tables(WITHOUT_HALTS, kindsAre(KINDS_WITHOUT_HALTS))],
  [WITHOUT_PLACED_AT, tables(WITHOUT_PLACED_AT, kindsAre(KINDS_BEFORE) + HALTS)],
  [WITHOUT_END_ASKED, tables(WITHOUT_END_ASKED, kindsAre(KINDS_BEFORE) + HALTS + PLACED_AT)],
]);

/** Makes the tables of a version before those of this one, and leaves these as they are. */
export const RAISED = `
drop trigger kind_is_known;
drop trigger if exists halted;
drop index if exists halts;
drop index if exists placed_at;${kindsAre(RECORD_KINDS)}${HALTS}${PLACED_AT}
pragma user_version = ${JOURNAL_VERSION};
`;
