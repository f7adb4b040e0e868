/** In a container the state folder goes with the container, unless it is mounted: the next one would not know what was sent. */
import { refuse } from '../../refusal.ts';
import type { World } from '../world.ts';
import type { Distrust } from './whose-files.ts';

/** The image sets it (examples/server/Dockerfile): the folder that has to be mounted. */
const STATE_MOUNT = 'ORDO_STATE_MOUNT';

/** Undefined where no image asks for a folder, or it is mounted. */
export function unmounted({ variables, files }: Pick<World, 'variables' | 'files'>): Distrust | undefined {
  const folder = variables[STATE_MOUNT] ?? '';
  if (folder === '' || files.isMounted(folder)) return undefined;
  return {
    why: `the state folder ${folder} is part of this container, and goes with it: the next one would not know what was sent`,
    mend: `mount the same place there each time: docker run -v ordo-state:${folder} …`,
  };
}

/** Refuses (exit 2) where that folder is part of the container. Answers undefined where no image asks for one. */
export function checkStateMount(world: Pick<World, 'variables' | 'files'>): string | undefined {
  const found = unmounted(world);
  if (found !== undefined) return refuse('environment/no-mount', found.why, found.mend);
  const folder = world.variables[STATE_MOUNT] ?? '';
  return folder === '' ? undefined : `${folder} is mounted`;
}
