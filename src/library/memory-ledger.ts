/** A ledger in memory that lasts as long as its value: its sessions share one log, as those of a file do. */
import { err, ok } from '../model/result.ts';
import { defined } from '../model/defined.ts';
import type { Head, Verified } from '../journal/records/head.ts';
import type { Machine } from '../journal/account/account-log.ts';
import type { Holder } from '../journal/records/ledger.ts';
import { LogLedger, type AccountLocks } from '../journal/requests/log-ledger.ts';
import type { LocalLog, LocalStore, LogRecord, OnRecord } from '../journal/records/record-log.ts';
import type { AccountName } from '../journal/records/scope.ts';
import { SqliteStore } from '../journal/sqlite/sqlite-log.ts';
import { MEMORY } from '../journal/url.ts';

export function memoryLedger(machine: Machine & { readonly self: Holder }): LogLedger {
  const store = new MemoryStore(machine.wallMs);
  return new LogLedger(() => store, locksOf(machine.self), machine, MEMORY);
}

/** Tells each record to everybody who has it open, in the commit that writes it. */
class MemoryStore implements LocalStore {
  readonly #wallMs: () => number;
  readonly #records: { readonly record: LogRecord; readonly sum: string | undefined }[] = [];
  readonly #open = new Set<OnRecord>();
  #log: LocalLog | undefined;
  /** Whose records are being written. */
  #writing: OnRecord | undefined;

  constructor(wallMs: () => number) {
    this.#wallMs = wallMs;
  }

  open(onRecord: OnRecord): LocalLog {
    const log = (this.#log ??= new SqliteStore({ file: ':memory:', wallMs: this.#wallMs }).open((record, sum) => {
      this.#records.push({ record, sum });
      for (const tell of this.#open)
        if (tell === this.#writing) tell(record, sum, true);
        else tell(record, sum);
    }));
    this.read(onRecord);
    this.#open.add(onRecord);
    return {
      get head() {
        return log.head;
      },
      transact: (work) => {
        this.#writing = onRecord;
        try {
          return log.transact(work);
        } finally {
          this.#writing = undefined;
        }
      },
      close: () => void this.#open.delete(onRecord),
    };
  }

  /** Nobody else can write into it, so only a head that was kept of another ledger is not in it. */
  verify(kept?: Head): Verified {
    const { sum } = this.#records[(kept?.record ?? 0) - 1] ?? {};
    if (kept !== undefined && (sum === undefined || !sum.startsWith(kept.sum)))
      return { kind: 'broken', record: kept.record, about: 'a record', what: 'is not the one whose head was kept' };
    return { kind: 'whole', ...defined({ head: this.#log?.head }) };
  }

  read(onRecord: OnRecord): void {
    for (const { record, sum } of this.#records) onRecord(record, sum);
  }
}

const keyOf = ({ origin, name }: AccountName): string => JSON.stringify([origin, name]);

function locksOf(self: Holder): AccountLocks {
  const held = new Set<{ readonly account: string; readonly plan: string | undefined }>();
  const ofAccount = (account: string) => [...held].filter((one) => one.account === account);
  const holderOf = ({ plan }: { readonly plan: string | undefined }): Holder => ({ ...self, ...defined({ plan }) });
  return {
    take: ({ account, plan: { plan } = {} }) => {
      const own = { account: keyOf(account), plan };
      const other = ofAccount(own.account).find(
        (one) => plan === undefined || one.plan === undefined || one.plan === plan,
      );
      if (other !== undefined) return err(holderOf(other));
      held.add(own);
      const othersPlans = (): ReadonlySet<string> =>
        new Set(ofAccount(own.account).flatMap((one) => (one === own ? [] : (one.plan ?? []))));
      return ok({ release: () => void held.delete(own), ...(plan !== undefined && { othersPlans }) });
    },
    holder: (account, plan) =>
      ofAccount(keyOf(account))
        .filter((one) => plan === undefined || one.plan === undefined || one.plan === plan)
        .map(holderOf)[0],
  };
}
