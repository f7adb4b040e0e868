/**
 * The durable truth about every account of one store. Whoever writes holds a claim; reading needs none.
 *
 * Invariants
 * 1. A request is durable before its first byte leaves, and its weight is reserved in the same commit.
 * 2. An outcome is durable before anyone is shown it. Nothing is ever changed or deleted.
 * 3. A claim writes in the order it is asked to. After its first failed write it takes no request any more, so nothing
 *    leaves behind an outcome that was lost; outcomes are still tried.
 */
import type { Limits, Weight } from '../../model/call.ts';
import type { RunEvent } from '../../model/event.ts';
import type { SightStep, Verdict } from '../../model/outcome.ts';
import type { LastSeen } from '../../model/standing.ts';
import type { Result } from '../../model/result.ts';
import type { ClosedElsewhere } from './closed-elsewhere.ts';
import type { KnownAccount } from './known-account.ts';
import type { Head, Verified } from './head.ts';
import type { EndAskedBy, EndRequest } from './end-asked.ts';
import type { Halt } from './halt.ts';
import type { KeptLook } from './looked.ts';
import type { Moment } from './moment.ts';
import type { Objection } from './objection.ts';
import type { OnRecord } from './record-log.ts';
import type {
  Attempt,
  Begun,
  BudgetGauges,
  Ending,
  IntendedOrder,
  LedgerRequest,
  LiveRequest,
  SentCall,
} from './request.ts';
import type { Reservation } from './reservation.ts';
import type { KeptReserve } from './reserve.ts';
import type { RunEnding, RunRecord } from './run-record.ts';
import type { AccountName, ClaimScope, PlanName, PlanScope } from './scope.ts';
import type { JournalState, KeptTrade } from './state.ts';

/** Who holds a claim. */
export interface Holder {
  readonly pid: number;
  readonly user: string;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
  /** What it holds of the account; undefined: all of it. */
  readonly plan?: string;
  /** It is a watch, which holds it until somebody ends it. */
  readonly isWatch?: true;
  /** It follows its plan, until nothing more can become due or somebody ends it. */
  readonly isFollow?: true;
}

/** Who awaits the answers of a plan's orders; undefined: nobody does, so what has none is unknown. */
export type Awaiting = (plan: string) => Holder | undefined;

/** One store of records. Every method rejects with JournalError where the store cannot be used. */
export interface Ledger {
  /** What a message calls it: the real path of a file. */
  readonly name: string;
  /** All that is known of the account; empty where there is no store yet. Makes and changes nothing. */
  account(account: AccountName): Promise<KnownAccount>;
  /** Whether anything was ever sent for the account from here. It reads no further than to the first, and proves nothing of what comes after. */
  hasSent(account: AccountName): Promise<boolean>;
  /** All that is known of the account, with the newest look at the account, and the halt that is in force. */
  accountWithLook(account: AccountName): Promise<AccountWithLook>;
  /** The newest look at the account; undefined where nobody looked. Reads all records, as `account` does. */
  newestLook(account: AccountName): Promise<KeptLook | undefined>;
  /** The halt that is in force for the account; undefined: none. Reads as `account` does. */
  halted(account: AccountName): Promise<Halt | undefined>;
  /**
   * Halts the account, or lifts its halt; `why` is one line. Needs no claim, and disturbs none: whoever holds one meets it at its next
   * intent. Resolves once it is durable: a second one changes nothing, and neither does a lift of none. `mostMs`: once a halt is in force,
   * so long it may read what the account has.
   */
  setHalt(account: AccountName, how: 'halt' | 'lifted', why: string, mostMs?: number): Promise<HaltSet>;
  /**
   * Asks a follower to end. Needs no claim, and disturbs none; resolves once it is durable. It asks the process that it names, as long as
   * that follows the plan, and nobody who follows it later.
   */
  askToEnd(account: AccountName, request: EndRequest): Promise<void>;
  /**
   * Who has a claim on the account at this moment: with a plan, on that plan or on all of the account. Takes and makes nothing; a
   * claim is not disturbed by it.
   */
  holder(account: AccountName, plan?: string): Promise<Holder | undefined>;
  /** Every approval of the plan, the newest first; reads as `account` does. */
  approvals(scope: PlanScope): Promise<readonly Approval[]>;
  /** Every call that carried the order of that id, the oldest first. */
  sendings(scope: PlanScope, id: string): Promise<readonly SentCall[]>;
  /** Every record of the store, in the order in which they were written. Makes and changes nothing. */
  records(onRecord: OnRecord): Promise<void>;
  /** Looks at every record, whatever is wrong with the store; `kept` is a head that was once read of it. Changes nothing. */
  verify(kept?: Head): Promise<Verified>;
  /** Why no run may go by the store as it stands, though its records are whole; undefined: nothing is against it. */
  objection(): Promise<Objection | undefined>;
  /** The right to write, or who has it; makes the store where there is none. `limits` bound what all claims may spend. */
  claim(scope: ClaimScope, limits: Limits): Promise<Result<Claim, Holder | undefined>>;
  /** The right to spend weight on questions, which needs no claim. */
  questions(account: AccountName, limits: Limits): Promise<Questions>;
}

/** What the journal had as a halt, or its end, was written. */
export interface HaltSet {
  /** The halt that was in force before. */
  readonly before?: Halt;
  /** Absent where there was no time to read all of the journal: then nothing of it is known, nor whether it is whole. */
  readonly known?: KnownAccount;
}

export interface AccountWithLook {
  readonly known: KnownAccount;
  readonly look?: KeptLook;
  readonly halt?: Halt;
}

export interface Questions {
  /**
   * Takes up the longest run of requests, from the first on, whose weight fits beside what all others on the store have
   * spent: reserved and durable when it resolves. The rest waits.
   */
  intend(requests: readonly LedgerRequest[]): Promise<Begun>;
  /**
   * Ends an attempt. Its weight counts from this very call on; resolves, once the record is durable, with the verdicts as they
   * stand: an order id that another order of the account has proves nothing, and its order is unknown.
   */
  conclude(attempt: Attempt, ending: Ending): Promise<readonly Verdict[]>;
  /** What is spent of both windows, as far as it is known without asking the store. */
  gauges(): BudgetGauges;
  /** Whether that fits beside all that is spent and kept, as far as it is known without asking the store. */
  hasRoom(cost: Weight): boolean;
  /** Lets go. What is awaited then is still written. */
  release(): Promise<void>;
}

export interface Claim extends Questions {
  /** By what the journal is known wherever it stands: the sum of its first record, in hex. */
  readonly journal: string;
  /**
   * Before anything else: takes in verdicts that a run had to keep elsewhere, and turns every order left in flight into
   * unknown, because nobody awaits its answer any more.
   */
  recover(spooled: readonly SpooledVerdict[]): Promise<Recovered>;
  state(plan: PlanName): Promise<JournalState>;
  /** All that is known of the account, as it stands at this moment. */
  account(): Promise<KnownAccount>;
  /**
   * Ties the account to the key of this fingerprint, if neither is known otherwise; `rebind` overrides what is known. Of a key that
   * is not proved yet, it only tells whether it could be.
   */
  bindKey(
    fingerprint: (salt: Uint8Array) => string,
    given: { readonly rebind: boolean; readonly isProved: boolean },
  ): Promise<Result<void, KeyRefusal>>;
  /** Durable before anything that it covers is sent. */
  approve(plan: PlanName, approval: Approval): Promise<void>;
  /** Every approval of the plan, the newest first. */
  approvals(plan: PlanName): Promise<readonly Approval[]>;
  /**
   * Once per execution, before its first intent. Where others may run beside it, what it may open is reserved in the same
   * commit, or is refused, and then nothing has begun. Resolves with the weight that it keeps, where it asks for some.
   */
  begin(run: RunRecord, reservation?: Reservation): Promise<Result<KeptReserve | undefined, Error>>;
  /** Something that happens in the execution and that no other record says: written with its end. */
  tell(event: RunEvent): void;
  /** At the end of the execution; resolves with the head that names all of it. */
  finish(end: RunEnding): Promise<Head>;
  /** A person's or a look-up's word on orders: all of them or none. Rejects where one is not unknown, or, to be closed, not accepted. */
  settle(decisions: readonly Decision[]): Promise<void>;
  /**
   * How orders stood on the exchange, and what that decides: all of them or none. Rejects where an order may not go that
   * way (src/model/outcome.ts).
   */
  see(sightings: readonly Sighting[]): Promise<void>;
  /** What was closed of a plan elsewhere; false, and nothing is written, where one of its trades has counted before. */
  keepClosed(plan: PlanName, closed: ClosedElsewhere): Promise<boolean>;
  /** A look at the account: what else the exchange told, beside its orders. */
  keepLook(look: KeptLook): Promise<void>;
  /** The newest one, of this process or another; undefined where nobody looked. */
  newestLook(): Promise<KeptLook | undefined>;
  /** That one and those of the minutes before it, the newest last. */
  recentLooks(): Promise<readonly KeptLook[]>;
  /** Takes in orders of the execution's plan that were placed from elsewhere, as accepted: all of them or none. */
  adopt(orders: readonly AdoptedOrder[]): Promise<void>;
  /** The order of the account, of any plan, that has this order id of the exchange. */
  orderIdOwner(orderId: string): Promise<OrderIdOwner | undefined>;
  /** The halt that is in force at this moment, whoever wrote it; undefined: none. */
  halted(): Promise<Halt | undefined>;
  /** Who lifted the newest halt that was lifted, when and why; undefined: nobody. */
  lifted(): Promise<Halt | undefined>;
  /** Who asked this follower to end, since it took its claim; undefined: nobody. `plan`: by default that of its run. */
  endAsked(plan?: string): Promise<EndAskedBy | undefined>;
  /** Now, by the clocks that records are stamped with. */
  moment(): Moment;
  /** Those of these orders whose last request may still be taken. */
  liveRequests(clientOids: readonly string[]): Promise<readonly LiveRequest[]>;
}

/** How an unknown order ended, or that an accepted one is closed; by whom, and on what evidence. */
export interface Settled {
  /** For an unknown order; undefined: it is settled as absent. */
  readonly orderId?: string;
  /** For an accepted order: it was filled, and its position is gone. */
  readonly isClosed?: true;
  /** `chosen`: the lists have several under its client order id, and a person said which. */
  readonly rule: 'found' | 'chosen' | 'by-person';
  /** Where it was found, or who decided it and why. */
  readonly evidence: string;
}

export interface Decision extends Settled {
  readonly clientOid: string;
}

/** How an order stood on the exchange. */
export interface Sighting {
  readonly clientOid: string;
  /** What it decides about the order; undefined: nothing. */
  readonly step?: SightStep;
  /** What the exchange told; undefined where it was not asked, or did not answer. */
  readonly seen?: LastSeen;
  /** Trades of it that are not on record yet. */
  readonly trades?: readonly KeptTrade[];
  readonly rule: string;
  /** Where it was seen, or the exchange's words. */
  readonly message: string;
}

/** An order that was found on the exchange, and never sent from here. */
export interface AdoptedOrder extends IntendedOrder {
  readonly orderId: string;
  /** When the exchange took it, in ms since 1970: of a followed plan, whose trades are read from then on. */
  readonly sentAtMs?: number;
  /** Where it was found, and who took it in. */
  readonly evidence: string;
}

export interface OrderIdOwner {
  readonly plan: string;
  readonly id: string;
  readonly clientOid: string;
}

/** What a person approved: the code, the settings that it binds, and of each order what it says, by client order id. */
export interface Approval {
  readonly code: string;
  readonly settings: string;
  readonly orders: Readonly<Record<string, string>>;
  /** When it was recorded, in ms since 1970; it is no part of what is approved. */
  readonly atMs?: number;
}

/** Why a key may not act for an account: the account is known with another key, or the key under another account. */
export type KeyRefusal =
  | { readonly kind: 'other-key' }
  | { readonly kind: 'other-account'; readonly owner: AccountName };

/** A verdict that the ledger could not take. */
export interface SpooledVerdict {
  readonly clientOid: string;
  readonly verdict: Verdict;
}

export interface Recovered {
  /** How many spooled verdicts are in the ledger now. */
  readonly taken: number;
  /** How many orders became unknown. */
  readonly unknown: number;
  /** Spooled verdicts that contradict what the ledger knows. */
  readonly refused: readonly SpooledVerdict[];
  /** Spooled verdicts that the store takes no record of: their orders are unknown. Missing where there are none. */
  readonly unfit?: readonly SpooledVerdict[];
}
