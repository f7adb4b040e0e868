/**
 * "I hold this account, and may talk to its exchange." A session claims the account and puts right what an earlier run left;
 * keys are read last, by the first request that needs them. Whoever has a session may place and look up; nobody else may.
 */
import type { Spool } from '../journal/files/spool.ts';
import type { Claim, Holder, KeyRefusal, Ledger } from '../journal/records/ledger.ts';
import type { Head } from '../journal/records/head.ts';
import type { RunEnding, RunRecord } from '../journal/records/run-record.ts';
import type { ClaimScope } from '../journal/records/scope.ts';
import type { KnownOrder } from '../journal/records/state.ts';
import type { Limits } from '../model/call.ts';
import type { ExecutionSettings } from '../model/config.ts';
import { callsDigest } from '../model/ids.ts';
import type { FailureCause } from '../model/listing.ts';
import { ok, type Result } from '../model/result.ts';
import type { Clock, EventSink, Exchange } from '../ports.ts';
import { NOTHING_TO_SEND, type InquiryOptions } from './send/inquiry.ts';
import { followThrough } from './claim-again.ts';
import { askClock } from './exchange-clock.ts';
import type { ExchangeClock } from './send/server-clock.ts';
import { readAccount, type AccountChecked, type CheckAsked } from './account-check.ts';
import type { AccountLook } from '../protection/journal/look.ts';
import { follow } from './follow/follow.ts';
import type { FollowEnd, FollowTask, LooksTask } from './follow/follow-task.ts';
import { lookUntilSure } from './follow/look-until-sure.ts';
import { AfterPlacing, type AfterPlacingOptions, type WholeRequest } from './place/after-placing.ts';
import type { WholeAccount } from './lists/whole-account.ts';
import type { LookAsked, LookedAround } from './place/look-around.ts';
import type { OverAsked } from './place/until-over.ts';
import type { CancelTally } from './cancel/cancel-tally.ts';
import type { LookedHow } from './lists/standing-look.ts';
import { SessionMemory } from './session-memory.ts';
import { KeyTie } from './send/key-tie.ts';
import { LookUp, type LookedUp, type LookUpOptions, type Listed, lookedUpUntil, withoutGap } from './lists/look-up.ts';
import type { CancelTask, Placement, PutRight } from './place/placement.ts';
import { Execution } from './execution.ts';
import { Restraint } from './send/exchange-pause.ts';
import type { Sought } from './lists/list-matches.ts';
import type { Tally } from './place/tally.ts';

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
type HeldOptions = SessionOptions & { readonly spool: Spool };

/** Claims the account and recovers; err: who holds it. Rejects with JournalError where the ledger cannot be used. */
export async function openSession(options: SessionOptions): Promise<Result<Session, Holder | undefined>> {
  const claimed = await options.ledger.claim(options.scope, options.limits);
  if (!claimed.ok) return claimed;
  const claim = claimed.value;
  try {
    const spool = typeof options.spool === 'function' ? await options.spool(claim.journal) : options.spool;
    const spooled = spool.read();
    const recovered = await claim.recover(spooled);
    if (spooled.length > 0) spool.done(spooled);
    return ok(new Session(claim, { ...recovered, spooled }, { ...options, spool }));
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/** A look as the journal has it. */
type LookRun = Omit<RunRecord, 'digest' | 'isLookUp'>;

export class Session extends SessionMemory {
  /** What an earlier run left. */
  readonly putRight: PutRight;
  readonly #options: HeldOptions;
  #connection: Exchange | undefined;
  #key: KeyTie | undefined;
  /** Shared by everything that one command asks or cancels. */
  #restraint = new Restraint();
  /** Why the rate limit ended what was asked last. */
  #limited: string | undefined;
  /** What the check of this command read of the lists of what is open. */
  #listed: Listed | undefined;
  #isFollowing = false;
  /** The next command has a restraint of its own. */
  #isSpent = false;

  constructor(claim: Claim, putRight: PutRight, options: HeldOptions) {
    super(claim);
    this.putRight = putRight;
    this.#options = options;
  }

  /**
   * Connects, which reads the keys, before anything is sent or asked with them; err: the journal knows the account or the key
   * otherwise. The session closes the connection.
   */
  async connect(connect: () => Promise<Exchange>, rebind: boolean): Promise<Result<void, KeyRefusal>> {
    this.#key = new KeyTie({ bindKey: (...given) => this.claim.bindKey(...given) }, await connect(), rebind);
    this.#connection = this.#key.heard();
    return this.#key.check();
  }

  /** What the last question failed for, where a person can mend it. */
  get trouble(): FailureCause | undefined {
    return this.#key?.trouble;
  }

  /** Why the rate limit left questions of this command without an answer. */
  get limited(): string | undefined {
    return this.#limited;
  }

  /**
   * Sends the schedule; resolves when every order has its outcome. Without calls in it, no connection is needed. Rejects with
   * what the reservation says, and has sent nothing, where what it opens does not fit next to others.
   */
  async place(placement: Placement): Promise<Tally> {
    await this.#key?.tie();
    this.#send();
    return new Execution(placement, {
      ...this.#options,
      exchange: this.#connection ?? NOTHING_TO_SEND,
      claim: this.claim,
      restraint: this.#restraint,
      after: () => this.#after(),
      lookUp: (orders, signal) => this.#ask(orders, signal),
    }).run();
  }

  /** Follows a plan until nothing of it can become due. Rejects as `place` does. A journal's server that is gone is waited for. */
  async follow(task: FollowTask): Promise<FollowEnd> {
    await this.#key?.tie();
    this.#send();
    this.#isFollowing = true;
    const at = {
      claim: () => this.claim,
      take: (claim: Claim) => void (this.claim = claim),
      follow: (one: FollowTask) => this.#follow(one),
    };
    try {
      return await followThrough(this.#options, at, task);
    } finally {
      this.#isFollowing = false;
    }
  }

  #follow(task: FollowTask): Promise<FollowEnd> {
    const exchange = this.#connection ?? NOTHING_TO_SEND;
    return follow(
      {
        ...this.#options,
        ...this.#ways(exchange),
        exchange,
        calls: exchange.operations.calls,
        restraint: this.#restraint,
        after: (over) => this.#after(over),
      },
      task,
    );
  }

  /** Looks at a plan that nobody follows until it is known what of it others have closed, which is kept; in the run that has begun. */
  lookAsFollower(task: LooksTask): Promise<void> {
    const { cancelWaitMs } = this.#options.settings;
    return lookUntilSure({ ...this.#options, ...this.#ways(), task, cancelWaitMs });
  }

  /** How whoever follows a plan asks. */
  #ways(exchange = this.#connection ?? NOTHING_TO_SEND) {
    return {
      claim: this.claim,
      inquiry: () => this.#asked(exchange),
      lookUp: (orders: readonly Sought[], signal: AbortSignal) => this.#ask(orders, signal, { look: 'news' }),
      askClock: () => this.clockOfExchange(),
    };
  }

  /** Takes orders off the exchange and follows each to its end. Without calls in it, no connection is needed. */
  async cancel({ orders, calls, signal, hold, ...run }: CancelTask): Promise<CancelTally> {
    await this.#key?.tie();
    this.#send();
    await this.claim.begin({ ...run, isCancel: true });
    return this.#after().cancel({ orders, calls, signal, hold, plan: run });
  }

  /** The state of placed orders on the exchange; kept in the journal with what became of them. */
  async refresh(run: LookRun, orders: readonly KnownOrder[], signal: AbortSignal): Promise<readonly LookedHow[]> {
    this.#send();
    await this.claim.begin({ ...run, digest: callsDigest([]), isLookUp: true });
    return this.#after().refresh(orders, signal);
  }

  /** The same, with the account and what came of presets. What is asked for all of these is asked once. */
  async refreshAround(
    run: LookRun,
    asked: Pick<LookAsked, 'orders' | 'carrying'>,
    signal: AbortSignal,
  ): Promise<LookedAround> {
    this.#send();
    await this.claim.begin({ ...run, digest: callsDigest([]), isLookUp: true });
    return this.#after().look({ ...asked, signal });
  }

  /**
   * A look at the account: the market, open triggers, open orders, and positions last, at the symbols of all that is at stake by the
   * journal, or were open today. It is kept there. What did not answer, or cannot be read, is absent in it.
   * Undefined: there is nothing to ask about.
   */
  async look(signal: AbortSignal): Promise<AccountLook | undefined> {
    this.#begin();
    return (await this.#after().look({ orders: [], carrying: [], signal })).look;
  }

  /** The state of a plan's orders once each is seen to be over, or the time has passed. What is unknown is looked up. */
  untilOver(asked: OverAsked): Promise<readonly KnownOrder[]> {
    return this.#after().untilOver(asked);
  }

  /** Money, what is held, the look around that, and trades. The look is kept, money is not. */
  whole(asked: WholeRequest): Promise<WholeAccount> {
    this.#begin();
    // What a follower sends beside it is in none of the lists.
    return this.#after().whole({ ...asked, isKept: !this.#isFollowing });
  }

  /** The stop and target orders that the exchange made of their presets, and what of these is left with nothing to close; with a look at the account, where one of them made a stop. */
  presets(orders: readonly KnownOrder[], signal: AbortSignal): Promise<Pick<LookedAround, 'presets' | 'look'>> {
    return this.#after().presets(orders, signal);
  }

  #after(over: Partial<AfterPlacingOptions> = {}): AfterPlacing {
    const exchange = this.#connection ?? NOTHING_TO_SEND;
    return new AfterPlacing({
      ...this.#options,
      exchange,
      claim: this.claim,
      inquiry: this.#asked(exchange),
      lookUp: (orders, signal) => this.#ask(orders, signal),
      ...over,
    });
  }

  /** Records how the execution ended, in words that are in no other record; the head covers all of it. */
  finish(end: RunEnding): Promise<Head> {
    return this.claim.finish(end);
  }

  /** Looks unknown orders up in the exchange's lists. Nothing more is asked once the signal is aborted. */
  async *lookUp(run: LookRun, orders: readonly Sought[], signal: AbortSignal): AsyncGenerator<LookedUp> {
    this.#send();
    await this.claim.begin({ ...run, digest: callsDigest([]), isLookUp: true });
    yield* this.#ask(orders, signal);
  }

  /**
   * What the lists have of orders that are about to be sent. Where this machine did not run meanwhile, what was approved is
   * old, and every finding is a failure.
   */
  lookFor(orders: readonly Sought[], how: Partial<Pick<LookUpOptions, 'look'>> = {}): Promise<readonly LookedUp[]> {
    this.#begin();
    return withoutGap({ ...this.#options, ...this.#options.settings }, (signal) => this.#ask(orders, signal, how));
  }

  /** How placed orders stand by the lists, before anything is sent; it is not kept. */
  standing(orders: readonly KnownOrder[]): Promise<readonly LookedHow[]> {
    this.#begin();
    return this.#after().standing(orders);
  }

  /** The account as it is before anything is sent. What its lists showed is not asked again by a `lookFor` that follows at once. */
  async check(asked: CheckAsked): Promise<AccountChecked> {
    this.#begin();
    const [account, trouble] = [await this.claim.account(), () => this.trouble];
    const { checked, listed } = await readAccount({ inquiry: this.#asked(), trouble, account }, asked);
    // A follower sends beside it: its lists may be from before what is looked for next.
    if (!this.#isFollowing) this.#listed = listed;
    return checked;
  }

  /** How far away the exchange is, and how far its clock is from this one; undefined where it does not give its time. */
  clockOfExchange(): Promise<ExchangeClock | undefined> {
    return askClock(this.#asked());
  }

  /** What a command asks first counts for what it sends: a ban or a pause that its questions met holds for its calls. */
  #begin(): void {
    // What it asks while it follows a plan is of one command.
    if (this.#isSpent && !this.#isFollowing) this.#restraint = new Restraint();
    this.#isSpent = this.#isFollowing;
    this.#limited = undefined;
  }

  #send(): void {
    this.#begin();
    this.#isSpent = true;
    this.#listed?.age();
  }

  async *#ask(
    orders: readonly Sought[],
    signal: AbortSignal,
    how: Partial<Pick<LookUpOptions, 'look'>> = {},
  ): AsyncGenerator<LookedUp> {
    if (this.#connection === undefined) throw new Error('looked up without a connection');
    const lookUp = new LookUp({
      ...this.#asked(this.#connection),
      ownerOf: async (orderId) => (await this.claim.orderIdOwner(orderId))?.id,
      listed: this.#listed,
      ...how,
    });
    yield* lookedUpUntil(signal, lookUp, orders);
  }

  #asked(exchange: InquiryOptions['exchange'] = this.#connection ?? NOTHING_TO_SEND): InquiryOptions {
    const { clock, emit, limits, settings } = this.#options;
    const note = (message: string): void => emit({ event: 'note', message });
    const onLimited = (why: string): void => void (this.#limited = why);
    const restraining = { ...settings, restraint: this.#restraint };
    return { exchange, ledger: this.claim, clock, limits, ...restraining, note, onLimited };
  }

  /** Closes the connection and lets go of the account. */
  async close(): Promise<void> {
    try {
      await this.#connection?.close();
    } finally {
      await this.claim.release();
    }
  }
}
