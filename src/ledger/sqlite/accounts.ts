/** The table `account`. */
import type { DatabaseSync } from 'node:sqlite';

interface Account {
  readonly origin: string;
  readonly name: string;
}

export function findAccount(database: DatabaseSync, { origin, name }: Account): number | undefined {
  const id = database.prepare('select id from account where origin = ? and name = ?').get(origin, name)?.['id'];
  return id === undefined ? undefined : Number(id);
}

/** The account's id; where the account is not there yet, it is added. */
export function findOrAddAccount(database: DatabaseSync, account: Account): number {
  const { origin, name } = account;
  database.prepare('insert into account (origin, name) values (?, ?) on conflict do nothing').run(origin, name);
  return findAccount(database, account) as number;
}
