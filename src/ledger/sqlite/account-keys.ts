/** Which key acts for which account of this journal: by a salted fingerprint, never by the key itself. */
import type { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '../../model/result.ts';
import type { KeyRefusal } from '../../ports.ts';

/** An account and its key, and who tied them when. */
interface Binding {
  readonly account: number;
  readonly fingerprint: string;
  readonly host: string;
  readonly user: string;
  readonly atMs: number;
}

export const readSalt = (database: DatabaseSync): Uint8Array =>
  database.prepare('select value from salt').get()?.['value'] as Uint8Array;

/**
 * Ties the account to the key where it has none yet and no other account has this one. An account whose newest key this is
 * needs nothing. Within a commit, so that two first runs cannot both be first.
 */
export function bindKey(database: DatabaseSync, binding: Binding, rebind: boolean): Result<void, KeyRefusal> {
  const { account, fingerprint, host, user, atMs } = binding;
  const own = database.prepare(`${NEWEST} and k.account = ?`).get(account)?.['fingerprint'];
  if (own === fingerprint) return ok(undefined);
  if (own !== undefined && !rebind) return err({ kind: 'other-key' });
  const owner = database.prepare(`${NEWEST} and k.fingerprint = ? limit 1`).get(fingerprint);
  if (owner !== undefined && !rebind) {
    return err({
      kind: 'other-account',
      owner: { origin: String(owner['origin']), name: String(owner['name']) },
    });
  }
  database
    .prepare('insert into account_key (account, fingerprint, host, user, at_ms) values (?,?,?,?,?)')
    .run(account, fingerprint, host, user, atMs);
  return ok(undefined);
}

const NEWEST = `select k.fingerprint, account.origin, account.name from account_key k join account on account.id = k.account
  where not exists (select 1 from account_key later where later.account = k.account and later.id > k.id)`;
