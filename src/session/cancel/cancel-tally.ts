import { EXIT, type ExitCode } from '../../model/exit-code.ts';
import type { KnownOrder } from '../../journal/records/state.ts';
import type { CancelCounts, CancelEnd } from './cancel-end.ts';
import type { LineStop } from '../send/sending.ts';
import type { ToldEnds } from './cancel-reports.ts';

const IS_OFF: ReadonlySet<CancelEnd['outcome'] | undefined> = new Set(['cancelled', 'filled']);

/** What all cancels came to, and which exit code that makes. */
export class CancelTally {
  readonly counts: CancelCounts;
  journalFailed: boolean;
  /** Orders of the plan may rest under another of its generations. */
  standsElsewhere = false;
  /** What orders of the journal opened is left without a stop, although it must have one. */
  isNaked = false;
  /** How each ended, by client order id. */
  readonly ends: ReadonlyMap<string, CancelEnd>;
  /** Why nothing more was sent. */
  readonly stop: LineStop | undefined;

  constructor({ counts, ends }: Pick<ToldEnds, 'counts' | 'ends'>, stop: LineStop | undefined, journalFailed: boolean) {
    this.counts = counts;
    this.ends = ends;
    this.stop = stop;
    this.journalFailed = journalFailed;
  }

  /** Whether the rate limit kept a cancel from being sent. */
  get isLimited(): boolean {
    return this.stop?.reason === 'rate-limit' && [...this.ends.values()].some(({ rule }) => rule === 'cancel-not-sent');
  }

  /** Ids of those that were not seen off. */
  notOff(orders: readonly KnownOrder[]): readonly string[] {
    return orders.flatMap(({ id, clientOid }) => (IS_OFF.has(this.ends.get(clientOid)?.outcome) ? [] : [id]));
  }

  /** The first that applies: 7, 130 or 143, 8, 11, then 6; 0 only where nothing of the plan stands (docs/contract.md#cancel). */
  exitCode(signalled: ExitCode | undefined): ExitCode {
    if (this.counts.unknown > 0) return EXIT.unknown;
    if (signalled !== undefined) return signalled;
    if (this.stop?.reason === 'rate-limit') return EXIT.rateLimited;
    if (this.isNaked) return EXIT.naked;
    const stands = this.counts.refused + this.counts.fired > 0 || this.standsElsewhere;
    return stands || this.journalFailed ? EXIT.incomplete : EXIT.done;
  }
}
