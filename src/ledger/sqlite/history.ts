import type { DatabaseSync } from 'node:sqlite';
import type { JournalHistory } from '../../ports.ts';
import { findAccount } from './accounts.ts';

export const NO_HISTORY: JournalHistory = { isNew: true };

/** What the journal has of an account and of one plan of it, whatever the generation. */
export function readHistory(
  database: DatabaseSync,
  owner: { readonly origin: string; readonly name: string },
  plan: string,
): JournalHistory {
  const account = findAccount(database, owner);
  if (account === undefined) return NO_HISTORY;
  const isUsed = database.prepare('select 1 from step where account = ? limit 1').get(account) !== undefined;
  const generation = database
    .prepare('select max(generation) as generation from step where account = ? and plan = ?')
    .get(account, plan)?.['generation'];
  const planFile = database
    .prepare(
      `select plan_file from run where account = ? and plan = ? and exists (select 1 from attempt where attempt.run = run.id)
       order by id desc limit 1`,
    )
    .get(account, plan)?.['plan_file'];
  return {
    isNew: !isUsed,
    ...(typeof generation === 'number' && { generation }),
    ...(typeof planFile === 'string' && { planFile }),
  };
}
