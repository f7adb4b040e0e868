import type { PublicEvent, RunEvent } from '../../model/event.ts';
import type { Commit } from '../../model/story.ts';
import type { PlanName } from './scope.ts';

/** An execution, as the ledger has to know it before its first intent. */
export interface RunRecord extends PlanName {
  /** The absolute path of the plan file. */
  readonly planFile: string;
  /** Of the calls it is about to send. */
  readonly digest: string;
  /** Orders are only looked up. */
  readonly isLookUp?: true;
  /** Orders are only taken off. */
  readonly isCancel?: true;
  readonly commit?: Commit;
  /** The code of the approval that it is sent under. */
  readonly approval?: string;
  /** What it is about to do, as it was shown. */
  readonly announced?: readonly RunEvent[];
}

/** How an execution ended, as `run-finished` says it. */
export type RunEnding = Omit<
  Extract<PublicEvent, { event: 'run-finished' }>,
  'event' | 'journalHead' | 'notBack' | 'refusal'
>;
