import type { SpooledVerdict } from '../journal/records/ledger.ts';
import type { NotBack, PublicEvent, RunEvent } from '../model/event.ts';
import { EXIT, type ExitCode } from '../model/exit-code.ts';
import type { OutcomeName } from '../model/outcome.ts';
import { isForScreens } from '../report/formats/ndjson.ts';

/** What became of an order, as the public stream tells it. */
export type ToldOutcome = Extract<PublicEvent, { event: 'order-outcome' }>;

/** How an order that was to be taken off ended, as the public stream tells it. */
export type ToldCancel = Extract<PublicEvent, { event: 'cancel-outcome' }>;

/** `done` where every order was accepted, now or before; else the first that applies of the command's exit codes. */
export type RunEnd = keyof typeof EXIT;

/** What placing came to. Every order of the plan has exactly one outcome. */
export interface PlacedPlan {
  readonly end: RunEnd;
  /** The same as the command's exit code. */
  readonly exitCode: ExitCode;
  readonly counts: Readonly<Record<OutcomeName, number>>;
  /** By order id, in the order in which they were told. */
  readonly outcomes: ReadonlyMap<string, ToldOutcome>;
  /** By order id, how those ended that were to be cancelled first. */
  readonly cancels: ReadonlyMap<string, ToldCancel>;
  /** What protected a position and is off now, with nothing in its place. */
  readonly notBack: readonly NotBack[];
  /** SHA-256 over the calls that were sent. */
  readonly digest: string;
  /** For a live target: the ledger's head once the run was on record, which `verifyLedger` takes; keep it apart from the ledger. */
  readonly journalHead?: string;
  /** Verdicts that the ledger could not take: this may be the only record of them. Empty where all is well. */
  readonly unrecorded: readonly SpooledVerdict[];
}

export const endOf = (exitCode: ExitCode): RunEnd =>
  (Object.keys(EXIT) as RunEnd[]).find((end) => EXIT[end] === exitCode) ?? 'bug';

export interface Listeners {
  /** Each event of the public stream (schemas/event.schema.json), as `--output ndjson` writes it. */
  readonly onEvent?: (event: PublicEvent) => void;
  /** What a person should hear besides them, in words. */
  readonly onNote?: (message: string) => void;
}

/**
 * Tells the listeners of one session, and keeps the outcomes of its run. A listener that throws is told nothing more, and the
 * sending stops: nothing is sent that nobody could be told of. What it threw waits until all that is in flight is on record.
 */
export class Telling {
  readonly #listeners: Listeners;
  /** Of the run under way alone. */
  #onEvent: Listeners['onEvent'];
  #outcomes = new Map<string, ToldOutcome>();
  #cancels = new Map<string, ToldCancel>();
  #journalHead: string | undefined;
  #failure: { readonly thrown: unknown } | undefined;
  #stop = new AbortController();

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  /** Starts over; the signal aborts where a listener throws. */
  begin(onEvent?: Listeners['onEvent']): AbortSignal {
    this.#onEvent = onEvent;
    this.#outcomes = new Map();
    this.#cancels = new Map();
    this.#journalHead = undefined;
    this.#failure = undefined;
    this.#stop = new AbortController();
    return this.#stop.signal;
  }

  get outcomes(): ReadonlyMap<string, ToldOutcome> {
    return this.#outcomes;
  }

  /** How orders ended that were to be taken off. */
  get cancels(): ReadonlyMap<string, ToldCancel> {
    return this.#cancels;
  }

  /** The head after the run that has ended. */
  get journalHead(): string | undefined {
    return this.#journalHead;
  }

  readonly emit = (event: RunEvent): void => {
    if (event.event === 'order-outcome') this.#outcomes.set(event.id, event);
    else if (event.event === 'cancel-outcome') this.#cancels.set(event.id, event);
    else if (event.event === 'run-finished') this.#journalHead = event.journalHead;
    if (this.#failure !== undefined) return;
    const { onEvent, onNote } = this.#listeners;
    try {
      if (event.event === 'note') onNote?.(event.message);
      else if (!isForScreens(event)) {
        onEvent?.(event);
        this.#onEvent?.(event);
      }
    } catch (thrown) {
      this.#failure = { thrown };
      this.#stop.abort('a listener of events has thrown');
    }
  };

  /** Throws what a listener threw. */
  end(): void {
    if (this.#failure !== undefined) throw this.#failure.thrown;
  }
}
