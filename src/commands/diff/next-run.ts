/** How the plan behind is executed: with what code, as far as the journal tells now. Reads no key and opens no socket. */
import type { NextRun } from '../../views/diff/difference.ts';
import { refusalOf } from '../../refusal.ts';
import { dryRunOf, readMemory } from '../run/dry-run.ts';
import { bareRun, givenOptions } from '../run/run-options.ts';
import type { World } from '../world.ts';
import type { LoadedSide, SideOptions } from './load-side.ts';
import type { NamedSide } from './named-side.ts';
import { reviewedRun } from './reviewed-side.ts';
import { defined } from '../../model/defined.ts';
import { JournalError } from '../../journal/records/journal-error.ts';

interface NextOptions extends SideOptions {
  readonly journalPath: string | undefined;
}

/** Undefined where the side has no plan. What `ordo run --live` would refuse is said, and stops nothing. */
export async function nextRunOf(
  world: World,
  named: NamedSide,
  loaded: LoadedSide,
  given: NextOptions,
): Promise<NextRun | undefined> {
  const ref = named.kind === 'commit' ? { ref: named.ref } : {};
  if (loaded.kind === 'reviewed') {
    const run = reviewedRun(loaded.reviewed, loaded.planPath, given.journalPath, world.clock.wallMs());
    return { ...run, ...ref };
  }
  const { setup, side, planPath, isLive } = loaded;
  const { plan, config } = setup;
  if (plan === undefined || side?.whole === undefined) return undefined;
  const { configPath, journalPath, variables } = given;
  const options = { ...bareRun(planPath), live: isLive, variables, ...defined({ configPath, journalPath }) };
  const { digest } = side.whole;
  const next = {
    digest,
    isLive,
    file: planPath,
    options: givenOptions(options),
    ...ref,
  };
  if (!isLive) return next;
  try {
    const memory = await readMemory(world, options, config, plan);
    if (memory.objection !== undefined) return { ...next, refusal: memory.objection.message };
    const { run } = dryRunOf(world, options, { setup, plan, memory });
    return { ...next, digest: run.schedule.digest, ...defined({ approval: run.approval?.code }) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined || error instanceof JournalError) throw error;
    return { ...next, refusal: refusal.message };
  }
}
