import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import type { Approval } from '../../journal/records/ledger.ts';
import type { Setup } from '../inputs/setup.ts';
import type { World } from '../world.ts';
import type { RunOptions } from './run-options.ts';

/** What a person asked for, and the files that say what it is. */
export interface Read {
  readonly options: RunOptions;
  readonly setup: Setup;
}

/** Where a reviewed plan is run, nothing else is sent. What compares it is loaded only then. */
export async function checkAsReviewed(
  world: World,
  { options, setup }: Read,
  run: PreparedRun,
  approvals: readonly Approval[],
): Promise<void> {
  if (options.reviewed === undefined) return;
  (await import('./check-reviewed.ts')).checkRunReviewed(world.files, options, { setup, run, approvals });
}
