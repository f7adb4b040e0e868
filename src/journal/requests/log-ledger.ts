/** A ledger over a store that is a log of records. */
import { ok, type Result } from '../../model/result.ts';
import type { CallKind, Limits } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import { AccountMemory } from '../account/account-memory.ts';
import type { AccountWithLook, Approval, Claim, HaltSet, Holder, Ledger, Questions } from '../records/ledger.ts';
import type { EndRequest } from '../records/end-asked.ts';
import type { Halt } from '../records/halt.ts';
import type { KeptLook } from '../records/looked.ts';
import type { Objection } from '../records/objection.ts';
import type { SentCall } from '../records/request.ts';
import { HaltStands, journalError } from '../records/journal-error.ts';
import type { AccountName, ClaimScope, PlanScope } from '../records/scope.ts';
import { AccountBooks, type Machine } from '../account/account-log.ts';
import type { IsHeld } from '../account/reserves.ts';
import { LogClaim } from './log-claim.ts';
import { longestWindow } from '../../model/call.ts';
import type { Head, Verified } from '../records/head.ts';
import {
  isEnding,
  type Eventually,
  type IsEnough,
  type LogRecord,
  type OnRecord,
  type RecordStore,
} from '../records/record-log.ts';
import { stated } from '../records/storable.ts';
import { said, saidOf } from '../records/record-schema.ts';
import type { KnownAccount } from '../records/known-account.ts';

/** A lock that is held. */
export interface HeldLock {
  release(): Eventually<void>;
  /** What is written under the lock; undefined: the ledger's own store. */
  readonly store?: RecordStore;
  /** Where it is of one plan, and others of the account may run beside it: the plans that these hold now. */
  readonly othersPlans?: () => Eventually<ReadonlySet<string>>;
}

/** The locks of accounts and their plans beside the store. */
export interface AccountLocks {
  /** A way to let go, or who holds it. */
  take(scope: ClaimScope, limits: Limits): Eventually<Result<HeldLock, Holder | undefined>>;
  /** Who holds it, if anybody does; with a plan, who holds that or all of it. */
  holder(account: AccountName, plan?: string): Eventually<Holder | undefined>;
}

export class LogLedger implements Ledger {
  readonly name: string;
  /** Without an account, only to be read. */
  readonly #storeFor: (account?: AccountName) => RecordStore;
  readonly #locks: AccountLocks;
  readonly #machine: Machine;

  constructor(storeFor: (account?: AccountName) => RecordStore, locks: AccountLocks, machine: Machine, name: string) {
    this.name = name;
    this.#storeFor = storeFor;
    this.#locks = locks;
    this.#machine = machine;
  }

  async account(account: AccountName): Promise<KnownAccount> {
    return (await this.#memoryOf(account)).account();
  }

  async hasSent({ origin, name }: AccountName): Promise<boolean> {
    let [id, hasSent]: [number | undefined, boolean] = [undefined, false];
    const take = (record: LogRecord): void => {
      if (record.kind === 'intent' && record.account === id) hasSent = true;
      if (record.kind !== 'account') return;
      const known = saidOf('account', record);
      if (known.origin === origin && known.name === name) id = record.id;
    };
    await this.#storeFor().read(take, () => hasSent);
    return hasSent;
  }

  async accountWithLook(account: AccountName): Promise<AccountWithLook> {
    const memory = await this.#memoryOf(account);
    return { known: memory.account(), ...defined({ look: memory.looks.newest(), halt: memory.halt }) };
  }

  async newestLook(account: AccountName): Promise<KeptLook | undefined> {
    return (await this.#memoryOf(account)).looks.newest();
  }

  async halted(account: AccountName): Promise<Halt | undefined> {
    return (await this.#memoryOf(account)).halt;
  }

  async setHalt(account: AccountName, how: 'halt' | 'lifted', why: string, mostMs?: number): Promise<HaltSet> {
    const { host, user, tool } = this.#machine.self;
    const words = said<'halt'>({ host, user, ...defined({ tool }), why });
    const store = this.#storeFor(account);
    // A halt is in a hurry: what takes long is looked at once it is in force.
    const atEnd =
      how === 'halt' ? await store.haltAtEnd?.(account, { kind: how, ...stated(words), ...this.#now() }) : undefined;
    if (atEnd !== undefined) {
      const memory = await this.#behindHalt(account, mostMs);
      // One that was in force may have been lifted meanwhile: then it is another halt.
      if (atEnd.before === undefined || memory?.halt !== undefined || memory === undefined)
        return { ...atEnd, ...defined({ known: memory?.account() }) };
    }
    // It sends nothing that others' spending would hold back.
    const books = await AccountBooks.open(store, account, this.#machine, 0);
    try {
      const before = await books.write((append) => {
        const { halt } = books.memory;
        if ((how === 'halt') !== (halt !== undefined)) append({ kind: how, ...books.of(), said: words });
        return halt;
      });
      // Not read again: that takes as long once more, and may fail behind a halt that is in force.
      return { known: books.memory.account(), ...defined({ before }) };
    } finally {
      await books.close();
    }
  }

  async askToEnd(account: AccountName, request: EndRequest): Promise<void> {
    const { host, user, tool, pid } = this.#machine.self;
    const words = said<'end-asked'>({ host, user, pid, ...defined({ tool }), ...request });
    // It sends nothing that others' spending would hold back.
    const books = await AccountBooks.open(this.#storeFor(account), account, this.#machine, 0);
    try {
      await books.write((append) => void append({ kind: 'end-asked', ...books.of(), said: words }));
    } finally {
      await books.close();
    }
  }

  #now(): Pick<LogRecord, 'atMs' | 'uptimeMs'> {
    return { atMs: this.#machine.wallMs(), uptimeMs: this.#machine.uptimeMs?.() ?? null };
  }

  /** What is known of the account behind a halt that is in force, if there is time. Rejects with HaltStands where it cannot be read. */
  async #behindHalt(account: AccountName, mostMs = Infinity): Promise<AccountMemory | undefined> {
    const untilMs = this.#machine.monotonicMs() + mostMs;
    let isLate = false;
    try {
      const memory = await this.#memoryOf(account, () => (isLate ||= this.#machine.monotonicMs() >= untilMs));
      return isLate ? undefined : memory;
    } catch (error) {
      throw new HaltStands(journalError(error, this.name));
    }
  }

  async approvals(scope: PlanScope): Promise<readonly Approval[]> {
    return (await this.#memoryOf(scope.account)).approvals(scope);
  }

  async #memoryOf(account: AccountName, isEnough?: IsEnough): Promise<AccountMemory> {
    const memory = new AccountMemory(account);
    await this.#storeFor(account).read((record) => memory.take(record), isEnough);
    return memory;
  }

  async holder(account: AccountName, plan?: string): Promise<Holder | undefined> {
    const holder = await this.#locks.holder(account, plan);
    // A session of the library holds all of the account while it follows a plan: which one, its run says.
    if (holder === undefined || holder.plan !== undefined || holder.isWatch === true) return holder;
    const followed = (await this.#memoryOf(account)).followedBy(holder, plan);
    return followed === undefined ? holder : { ...holder, plan: followed, isFollow: true };
  }

  async sendings(scope: PlanScope, id: string): Promise<readonly SentCall[]> {
    const memory = new AccountMemory(scope.account);
    const calls = new Map<number, SentCall>();
    await this.#storeFor(scope.account).read((record) => {
      memory.take(record);
      if (record.account === undefined || record.account !== memory.id) return;
      if (record.kind === 'intent' && record.plan === memory.planId(scope)) {
        const call = sentCall(record);
        if (saidOf('intent', record).isAdopted !== true && call.orders.some((order) => order.id === id))
          calls.set(record.id, call);
      }
      const call = calls.get(record.about ?? 0);
      if (call !== undefined) calls.set(record.about ?? 0, ended(call, record));
    });
    return [...calls.values()];
  }

  async records(onRecord: OnRecord): Promise<void> {
    await this.#storeFor().read(onRecord);
  }

  async verify(kept?: Head): Promise<Verified> {
    return this.#storeFor().verify(kept);
  }

  async objection(): Promise<Objection | undefined> {
    return this.#storeFor().objection?.();
  }

  async claim(scope: ClaimScope, limits: Limits): Promise<Result<Claim, Holder | undefined>> {
    const lock = await this.#locks.take(scope, limits);
    if (!lock.ok) return lock;
    const { store, othersPlans } = lock.value;
    try {
      const books = await this.#books(scope.account, limits, store);
      const isFollowed = async (plan: string): Promise<boolean> =>
        (await this.#locks.holder(scope.account, plan))?.isFollow === true;
      const beside = othersPlans && { ...defined({ plan: scope.plan?.plan }), othersPlans, isFollowed };
      const isHeld: IsHeld = async (account, plan) =>
        othersPlans !== undefined && isSame(account, scope.account)
          ? (await othersPlans()).has(plan)
          : (await this.#locks.holder(account, plan)) !== undefined;
      return ok(new LogClaim(books, limits, () => lock.value.release(), { beside, isHeld }));
    } catch (error) {
      await lock.value.release();
      throw error;
    }
  }

  async questions(account: AccountName, limits: Limits): Promise<Questions> {
    const isHeld: IsHeld = async (of, plan) => (await this.#locks.holder(of, plan)) !== undefined;
    return new LogClaim(await this.#books(account, limits), limits, () => {}, { isHeld });
  }

  #books(account: AccountName, limits?: Limits, store = this.#storeFor(account)): Promise<AccountBooks> {
    return AccountBooks.open(store, account, this.#machine, limits && longestWindow(limits));
  }
}

const isSame = (one: AccountName, other: AccountName): boolean =>
  one.origin === other.origin && one.name === other.name;

function sentCall(record: LogRecord): SentCall {
  const { weight = { ip: 0, uid: 0 }, atMs } = record;
  const { call, kind, path, body, orders } = saidOf('intent', record);
  return {
    call,
    kind: kind as CallKind,
    path,
    body,
    weight,
    orders: orders.map(([id, clientOid]) => ({ id, clientOid })),
    sentAtMs: atMs,
  };
}

/** The call with how it ended; a later run that found no answer recorded none. */
function ended(call: SentCall, record: LogRecord): SentCall {
  const { kind } = record;
  if (!isEnding(kind) || kind === 'unrecorded') return call;
  const { latencyMs = 0, message } = saidOf('ending', record);
  return { ...call, ended: { how: kind, latencyMs, ...(message !== undefined && { message }) } };
}
