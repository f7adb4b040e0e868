/** What there is to know of a store beside its records. */
import type { Holder } from './ledger.ts';
import type { AccountName, PlanName } from './scope.ts';

export interface StoreFacts {
  /** The version of its tables. */
  readonly version: number;
  /** Who holds what at this moment. */
  readonly held: readonly HeldClaim[];
  /** What a record outlives once it is written: a line each, for a person. */
  readonly durability: readonly string[];
  /** Who last took it as it is, by `ordo journal restored`. */
  readonly restored?: Restored;
}

/** `user` is that of the machine, by its own word. */
export interface Restored {
  readonly user: string;
  readonly host: string;
  readonly at: string;
}

export interface HeldClaim {
  readonly holder: Holder;
  readonly account: AccountName;
  /** Undefined: all plans of the account. */
  readonly plan?: PlanName;
}

export interface Standby {
  /** Undefined: the role may not see it. */
  readonly name?: string;
  /** `sync`, `quorum`, `potential` or `async`, as the server says it. */
  readonly sync?: string;
}

const IN_STEP: ReadonlySet<string | undefined> = new Set(['sync', 'quorum']);

/** `waitsFor`: the names of standbys that a commit waits for, as the server is set. */
export function standbyWords(standbys: readonly Standby[], waitsFor: string): readonly string[] {
  if (standbys.length === 0)
    return waitsFor === ''
      ? ['no standby: durable on one disk']
      : [`no standby is there, and a commit waits for ${waitsFor}: a run stops at its first record`];
  return standbys.map(({ name, sync }) => {
    if (name === undefined || sync === undefined)
      return 'a standby that this role may not see: grant pg_read_all_stats to it';
    return IN_STEP.has(sync)
      ? `synchronous standby ${name}`
      : `WARNING: asynchronous standby ${name}: a failover to it forgets what was acknowledged last, and a forgotten order can be sent twice`;
  });
}
