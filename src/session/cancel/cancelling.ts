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
import type { CancelAnswer, CancelCall, Cancelled } from '../../model/cancel.ts';
import { CallLine, type CallLineOptions } from '../send/call-line.ts';
import { dispatch } from '../send/dispatcher.ts';
import type { LineStop, Sent } from '../send/sending.ts';
import type { RunEvent } from '../../model/event.ts';
import { LateCalls } from './late-calls.ts';

/** Told of each order's cancel once it is on record. */
export type TellCancel = (clientOid: string, call: number, sent: CancelSent) => void;

/** Told of orders whose cancel has left and has no answer after a moment. */
export type TellUnanswered = (orders: CancelCall['orders'], answered: AbortSignal) => void;

export class Cancelling {
  /** The ledger cannot be written; nothing was sent from then on. */
  hasFailed = false;
  readonly #options: CallLineOptions;
  readonly #line: CallLine;
  #late: LateCalls | undefined;

  constructor(options: CallLineOptions) {
    this.#options = options;
    const emit: CallLineOptions['emit'] = (event) => {
      this.#heard(event);
      options.emit(event);
    };
    this.#line = new CallLine({ ...options, emit }, 'the next cancel');
  }

  /** Why nothing more starts. */
  get stopped(): LineStop | undefined {
    return this.#line.stopped;
  }

  stop(stop: LineStop): void {
    this.#line.stop(stop);
  }

  /** Where this machine stands still during the work, nothing new starts: not the first calls, and none that goes once more. */
  watched(work: () => Promise<void>): Promise<void> {
    return this.#line.watched(work);
  }

  /** Within `watched`. Resolves when every call has its answer, or is not to be sent any more. */
  async send(calls: readonly CancelCall[], tell: TellCancel, unanswered?: TellUnanswered): Promise<void> {
    this.#late = unanswered && this.#lateOf(calls, unanswered);
    await dispatch(calls, this.#options.limits.inFlight, async (call) => {
      const sent = await this.#sendOne(call).finally(() => this.#late?.answered(call.number));
      call.orders.forEach(({ clientOid }, at) => {
        tell(clientOid, call.number, outcomeOf(sent, at, this.#line.stopped?.why));
      });
    });
  }

  #lateOf(calls: readonly CancelCall[], unanswered: TellUnanswered): LateCalls {
    const ordersOf = new Map(calls.map(({ number, orders }) => [number, orders]));
    return new LateCalls(this.#options.clock, (call, answered) => unanswered(ordersOf.get(call) ?? [], answered));
  }

  /** A refusal that lets it go again is an answer. */
  #heard(event: RunEvent): void {
    if (event.event === 'call-sent') this.#late?.left(event.call);
    if (event.event === 'sending-paused') this.#late?.answered(event.call);
  }

  /** Undefined where the ledger failed before anything left. */
  async #sendOne(call: CancelCall): Promise<Sent<Cancelled> | undefined> {
    if (this.#line.stopped !== undefined) return undefined;
    try {
      const sent = await this.#line.send<CancelCall, Cancelled>(call, {
        operation: this.#options.exchange.operations.cancel[call.kind],
        intent: (signedAtMs) => ({ cancel: call, signedAtMs }),
        answers: ({ answers }) => answers,
        decide: ({ halt, answers }) => {
          if (halt !== undefined && answers.some(({ rule }) => rule === 'banned'))
            this.#options.restraint?.banned(halt);
          if (halt !== undefined) this.stop({ reason: 'stopped', why: halt });
        },
      });
      if (sent.kind !== 'stopped' && !sent.recorded.ok) this.#ledgerFailed(sent.recorded.error);
      this.#line.tellBudget();
      return sent;
    } catch (error) {
      this.#ledgerFailed(error);
      return undefined;
    }
  }

  #ledgerFailed(error: unknown): void {
    this.hasFailed = true;
    this.stop({ reason: 'stopped', why: error instanceof Error ? error.message : String(error) });
  }
}

/** What became of one order's cancel: its answer, or why it provably did not leave. */
export type CancelSent = CancelAnswer | { readonly answer: 'not-sent'; readonly message: string };

function outcomeOf(sent: Sent<Cancelled> | undefined, at: number, why = 'the run stops'): CancelSent {
  if (sent?.kind === 'answered') return sent.value.answers[at] ?? MISSING;
  return { answer: 'not-sent', message: sent?.kind === 'given-up' ? sent.refusal.message : why };
}

const MISSING: CancelAnswer = { answer: 'unknown', message: 'no answer for this order', rule: 'cancel-missing' };
