import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { checkSound, hasNoTables, journalError, journalGone, mustBeThere, openToRead } from './journal-file.ts';
import { emptyJournal, foldJournal, type JournalRecord, type JournalState } from './journal-state.ts';
import { checkSum } from './row-sum.ts';

/** Whose orders, of which plan. */
export interface JournalScope {
  readonly account: { readonly origin: string; readonly name: string };
  readonly plan: string;
  readonly generation: number;
}

/** What the journal in `file` knows of one plan, without making, changing or locking anything; empty where there is no file. */
export function readJournalState(file: string, { account, plan, generation }: JournalScope): JournalState {
  const wasMade = mustBeThere(file);
  if (!existsSync(file)) return nothingIn(file, wasMade);
  let database: DatabaseSync | undefined;
  try {
    database = openToRead(file);
    if (hasNoTables(database)) return nothingIn(file, wasMade);
    checkSound(database, file);
    const rows = database
      .prepare(
        `select step.* from step join account on account.id = step.account
         where account.origin = ? and account.name = ? and plan = ? and generation = ? order by step.id`,
      )
      .all(account.origin, account.name, plan, generation);
    return foldJournal(rows.map(recordOf));
  } catch (error) {
    throw journalError(error, file);
  } finally {
    database?.close();
  }
}

function nothingIn(file: string, wasMade: boolean): JournalState {
  if (wasMade) throw journalGone(file);
  return emptyJournal;
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
