/**
 * Takes orders off the exchange, and follows each to its end.
 *
 * Invariants
 * 1. A cancel is on record before its first byte leaves, and its answer before anything is made of it (line.ts).
 * 2. An answer is no end. An order is cancelled or filled only where its record on the exchange says so.
 * 3. Only a cancel that names the order by its order id goes once more, and only after a lost answer, where the order was
 *    seen to rest since.
 * 4. Every order that was asked about gets exactly one outcome, whatever happens.
 * 5. After a stop nothing new starts; what is in flight is awaited and recorded.
 */
import type { Claim } from '../ledger/ledger.ts';
import type { CancelAnswer, CancelCall, Cancelled } from '../model/cancel.ts';
import type { Limits } from '../model/call.ts';
import type { ExecutionSettings } from '../model/config.ts';
import type { Clock, EventSink, Exchange } from '../ports.ts';
import { dispatch } from './dispatcher.ts';
import { GapWatch, stoodStill } from './gap-watch.ts';
import type { Hold } from './hold.ts';
import { Line } from './line.ts';
import type { Restraint } from './restraint.ts';
import { NOT_SENT_PAUSES_MS, tooLong, whyGivenUp } from './obedience.ts';
import type { LineStop, Sent } from './sending.ts';

export interface CancellingOptions {
  readonly exchange: Pick<Exchange, 'operations' | 'send'>;
  readonly claim: Pick<Claim, 'intend' | 'conclude' | 'gauges'>;
  readonly clock: Clock;
  readonly emit: EventSink;
  readonly limits: Limits;
  readonly settings: ExecutionSettings;
  readonly hold?: Hold | undefined;
  readonly restraint?: Restraint | undefined;
}

/** Told of each order's cancel once it is on record. */
export type TellCancel = (clientOid: string, call: number, sent: CancelSent) => void;

export class Cancelling {
  readonly #options: CancellingOptions;
  readonly #line: Line;
  readonly #gaps: GapWatch;
  #awaited = 0;
  #failed: { readonly error: unknown } | undefined;

  constructor(options: CancellingOptions) {
    this.#options = options;
    const { claim, exchange, clock, limits, settings, hold, restraint } = options;
    const { maxPauseMs, rateRefusals } = settings;
    this.#line = new Line({
      ledger: claim,
      exchange,
      clock,
      limits,
      rateRefusals,
      maxPauseMs,
      notSentPausesMs: NOT_SENT_PAUSES_MS,
      hold,
      restraint,
      tooLong: (ms, whose) => tooLong('the next cancel', ms, whose),
      onStop: () => this.#tellStop(),
    });
    this.#gaps = new GapWatch(clock, maxPauseMs, (ms) => this.stop({ reason: 'stopped', why: stoodStill(ms) }));
  }

  /** Why nothing more starts. */
  get stopped(): LineStop | undefined {
    return this.#line.stopped;
  }

  /** What the ledger failed with; nothing was sent from then on. */
  get failed(): { readonly error: unknown } | undefined {
    return this.#failed;
  }

  stop(stop: LineStop): void {
    if (this.#line.stop(stop)) this.#tellStop();
  }

  /** Resolves when every call has its answer, or is not to be sent any more. */
  async send(calls: readonly CancelCall[], tell: TellCancel): Promise<void> {
    const over = new AbortController();
    const watching = this.#gaps.run(over.signal);
    try {
      await dispatch(calls, this.#options.limits.inFlight, async (call) => {
        const sent = await this.#sendOne(call);
        call.orders.forEach(({ clientOid }, at) => {
          tell(clientOid, call.number, outcomeOf(sent, at, this.#line.stopped?.why));
        });
      });
    } finally {
      over.abort();
      await watching;
    }
  }

  /** Undefined where the ledger failed before anything left. */
  async #sendOne(call: CancelCall): Promise<Sent<Cancelled> | undefined> {
    if (this.#line.stopped !== undefined) return undefined;
    try {
      const sent = await this.#line.send<CancelCall, Cancelled>({
        operation: this.#options.exchange.operations.cancel[call.kind],
        asked: call,
        number: call.number,
        intent: (signedAtMs) => ({ cancel: call, signedAtMs }),
        answers: ({ answers }) => answers,
        mayStart: () => {
          this.#gaps.look();
          return this.#line.stopped === undefined;
        },
        started: () => this.#started(call),
        returned: () => {
          this.#awaited -= 1;
        },
        decide: ({ halt, answers }) => {
          if (halt !== undefined && answers.some(({ rule }) => rule === 'banned'))
            this.#options.restraint?.banned(halt);
          if (halt !== undefined) this.stop({ reason: 'stopped', why: halt });
        },
        giveUp: (refusal) => this.stop(whyGivenUp(refusal)),
        paused: (pause) => this.#options.emit({ event: 'sending-paused', call: call.number, ...pause }),
        over: () => this.#emitBudget(),
      });
      if (sent.kind !== 'stopped' && !sent.recorded.ok) this.#ledgerFailed(sent.recorded.error);
      this.#emitBudget();
      return sent;
    } catch (error) {
      this.#ledgerFailed(error);
      return undefined;
    }
  }

  #started(call: CancelCall): void {
    this.#awaited += 1;
    this.#options.emit({ event: 'call-sent', call: call.number });
    this.#emitBudget();
  }

  #tellStop(): void {
    this.#options.emit({ event: 'run-stopping', why: this.#line.stopped?.why ?? '', inFlight: this.#awaited });
  }

  #ledgerFailed(error: unknown): void {
    this.#failed ??= { error };
    this.stop({ reason: 'stopped', why: error instanceof Error ? error.message : String(error) });
  }

  #emitBudget(): void {
    const { ip, uid } = this.#options.claim.gauges();
    this.#options.emit({ event: 'budget-changed', ip, uid, inFlight: this.#awaited });
  }
}

/** What became of one order's cancel: its answer, or why it provably did not leave. */
export type CancelSent = CancelAnswer | { readonly answer: 'not-sent'; readonly message: string };

function outcomeOf(sent: Sent<Cancelled> | undefined, at: number, why = 'the run stops'): CancelSent {
  if (sent?.kind === 'answered') return sent.value.answers[at] ?? MISSING;
  return { answer: 'not-sent', message: sent?.kind === 'given-up' ? sent.refusal.message : why };
}

const MISSING: CancelAnswer = { answer: 'unknown', message: 'no answer for this order', rule: 'cancel-missing' };
