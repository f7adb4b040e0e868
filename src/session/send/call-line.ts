/**
 * The line that the calls of one execution go through, whether they place orders or take them off. It says when a call may
 * not start any more, and tells how the sending goes.
 */
import type { Halt } from '../../journal/records/halt.ts';
import type { Claim } from '../../journal/records/ledger.ts';
import type { Call, Limits } from '../../model/call.ts';
import type { ExecutionSettings } from '../../model/config.ts';
import type { Clock, EventSink, Exchange } from '../../ports.ts';
import { GapWatch, stoodStill } from './gap-watch.ts';
import type { Hold } from './hold.ts';
import { Line } from './line.ts';
import { NOT_SENT_PAUSES_MS, tooLong, whyGivenUp } from './stop-rules.ts';
import type { Restraint } from './exchange-pause.ts';
import type { LineStop, Sending, Sent } from './sending.ts';

export interface CallLineOptions {
  readonly exchange: Pick<Exchange, 'operations' | 'send'>;
  readonly claim: Pick<Claim, 'intend' | 'conclude' | 'gauges'>;
  readonly clock: Clock;
  readonly emit: EventSink;
  readonly limits: Limits;
  readonly settings: ExecutionSettings;
  /** Milliseconds since 1970: past it nothing more is sent. */
  readonly validUntilMs?: number;
  /** A longer wait for weight ends the sending; without it, one longer than the settings' pause. */
  readonly longestWaitMs?: number | undefined;
  /** A person's pause. */
  readonly hold?: Hold | undefined;
  /** What the answers to other requests of the session ask of this one too. */
  readonly restraint?: Restraint | undefined;
}

/** Which call goes before which. */
type Turn = Pick<Call, 'number'> & Partial<Pick<Call, 'turn'>>;

/** What is particular to a call. */
type CallSending<C, V> = Pick<
  Sending<C, V>,
  'operation' | 'intent' | 'verdicts' | 'answers' | 'decide' | 'proved' | 'broken'
>;

export class CallLine {
  readonly #options: CallLineOptions;
  readonly #line: Line;
  readonly #gaps: GapWatch;
  #inFlight = 0;
  #toldOdd = false;
  #told: Promise<void> | undefined;

  /** `next`: what would have to wait, in words: `the next call`. */
  constructor(options: CallLineOptions, next: string, onClockSet?: () => void) {
    this.#options = options;
    const { maxPauseMs, rateRefusals } = options.settings;
    const { longestWaitMs = maxPauseMs } = options;
    this.#line = new Line({
      ...options,
      ledger: options.claim,
      rateRefusals,
      maxPauseMs: longestWaitMs,
      notSentPausesMs: NOT_SENT_PAUSES_MS,
      tooLong: (ms, whose) => {
        // After a gap in time every wait looks too long: the gap is the cause.
        this.#gaps.look();
        return tooLong(next, ms, whose);
      },
      onStop: () => this.#tellStop(),
      onOddCounts: (words) => this.#tellOdd(words),
      ...(onClockSet && { onClockSet }),
    });
    const onGap = (ms: number): void => this.stop({ reason: 'stopped', why: stoodStill(ms) });
    this.#gaps = new GapWatch(options.clock, maxPauseMs, onGap);
  }

  /** Why nothing more starts. */
  get stopped(): LineStop | undefined {
    return this.#line.stopped;
  }

  /** Resolves when a stop that was to be told later has been told. */
  get told(): Promise<void> | undefined {
    return this.#told;
  }

  /** Nothing new starts from here on; the first reason stays, and is told. */
  stop(stop: LineStop): void {
    if (this.#line.stop(stop)) this.#tellStop();
  }

  /** The same, but it is told only by what is returned, once the answer that asks for it is; undefined: it had stopped. */
  stopUntold(stop: LineStop): (() => void) | undefined {
    if (!this.#line.stop(stop)) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#told = promise;
    return () => {
      this.#tellStop();
      resolve();
    };
  }

  /** Where this machine stands still during the work, nothing new starts. `onTick` is called every second meanwhile. */
  watched(work: () => Promise<void>, onTick?: () => void): Promise<void> {
    return this.#gaps.during(work, onTick);
  }

  /** Rejects with JournalError where the call cannot be recorded: nothing left then. */
  send<C extends Turn, V>(call: C, sending: CallSending<C, V>): Promise<Sent<V>> {
    const { emit } = this.#options;
    return this.#line.send({
      ...sending,
      asked: call,
      number: call.turn ?? call.number,
      mayStart: () => this.#mayStart(),
      started: () => {
        this.#inFlight += 1;
        emit({ event: 'call-sent', call: call.number });
        this.tellBudget();
      },
      returned: () => {
        this.#inFlight -= 1;
      },
      giveUp: (refusal) => this.stop(whyGivenUp(refusal)),
      paused: (pause) => emit({ event: 'sending-paused', call: call.number, ...pause }),
      over: () => this.tellBudget(),
    });
  }

  /** The account is halted: what opens and waits for its turn is told so. */
  meet(halt: Halt): void {
    this.#line.meet(halt);
  }

  /** What both windows hold, and how many calls are in flight. */
  tellBudget(): void {
    const { ip, uid } = this.#options.claim.gauges();
    this.#options.emit({ event: 'budget-changed', ip, uid, inFlight: this.#inFlight });
  }

  /** Asked in the very step that starts a call. */
  #mayStart(): boolean {
    const { validUntilMs, clock } = this.#options;
    const isOver = validUntilMs !== undefined && clock.wallMs() >= validUntilMs;
    if (isOver) this.stop({ reason: 'expired', why: 'past the plan’s validUntil, or the reviewed plan’s expiry' });
    this.#gaps.look();
    return this.stopped === undefined;
  }

  /** Once: what cannot be believed at one answer is so at the next. */
  #tellOdd(words: string): void {
    if (this.#toldOdd) return;
    this.#toldOdd = true;
    this.#options.emit({ event: 'note', message: words });
  }

  #tellStop(): void {
    this.#options.emit({ event: 'run-stopping', why: this.stopped?.why ?? '', inFlight: this.#inFlight });
  }
}
