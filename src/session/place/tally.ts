import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { NotBack, Remains } from '../../model/event.ts';
import type { CancelTally } from '../cancel/cancel-tally.ts';
import type { CancelCounts } from '../cancel/cancel-end.ts';
import { isQuiet, type Outcome, type OutcomeName, type Withheld } from '../../model/outcome.ts';

/** Counts outcomes as they come, and knows which exit code they make. */
export class Tally {
  readonly counts: Record<OutcomeName, number> = { accepted: 0, rejected: 0, unknown: 0, withheld: 0 };
  journalFailed = false;
  /** An order of an earlier run is unknown still, whether or not the plan has it. */
  unknownBefore = false;
  /** What the orders came to that were to be taken off first. */
  cancels: CancelCounts | undefined;
  /** Closes that a run took off to place them again, and that are off still. */
  notBack: readonly NotBack[] = [];
  /** What orders of the journal opened is left without a stop, although it must have one. */
  isNaked = false;
  /** Orders of this run that were unknown, and that a look has found since. */
  foundSince = 0;
  /** Accepted orders that had to fill at once, and were not seen to. */
  notFilled = 0;
  /** The last that was withheld, with why. */
  withheld: Withheld | undefined;
  /** What closes leave that were to fill at once. */
  remains: Remains | undefined;
  #unresolved = 0;
  #rateLimited = 0;
  #expired = 0;
  #incomplete = 0;

  /** Counts what went off the exchange, or did not. A limit that kept no cancel from being sent is no reason to try again later. */
  took({ counts, isLimited, journalFailed }: Pick<CancelTally, 'counts' | 'isLimited' | 'journalFailed'>): void {
    this.cancels = counts;
    this.journalFailed ||= journalFailed;
    if (isLimited) this.#rateLimited += 1;
  }

  /** One that was counted as unknown, and that was found since. */
  found(outcome: Outcome): void {
    this.counts.unknown -= 1;
    this.count(outcome);
  }

  count(outcome: Outcome): void {
    this.counts[outcome.outcome] += 1;
    if (outcome.outcome === 'rejected') this.#incomplete += 1;
    if (outcome.outcome !== 'withheld') return;
    this.withheld = outcome;
    if (outcome.reason === 'unresolved') this.#unresolved += 1;
    else if (outcome.reason === 'rate-limit') this.#rateLimited += 1;
    else if (outcome.reason === 'expired') this.#expired += 1;
    else if (!isQuiet(outcome.reason)) this.#incomplete += 1;
  }

  /** The first that applies: 7, 130 or 143, 8, 5, 11, then 6 (docs/contract.md#exit-rank). */
  exitCode(signalled: ExitCode | undefined): ExitCode {
    if (this.counts.unknown > this.foundSince || this.#unresolved > 0 || this.unknownBefore) return EXIT.unknown;
    if ((this.cancels?.unknown ?? 0) > 0) return EXIT.unknown;
    if (signalled !== undefined) return signalled;
    if (this.#rateLimited > 0) return EXIT.rateLimited;
    if (this.#expired > 0) return EXIT.notAsReviewed;
    if (this.isNaked) return EXIT.naked;
    return this.#isComplete() ? EXIT.done : EXIT.incomplete;
  }

  /** A run that leaves a position without its stop is not done, whatever it was asked for. */
  #isComplete(): boolean {
    if (this.#incomplete > 0 || this.notFilled > 0 || this.journalFailed || this.notBack.length > 0) return false;
    return (this.cancels?.refused ?? 0) === 0;
  }
}
