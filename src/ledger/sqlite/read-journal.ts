import type { DatabaseSync } from 'node:sqlite';
import { checkSound, hasNoTables, journalError, journalGone, mustBeThere, openToRead } from './journal-file.ts';
import { isThere } from '../beside/journal-path.ts';
import { emptyJournal, foldJournal, type JournalRecord, type JournalState } from '../state.ts';
import { checkSum } from './row-sum.ts';
import type { CallKind } from '../../model/call.ts';
import type { JournalHistory, SentCall } from '../../ports.ts';
import { NO_HISTORY, readHistory } from './history.ts';

/** Whose orders, of which plan. */
export interface JournalScope {
  readonly account: { readonly origin: string; readonly name: string };
  readonly plan: string;
  readonly generation: number;
}

/** What the journal in `file` knows of one plan, without making, changing or locking anything; empty where there is no file. */
export const readJournalState = (file: string, scope: JournalScope): JournalState =>
  reading(file, emptyJournal, (database) => {
    const rows = database.prepare(`select step.* ${STEPS_OF_PLAN} order by step.id`).all(...valuesOf(scope));
    return foldJournal(rows.map(recordOf));
  });

/** What the journal has of the account, and of the plan in whatever generation; read as `readJournalState` reads. */
export const readJournalHistory = (file: string, { account, plan }: JournalScope): JournalHistory =>
  reading(file, NO_HISTORY, (database) => readHistory(database, account, plan));

/** Every call that carried one order of the plan, the oldest first; read as `readJournalState` reads. */
export const readSentCalls = (file: string, scope: JournalScope, id: string): readonly SentCall[] =>
  reading(file, [], (database) => {
    const intents = `${STEPS_OF_PLAN} and step.step = 'intent'`;
    const fellows = database.prepare(`select step.* ${intents} and step.attempt = ? order by step.id`);
    return database
      .prepare(
        `select attempt.*, attempt_end.how, attempt_end.message, attempt_end.latency_ms from attempt
         left join attempt_end on attempt_end.attempt = attempt.id
         where attempt.id in (select step.attempt ${intents} and order_key = ?) order by attempt.id`,
      )
      .all(...valuesOf(scope), id)
      .map((row) => sentCallOf(row, fellows.all(...valuesOf(scope), row['id'] as number).map(recordOf)));
  });

const STEPS_OF_PLAN = `from step join account on account.id = step.account
  where account.origin = ? and account.name = ? and step.plan = ? and step.generation = ?`;
const valuesOf = ({ account, plan, generation }: JournalScope): [string, string, string, number] => [
  account.origin,
  account.name,
  plan,
  generation,
];

/** What `read` finds in the journal of `file`, or `nothing` where there is none yet. */
function reading<T>(file: string, nothing: T, read: (database: DatabaseSync) => T): T {
  const wasMade = mustBeThere(file);
  if (!isThere(file)) return nothingIn(file, wasMade, nothing);
  let database: DatabaseSync | undefined;
  try {
    database = openToRead(file);
    if (hasNoTables(database)) return nothingIn(file, wasMade, nothing);
    checkSound(database, file);
    return read(database);
  } catch (error) {
    throw journalError(error, file);
  } finally {
    database?.close();
  }
}

function nothingIn<T>(file: string, wasMade: boolean, nothing: T): T {
  if (wasMade) throw journalGone(file);
  return nothing;
}

/** A row of `attempt` and how it ended; `intents` are the first records of its orders. */
function sentCallOf(row: Readonly<Record<string, unknown>>, intents: readonly JournalRecord[]): SentCall {
  const how = row['how'] as NonNullable<SentCall['ended']>['how'] | null;
  const message = row['message'];
  return {
    call: Number(row['call']),
    kind: row['kind'] as CallKind,
    path: row['path'] as string,
    body: row['body'] as string,
    weight: { ip: Number(row['ip_weight']), uid: Number(row['uid_weight']) },
    orders: intents.map(({ id, clientOid }) => ({ id, clientOid })),
    sentAtMs: Number(row['intent_at_ms']),
    ...(how !== null && {
      ended: { how, latencyMs: Number(row['latency_ms']), ...(typeof message === 'string' && { message }) },
    }),
  };
}

/** One row of the table `step`; throws RowError where it does not say what was written. */
export function recordOf(row: Readonly<Record<string, unknown>>): JournalRecord {
  checkSum(row);
  const text = (name: string): string | undefined => (typeof row[name] === 'string' ? row[name] : undefined);
  const content = text('content');
  const optional = { orderId: text('order_id'), code: text('code'), message: text('message'), rule: text('rule') };
  return {
    step: text('step') as JournalRecord['step'],
    plan: text('plan') as string,
    generation: Number(row['generation']),
    id: text('order_key') as string,
    clientOid: text('client_oid') as string,
    lineage: Number(row['lineage']),
    atMs: Number(row['at_ms']),
    ...(content !== undefined && { content: JSON.parse(content) as Record<string, string> }),
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, value]) => value !== undefined),
    ) as Partial<JournalRecord>),
  };
}
