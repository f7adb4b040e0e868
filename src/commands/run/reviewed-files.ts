/** The files of a reviewed plan that is followed: what was reviewed is kept, and where they differ, the plan has to be begun. */
import { isBegun } from '../../actions/prepare/begun.ts';
import type { PreparedRun } from '../../actions/prepare/prepared-run.ts';
import { refuseDifferent } from '../../actions/review/check-reviewed.ts';
import type { EventSink } from '../../ports.ts';
import { keepInputs } from '../review/kept-inputs.ts';
import type { World } from '../world.ts';
import type { Read } from './as-reviewed.ts';

/** Refuses (exit 5) one of which nothing is held or works, where its files differ. */
export async function followAsReviewed(
  world: World,
  { options: { reviewed, kept }, setup }: Read,
  run: PreparedRun,
  emit: EventSink,
): Promise<void> {
  if (reviewed === undefined) return;
  const { file, plan } = reviewed;
  if (kept !== undefined && !isBegun(run)) refuseDifferent(reviewed, kept.differs);
  if (kept !== undefined) {
    emit({ event: 'note', message: `${kept.differs.join('; ')}: ${file} is followed as it was reviewed` });
    return;
  }
  const why = await keepInputs(world, plan, setup.bytesRead);
  if (why === undefined) return;
  emit({
    event: 'note',
    message: `the files of ${file} could not be kept (${why}): after an edit it is not followed again`,
  });
}
