/** The one way to send anything: who has a session holds the account, and places and looks up in turn. */
import { NO_SPOOL } from '../journal/files/spool.ts';
import type { KnownAccount } from '../journal/records/known-account.ts';
import type { AccountName, PlanName } from '../journal/records/scope.ts';
import type { JournalState } from '../journal/records/state.ts';
import { defaultConfig } from '../model/config.ts';
import type { Result } from '../model/result.ts';
import { realClock } from '../system/clock.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { holdAccount } from '../actions/hold-account.ts';
import { onceFollowersEnd } from '../actions/once-free.ts';
import { checkKey } from '../actions/prepare/account-checks.ts';
import type { PutRight } from '../session/place/placement.ts';
import type { Session } from '../session/session.ts';
import { cancelStanding, refreshPlan, type CancelledPlan, type CancelOptions, type SeenOrder } from './cancel.ts';
import type { CompiledPlan } from './compile.ts';
import { askForAccount, type AccountOptions, type AskedAccount } from './account.ts';
import { closeHeldPosition, type ClosedPosition, type PositionToClose } from './close.ts';
import { asValue } from './failure.ts';
import { setHaltOf, type HaltedAccount } from './halt.ts';
import { followCompiled, type FollowedPlan, type FollowOptions } from './follow.ts';
import { flattenHeld, haltToFlatten, type FlattenedAccount, type FlattenOptions } from './flatten.ts';
import type { Holding } from './holding.ts';
import { lookAtHeld, type LookedAccount } from './look.ts';
import type { OrderSession, OrderSessionOptions } from './order-session.ts';
import { isAt, OwnFollows } from './own-follows.ts';
import { placeCompiled, type PlaceOptions } from './place.ts';
import { lookUpUnknown, settleByWord, type LookedUpOrder, type OrderWord, type WordOptions } from './settle.ts';
import { Telling, type PlacedPlan } from './placed.ts';

/** Err: another session holds the account, or somebody follows a plan of it (exit code 10), or the ledger cannot be used (2). */
export async function openSession(options: OrderSessionOptions): Promise<Result<OrderSession, Refusal>> {
  const { ledger, connection, config = defaultConfig, clock = realClock, rebind = false, endFollowers } = options;
  const account = { origin: connection.origin, name: config.exchange.account };
  const telling = new Telling(options);
  const { emit } = telling;
  const hold = (): Promise<Session> =>
    holdAccount({
      ledger,
      spool: (journal) => ledger.spool?.(account, journal) ?? NO_SPOOL,
      scope: { account },
      config,
      clock,
      emit,
    });
  return asValue(async () => {
    const asking = endFollowers === undefined ? undefined : { ledger, account, clock, emit, command: endFollowers };
    const session = await (asking === undefined ? hold() : onceFollowersEnd(asking, hold));
    return new HeldAccount(session, { ledger, account, connection, config, clock, rebind, telling });
  });
}

class HeldAccount implements OrderSession {
  readonly account: AccountName;
  readonly putRight: PutRight;
  readonly #session: Session;
  readonly #held: Holding;
  readonly #follows: OwnFollows;
  #turn: Promise<unknown> = Promise.resolve();
  #isConnected = false;
  /** Ends what would follow its plan for as long as nothing else ends it. */
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  constructor(session: Session, held: Holding) {
    this.account = held.account;
    this.putRight = session.putRight;
    this.#session = session;
    this.#held = held;
    this.#follows = new OwnFollows(held, {
      inTurn: (work) => this.#inTurn(work),
      atOnce: (work) => this.#whileOpen(work),
    });
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
    const { signal: closing } = this.#closing;
    return this.#follows.follow(compiled.checked.plan, () => {
      const signal = options.signal === undefined ? closing : AbortSignal.any([options.signal, closing]);
      return followCompiled({ ...this.#held, ...this.#working() }, compiled, { ...options, signal });
    });
  }

  lookUp(
    plan: PlanName,
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Result<readonly LookedUpOrder[], Refusal>> {
    return this.#inTurn(() => lookUpUnknown({ ...this.#held, ...this.#working() }, plan, signal));
  }

  cancel(plan: PlanName, options: CancelOptions = {}): Promise<Result<CancelledPlan, Refusal>> {
    return this.#follows.endThen({
      command: 'cancel',
      isMeant: ({ name }) => name === plan.plan,
      work: () => cancelStanding({ ...this.#held, ...this.#working() }, plan, options),
    });
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
    return this.#follows.endThen({
      command: 'close',
      isMeant: isAt(position.symbol, position.side),
      work: () => closeHeldPosition({ ...this.#held, ...this.#working() }, position),
    });
  }

  flatten(options: FlattenOptions): Promise<Result<FlattenedAccount, Refusal>> {
    return this.#follows.endThen({
      command: 'flatten',
      isMeant: () => true,
      work: () => flattenHeld({ ...this.#held, ...this.#working() }, options),
      before: () => haltToFlatten(this.#held, options),
    });
  }

  settle(plan: PlanName, words: readonly OrderWord[], options: WordOptions = {}): Promise<Result<void, Refusal>> {
    return this.#inTurn(() => settleByWord({ ...this.#held, ...this.#working() }, plan, words, options));
  }

  close(): Promise<void> {
    this.#closing.abort('the session is closed');
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
