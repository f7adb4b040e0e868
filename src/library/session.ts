/** The one way to send anything: who has a session holds the account, and places and looks up in turn. */
import { NO_SPOOL } from '../journal/files/spool.ts';
import type { KnownAccount } from '../journal/records/known-account.ts';
import type { AccountName, PlanName } from '../journal/records/scope.ts';
import type { JournalState } from '../journal/records/state.ts';
import { defaultConfig, type Config } from '../model/config.ts';
import type { Result } from '../model/result.ts';
import type { Clock } from '../ports.ts';
import { realClock } from '../system/clock.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { holdAccount } from '../actions/hold-account.ts';
import { checkKey } from '../actions/prepare/account-checks.ts';
import type { PutRight } from '../session/place/placement.ts';
import type { Session } from '../session/session.ts';
import { cancelStanding, refreshPlan, type CancelledPlan, type CancelOptions, type SeenOrder } from './cancel.ts';
import type { CompiledPlan } from './compile.ts';
import type { Connection } from './connect.ts';
import { askForAccount, type AccountOptions, type AskedAccount } from './account.ts';
import { closeHeldPosition, type ClosedPosition, type PositionToClose } from './close.ts';
import { asValue } from './failure.ts';
import { setHaltOf, type HaltedAccount } from './halt.ts';
import { followCompiled, type FollowedPlan, type FollowOptions } from './follow.ts';
import { flattenHeld, type FlattenedAccount, type FlattenOptions } from './flatten.ts';
import type { Holding } from './holding.ts';
import type { SessionLedger } from './ledger.ts';
import { lookAtHeld, type LookedAccount } from './look.ts';
import { placeCompiled, type PlaceOptions } from './place.ts';
import { lookUpUnknown, settleByWord, type LookedUpOrder, type OrderWord, type WordOptions } from './settle.ts';
import { Telling, type Listeners, type PlacedPlan } from './placed.ts';

export interface OrderSessionOptions extends Listeners {
  readonly ledger: SessionLedger;
  readonly connection: Connection;
  /** The same config that the plans were checked under; it also names the account. */
  readonly config?: Config;
  readonly clock?: Clock;
  /** Says that the account's key was replaced, or has moved to this account for good. */
  readonly rebind?: boolean;
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
   * work of the session waits meanwhile, but for `halt` and `lift`: with those only exits go on. Called again, it continues.
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

/** Err: another session holds the account (exit code 10), or the ledger cannot be used (2). */
export async function openSession(options: OrderSessionOptions): Promise<Result<OrderSession, Refusal>> {
  const { ledger, connection, config = defaultConfig, clock = realClock, rebind = false } = options;
  const account = { origin: connection.origin, name: config.exchange.account };
  const telling = new Telling(options);
  return asValue(async () => {
    const session = await holdAccount({
      ledger,
      spool: (journal) => ledger.spool?.(account, journal) ?? NO_SPOOL,
      scope: { account },
      config,
      clock,
      emit: telling.emit,
    });
    return new HeldAccount(session, { ledger, account, connection, config, clock, rebind, telling });
  });
}

class HeldAccount implements OrderSession {
  readonly account: AccountName;
  readonly putRight: PutRight;
  readonly #session: Session;
  readonly #held: Holding;
  #turn: Promise<unknown> = Promise.resolve();
  #isConnected = false;
  #closed: Promise<void> | undefined;

  constructor(session: Session, held: Holding) {
    this.account = held.account;
    this.putRight = session.putRight;
    this.#session = session;
    this.#held = held;
  }

  known(): Promise<Result<KnownAccount, Refusal>> {
    return this.#inTurn(() => this.#session.account());
  }

  state(plan: PlanName): Promise<Result<JournalState, Refusal>> {
    return this.#inTurn(() => this.#session.state(plan));
  }

  place(compiled: CompiledPlan, options: PlaceOptions = {}): Promise<Result<PlacedPlan, Refusal>> {
    return this.#inTurn(() => placeCompiled({ ...this.#held, ...this.#working() }, compiled, options));
  }

  follow(compiled: CompiledPlan, options: FollowOptions = {}): Promise<Result<FollowedPlan, Refusal>> {
    return this.#inTurn(() => followCompiled({ ...this.#held, ...this.#working() }, compiled, options));
  }

  lookUp(
    plan: PlanName,
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Result<readonly LookedUpOrder[], Refusal>> {
    return this.#inTurn(() => lookUpUnknown({ ...this.#held, ...this.#working() }, plan, signal));
  }

  cancel(plan: PlanName, options: CancelOptions = {}): Promise<Result<CancelledPlan, Refusal>> {
    return this.#inTurn(() => cancelStanding({ ...this.#held, ...this.#working() }, plan, options));
  }

  refresh(
    plan: PlanName,
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Result<readonly SeenOrder[], Refusal>> {
    return this.#inTurn(() => refreshPlan({ ...this.#held, ...this.#working() }, plan, signal));
  }

  askAccount(options: AccountOptions = {}): Promise<Result<AskedAccount, Refusal>> {
    return this.#inTurn(() => askForAccount({ ...this.#held, ...this.#working() }, options));
  }

  look({ signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {}): Promise<
    Result<LookedAccount, Refusal>
  > {
    return this.#inTurn(() => lookAtHeld({ ...this.#held, ...this.#working() }, signal));
  }

  halt(why: string): Promise<Result<HaltedAccount, Refusal>> {
    return this.#whileOpen(() => setHaltOf(this.#held, { isOn: true, why }));
  }

  lift(why: string): Promise<Result<HaltedAccount, Refusal>> {
    return this.#whileOpen(() => setHaltOf(this.#held, { isOn: false, why }));
  }

  closePosition(position: PositionToClose): Promise<Result<ClosedPosition, Refusal>> {
    return this.#inTurn(() => closeHeldPosition({ ...this.#held, ...this.#working() }, position));
  }

  flatten(options: FlattenOptions): Promise<Result<FlattenedAccount, Refusal>> {
    return this.#inTurn(() => flattenHeld({ ...this.#held, ...this.#working() }, options));
  }

  settle(plan: PlanName, words: readonly OrderWord[], options: WordOptions = {}): Promise<Result<void, Refusal>> {
    return this.#inTurn(() => settleByWord({ ...this.#held, ...this.#working() }, plan, words, options));
  }

  close(): Promise<void> {
    this.#closed ??= this.#turn.then(() => this.#session.close());
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #working(): { readonly session: Session; readonly connect: () => Promise<void> } {
    return { session: this.#session, connect: () => this.#connect() };
  }

  /** Ties the account to the key, before the first request that needs it. */
  async #connect(): Promise<void> {
    if (this.#isConnected) return;
    const { connection, rebind, account } = this.#held;
    const { exchange } = connection;
    const kept = {
      operations: exchange.operations,
      keyFingerprint: (salt: Uint8Array) => exchange.keyFingerprint(salt),
      send: exchange.send.bind(exchange),
      // It is not the session's to close.
      close: () => Promise.resolve(),
    };
    checkKey(await this.#session.connect(() => Promise.resolve(kept), rebind), { account });
    this.#isConnected = true;
  }

  /** One after the other: a second placing must see what the first one sent. */
  #inTurn<T>(work: () => Promise<T>): Promise<Result<T, Refusal>> {
    const turn = this.#turn.then(() => this.#whileOpen(work));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #whileOpen<T>(work: () => Promise<T>): Promise<Result<T, Refusal>> {
    return asValue(() =>
      this.#closed === undefined ? work() : refuse('session/closed', 'the session is closed', 'open another'),
    );
  }
}
