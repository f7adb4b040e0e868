/** What a session is opened with. */
import type { Spool } from '../journal/files/spool.ts';
import type { Ledger } from '../journal/records/ledger.ts';
import type { ClaimScope } from '../journal/records/scope.ts';
import type { Limits } from '../model/call.ts';
import type { ExecutionSettings } from '../model/config.ts';
import type { Clock, EventSink } from '../ports.ts';

export interface SessionOptions {
  readonly ledger: Ledger;
  readonly scope: ClaimScope;
  readonly limits: Limits;
  readonly settings: ExecutionSettings;
  readonly clock: Clock;
  /** Where verdicts go that the ledger cannot take; for a store that has many names, by what its claim calls it. */
  readonly spool: Spool | ((journal: string) => Spool | Promise<Spool>);
  readonly emit: EventSink;
}

/** Once the account is held. */
export type HeldOptions = SessionOptions & { readonly spool: Spool };
