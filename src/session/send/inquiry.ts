/** Questions to the exchange, one after the other, under the same weight budget as orders. */
import type { Questions } from '../../journal/records/ledger.ts';
import type { LookPart } from '../../journal/records/request.ts';
import { defined } from '../../model/defined.ts';
import type { Limits } from '../../model/call.ts';
import type { Clock, Exchange } from '../../ports.ts';
import type { Operation } from '../../exchange/dialect.ts';
import { Line } from './line.ts';
import { tooLong } from './stop-rules.ts';
import type { Restraint } from './exchange-pause.ts';

export interface InquiryOptions {
  readonly exchange: Pick<Exchange, 'operations' | 'send'>;
  readonly ledger: Pick<Questions, 'intend' | 'conclude'>;
  readonly clock: Clock;
  readonly limits: Limits;
  /** How often a question that the rate limit refused is asked again. */
  readonly rateRefusals: number;
  /** A longer wait ends the asking. */
  readonly maxPauseMs: number;
  /** Shared with whatever else is sent in the session. */
  readonly restraint?: Restraint | undefined;
  /** Told why, where the rate limit leaves a question without an answer. */
  readonly onLimited?: (why: string) => void;
  /** Its questions are those of looks, of a run that keeps weight for them. */
  readonly look?: LookPart;
  /** Something for a person to hear while it waits. */
  readonly note: (message: string) => void;
}

/** Why there is no answer. */
export interface NoReply {
  readonly kind: 'failed';
  readonly message: string;
}

export class Inquiry {
  readonly #options: InquiryOptions;
  readonly #line: Line;
  #asked = 0;

  constructor(options: InquiryOptions) {
    this.#options = options;
    const { ledger, exchange, clock, limits, rateRefusals, maxPauseMs, restraint } = options;
    this.#line = new Line({
      ledger,
      exchange,
      clock,
      limits,
      rateRefusals,
      maxPauseMs,
      restraint,
      notSentPausesMs: [],
      tooLong: (ms) => tooLong('the next question', ms),
    });
  }

  /** Nothing more is asked from here on. */
  stop(why: string): void {
    this.#line.stop({ reason: 'stopped', why });
  }

  /** The answer, or why there is none. Rejects with JournalError where the question cannot be recorded. */
  async ask<Q, V>(operation: Operation<Q, V>, asked: Q): Promise<V | NoReply> {
    const sent = await this.#line.send({
      operation,
      asked,
      number: ++this.#asked,
      ...defined({ look: this.#options.look }),
      giveUp: (refusal) => {
        if (refusal.kind !== 'rate-refused' || refusal.again) return;
        this.stop(`the exchange bans this address: ${refusal.message}`);
      },
      paused: ({ forMs }) => this.#options.note(`refused by the rate limit: asking again in ${forMs / 1000} s`),
    });
    const { stopped } = this.#line;
    if (stopped?.reason === 'rate-limit') this.#options.onLimited?.(stopped.why);
    if (sent.kind === 'stopped') return failed(stopped?.why ?? 'stopped');
    if (!sent.recorded.ok) throw sent.recorded.error;
    if (sent.kind === 'answered') return sent.value;
    const { kind, message } = sent.refusal;
    if (kind !== 'rate-refused') return failed(message);
    const why = stopped?.why ?? `refused by the rate limit: ${message}`;
    this.#options.onLimited?.(why);
    return failed(why);
  }
}

const failed = (message: string): NoReply => ({ kind: 'failed', message });

/** The exchange of a session that has none, as every order was sent before: no key is read. */
export const NOTHING_TO_SEND: InquiryOptions['exchange'] = {
  get operations(): never {
    throw new Error('there is nothing to send');
  },
  send: () => Promise.reject(new Error('there is nothing to send')),
};
