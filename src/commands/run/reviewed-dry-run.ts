/** A dry run beside a reviewed plan: the one that it comes from, or the one that is written of it. */
import { defined } from '../../model/defined.ts';
import type { Setup } from '../inputs/setup.ts';
import { readApprovals } from '../live/journal-place.ts';
import type { Memory } from '../live/memory.ts';
import type { World } from '../world.ts';
import { checkReviewed } from './check-reviewed.ts';
import type { PreparedRun } from '../../run/prepared-run.ts';
import { reviewedFacts, type RunOptions } from './run-options.ts';
import { writeReviewed } from './write-reviewed.ts';

/** The run as it is shown. Refuses (exit 5) where a reviewed plan is run and something else would be sent. */
export async function reviewedDryRun(
  world: World,
  options: RunOptions,
  setup: Setup,
  { run, memory }: { readonly run: PreparedRun; readonly memory: Memory | undefined },
): Promise<PreparedRun> {
  if (options.reviewed === undefined) return { ...run, reviewed: await writeReviewed(world, options, setup, run) };
  const approvals = memory === undefined ? [] : await readApprovals(world, memory.place);
  checkReviewed(world, options, { setup, run, approvals });
  return { ...run, ...defined({ reviewed: reviewedFacts(options), approval: approvalOf(run, options) }) };
}

/** The rest of a reviewed plan goes out under the code that it was reviewed with. */
const approvalOf = ({ approval }: PreparedRun, { reviewed }: RunOptions): PreparedRun['approval'] =>
  approval === undefined || reviewed === undefined ? approval : { ...approval, code: reviewed.plan.approval };
