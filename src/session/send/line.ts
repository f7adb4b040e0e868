/**
 * Sends any request to the exchange, and keeps the one order in which that is safe.
 *
 * The five marks of a request (docs/safety.md)
 * 1. Its weight is reserved, and its record is durable: one step of the ledger.
 * 2. Its bytes leave, once.
 * 3. The answer is judged. What it means for the rest, a stop or a pause, is in force before anything else happens.
 * 4. Its outcome is durable.
 * 5. It is told.
 *
 * A request goes again only on proof that the exchange did not take it (retry-policy.ts).
 */
import type { Halt } from '../../journal/records/halt.ts';
import type { Attempt, Ending, LedgerRequest } from '../../journal/records/request.ts';
import { defined } from '../../model/defined.ts';
import { NOT_STARTED, type Verdict } from '../../model/outcome.ts';
import { err, ok, type Result } from '../../model/result.ts';
import type { Refused, Transmitted } from '../../exchange/dialect.ts';
import { Gate } from './gate.ts';
import { GoingAgain, type Tries } from './retry-policy.ts';
import type { LineOptions, LineStop, Sending, Sent } from './sending.ts';
import { ServerClock } from './server-clock.ts';

interface Try {
  readonly attempt: Attempt;
  readonly signedAtMs: number;
  readonly tries: Tries;
}

const NEVER_STARTED: Ending = { how: 'not-sent', message: NOT_STARTED, latencyMs: 0 };

export class Line {
  readonly #options: LineOptions;
  readonly #gate: Gate;
  readonly #clock: ServerClock;
  readonly #again: GoingAgain;
  #stop: LineStop | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
    const { ledger, clock, maxPauseMs, hold, restraint, onClockSet } = options;
    const onTooLong = (waitMs: number, whose: 'limits' | 'person'): void => {
      if (this.stop(options.tooLong(waitMs, whose))) options.onStop?.();
    };
    this.#gate = new Gate(ledger, clock, { maxPauseMs, hold, restraint, onTooLong });
    this.#clock = new ServerClock(clock, onClockSet);
    this.#again = new GoingAgain(options, this.#gate, (waitMs) => onTooLong(waitMs, 'limits'));
  }

  /** Why no further request starts. */
  get stopped(): LineStop | undefined {
    return this.#stop;
  }

  /** Nothing starts from here on; the first reason stays. Whether this is it. */
  stop(stop: LineStop): boolean {
    if (this.#stop !== undefined) return false;
    this.#stop = stop;
    this.#gate.stop();
    return true;
  }

  /** The account is halted: what opens and waits is told so, also in a pause. */
  meet(halt: Halt): void {
    this.#gate.meet(halt);
  }

  /** Rejects with JournalError where the request cannot be recorded: nothing left then. */
  async send<Q, V>(sending: Sending<Q, V>): Promise<Sent<V>> {
    const tries: Tries = { notSent: 0, refused: 0, clock: 0, sentMs: 0 };
    const why = this.#options.restraint?.end;
    if (why !== undefined) this.stop({ reason: 'rate-limit', why });
    for (;;) {
      let signedAtMs = 0;
      let halt: Halt | undefined;
      const attempt = await this.#gate.pass({
        number: sending.number,
        request: () => {
          signedAtMs = this.#clock.timestampMs();
          return requestOf(sending, signedAtMs);
        },
        halted: (met) => {
          halt = met;
        },
      });
      if (attempt === undefined) return { kind: 'stopped', ...defined({ halt }) };
      if (sending.mayStart?.() === false || !this.#gate.isOpen()) {
        await this.#conclude(attempt, NEVER_STARTED);
        continue;
      }
      const sent = await this.#attempt(sending, { attempt, signedAtMs, tries });
      if (sent !== undefined) return sent;
    }
  }

  /** Undefined: it goes again. */
  async #attempt<Q, V>(sending: Sending<Q, V>, one: Try): Promise<Sent<V> | undefined> {
    const { clock } = this.#options;
    sending.started?.();
    const sentMs = clock.monotonicMs();
    one.tries.sentMs = sentMs;
    const result = await this.#transmit(sending, one.signedAtMs);
    sending.returned?.();
    const latencyMs = Math.round((clock.monotonicMs() - sentMs) * 10) / 10;
    if ('counts' in result && result.counts?.odd !== undefined) this.#options.onOddCounts?.(result.counts.odd);
    const isFinal = result.kind === 'answered' || (result.kind === 'clock-refused' && one.tries.clock > 0);
    return isFinal ? this.#answered(sending, result, one, latencyMs) : this.#refused(sending, result, one, latencyMs);
  }

  async #answered<Q, V>(
    sending: Sending<Q, V>,
    result: Extract<Transmitted<V>, { readonly value: V }>,
    { attempt }: Try,
    latencyMs: number,
  ): Promise<Sent<V>> {
    const { value } = result;
    const isLost = result.kind === 'answered' && result.isLost === true;
    // Synchronous from the answer to here: a stop is in force before the freed weight admits the next request.
    sending.decide?.(value);
    const verdicts = sending.verdicts?.(value) ?? [];
    const answers = sending.answers?.(value);
    const how = isLost ? 'lost' : 'answered';
    const windows = 'counts' in result ? result.counts?.windows : undefined;
    const recorded = await this.#recorded(attempt, { how, verdicts, ...(answers && { answers }), latencyMs, windows });
    return { kind: 'answered', value, latencyMs, recorded };
  }

  async #refused<Q, V>(
    sending: Sending<Q, V>,
    result: Refused<V>,
    { attempt, tries }: Try,
    latencyMs: number,
  ): Promise<Sent<V> | undefined> {
    const next = this.#again.after(sending, result, tries);
    const { kind: how, message } = result;
    const windows = 'counts' in result ? result.counts?.windows : undefined;
    const recorded = await this.#recorded(attempt, { how, message, latencyMs, windows });
    if (!recorded.ok) return { kind: 'given-up', refusal: result, recorded };
    if (next.how === 'pause') sending.paused?.(next.pause);
    sending.over?.();
    const goesAgain =
      next.how === 'pause' ||
      (next.how === 'set-clock' && (await this.#clock.setBy((leaves) => this.#askTime(leaves))));
    return goesAgain ? undefined : { kind: 'given-up', refusal: result, recorded: ok(undefined) };
  }

  async #recorded(attempt: Attempt, ending: Ending): Promise<Result<readonly Verdict[], unknown>> {
    try {
      return ok(await this.#conclude(attempt, ending));
    } catch (error) {
      return err(error);
    }
  }

  /** Its weight comes back by the very call, so whoever waits for it may look. */
  #conclude(attempt: Attempt, ending: Ending): Promise<readonly Verdict[]> {
    const concluded = this.#options.ledger.conclude(attempt, ending);
    this.#gate.wake();
    return concluded;
  }

  /** The server's time, in ms since 1970; undefined where it does not tell it. */
  async #askTime(leaves: () => void): Promise<number | undefined> {
    const { time } = this.#options.exchange.operations;
    const sent = await this.send({ operation: time, asked: undefined, number: 0, started: leaves });
    return sent.kind === 'answered' ? sent.value : undefined;
  }

  async #transmit<Q, V>(sending: Sending<Q, V>, signedAtMs: number): Promise<Transmitted<V>> {
    try {
      const answer = this.#options.exchange.send(sending.operation, sending.asked, signedAtMs);
      return await (sending.proved === undefined ? answer : orProved(answer, sending.proved));
    } catch (thrown) {
      if (sending.broken === undefined) throw thrown;
      return { kind: 'answered', value: sending.broken(thrown) };
    }
  }
}

/** What comes first. */
async function orProved<V>(
  answer: Promise<Transmitted<V>>,
  proved: (over: AbortSignal) => Promise<V>,
): Promise<Transmitted<V>> {
  const over = new AbortController();
  const proof = proved(over.signal).then((value) => ({ kind: 'answered', value }) as const);
  try {
    return await Promise.race([answer, proof]);
  } finally {
    over.abort('answered');
  }
}

function requestOf<Q, V>(sending: Sending<Q, V>, signedAtMs: number): LedgerRequest {
  if (sending.intent !== undefined) return sending.intent(signedAtMs);
  const { operation, asked, look } = sending;
  return { path: operation.target(asked).split('?')[0] ?? '', weight: operation.weight, ...defined({ look }) };
}
