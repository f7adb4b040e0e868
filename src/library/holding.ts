import type { AccountName } from '../journal/records/scope.ts';
import type { Config } from '../model/config.ts';
import type { Clock } from '../ports.ts';
import type { Session } from '../session/session.ts';
import type { Connection } from './connect.ts';
import type { SessionLedger } from './ledger.ts';
import type { Telling } from './placed.ts';

/** What the work of a session rests on. */
export interface Holding {
  readonly ledger: SessionLedger;
  readonly account: AccountName;
  readonly connection: Connection;
  readonly config: Config;
  readonly clock: Clock;
  readonly rebind: boolean;
  readonly telling: Telling;
}

export interface Working extends Holding {
  readonly session: Session;
  /** Throws RefusalError where the account is not this key's. */
  readonly connect: () => Promise<void>;
}
