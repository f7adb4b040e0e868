/**
 * Sends a schedule, at most once per order.
 *
 * Invariants
 * 1. Weight first, then the intent on disk, then the first byte; the outcome on disk before anyone is shown it.
 * 2. A call goes again only on proof that the exchange did not take it: nothing left, or the rate limit refused it.
 * 3. Every order of the schedule gets exactly one outcome, whatever happens.
 * 4. After a stop nothing new starts; what is in flight is awaited and recorded.
 * 5. A call that waits for orders starts only when the exchange has accepted all of them.
 */
import type { Schedule } from '../compile/compile-plan.ts';
import type { Call, Limits } from '../model/call.ts';
import type { ExecutionSettings } from '../model/config.ts';
import { TIME } from '../model/listing.ts';
import { orderContent, type Order } from '../model/order.ts';
import type { Outcome, Verdict, Withheld } from '../model/outcome.ts';
import type { Aside, AttemptId, CallResult, Clock, EventSink, Exchange, Journal } from '../ports.ts';
import { Dependencies } from './dependencies.ts';
import { dispatch } from './dispatcher.ts';
import { GapWatch } from './gap-watch.ts';
import type { Gate } from './gate.ts';
import { Pacer } from './pacer.ts';
import { withoutTakenIds } from './taken-ids.ts';
import { Tally } from './tally.ts';
import { decided, type Tries } from './tries.ts';

export interface ExecutorOptions {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly emit: EventSink;
  readonly limits: Limits;
  readonly settings: ExecutionSettings;
  /** Keeps verdicts that the journal could not take, and says where. */
  readonly aside: Aside;
  /** Milliseconds since 1970: past it nothing more is sent. */
  readonly validUntilMs?: number;
}

export type StopReason = Extract<Withheld['reason'], 'stopped' | 'rate-limit' | 'expired'>;

/** How often a call that provably did not leave is tried again, and how long all sending pauses before each. */
const NOT_SENT_PAUSES_MS = [250, 1000, 4000];

export class Executor {
  readonly #options: ExecutorOptions;
  readonly #schedule: Schedule;
  readonly #pacer: Pacer;
  readonly #gate: Gate;
  readonly #gaps: GapWatch;
  readonly #tally = new Tally();
  readonly #dependencies: Dependencies;
  #stop: { readonly reason: StopReason; readonly why: string } | undefined;
  #clockSet: Promise<void> | undefined;
  #awaited = 0;
  #bug: { readonly thrown: unknown } | undefined;

  constructor(schedule: Schedule, options: ExecutorOptions) {
    this.#schedule = schedule;
    this.#options = options;
    this.#dependencies = new Dependencies(schedule.calls);
    const { journal, clock, limits, settings } = options;
    const { maxPauseMs } = settings;
    this.#pacer = new Pacer({ journal, clock, limits, maxPauseMs, onTooLong: (ms) => this.#stopForPause(ms) });
    this.#gate = this.#pacer.gate;
    this.#gaps = new GapWatch(clock, maxPauseMs, (ms) =>
      this.stop('stopped', `this machine stood still for ${seconds(ms)}: what was approved is that old`),
    );
  }

  /** Resolves when every order has its outcome; throws then what the exchange threw, which is a bug of ours. */
  async run(): Promise<Tally> {
    for (const { order, outcome } of this.#schedule.withheld) this.#tell(order, outcome);
    const perform = (call: Call): Promise<void> => this.#perform(call).finally(() => this.#dependencies.ended(call));
    const over = new AbortController();
    const watching = this.#gaps.run(over.signal);
    try {
      await dispatch(this.#schedule.calls, this.#options.limits.inFlight, perform, (call) => this.#isDue(call));
    } finally {
      over.abort();
      await watching;
    }
    if (this.#bug !== undefined) throw this.#bug.thrown;
    return this.#tally;
  }

  /** Nothing new starts from here on; the first reason stays. */
  stop(reason: StopReason, why: string): void {
    if (this.#stop !== undefined) return;
    this.#stop = { reason, why };
    this.#gate.stop();
    this.#options.emit({ event: 'run-stopping', why, inFlight: this.#awaited });
  }

  /** Whether all that the call waits for was accepted; where not, its orders have their outcomes. */
  async #isDue(call: Call): Promise<boolean> {
    const failed = await this.#dependencies.firstFailed(call);
    if (failed === undefined) return true;
    const why = `it waits for ${this.#order(failed.clientOid).id}, which is ${failed.outcome}`;
    this.#withhold(call, 'dependency', why);
    return false;
  }

  async #perform(call: Call): Promise<void> {
    const tries: Tries = { notSent: 0, refused: 0, clock: 0 };
    while (this.#stop === undefined && (await this.#gate.pass(call))) {
      if (!this.#mayStart()) this.#gate.notSent(call);
      else if (await this.#attempt(call, tries)) return;
    }
    const { reason, why } = this.#stop ?? { reason: 'stopped', why: 'the run stops' };
    this.#withhold(call, reason, why);
  }

  /** Asked in the very step that starts a call, for since the gate let it through another answer may have stopped or paused the sending. */
  #mayStart(): boolean {
    const { validUntilMs, clock } = this.#options;
    const isOver = validUntilMs !== undefined && clock.wallMs() >= validUntilMs;
    if (isOver) this.stop('expired', 'the plan is past its validUntil');
    this.#gaps.look();
    return this.#gate.isOpen();
  }

  /** One intent, one send, one record. Whether the orders have their verdicts; where not, the call may go again or the run stops. */
  async #attempt(call: Call, tries: Tries): Promise<boolean> {
    const { clock, emit } = this.#options;
    const signedAtMs = this.#options.exchange.timestampMs();
    const intent = { call, signedAtMs, orders: call.orders.map((one) => this.#intended(one)) };
    const attempt = this.#recorded(() => this.#options.journal.recordIntent(intent, this.#pacer.fits));
    if (attempt === undefined) {
      this.#gate.notSent(call);
      return false;
    }
    this.#awaited += 1;
    emit({ event: 'call-sent', call: call.number });
    this.#emitBudget();
    const sentMs = clock.monotonicMs();
    const answered = decided(await this.#place(call, signedAtMs), call, tries);
    const result = withoutTakenIds(answered, call, (orderId) =>
      this.#recorded(() => this.#options.journal.orderIdOwner(orderId)),
    );
    const latencyMs = Math.round((clock.monotonicMs() - sentMs) * 10) / 10;
    if (result.kind === 'not-sent') this.#gate.notSent(call);
    else if (result.kind === 'answered' && result.isLost === true) this.#pacer.lost(call, sentMs);
    else this.#gate.answered(call);
    this.#awaited -= 1;
    // Keep this synchronous: a pause or stop must be in force before the freed weight admits the next call.
    this.#conclude(call, attempt, result, latencyMs, tries);
    this.#emitBudget();
    if (result.kind === 'clock-refused') await this.#setClock();
    return result.kind === 'answered';
  }

  /** What became of a call that threw is unknown, and said before the bug is thrown on. */
  async #place(call: Call, signedAtMs: number): Promise<CallResult> {
    try {
      return await this.#options.exchange.place(call, signedAtMs);
    } catch (thrown) {
      this.#bug ??= { thrown };
      const verdict: Verdict = { outcome: 'unknown', message: 'ordo failed while it awaited the answer', rule: 'bug' };
      return { kind: 'answered', verdicts: call.orders.map(() => verdict), halt: 'a bug of ordo' };
    }
  }

  #conclude(call: Call, attempt: AttemptId, result: CallResult, latencyMs: number, tries: Tries): void {
    const { journal } = this.#options;
    if (result.kind !== 'answered') {
      this.#recorded(() => journal.recordNotTaken(attempt, result.kind, result.message, latencyMs));
      if (this.#stop !== undefined) return;
      if (result.kind === 'rate-refused') this.#afterRefusal(call, result, tries.refused++);
      else if (result.kind === 'not-sent') this.#afterNotSent(call, result, tries.notSent++);
      return;
    }
    const isRecorded = this.#recorded(() => {
      journal.recordVerdicts(attempt, result.verdicts, latencyMs, result.isLost);
      return true;
    });
    if (isRecorded === undefined) this.#keepAside(call, result.verdicts);
    call.orders.forEach(({ clientOid }, index) => {
      this.#tell(this.#order(clientOid), result.verdicts[index] as Verdict, call.number, latencyMs);
    });
    this.#obey(result);
  }

  /** What the settings say about going on after these verdicts. */
  #obey({ verdicts, halt }: Extract<CallResult, { kind: 'answered' }>): void {
    const { onUnknown, onReject } = this.#options.settings;
    if (halt !== undefined) this.stop('stopped', halt);
    else if (onUnknown === 'stop' && verdicts.some(({ outcome }) => outcome === 'unknown'))
      this.stop('stopped', 'an outcome is unknown');
    else if (onReject === 'stop' && verdicts.some(({ outcome }) => outcome === 'rejected'))
      this.stop('stopped', 'an order was rejected');
  }

  #afterRefusal(call: Call, result: Extract<CallResult, { kind: 'rate-refused' }>, before: number): void {
    const { limits, settings, emit } = this.#options;
    if (!result.again || before >= settings.rateRefusals)
      return this.stop('rate-limit', `refused by the rate limit: ${result.message}`);
    const forMs = Math.max(limits.ip.windowMs, limits.uid.windowMs, result.retryAfterMs ?? 0);
    if (forMs > settings.maxPauseMs) return this.#stopForPause(forMs);
    this.#gate.pause(forMs);
    emit({ event: 'sending-paused', why: 'rate-limit', call: call.number, forMs, message: result.message });
  }

  #afterNotSent(call: Call, result: Extract<CallResult, { kind: 'not-sent' }>, before: number): void {
    const forMs = NOT_SENT_PAUSES_MS[before];
    if (forMs === undefined || !result.again) return this.stop('stopped', `nothing was sent: ${result.message}`);
    this.#gate.pause(forMs);
    this.#options.emit({ event: 'sending-paused', why: 'not-sent', call: call.number, forMs, message: result.message });
  }

  /** A verdict that the journal could not take is kept beside it, and said: no order id that reached us is lost. */
  #keepAside(call: Call, verdicts: readonly Verdict[]): void {
    const kept = this.#options.aside(
      call.orders.map(({ clientOid }, index) => ({ clientOid, verdict: verdicts[index] as Verdict })),
    );
    const where = kept.ok ? `kept in ${kept.value}; the next run reads it` : `not even kept beside it (${kept.error})`;
    this.#options.emit({
      event: 'note',
      message: `the answer to call ${call.number} is not in the journal: ${where}`,
    });
  }

  /** Once a run: the calls that were refused meanwhile go by the same new clock. */
  #setClock(): Promise<void> {
    this.#clockSet ??= this.#askClock();
    return this.#clockSet;
  }

  async #askClock(): Promise<void> {
    const isSet = await this.#pacer
      .question({ number: 0, weight: TIME.weight }, TIME, async () => {
        const answer = await this.#options.exchange.syncClock().catch((thrown: unknown) => {
          this.#bug ??= { thrown };
          return false;
        });
        return { answer, isLost: !answer };
      })
      .catch((error: unknown) => {
        this.#recorded(() => {
          throw error;
        });
      });
    if (isSet === true)
      this.#options.emit({
        event: 'note',
        message: 'the clock of this machine is off: timestamps go by the server’s from here on',
      });
    else this.stop('stopped', 'the timestamp was refused, and the server does not tell its time');
  }

  #stopForPause(ms: number): void {
    this.stop('rate-limit', `the next call would have to wait ${seconds(ms)}, longer than execution.maxPause`);
  }

  /** A journal that cannot be written ends the sending; what is in flight still comes in and is told. */
  #recorded<T>(write: () => T): T | undefined {
    try {
      return write();
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      this.#tally.journalFailed = true;
      this.stop('stopped', words);
      return undefined;
    }
  }

  #withhold(call: Call, reason: Withheld['reason'], why: string): void {
    for (const { clientOid } of call.orders)
      this.#tell(this.#order(clientOid), { outcome: 'withheld', reason, message: why });
  }

  #tell(order: Order, outcome: Outcome, call?: number, latencyMs?: number): void {
    this.#tally.count(outcome);
    this.#dependencies.concluded(order.clientOid, outcome.outcome);
    this.#options.emit({
      event: 'order-outcome',
      id: order.id,
      clientOid: order.clientOid,
      ...(call !== undefined && { call }),
      ...outcome,
      ...(latencyMs !== undefined && { latencyMs }),
    });
  }

  #order(clientOid: string): Order {
    return this.#schedule.pending.get(clientOid) as Order;
  }

  #intended({ clientOid }: Call['orders'][number]): Parameters<Journal['recordIntent']>[0]['orders'][number] {
    const order = this.#order(clientOid);
    return { id: order.id, clientOid, lineage: order.lineage, content: orderContent(order) };
  }

  #emitBudget(): void {
    const { ip, uid } = this.#pacer.budget.gauges(this.#options.clock.monotonicMs());
    this.#options.emit({ event: 'budget-changed', ip, uid, inFlight: this.#awaited });
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
