import type { CancelNature } from './cancels/cancel-nature.ts';
import type { Counting } from './counters.ts';
import type { ListNature } from './listed-book.ts';
import type { Manner } from './reply.ts';
import type { Fault } from './venue-faults.ts';

/** How the exchange of one seed behaves. */
export interface Nature {
  readonly faults: readonly Fault[];
  /** How often one of them strikes a call. */
  readonly share: number;
  /** And a question: far seldomer, for a first look asks many, and where one of them fails no call is tried. */
  readonly listShare: number;
  readonly rejects: number;
  readonly counting: Counting;
  readonly phaseMs: number;
  readonly mostLatencyMs: number;
  readonly checksTime: boolean;
  /** A timestamp that is refused is refused once more. */
  readonly refusesTwice: boolean;
  readonly tellsTime: boolean;
  readonly manner: Manner;
  /** Of the orders it took: how many no list ever shows, and how many only much later. */
  readonly hidden: number;
  readonly late: number;
  readonly lists: ListNature;
  /** What befalls orders, and cancels; without it nothing does, and nothing is cancelled. */
  readonly cancels?: CancelNature;
}
