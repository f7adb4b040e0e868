/** A dry run next to a reviewed plan: the one that it comes from, or the one that is written of it. */
import { defined } from '../../model/defined.ts';
import type { Setup } from '../inputs/setup.ts';
import { readApprovals } from '../live/journal-place.ts';
import type { Memory } from '../../actions/prepare/memory.ts';
import { checkReplaceable } from '../inputs/replaceable.ts';
import type { World } from '../world.ts';
import { checkRunReviewed, reviewableOf } from './check-reviewed.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { reviewedFacts, type RunOptions } from './run-options.ts';
import { resolve } from 'node:path';
import type { ReviewedFacts } from '../../model/event.ts';
import { refuse } from '../../refusal.ts';
import { looksReviewed } from '../review/looks-reviewed.ts';
import { sourcesOf } from '../../actions/review/check-reviewed.ts';
import { compiledReview } from '../../actions/review/reviewed-plan.ts';
import { reviewedText, withSum } from '../../actions/review/reviewed-text.ts';
import { checkAccountFile, lastMomentOfFile } from '../../actions/prepare/account-age.ts';
import { checkStillValid } from '../../actions/prepare/still-valid.ts';

/** The run as it is shown. Refuses (exit 5) where a reviewed plan is run and something else would be sent. */
export async function reviewedDryRun(
  world: World,
  options: RunOptions,
  setup: Setup,
  { run, memory }: { readonly run: PreparedRun; readonly memory: Memory | undefined },
): Promise<PreparedRun> {
  if (options.reviewed === undefined) return { ...run, reviewed: await writeReviewed(world, options, setup, run) };
  const approvals = memory === undefined ? [] : await readApprovals(world.journals, memory.place);
  checkRunReviewed(world.files, options, { setup, run, approvals });
  return { ...run, ...defined({ reviewed: reviewedFacts(options), approval: approvalOf(run, options) }) };
}

/** The rest of a reviewed plan goes out under the code that it was reviewed with. */
const approvalOf = ({ approval }: PreparedRun, { reviewed }: RunOptions): PreparedRun['approval'] =>
  approval === undefined || reviewed === undefined ? approval : { ...approval, code: reviewed.plan.approval };

// `ordo run --out`: writes what the dry run shows as a reviewed plan.

/** Refuses (exit 2) to write over anything but a reviewed plan, and (exit 5) a plan whose time is over. */
async function writeReviewed(
  world: World,
  options: RunOptions,
  setup: Setup,
  run: PreparedRun,
): Promise<ReviewedFacts> {
  const { out } = options;
  if (out === undefined) throw new Error('no file to write a reviewed plan to');
  const path = resolve(world.files.folder, out.file);
  checkReplaceable(world.files, out.file, { what: 'a reviewed plan', isOne: looksReviewed });
  const madeMs = world.clock.wallMs();
  checkStillValid(run.plan, madeMs);
  checkAccountFile(run, madeMs);
  const lastMs = Math.min(madeMs + out.lifetimeMs, lastMomentOfFile(run) ?? Number.POSITIVE_INFINITY);
  const { validUntil } = run.plan;
  const isCut = validUntil !== undefined && validUntil.ms < lastMs;
  const expires = new Date(isCut ? validUntil.ms : lastMs).toISOString();
  const { digest, approval, ...compiled } = compiledReview(sourcesOf(reviewableOf(world.files, options, setup, run)));
  const { version, tool, plan, generation, planFile, target, origin, account, interface: spoken, ...rest } = compiled;
  const head = { version, tool, plan, generation, planFile, target, origin, account, interface: spoken };
  const made = new Date(madeMs).toISOString();
  const text = reviewedText(withSum({ ...head, made, expires, digest, approval, ...rest }));
  const written = await world.files.replace(path, text);
  if (!written.ok)
    refuse(
      'output/unwritable',
      `the reviewed plan ${out.file} cannot be written: ${written.error}`,
      'nothing was written',
    );
  return { file: out.file, expires, isWritten: true, isCut };
}
