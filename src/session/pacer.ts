/**
 * Weight for requests, of this run and of every other on this machine: what a request takes is reserved in the commit that
 * makes it durable, so runs side by side never pass a window together.
 */
import { WeightBudget } from '../budget/weight-budget.ts';
import { TIMESTAMP_TOLERANCE_MS, type Cost, type Limits } from '../model/call.ts';
import type { AttemptId, Clock, Fits, Journal, Question } from '../ports.ts';
import { Gate, type Request } from './gate.ts';

export interface PacerOptions {
  readonly journal: Pick<Journal, 'recentSpend' | 'recordQuestion' | 'recordVerdicts'>;
  readonly clock: Clock;
  readonly limits: Limits;
  /** A longer wait than this is told, and nothing more passes. */
  readonly maxPauseMs: number;
  readonly onTooLong: (waitMs: number) => void;
}

export class Pacer {
  readonly budget: WeightBudget;
  readonly gate: Gate;
  readonly #options: PacerOptions;

  constructor(options: PacerOptions) {
    const { limits, clock, journal, maxPauseMs, onTooLong } = options;
    this.#options = options;
    this.budget = new WeightBudget(limits);
    this.gate = new Gate(this.budget, clock, { maxPauseMs, onTooLong });
    const { ip, uid, orderCalls } = limits;
    this.fits(journal.recentSpend(Math.max(ip.windowMs, uid.windowMs, orderCalls.windowMs)));
  }

  /** Whether what is held here fits beside what others have spent, which is known from now on. */
  readonly fits: Fits = (others) => {
    const nowMs = this.#options.clock.monotonicMs();
    if (others !== undefined) this.budget.setOthers(nowMs, others);
    return this.budget.isWithin(nowMs);
  };

  /** No whole answer came: the request may be counted for as long as its timestamp is good. */
  lost(request: { readonly weight: Cost }, sentMs: number): void {
    this.gate.answered(request, Math.max(this.#options.clock.monotonicMs(), sentMs + TIMESTAMP_TOLERANCE_MS));
  }

  /** Asks once its weight is there and it is on disk; undefined where the stop came first. */
  async question<T>(
    request: Request,
    { path, weight }: Question,
    ask: () => Promise<Asked<T>>,
  ): Promise<T | undefined> {
    const { journal, clock } = this.#options;
    const attempt = await this.#reserved(request, { path, weight });
    if (attempt === undefined) return undefined;
    const askedMs = clock.monotonicMs();
    const { answer, isLost } = await ask();
    if (isLost) this.lost(request, askedMs);
    else this.gate.answered(request);
    journal.recordVerdicts(attempt, [], clock.monotonicMs() - askedMs, isLost);
    return answer;
  }

  async #reserved(request: Request, question: Question): Promise<AttemptId | undefined> {
    while (await this.gate.pass(request)) {
      const attempt = this.#recorded(request, question);
      if (attempt !== undefined) return attempt;
      this.gate.notSent(request);
    }
    return undefined;
  }

  #recorded(request: Request, question: Question): AttemptId | undefined {
    try {
      return this.#options.journal.recordQuestion(question, this.fits);
    } catch (error) {
      this.gate.notSent(request);
      throw error;
    }
  }
}

/** An answer, and whether in truth none came. */
export interface Asked<T> {
  readonly answer: T;
  readonly isLost: boolean;
}
