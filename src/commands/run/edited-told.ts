/**
 * A plan that is edited while it is followed goes on as it was approved, and one line says so. The file is looked at whenever a look is
 * told, so nothing is missed while this process stood still, and a link that was changed counts as its file does.
 */
import { safeText } from '../../model/safe-text.ts';
import type { RunEvent } from '../../model/event.ts';
import type { EventSink } from '../../ports.ts';
import type { World } from '../world.ts';

interface ReadPlan {
  /** As a person named it. */
  readonly name: string;
  /** Its path from the root. */
  readonly path: string;
  /** As the run read it. */
  readonly bytes: Uint8Array;
}

/** Tells on what it is given, and the line after the look that finds another file than the one that was read. */
export function tellingEdits({ files }: Pick<World, 'files'>, plan: ReadPlan, emit: EventSink): EventSink {
  const { name, path } = plan;
  let stamp: string | undefined;
  let isTold = false;
  const isEdited = (): boolean => {
    const now = files.stampOf(path);
    if (now === stamp) return false;
    stamp = now;
    const read = files.read(path);
    return !read.ok || Buffer.compare(read.value, plan.bytes) !== 0;
  };
  return (event: RunEvent) => {
    emit(event);
    if (event.event !== 'follow-stated' || isTold || !isEdited()) return;
    isTold = true;
    emit({
      event: 'note',
      message: `${safeText(name)} is not what is followed any more: the plan goes on as it was approved. To take up an edit, end this run and start it again`,
    });
  };
}
