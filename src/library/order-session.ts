/** What a session of the library is given, and what it can do. */
import type { KnownAccount } from '../journal/records/known-account.ts';
import type { AccountName, PlanName } from '../journal/records/scope.ts';
import type { JournalState } from '../journal/records/state.ts';
import type { Config } from '../model/config.ts';
import type { Result } from '../model/result.ts';
import type { Clock } from '../ports.ts';
import type { Refusal } from '../refusal.ts';
import type { PutRight } from '../session/place/placement.ts';
import type { AccountOptions, AskedAccount } from './account.ts';
import type { CancelledPlan, CancelOptions, SeenOrder } from './cancel.ts';
import type { ClosedPosition, PositionToClose } from './close.ts';
import type { CompiledPlan } from './compile.ts';
import type { Connection } from './connect.ts';
import type { FlattenedAccount, FlattenOptions } from './flatten.ts';
import type { FollowedPlan, FollowOptions } from './follow.ts';
import type { HaltedAccount } from './halt.ts';
import type { SessionLedger } from './ledger.ts';
import type { LookedAccount } from './look.ts';
import type { PlaceOptions } from './place.ts';
import type { Listeners, PlacedPlan } from './placed.ts';
import type { LookedUpOrder, OrderWord, WordOptions } from './settle.ts';

export interface OrderSessionOptions extends Listeners {
  readonly ledger: SessionLedger;
  readonly connection: Connection;
  /** The same config that the plans were checked under; it also names the account. */
  readonly config?: Config;
  readonly clock?: Clock;
  /** Says that the account's key was replaced, or has moved to this account for good. */
  readonly rebind?: boolean;
  /**
   * Asks whoever follows a plan of the account to end, in the name of this command, and waits up to 30 s for that. Without it a
   * follower is a refusal (exit code 10): a session holds all of the account.
   */
  readonly endFollowers?: 'cancel' | 'close' | 'flatten' | 'settle';
}

/** Holds one account of one ledger until it is closed. Its methods may be called at any time; they work in turn. */
export interface OrderSession extends AsyncDisposable {
  readonly account: AccountName;
  /** What an earlier run left: verdicts kept aside that are in the ledger now, and orders that became unknown. */
  readonly putRight: PutRight;
  /** All that the ledger knows of the account, plan by plan. */
  known(): Promise<Result<KnownAccount, Refusal>>;
  /** What it knows of one plan, for `compilePlan`. */
  state(plan: PlanName): Promise<Result<JournalState, Refusal>>;
  /**
   * Sends what was compiled, or what the ledger leaves of it: an order that it knows as sent is never sent again. Refused as a
   * live run of the command is, before the first byte.
   */
  place(compiled: CompiledPlan, options?: PlaceOptions): Promise<Result<PlacedPlan, Refusal>>;
  /**
   * Sends what was compiled, and what the plan says of later, until nothing of it can become due, or the signal is aborted. All other
   * work of the session waits meanwhile, but for `halt` and `lift`: with those only exits go on. A `cancel` of the plan, a
   * `closePosition` at which it has an order, and `flatten` ask it to end (exit code 6). So do these commands in another process, and
   * they begin once the session is closed. Called again, it continues.
   */
  follow(compiled: CompiledPlan, options?: FollowOptions): Promise<Result<FollowedPlan, Refusal>>;
  /** Looks the unknown orders of a plan up in the exchange's lists; those that are found once, as sent, are accepted from then on. */
  lookUp(
    plan: PlanName,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Result<readonly LookedUpOrder[], Refusal>>;
  /**
   * Takes the plan's orders that may rest off the exchange, and follows each until its record there says how it ended. It may be
   * called again after an end that is unknown.
   */
  cancel(plan: PlanName, options?: CancelOptions): Promise<Result<CancelledPlan, Refusal>>;
  /** Asks how the plan's placed orders stand on the exchange; what it tells is kept in the ledger, next to their outcomes. */
  refresh(plan: PlanName, options?: { readonly signal?: AbortSignal }): Promise<Result<readonly SeenOrder[], Refusal>>;
  /**
   * Asks what the account is worth, what it holds, and what its trades came to. It sends nothing; what it saw of the account is kept
   * in the ledger, money is not. Err: money or positions were not told (exit code 2), the rate limit (8).
   */
  askAccount(options?: AccountOptions): Promise<Result<AskedAccount, Refusal>>;
  /**
   * Looks at what the account holds and has open, and says what of it is covered, naked and not known. It sends nothing; what it saw
   * is kept in the ledger.
   */
  look(options?: { readonly signal?: AbortSignal }): Promise<Result<LookedAccount, Refusal>>;
  /**
   * Halts the account: nothing that opens is sent from this ledger until it is lifted. It waits for no turn: work that is under way
   * meets it at its next call. Err: the record is not durable (exit code 6), so nobody must take the account for halted.
   */
  halt(why: string): Promise<Result<HaltedAccount, Refusal>>;
  /** Ends the halt, whoever made it. It waits for no turn either. */
  lift(why: string): Promise<Result<HaltedAccount, Refusal>>;
  /**
   * Closes a position at market, or a part of it, whoever opened it. It goes out once, and is looked at until it is seen filled. Err:
   * nothing was sent (exit code 2), or an earlier close of it is not known to be over (7).
   */
  closePosition(position: PositionToClose): Promise<Result<ClosedPosition, Refusal>>;
  /**
   * Halts the account, cancels what of this ledger may open, closes what its orders opened, and looks twice. The halt stands
   * whatever comes of it, until `lift` ends it; calling it again goes on from wherever it ended.
   */
  flatten(options: FlattenOptions): Promise<Result<FlattenedAccount, Refusal>>;
  /**
   * A person's word on orders, all of them or none: held against the exchange's lists where they can be asked. Settle what a
   * look-up leaves unknown only on what somebody has seen.
   */
  settle(plan: PlanName, words: readonly OrderWord[], options?: WordOptions): Promise<Result<void, Refusal>>;
  /** Lets go of the account, after what is under way. The connection stays open. */
  close(): Promise<void>;
}
