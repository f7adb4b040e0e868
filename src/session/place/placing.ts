/**
 * Sends a schedule, at most once per order.
 *
 * Invariants
 * 1. Weight first, then the intent on disk, then the first byte; the outcome on disk before anyone is shown it (line.ts).
 * 2. A call goes again only on proof that the exchange did not take it.
 * 3. Every order of the schedule gets exactly one outcome, whatever happens.
 * 4. After a stop nothing new starts; what is in flight is awaited and recorded.
 * 5. A call that waits for orders starts only when the exchange has accepted all of them.
 * 6. Where the account is halted, no call begins that opens; those that close go on.
 * 7. Where an order of an earlier run is unknown, or how its cancel ended, and has to be looked up first, no call starts
 *    before that has ended, and none at all while one remains unknown.
 */
import type { DueCalls } from '../../compile/compile-plan.ts';
import type { Claim, SpooledVerdict } from '../../journal/records/ledger.ts';
import { haltText, type Halt } from '../../journal/records/halt.ts';
import { isIdTaken, withoutTakenIds } from '../../journal/account/taken-ids.ts';
import type { Call, CostLater } from '../../model/call.ts';
import { defined } from '../../model/defined.ts';
import type { Verdict } from '../../model/outcome.ts';
import type { Result } from '../../model/result.ts';
import type { Placed } from '../../exchange/dialect.ts';
import { CallLine, type CallLineOptions } from '../send/call-line.ts';
import { dispatch } from '../send/dispatcher.ts';
import { earlierStated, whyHeldBack, type EarlierEnds } from '../lists/earlier.ts';
import { Outcomes } from './outcomes.ts';
import { whyStop } from '../send/stop-rules.ts';
import type { LineStop, Sent } from '../send/sending.ts';
import type { Tally } from './tally.ts';
import type { Intent } from '../../journal/records/request.ts';
import { marksOf } from '../../journal/account/order-marks.ts';
import { identityOf, wholeContent, type Order } from '../../model/order.ts';

export interface PlacingOptions extends CallLineOptions {
  readonly claim: CallLineOptions['claim'] & Pick<Claim, 'halted'>;
  /** Keeps verdicts that the ledger could not take, and says where. */
  readonly spool: (verdicts: readonly SpooledVerdict[]) => Result<string, string>;
  /** So much has to fit beside each call, at once and later. */
  readonly beside?: readonly CostLater[] | undefined;
  /** Resolves where something else proves that all of a call was accepted; `over`: nobody waits for that any more. */
  readonly proved?: (call: Call, over: AbortSignal) => Promise<Placed>;
  /** Ends unknown orders of earlier runs, before the first call starts. */
  readonly settleEarlier?: () => Promise<EarlierEnds>;
}

type StopReason = LineStop['reason'];

export class Placing {
  readonly #options: PlacingOptions;
  readonly #schedule: DueCalls;
  readonly #line: CallLine;
  readonly #outcomes: Outcomes;
  #bug: { readonly thrown: unknown } | undefined;
  /** The account was halted during the run; what closes goes on. */
  #halt: Halt | undefined;
  #isLooking = false;

  constructor(schedule: DueCalls, options: PlacingOptions) {
    this.#schedule = schedule;
    this.#options = options;
    this.#outcomes = new Outcomes(schedule, options.emit);
    this.#line = new CallLine(options, 'the next call', () => {
      const message = 'the clock of this machine is off: timestamps use the server’s from here on';
      options.emit({ event: 'note', message });
    });
  }

  /** Resolves when every order has its outcome; throws then what the exchange threw, which is a bug of ours. */
  async run(): Promise<Tally> {
    const { dependencies } = this.#outcomes;
    const perform = (call: Call): Promise<void> => this.#perform(call).finally(() => dependencies.ended(call));
    await this.#line.watched(
      async () => {
        this.#outcomes.tellWithheld(await this.#settleEarlier());
        await dispatch(this.#schedule.calls, this.#options.limits.inFlight, perform, (call) => this.#isDue(call));
      },
      () => void this.#lookForHalt(),
    );
    if (this.#bug !== undefined) throw this.#bug.thrown;
    return this.#outcomes.tally;
  }

  /** For how long the next call would have had to wait, where that is why nothing new starts. */
  get waitMs(): number | undefined {
    return this.#line.stopped?.waitMs;
  }

  /** Nothing new starts from here on; the first reason stays. */
  stop(reason: StopReason, why: string): void {
    this.#line.stop({ reason, why });
  }

  /** What was found. Whatever speaks against going on is a stop. */
  async #settleEarlier(): Promise<EarlierEnds['found'] | undefined> {
    const { settleEarlier } = this.#options;
    if (settleEarlier === undefined) return undefined;
    // Until it is on record that they are not.
    this.#outcomes.tally.unknownBefore = true;
    try {
      const earlier = await settleEarlier();
      this.#options.emit(earlierStated(earlier));
      const why = whyHeldBack(earlier);
      if (why !== undefined) this.stop('stopped', why);
      this.#outcomes.tally.unknownBefore = earlier.unknown.length + earlier.cancels.length > 0;
      return earlier.found;
    } catch (error) {
      this.#ledgerFailed(error);
      return undefined;
    }
  }

  /** Whether all that the call waits for was accepted; where not, its orders have their outcomes. */
  async #isDue(call: Call): Promise<boolean> {
    const failed = await this.#outcomes.dependencies.firstFailed(call);
    if (failed === undefined) return true;
    const why = `it waits for ${this.#outcomes.idOf(failed.clientOid)}, which is ${failed.outcome}`;
    this.#outcomes.withhold(call, 'dependency', why);
    return false;
  }

  /** Every order of the call has its outcome when it resolves. */
  async #perform(call: Call): Promise<void> {
    const sent = this.#line.stopped === undefined ? await this.#send(call) : undefined;
    if (sent?.kind === 'answered') return;
    if (sent?.kind === 'stopped' && sent.halt !== undefined) return this.#haltedAt(call, sent.halt);
    if (sent?.kind === 'given-up' && !sent.recorded.ok) this.#ledgerFailed(sent.recorded.error);
    if (sent?.kind === 'given-up' && sent.refusal.kind === 'clock-refused') {
      this.stop('stopped', 'the timestamp was refused, and the server does not give its time');
    }
    // A stop is in force before the outcome that asks for it is on record; it is told after that.
    await this.#line.told;
    const { reason, why } = this.#line.stopped ?? { reason: 'stopped', why: 'the run stops' };
    this.#outcomes.withhold(call, reason, why);
  }

  /** A call that waits for its weight meets a halt within a second; a look that fails says nothing, as the next intent does. */
  async #lookForHalt(): Promise<void> {
    if (this.#isLooking || this.#halt !== undefined) return;
    this.#isLooking = true;
    const halt = await this.#options.claim.halted().catch(() => {});
    this.#isLooking = false;
    if (halt === undefined) return;
    this.#meet(halt);
    this.#line.meet(halt);
  }

  /** It is told once, before the first order that it withholds. */
  #meet(halt: Halt): void {
    if (this.#halt !== undefined) return;
    this.#halt = halt;
    this.#options.emit({ event: 'note', message: `${haltText(halt)}; nothing that opens is sent` });
  }

  #haltedAt(call: Call, halt: Halt): void {
    this.#meet(halt);
    this.#outcomes.withhold(call, 'halted', haltText(halt));
  }

  /** Undefined where the ledger failed before anything left. */
  async #send(call: Call): Promise<Sent<Placed> | undefined> {
    let tellStop: (() => void) | undefined;
    const { proved } = this.#options;
    try {
      const sent = await this.#line.send<Call, Placed>(call, {
        operation: this.#options.exchange.operations.place[call.kind],
        intent: (signedAtMs) => ({
          ...intentOf(call, signedAtMs, (clientOid) => this.#outcomes.order(clientOid)),
          ...defined({ beside: this.#options.beside }),
        }),
        verdicts: ({ verdicts }) => verdicts,
        decide: (placed) => {
          const why = whyStop(placed, this.#options.settings) ?? this.#givenAgain(call, placed.verdicts);
          if (why !== undefined) tellStop = this.#line.stopUntold({ reason: 'stopped', why });
        },
        ...(proved && { proved: (over: AbortSignal) => proved(call, over) }),
        broken: (thrown) => this.#broken(call, thrown),
      });
      if (sent.kind === 'answered') this.#conclude(call, sent);
      tellStop?.();
      return sent;
    } catch (error) {
      this.#ledgerFailed(error);
      return undefined;
    }
  }

  /** What became of a call that threw is unknown, and said before the bug is thrown on. */
  #broken({ orders }: Call, thrown: unknown): Placed {
    this.#bug ??= { thrown };
    const verdict: Verdict = { outcome: 'unknown', message: 'ordo failed while it awaited the answer', rule: 'bug' };
    return { verdicts: orders.map(() => verdict), halt: 'a bug of ordo' };
  }

  /** Tells the outcomes, which are on record now, or are kept beside it. */
  #conclude(call: Call, { value, latencyMs, recorded }: Extract<Sent<Placed>, { kind: 'answered' }>): void {
    const verdicts = recorded.ok
      ? recorded.value
      : withoutTakenIds(value.verdicts, call.orders, (orderId) => this.#outcomes.ownerOf(orderId));
    if (!recorded.ok) {
      this.#ledgerFailed(recorded.error);
      this.#keep(call, value.verdicts);
    }
    this.#outcomes.tell(call, verdicts, latencyMs);
    const why = whyGivenAgain(verdicts);
    if (why !== undefined) this.stop('stopped', why);
    this.#line.tellBudget();
  }

  /**
   * Known before the verdicts are on record, where the other order is one of this run: a journal may be a while away. Of the others
   * of the account only the journal knows.
   */
  #givenAgain({ orders }: Call, verdicts: readonly Verdict[]): string | undefined {
    const why = whyGivenAgain(withoutTakenIds(verdicts, orders, (orderId) => this.#outcomes.ownerOf(orderId)));
    this.#outcomes.answered(orders, verdicts);
    return why;
  }

  /** A verdict that the ledger could not take is kept beside it, and said: no order id that reached us is lost. */
  #keep(call: Call, verdicts: readonly Verdict[]): void {
    const kept = this.#options.spool(
      call.orders.map(({ clientOid }, at) => ({ clientOid, verdict: verdicts[at] as Verdict })),
    );
    const where = kept.ok
      ? `kept in ${kept.value}; the next run reads it`
      : `not even saved outside it (${kept.error})`;
    this.#options.emit({
      event: 'note',
      message: `the answer to call ${call.number} is not in the journal: ${where}`,
    });
  }

  /** A ledger that cannot be written ends the sending; what is in flight still comes in and is told. */
  #ledgerFailed(error: unknown): void {
    this.#outcomes.tally.journalFailed = true;
    this.stop('stopped', error instanceof Error ? error.message : String(error));
  }
}

function whyGivenAgain(verdicts: readonly Verdict[]): string | undefined {
  const taken = verdicts.find(isIdTaken);
  return taken && `the exchange gave an order id again: ${taken.message}`;
}

/** What the ledger has to know of a call before its first byte leaves. */
function intentOf(call: Call, signedAtMs: number, orderOf: (clientOid: string) => Order): Intent {
  const orders = call.orders.map(({ clientOid }) => {
    const order = orderOf(clientOid);
    const [id, marks] = [identityOf(order), marksOf(order)];
    return { id, clientOid, lineage: order.lineage, content: wholeContent(order), ...(marks && { marks }) };
  });
  return { call, signedAtMs, orders };
}
